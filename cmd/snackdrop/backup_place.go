package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"strings"

	"gocloud.dev/blob"

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

// writeTo lets write fill a file, or an object of a bucket, which is there when all of it was written.
func writeTo(ctx context.Context, place string, write func(io.Writer) error) error {
	if strings.HasPrefix(place, "s3://") {
		return writeObject(ctx, place, write)
	}
	part := place + ".part"
	file, err := os.OpenFile(part, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(part) }()
	if err := write(file); err != nil {
		_ = file.Close()
		return err
	}
	if err := errors.Join(file.Sync(), file.Close()); err != nil {
		return err
	}
	return os.Rename(part, place)
}

func writeObject(ctx context.Context, place string, write func(io.Writer) error) error {
	address, name, err := bucketFile(place)
	if err != nil {
		return err
	}
	bucket, err := media.OpenBucket(ctx, address)
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

// openFrom opens a backup in a file or a bucket.
func openFrom(ctx context.Context, place string) (io.ReadCloser, error) {
	if !strings.HasPrefix(place, "s3://") {
		return os.Open(place)
	}
	address, name, err := bucketFile(place)
	if err != nil {
		return nil, err
	}
	bucket, err := media.OpenBucket(ctx, address)
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
