package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"gocloud.dev/blob"
	"gocloud.dev/gcerrors"

	"github.com/snackdrop/snackdrop/internal/media"
)

// bucketFile splits s3://bucket/name?region=… into the bucket's address and the name.
func bucketFile(place string) (bucket, name string, err error) {
	u, err := url.Parse(place)
	if err != nil || strings.Trim(u.Path, "/") == "" {
		return "", "", errors.New("a backup in a bucket needs a name, like s3://bucket/shop.backup?region=…")
	}
	name = strings.TrimPrefix(u.Path, "/")
	u.Path = ""
	return u.String(), name, nil
}

// WriteFile lets write fill a file, or an object of a bucket, which is there when all of it was written.
func WriteFile(ctx context.Context, place string, write func(io.Writer) error) error {
	if strings.HasPrefix(place, "s3://") {
		return writeObject(ctx, place, write)
	}
	part := place + ".part"
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
	return os.Rename(part, place)
}

// syncEvery is how much waits for the disk at most: who commits an order on the same disk waits for it, too.
const syncEvery = 4 << 20

// syncingWriter writes a file in small pieces to the disk.
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
func openBucket(ctx context.Context, place string) (bucket *blob.Bucket, name string, err error) {
	address, name, err := bucketFile(place)
	if err != nil {
		return nil, "", err
	}
	bucket, err = media.OpenBucket(ctx, address)
	return bucket, name, err
}

func writeObject(ctx context.Context, place string, write func(io.Writer) error) error {
	bucket, name, err := openBucket(ctx, place)
	if err != nil {
		return err
	}
	defer func() { _ = bucket.Close() }()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	w, err := bucket.NewWriter(ctx, name, &blob.WriterOptions{ContentType: "application/octet-stream"})
	if err != nil {
		return fmt.Errorf("the bucket cannot be written: %w", err)
	}
	if err := write(w); err != nil {
		cancel() // else Close would store what there is
		_ = w.Close()
		return err
	}
	return w.Close()
}

// OpenFile opens a backup in a file or a bucket.
func OpenFile(ctx context.Context, place string) (io.ReadCloser, error) {
	if !strings.HasPrefix(place, "s3://") {
		return os.Open(place)
	}
	bucket, name, err := openBucket(ctx, place)
	if err != nil {
		return nil, err
	}
	r, err := bucket.NewReader(ctx, name, nil)
	if err != nil {
		_ = bucket.Close()
		return nil, fmt.Errorf("the backup cannot be read: %w", err)
	}
	return struct {
		io.Reader
		closer
	}{r, func() error { return errors.Join(r.Close(), bucket.Close()) }}, nil
}

// closer is a function as an io.Closer.
type closer func() error

// Close calls it.
func (c closer) Close() error { return c() }

// fileAt is the place of a file of this name at a target: a folder, or s3://bucket/folder?region=….
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
	defer func() { _ = bucket.Close() }()
	for list := bucket.List(&blob.ListOptions{Prefix: start, Delimiter: "/"}); ; {
		object, err := list.Next(ctx)
		if errors.Is(err, io.EOF) {
			return names, nil
		}
		if err != nil {
			return nil, err
		}
		if !object.IsDir {
			names = append(names, strings.TrimPrefix(object.Key, strings.TrimSuffix(start, prefix)))
		}
	}
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
	defer func() { _ = bucket.Close() }()
	if err := bucket.Delete(ctx, key); gcerrors.Code(err) != gcerrors.NotFound {
		return err
	}
	return nil
}
