// Package files keeps files in a folder or an S3 bucket. What they are and how they are named is up to the packages that use it.
package files

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/url"
	"strings"
	"time"
)

// Bucket is a folder or an S3 bucket. Keys are paths with slashes; a folder takes those that fs.ValidPath allows.
type Bucket interface {
	// Read opens a file; fs.ErrNotExist when there is none.
	Read(ctx context.Context, key string) (*File, error)
	// Write stores all of the content or, when it returns an error, nothing of it. It replaces what was there.
	Write(ctx context.Context, key string, meta Meta, content io.Reader) error
	// Delete removes a file; that it was not there is no error.
	Delete(ctx context.Context, key string) error
	// List gives the files whose keys begin with prefix, in the order of the keys. It ends after an error.
	List(ctx context.Context, prefix string) iter.Seq2[Entry, error]
}

// File is an open file.
type File struct {
	io.ReadSeekCloser
	Size    int64
	ModTime time.Time
}

// Meta is what a bucket tells whoever reads a file from it directly. A folder does not keep it.
type Meta struct{ ContentType, CacheControl string }

// Entry is a file in a list.
type Entry struct {
	Key  string
	Size int64
}

// What an S3 server responds, beside fs.ErrNotExist.
var (
	ErrNoBucket = errors.New("there is no such bucket")
	ErrRefused  = errors.New("the bucket refuses the credentials")
)

// Open opens a folder (a path or file://…), which is made if it is not there, or a bucket (s3://name?region=…&endpoint=…).
// Whether the bucket is there is not asked.
func Open(ctx context.Context, address string) (Bucket, error) {
	scheme, rest, ok := strings.Cut(address, "://")
	switch {
	case !ok:
		return openFolder(address)
	case scheme == "file":
		return openFolder(rest)
	case scheme != "s3":
		return nil, fmt.Errorf("files can be kept in a folder or at s3://…, not at %s://", scheme)
	}
	u, err := url.Parse(address)
	if err != nil {
		return nil, errors.New("the address of the bucket is not a URL")
	}
	return openS3(ctx, u)
}
