package files_test

import (
	"errors"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/snackdrop/snackdrop/internal/files"
	"github.com/snackdrop/snackdrop/internal/testkit"
)

// onBoth runs a test on a folder and on a real S3 server.
func onBoth(t *testing.T, test func(t *testing.T, b files.Bucket)) {
	for name, address := range map[string]func(*testing.T) string{
		"folder": func(t *testing.T) string { return filepath.Join(t.TempDir(), "data") },
		"S3":     func(t *testing.T) string { return testkit.S3(t) },
	} {
		t.Run(name, func(t *testing.T) {
			b, err := files.Open(t.Context(), address(t))
			must(t, err)
			test(t, b)
		})
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func keys(t *testing.T, b files.Bucket, prefix string) (all []string) {
	t.Helper()
	for entry, err := range b.List(t.Context(), prefix) {
		must(t, err)
		all = append(all, entry.Key)
	}
	return all
}

func put(t *testing.T, b files.Bucket, key, content string) {
	t.Helper()
	must(t, b.Write(t.Context(), key, files.Meta{}, strings.NewReader(content)))
}

func TestAFileIsReadFromAnywhere(t *testing.T) {
	onBoth(t, func(t *testing.T, b files.Bucket) {
		content := strings.Repeat("0123456789", 5000)
		put(t, b, "shelf/peas.txt", content)
		file, err := b.Read(t.Context(), "shelf/peas.txt")
		must(t, err)
		if file.Size != int64(len(content)) || file.ModTime.IsZero() {
			t.Errorf("size %d, changed at %v", file.Size, file.ModTime)
		}
		// It reads, seeks and reads again, from the start, from the middle and past the end.
		must(t, iotest.TestReader(file, []byte(content)))
		must(t, file.Close())
	})
}

func TestABucketListsKeysInOrder(t *testing.T) {
	onBoth(t, func(t *testing.T, b files.Bucket) {
		if found := keys(t, b, "shelf/"); found != nil {
			t.Errorf("in an empty bucket: %v", found)
		}
		all := []string{"shelf-2/x", "shelf/a-b", "shelf/a/x", "shelf/a/y", "shelf/ab", "tray"}
		for _, key := range all {
			put(t, b, key, key)
		}
		for prefix, want := range map[string][]string{
			"":          all,
			"shelf/":    {"shelf/a-b", "shelf/a/x", "shelf/a/y", "shelf/ab"},
			"shelf/a":   {"shelf/a-b", "shelf/a/x", "shelf/a/y", "shelf/ab"},
			"shelf/a/":  {"shelf/a/x", "shelf/a/y"},
			"shelf/a/y": {"shelf/a/y"},
			"box/":      nil,
		} {
			if found := keys(t, b, prefix); !slices.Equal(found, want) {
				t.Errorf("%q: %v", prefix, found)
			}
		}
		for entry, err := range b.List(t.Context(), "shelf/") {
			must(t, err)
			if entry.Size != int64(len(entry.Key)) {
				t.Errorf("%s has %d bytes", entry.Key, entry.Size)
			}
			break // the rest is not wanted
		}
	})
}

func TestDeletedFilesAreGone(t *testing.T) {
	onBoth(t, func(t *testing.T, b files.Bucket) {
		put(t, b, "shelf/peas.txt", "wasabi")
		for range 2 {
			must(t, b.Delete(t.Context(), "shelf/peas.txt"))
		}
		if _, err := b.Read(t.Context(), "shelf/peas.txt"); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("deleted, and read: %v", err)
		}
	})
}

// In one request and in parts of a large upload.
func TestAWriteThatFailsLeavesWhatWasThere(t *testing.T) {
	onBoth(t, func(t *testing.T, b files.Bucket) {
		put(t, b, "peas.txt", "wasabi")
		for _, size := range []int64{10, 20 << 20} {
			broken := errors.New("the content cannot be read")
			content := io.MultiReader(io.LimitReader(zeros{}, size), iotest.ErrReader(broken))
			if err := b.Write(t.Context(), "peas.txt", files.Meta{}, content); !errors.Is(err, broken) {
				t.Errorf("%d bytes: %v", size, err)
			}
			file, err := b.Read(t.Context(), "peas.txt")
			must(t, err)
			got, err := io.ReadAll(file)
			must(t, err)
			must(t, file.Close())
			if string(got) != "wasabi" {
				t.Errorf("%d bytes: it is %.20q now", size, got)
			}
		}
		if found := keys(t, b, ""); !slices.Equal(found, []string{"peas.txt"}) {
			t.Errorf("left behind: %v", found)
		}
	})
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

func TestALargeFileIsUploadedInParts(t *testing.T) {
	b, err := files.Open(t.Context(), testkit.S3(t))
	must(t, err)
	const size = 20<<20 + 7
	must(t, b.Write(t.Context(), "large", files.Meta{}, io.LimitReader(zeros{}, size)))
	file, err := b.Read(t.Context(), "large")
	must(t, err)
	n, err := io.Copy(io.Discard, file)
	must(t, err)
	must(t, file.Close())
	if n != size || file.Size != size {
		t.Errorf("%d bytes read of %d", n, file.Size)
	}
}

func TestAFolderIsNotLeft(t *testing.T) {
	dir := t.TempDir()
	outside := filepath.Join(dir, "secret.key")
	must(t, os.WriteFile(outside, []byte("key"), 0o600))
	b, err := files.Open(t.Context(), "file://"+filepath.Join(dir, "data"))
	must(t, err)
	for _, key := range []string{"", ".", "../secret.key", "a/../../secret.key", outside, "a//b", "a/"} {
		if _, err := b.Read(t.Context(), key); !errors.Is(err, fs.ErrInvalid) {
			t.Errorf("%q read: %v", key, err)
		}
		if err := b.Write(t.Context(), key, files.Meta{}, strings.NewReader("x")); !errors.Is(err, fs.ErrInvalid) {
			t.Errorf("%q written: %v", key, err)
		}
		if err := b.Delete(t.Context(), key); !errors.Is(err, fs.ErrInvalid) {
			t.Errorf("%q deleted: %v", key, err)
		}
	}
	if content, err := os.ReadFile(outside); string(content) != "key" {
		t.Errorf("outside: %q, %v", content, err)
	}
}

// A file whose writing was interrupted by the end of the program is no file of the folder.
func TestPartsOfFilesAreNotListed(t *testing.T) {
	dir := t.TempDir()
	b, err := files.Open(t.Context(), dir)
	must(t, err)
	var during []string
	content := readerFunc(func([]byte) (int, error) { during = keys(t, b, ""); return 0, io.EOF })
	must(t, b.Write(t.Context(), "peas.txt", files.Meta{}, content))
	if during != nil {
		t.Errorf("listed while it was written: %v", during)
	}
	if found := keys(t, b, ""); !slices.Equal(found, []string{"peas.txt"}) {
		t.Errorf("listed afterwards: %v", found)
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

func TestWhatABucketRefuses(t *testing.T) {
	address := testkit.S3(t)
	at, err := url.Parse(address)
	must(t, err)
	b, err := files.Open(t.Context(), address)
	must(t, err)
	put(t, b, "peas.txt", "wasabi")

	resp, err := http.Get(at.Query().Get("endpoint") + "/" + at.Host + "/peas.txt")
	must(t, err)
	must(t, resp.Body.Close())
	if resp.StatusCode != http.StatusForbidden {
		t.Errorf("a stranger gets %s", resp.Status)
	}

	refused := func(b files.Bucket, want error) {
		t.Helper()
		_, err := b.Read(t.Context(), "peas.txt")
		if !errors.Is(err, want) {
			t.Errorf("read: %v", err)
		}
		if err := b.Write(t.Context(), "peas.txt", files.Meta{}, strings.NewReader("x")); !errors.Is(err, want) {
			t.Errorf("write: %v", err)
		}
		if err := b.Delete(t.Context(), "peas.txt"); !errors.Is(err, want) {
			t.Errorf("delete: %v", err)
		}
		for _, err := range b.List(t.Context(), "") {
			if !errors.Is(err, want) {
				t.Errorf("list: %v", err)
			}
		}
	}
	at.Host = "no-such-bucket"
	none, err := files.Open(t.Context(), at.String())
	must(t, err)
	refused(none, files.ErrNoBucket)

	t.Setenv("AWS_SECRET_ACCESS_KEY", "wrong")
	stranger, err := files.Open(t.Context(), address)
	must(t, err)
	refused(stranger, files.ErrRefused)
}

func TestAddressesThatAreNone(t *testing.T) {
	for _, address := range []string{
		"gs://bucket", "s3://", "s3://bucket/folder", "s3://bucket?ssetype=AES256", "s3://bucket?use_path_style=perhaps", "s3://%zz",
	} {
		if _, err := files.Open(t.Context(), address); err == nil {
			t.Errorf("%s was opened", address)
		} else {
			t.Log(err)
		}
	}
}
