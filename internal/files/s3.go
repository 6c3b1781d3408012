package files

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/feature/s3/transfermanager"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/smithy-go"
)

// bucket is an S3 bucket.
type bucket struct {
	name   *string
	client *s3.Client
	upload *transfermanager.Client
}

// openS3 takes the credentials, and what the address does not say, from where AWS's own tools take them.
func openS3(ctx context.Context, address *url.URL) (Bucket, error) {
	if address.Host == "" || strings.Trim(address.Path, "/") != "" {
		return nil, errors.New("the address of a bucket is s3://name?region=…")
	}
	query := address.Query()
	endpoint := query.Get("endpoint")
	pathStyle := endpoint != "" // a server of one's own seldom has a name in DNS for every bucket
	for name := range query {
		switch name {
		case "region", "endpoint", "profile":
		case "use_path_style":
			var err error
			if pathStyle, err = strconv.ParseBool(query.Get(name)); err != nil {
				return nil, errors.New("use_path_style in the address of the bucket is true or false")
			}
		default:
			return nil, fmt.Errorf("the address of a bucket has no %q; it has region, endpoint, profile and use_path_style", name)
		}
	}
	c, err := config.LoadDefaultConfig(ctx, config.WithRegion(query.Get("region")), config.WithSharedConfigProfile(query.Get("profile")))
	if err != nil {
		return nil, err
	}
	client := s3.NewFromConfig(c, func(o *s3.Options) {
		o.UsePathStyle = pathStyle
		if endpoint != "" {
			o.BaseEndpoint = &endpoint
		}
	})
	upload := transfermanager.New(client, func(o *transfermanager.Options) {
		o.RequestChecksumCalculation = c.RequestChecksumCalculation // it does not ask the client's
		o.FailTimeout = 10 * time.Second                            // parts are removed although the context has ended
	})
	return &bucket{name: &address.Host, client: client, upload: upload}, nil
}

// Read is Bucket.Read.
func (b *bucket) Read(ctx context.Context, key string) (*File, error) {
	got, err := b.client.GetObject(ctx, &s3.GetObjectInput{Bucket: b.name, Key: &key})
	if err != nil {
		return nil, known(err)
	}
	object := &object{ctx: ctx, bucket: b, key: key, body: got.Body, size: aws.ToInt64(got.ContentLength)}
	return &File{ReadSeekCloser: object, Size: object.size, ModTime: aws.ToTime(got.LastModified)}, nil
}

// Write is Bucket.Write.
func (b *bucket) Write(ctx context.Context, key string, meta Meta, content io.Reader) error {
	in := &transfermanager.UploadObjectInput{Bucket: b.name, Key: &key, Body: content}
	if meta.ContentType != "" {
		in.ContentType = &meta.ContentType
	}
	if meta.CacheControl != "" {
		in.CacheControl = &meta.CacheControl
	}
	_, err := b.upload.UploadObject(ctx, in)
	return known(err)
}

// Delete is Bucket.Delete.
func (b *bucket) Delete(ctx context.Context, key string) error {
	_, err := b.client.DeleteObject(ctx, &s3.DeleteObjectInput{Bucket: b.name, Key: &key})
	if err = known(err); errors.Is(err, fs.ErrNotExist) { // AWS says nothing of it, other servers may
		return nil
	}
	return err
}

// List is Bucket.List.
func (b *bucket) List(ctx context.Context, prefix string) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		pages := s3.NewListObjectsV2Paginator(b.client, &s3.ListObjectsV2Input{Bucket: b.name, Prefix: &prefix})
		for pages.HasMorePages() {
			page, err := pages.NextPage(ctx)
			if err != nil {
				yield(Entry{}, known(err))
				return
			}
			for _, object := range page.Contents {
				if !yield(Entry{Key: aws.ToString(object.Key), Size: aws.ToInt64(object.Size)}, nil) {
					return
				}
			}
		}
	}
}

// known wraps an error of the SDK in one that callers know.
func known(err error) error {
	var is error
	if failed, ok := errors.AsType[*awshttp.ResponseError](err); ok {
		switch failed.HTTPStatusCode() {
		case http.StatusNotFound:
			is = fs.ErrNotExist
		case http.StatusMovedPermanently: // it is in another region
			is = ErrNoBucket
		case http.StatusUnauthorized, http.StatusForbidden:
			is = ErrRefused
		}
	}
	if failed, ok := errors.AsType[smithy.APIError](err); ok && failed.ErrorCode() == "NoSuchBucket" {
		is = ErrNoBucket
	}
	if is == nil {
		return err
	}
	return fmt.Errorf("%w: %w", is, err)
}

// object reads an object of a bucket. Seeking asks for nothing before the next read.
type object struct {
	ctx      context.Context
	bucket   *bucket
	key      string
	body     io.ReadCloser
	size     int64
	position int64 // of the next read
	at       int64 // what body gives next
}

// Read is io.Reader.
func (o *object) Read(p []byte) (int, error) {
	if o.position >= o.size {
		return 0, io.EOF
	}
	if o.position != o.at {
		from := fmt.Sprintf("bytes=%d-", o.position)
		got, err := o.bucket.client.GetObject(o.ctx, &s3.GetObjectInput{Bucket: o.bucket.name, Key: &o.key, Range: &from})
		if err != nil {
			return 0, known(err)
		}
		_ = o.body.Close()
		o.body, o.at = got.Body, o.position
	}
	n, err := o.body.Read(p)
	o.at += int64(n)
	o.position = o.at
	return n, err
}

// Seek is io.Seeker.
func (o *object) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += o.position
	case io.SeekEnd:
		offset += o.size
	}
	if offset < 0 {
		return 0, fs.ErrInvalid
	}
	o.position = offset
	return offset, nil
}

// Close is io.Closer.
func (o *object) Close() error { return o.body.Close() }
