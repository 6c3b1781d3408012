package media

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"io/fs"
	"path"
	"regexp"
	"strings"

	"github.com/google/uuid"

	"github.com/snackdrop/snackdrop/internal/files"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// Store keeps pictures in a folder or a bucket, under keys that are their
// addresses without the first slash: site-assets/product-images/{uuid}.{ext}.
type Store struct{ bucket files.Bucket }

// Open opens a folder or a bucket, at an address that files.Open takes.
func Open(ctx context.Context, address string) (*Store, error) {
	bucket, err := files.Open(ctx, address)
	if err != nil {
		return nil, err
	}
	for _, err := range bucket.List(ctx, checkKey) {
		if err != nil {
			return nil, fmt.Errorf("the pictures' store cannot be reached: %w", err)
		}
	}
	return &Store{bucket: bucket}, nil
}

// checkKey is what Check writes; no picture has such a key.
const checkKey = "snackdrop-write-check"

// Check writes, reads and deletes a small file.
func (s *Store) Check(ctx context.Context) error {
	if err := s.write(ctx, checkKey, []byte("ok")); err != nil {
		return err
	}
	file, err := s.bucket.Read(ctx, checkKey)
	if err == nil {
		_, err = io.ReadAll(file)
		_ = file.Close()
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) { // another instance checks, too, and may have deleted it
		return err
	}
	return s.Delete(ctx, checkKey)
}

// folders says where a kind of picture is kept: the start of its keys.
var folders = map[string]string{
	"product": "site-assets/product-images/",
	"logo":    "site-assets/logo-",
	"map":     "site-assets/map-",
	"promo":   "site-assets/promo-",
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

func (s *Store) write(ctx context.Context, key string, data []byte) error {
	return s.bucket.Write(ctx, key, files.Meta{ContentType: types[path.Ext(key)], CacheControl: forever}, bytes.NewReader(data))
}

// Open reads one picture; fs.ErrNotExist when there is none.
func (s *Store) Open(ctx context.Context, key string) (*files.File, error) {
	if !isKey(key) {
		return nil, fs.ErrNotExist
	}
	return s.bucket.Read(ctx, key)
}

// sourceWidth is the width of the version from which smaller pictures are rendered; it is one of srcsetWidths.
const sourceWidth = 672

// maxSourcePixels bounds the memory that a picture takes while a smaller one is rendered from it.
const maxSourcePixels = 4_000_000

// readStored decodes a picture of the shop, given its address, so that a smaller one can be rendered from it; the caller calls release when it
// needs the picture no more. It reads the version of sourceWidth where Save made one: the original may be too large to decode
// for a visitor.
func (s *Store) readStored(ctx context.Context, url string) (picture image.Image, release func(), err error) {
	if shape := savedShape.FindStringSubmatch(url); shape != nil {
		if picture, release, err = s.decodeStored(ctx, fmt.Sprintf("%s-%d.webp", shape[1], sourceWidth)); err == nil {
			return picture, release, nil
		}
	}
	return s.decodeStored(ctx, strings.TrimPrefix(url, "/"))
}

// decodeStored decodes a picture within the budget of uploads: a small one can be an animation of many frames.
func (s *Store) decodeStored(ctx context.Context, key string) (picture image.Image, release func(), err error) {
	r, err := s.Open(ctx, key)
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = r.Close() }()
	data, releaseFile, err := ForStaff.readFile(ctx, r)
	if err != nil {
		return nil, nil, err
	}
	defer releaseFile()
	f, err := sniff(data)
	if err != nil {
		return nil, nil, err
	}
	config, err := f.config(data)
	if err != nil {
		return nil, nil, err
	}
	if config.Width < 1 || config.Height < 1 || config.Width > maxSourcePixels/config.Height {
		return nil, nil, fmt.Errorf("%s is too large to render a smaller picture from it", key)
	}
	if release, err = ForStaff.reserveFor(ctx, f, data); err != nil {
		return nil, nil, err
	}
	if picture, err = f.decode(data); err != nil {
		release()
		return nil, nil, err
	}
	return picture, release, nil
}

// Delete removes one picture; that it was not there is no error.
func (s *Store) Delete(ctx context.Context, key string) error { return s.bucket.Delete(ctx, key) }

// savedShape is the address of a picture that Save kept, or of one of its sizes.
var savedShape = regexp.MustCompile(`^/(site-assets/[a-z-]+[/-][0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:-[0-9]+)?\.[a-z]+$`)

// Remove deletes what Save kept, all sizes of it, given the address of any. An
// address that Save did not make is left alone.
func (s *Store) Remove(ctx context.Context, url string) error {
	shape := savedShape.FindStringSubmatch(url)
	if shape == nil {
		return nil
	}
	for file, err := range s.bucket.List(ctx, shape[1]) {
		if err != nil {
			return fmt.Errorf("list a picture's sizes: %w", err)
		}
		if err := s.Delete(ctx, file.Key); err != nil {
			return err
		}
	}
	return nil
}

// ListAll calls visit with every picture's key and size, in the order of the keys.
func (s *Store) ListAll(ctx context.Context, visit func(key string, size int64) error) error {
	for file, err := range s.bucket.List(ctx, "site-assets/") {
		if err != nil {
			return fmt.Errorf("list the pictures: %w", err)
		}
		if err := visit(file.Key, file.Size); err != nil {
			return err
		}
	}
	return nil
}
