package backup

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/snackdrop/snackdrop/internal/background"
	"github.com/snackdrop/snackdrop/internal/files"
)

// bucketFile splits s3://bucket/name?region=… into the bucket's address and the name.
func bucketFile(location string) (bucket, name string, err error) {
	u, err := url.Parse(location)
	if err != nil || strings.Trim(u.Path, "/") == "" {
		return "", "", errors.New("a backup in a bucket needs a name, like s3://bucket/shop.backup?region=…")
	}
	name = strings.TrimPrefix(u.Path, "/")
	u.Path = ""
	return u.String(), name, nil
}

// WriteFile lets write fill a file, or an object of a bucket, which is there when all of it was written.
func WriteFile(ctx context.Context, location string, write func(io.Writer) error) error {
	if strings.HasPrefix(location, "s3://") {
		return writeObject(ctx, location, write)
	}
	part := location + ".part"
	file, err := os.OpenFile(part, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(part) }()
	if err := write(&syncingWriter{file: file}); err != nil {
		_ = file.Close()
		return err
	}
	if err := errors.Join(file.Sync(), file.Close()); err != nil {
		return err
	}
	return os.Rename(part, location)
}

// syncEvery is after how many bytes a file is synced: a transaction that commits on the same disk may have to wait until
// all of them are written.
const syncEvery = 4 << 20

// syncingWriter writes a file and syncs it after every syncEvery bytes.
type syncingWriter struct {
	file    *os.File
	waiting int
}

// Write is io.Writer.
func (w *syncingWriter) Write(data []byte) (int, error) {
	n, err := w.file.Write(data)
	if w.waiting += n; err == nil && w.waiting >= syncEvery {
		w.waiting = 0
		err = w.file.Sync()
	}
	return n, err
}

// openBucket opens the bucket of a file and gives its name in it.
func openBucket(ctx context.Context, location string) (bucket files.Bucket, name string, err error) {
	address, name, err := bucketFile(location)
	if err != nil {
		return nil, "", err
	}
	bucket, err = files.Open(ctx, address)
	return bucket, name, err
}

func writeObject(ctx context.Context, location string, write func(io.Writer) error) error {
	bucket, name, err := openBucket(ctx, location)
	if err != nil {
		return err
	}
	r, w := io.Pipe()
	uploaded := make(chan error, 1)
	background.Go("upload of a backup", func() {
		err := errors.New("the upload panicked")
		defer func() {
			_ = r.CloseWithError(err) // write fails with it, should it not have ended
			uploaded <- err
		}()
		err = bucket.Write(ctx, name, files.Meta{ContentType: "application/octet-stream"}, r)
	})
	err = write(w)
	_ = w.CloseWithError(err) // nil is the end of the file
	return cmp.Or(err, <-uploaded)
}

// OpenFile opens a backup in a file or a bucket.
func OpenFile(ctx context.Context, location string) (io.ReadCloser, error) {
	if !strings.HasPrefix(location, "s3://") {
		return os.Open(location)
	}
	bucket, name, err := openBucket(ctx, location)
	if err != nil {
		return nil, err
	}
	file, err := bucket.Read(ctx, name)
	if err != nil {
		return nil, fmt.Errorf("the backup cannot be read: %w", err)
	}
	return file, nil
}

// fileAt is the location of a file of this name at a target: a folder, or s3://bucket/folder?region=….
func fileAt(target, name string) (string, error) {
	if !isBucket(target) {
		return filepath.Join(target, name), nil
	}
	u, err := url.Parse(target)
	if err != nil {
		return "", errors.New("the address of the bucket is not a URL")
	}
	u.Path = strings.TrimSuffix(u.Path, "/") + "/" + name
	return u.String(), nil
}

func isBucket(target string) bool { return strings.HasPrefix(target, "s3://") }

// filesAt lists the names of the files at a target that begin with prefix, in their order.
func filesAt(ctx context.Context, target, prefix string) (names []string, err error) {
	if !isBucket(target) {
		entries, err := os.ReadDir(target)
		if errors.Is(err, os.ErrNotExist) {
			return nil, nil
		}
		for _, entry := range entries {
			if strings.HasPrefix(entry.Name(), prefix) && entry.Type().IsRegular() {
				names = append(names, entry.Name())
			}
		}
		return names, err
	}
	whole, err := fileAt(target, prefix)
	if err != nil {
		return nil, err
	}
	bucket, start, err := openBucket(ctx, whole)
	if err != nil {
		return nil, err
	}
	for file, err := range bucket.List(ctx, start) {
		if err != nil {
			return nil, err
		}
		if name := strings.TrimPrefix(file.Key, strings.TrimSuffix(start, prefix)); !strings.Contains(name, "/") {
			names = append(names, name)
		}
	}
	return names, nil
}

// removeAt deletes a file at a target; that it was not there is no error.
func removeAt(ctx context.Context, target, name string) error {
	whole, err := fileAt(target, name)
	if err != nil {
		return err
	}
	if !isBucket(target) {
		if err := os.Remove(whole); !errors.Is(err, os.ErrNotExist) {
			return err
		}
		return nil
	}
	bucket, key, err := openBucket(ctx, whole)
	if err != nil {
		return err
	}
	return bucket.Delete(ctx, key)
}
