package files

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"iter"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/google/uuid"
)

// folder is the path of a folder.
type folder string

func openFolder(dir string) (Bucket, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	return folder(dir), os.MkdirAll(dir, 0o755)
}

// path refuses keys that lead out of the folder.
func (f folder) path(op, key string) (string, error) {
	if !fs.ValidPath(key) || key == "." {
		return "", &fs.PathError{Op: op, Path: key, Err: fs.ErrInvalid}
	}
	return filepath.Join(string(f), filepath.FromSlash(key)), nil
}

// Read is Bucket.Read.
func (f folder) Read(_ context.Context, key string) (*File, error) {
	name, err := f.path("open", key)
	if err != nil {
		return nil, err
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	if err != nil {
		_ = file.Close()
		return nil, err
	}
	return &File{ReadSeekCloser: file, Size: info.Size(), ModTime: info.ModTime()}, nil
}

// partEnd is how the names of files end that are being written.
const partEnd = ".part"

// Write is Bucket.Write.
func (f folder) Write(ctx context.Context, key string, _ Meta, content io.Reader) error {
	name, err := f.path("write", key)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	// Beside the final file, so that renaming it never crosses a file system.
	part := name + "." + uuid.NewString() + partEnd
	file, err := os.OpenFile(part, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = io.Copy(file, content)
	if err == nil { // before the final name is there: whoever stores that name relies on the whole file
		err = file.Sync()
	}
	if err := errors.Join(err, file.Close(), ctx.Err()); err != nil {
		_ = os.Remove(part)
		return err
	}
	return os.Rename(part, name)
}

// Delete is Bucket.Delete.
func (f folder) Delete(_ context.Context, key string) error {
	name, err := f.path("delete", key)
	if err != nil {
		return err
	}
	if err := os.Remove(name); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// List is Bucket.List.
func (f folder) List(ctx context.Context, prefix string) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		found, err := f.list(ctx, prefix)
		for _, entry := range found {
			if !yield(entry, nil) {
				return
			}
		}
		if err != nil {
			yield(Entry{}, err)
		}
	}
}

func (f folder) list(ctx context.Context, prefix string) (found []Entry, err error) {
	err = fs.WalkDir(os.DirFS(string(f)), path.Dir(prefix), func(key string, entry fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist): // deleted meanwhile, or never there
			return nil
		case err != nil:
			return err
		case entry.IsDir() && key != "." && !strings.HasPrefix(key, prefix) && !strings.HasPrefix(prefix, key+"/"):
			return fs.SkipDir
		case entry.IsDir(), !strings.HasPrefix(key, prefix), strings.HasSuffix(key, partEnd):
			return ctx.Err()
		}
		info, err := entry.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		found = append(found, Entry{Key: key, Size: info.Size()})
		return ctx.Err()
	})
	// Where a folder and a file begin alike, WalkDir has another order.
	slices.SortFunc(found, func(a, b Entry) int { return strings.Compare(a.Key, b.Key) })
	return found, err
}
