package media

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/google/uuid"
	"gocloud.dev/blob"
	"gocloud.dev/blob/fileblob"
	_ "gocloud.dev/blob/s3blob" // s3://
	"gocloud.dev/gcerrors"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// Store keeps pictures in a folder or a bucket, under keys that are their
// addresses without the first slash: site-assets/product-images/{uuid}.{ext}.
type Store struct{ bucket *blob.Bucket }

// Open opens a folder (a path, or file://…) or a bucket
// (s3://name?region=…&endpoint=…, credentials as AWS's tools take them).
func Open(ctx context.Context, address string) (*Store, error) {
	bucket, err := OpenBucket(ctx, address)
	if err != nil {
		return nil, err
	}
	if ok, err := bucket.IsAccessible(ctx); err != nil || !ok {
		_ = bucket.Close()
		if err == nil {
			err = errors.New("there is no such bucket")
		}
		return nil, fmt.Errorf("the pictures' store cannot be reached: %w", err)
	}
	return &Store{bucket: bucket}, nil
}

// OpenBucket opens a folder or a bucket for any kind of file; see Open.
func OpenBucket(ctx context.Context, address string) (*blob.Bucket, error) {
	scheme, rest, ok := strings.Cut(address, "://")
	if !ok || scheme == "file" {
		if ok {
			address = rest
		}
		return openFolder(address)
	}
	if scheme != "s3" {
		return nil, fmt.Errorf("files can be kept in a folder or at s3://…, not at %s://", scheme)
	}
	u, err := url.Parse(address)
	if err != nil {
		return nil, errors.New("the address of the bucket is not a URL")
	}
	if q := u.Query(); q.Has("endpoint") && !q.Has("use_path_style") {
		// A server of one's own seldom has a name in DNS for every bucket.
		q.Set("use_path_style", "true")
		u.RawQuery = q.Encode()
	}
	return blob.OpenBucket(ctx, u.String())
}

func openFolder(dir string) (*blob.Bucket, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	// Temporary files beside the final ones, so that renaming them never crosses a file system;
	// no attribute files, because the extension says all there is to say.
	return fileblob.OpenBucket(dir, &fileblob.Options{NoTempDir: true, Metadata: fileblob.MetadataDontWrite})
}

// Close closes the bucket.
func (s *Store) Close() error { return s.bucket.Close() }

// checkKey is what Check writes; no picture has such a key.
const checkKey = "snackdrop-write-check"

// Check writes, reads and deletes a small file.
func (s *Store) Check(ctx context.Context) error {
	if err := s.write(ctx, checkKey, []byte("ok")); err != nil {
		return err
	}
	if _, err := s.bucket.ReadAll(ctx, checkKey); err != nil && gcerrors.Code(err) != gcerrors.NotFound { // another instance checks too
		return err
	}
	return s.Delete(ctx, checkKey)
}

// folders says where a kind of picture is kept: the start of its keys.
var folders = map[string]string{
	"product": "site-assets/product-images/",
	"logo":    "site-assets/logo-",
	"avatar":  "site-assets/avatars/",
}

// Save checks an upload, makes its smaller versions and keeps them all. When
// it returns an error, nothing is kept.
func (s *Store) Save(ctx context.Context, kind, filename string, r io.Reader) (shop.Image, error) {
	folder, ok := folders[kind]
	if !ok {
		return shop.Image{}, fmt.Errorf("no place for pictures of kind %q", kind)
	}
	purpose := ForStaff
	if kind == "avatar" {
		purpose = ForAvatar
	}
	p, err := Process(ctx, r, filename, purpose)
	if err != nil {
		return shop.Image{}, err
	}
	name := folder + uuid.NewString()
	saved := shop.Image{URL: "/" + name + "." + p.Ext, Width: p.Width, Height: p.Height, Color: p.Color}
	for _, v := range p.Versions {
		key := fmt.Sprintf("%s-%d.%s", name, v.Width, v.Ext)
		if err := s.Put(ctx, key, v.Data); err != nil {
			s.forget(ctx, saved)
			return shop.Image{}, err
		}
		saved.Sizes = append(saved.Sizes, shop.ImageSize{URL: "/" + key, Width: v.Width})
	}
	if err := s.Put(ctx, name+"."+p.Ext, p.Original); err != nil {
		s.forget(ctx, saved)
		return shop.Image{}, err
	}
	return saved, nil
}

func (s *Store) forget(ctx context.Context, saved shop.Image) {
	for _, size := range saved.Sizes {
		_ = s.Delete(context.WithoutCancel(ctx), strings.TrimPrefix(size.URL, "/"))
	}
}

var keyShape = regexp.MustCompile(`^site-assets/([a-z0-9][a-z0-9_-]*/)*[a-z0-9][a-z0-9_-]*(\.[a-z0-9_-]+)*\.(jpg|jpeg|png|webp|gif|avif)$`)

// isKey also bounds the length: longer names are an error to file systems, not a missing file.
func isKey(key string) bool { return len(key) <= 200 && keyShape.MatchString(key) }

var types = map[string]string{
	".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".png": "image/png",
	".webp": "image/webp", ".gif": "image/gif", ".avif": "image/avif",
}

// forever: a picture's address holds a random name, and its bytes never change.
const forever = "public, max-age=31536000, immutable"

// Put keeps ready bytes under a key, replacing what was there: the demo
// shop's art, and what comes out of a backup.
func (s *Store) Put(ctx context.Context, key string, data []byte) error {
	if !isKey(key) {
		return fmt.Errorf("%q is not a picture's key", key)
	}
	if err := s.write(ctx, key, data); err != nil {
		return fmt.Errorf("keep %s: %w", key, err)
	}
	return nil
}

// write keeps all of the bytes or nothing: only a cancelled context keeps Close from storing what was written of them
// before the disk was full.
func (s *Store) write(ctx context.Context, key string, data []byte) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	w, err := s.bucket.NewWriter(ctx, key, &blob.WriterOptions{ContentType: types[path.Ext(key)], CacheControl: forever})
	if err != nil {
		return err
	}
	if _, err := w.Write(data); err != nil {
		cancel()
		_ = w.Close()
		return err
	}
	return w.Close()
}

// Open reads one picture; fs.ErrNotExist when there is none.
func (s *Store) Open(ctx context.Context, key string) (*blob.Reader, error) {
	if !isKey(key) {
		return nil, fs.ErrNotExist
	}
	r, err := s.bucket.NewReader(ctx, key, nil)
	if gcerrors.Code(err) == gcerrors.NotFound {
		return nil, fs.ErrNotExist
	}
	return r, err
}

// Delete removes one picture; that it was not there is no error.
func (s *Store) Delete(ctx context.Context, key string) error {
	err := s.bucket.Delete(ctx, key)
	if gcerrors.Code(err) == gcerrors.NotFound {
		return nil
	}
	return err
}

// savedShape is the address of a picture that Save kept, or of one of its sizes.
var savedShape = regexp.MustCompile(`^/(site-assets/[a-z-]+[/-][0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:-[0-9]+)?\.[a-z]+$`)

// Remove deletes what Save kept, all sizes of it, given the address of any. An
// address that Save did not make is left alone.
func (s *Store) Remove(ctx context.Context, url string) error {
	shape := savedShape.FindStringSubmatch(url)
	if shape == nil {
		return nil
	}
	for list := s.bucket.List(&blob.ListOptions{Prefix: shape[1]}); ; {
		object, err := list.Next(ctx)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("list a picture's sizes: %w", err)
		}
		if err := s.Delete(ctx, object.Key); err != nil {
			return err
		}
	}
}

// ListAll calls visit with every picture's key and size, in the order of the keys.
func (s *Store) ListAll(ctx context.Context, visit func(key string, size int64) error) error {
	for list := s.bucket.List(&blob.ListOptions{Prefix: "site-assets/"}); ; {
		object, err := list.Next(ctx)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("list the pictures: %w", err)
		}
		if err := visit(object.Key, object.Size); err != nil {
			return err
		}
	}
}
