package media_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/snackdrop/snackdrop/internal/media"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/testkit"
)

// onBoth runs a test on a folder and on a real S3 server.
func onBoth(t *testing.T, test func(t *testing.T, s *media.Store)) {
	for name, address := range map[string]func(*testing.T) string{
		"folder": func(t *testing.T) string { return filepath.Join(t.TempDir(), "data") },
		"S3":     func(t *testing.T) string { return testkit.S3(t) },
	} {
		t.Run(name, func(t *testing.T) {
			s, err := media.Open(t.Context(), address(t))
			if err != nil {
				t.Fatal(err)
			}
			test(t, s)
		})
	}
}

func keys(t *testing.T, s *media.Store) []string {
	t.Helper()
	var all []string
	must(t, s.ListAll(t.Context(), func(key string, size int64) error {
		if size == 0 {
			t.Errorf("%s is empty", key)
		}
		all = append(all, key)
		return nil
	}))
	return all
}

func TestSaveKeepsThePictureAndItsVersions(t *testing.T) {
	onBoth(t, func(t *testing.T, s *media.Store) {
		saved, err := s.Save(t.Context(), "product", "Pack.PNG", bytes.NewReader(asPNG(t, quarters(500, 250))))
		if err != nil {
			t.Fatal(err)
		}
		uuid := `[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`
		if !regexp.MustCompile(`^/site-assets/product-images/` + uuid + `\.png$`).MatchString(saved.URL) {
			t.Errorf("address %s", saved.URL)
		}
		if saved.Width != 500 || saved.Height != 250 || !regexp.MustCompile(`^#[0-9a-f]{6}$`).MatchString(saved.Color) {
			t.Errorf("%+v", saved)
		}
		want := []string{strings.TrimPrefix(saved.URL, "/")}
		var widths []int
		for _, size := range saved.Sizes {
			want = append(want, strings.TrimPrefix(size.URL, "/"))
			widths = append(widths, size.Width)
		}
		slices.Sort(want)
		if !slices.Equal(widths, []int{320, 480, 500}) {
			t.Errorf("widths %v", widths)
		}
		got := keys(t, s)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("kept %v, want %v", got, want)
		}
		logo, err := s.Save(t.Context(), "logo", "logo.webp", bytes.NewReader(asWebP(t, quarters(100, 100))))
		if err != nil || !regexp.MustCompile(`^/site-assets/logo-`+uuid+`\.webp$`).MatchString(logo.URL) {
			t.Errorf("logo at %s, %v", logo.URL, err)
		}
	})
}

func TestARefusedUploadLeavesNothing(t *testing.T) {
	onBoth(t, func(t *testing.T, s *media.Store) {
		_, err := s.Save(t.Context(), "product", "x.svg", strings.NewReader("<svg/>"))
		if shop.CodeOf(err) != shop.ImageType {
			t.Errorf("got %v", err)
		}
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := s.Save(gone, "product", "x.png", bytes.NewReader(asPNG(t, quarters(4, 4)))); err == nil {
			t.Error("saved for someone who left")
		}
		if left := keys(t, s); len(left) != 0 {
			t.Errorf("left behind: %v", left)
		}
	})
}

func TestPutOpenDelete(t *testing.T) {
	onBoth(t, func(t *testing.T, s *media.Store) {
		const key = "site-assets/product-images/mystery-box-320.webp"
		for _, text := range []string{"first", "second"} {
			must(t, s.Put(t.Context(), key, []byte(text)))
			r, err := s.Open(t.Context(), key)
			if err != nil {
				t.Fatal(err)
			}
			got, err := io.ReadAll(r)
			must(t, r.Close())
			if err != nil || string(got) != text {
				t.Errorf("%q, %v", got, err)
			}
		}
		for range 2 {
			must(t, s.Delete(t.Context(), key))
		}
		if _, err := s.Open(t.Context(), key); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("after deleting: %v", err)
		}
		for _, bad := range []string{"", "x.png", "site-assets/../x.png", "site-assets/x.svg", "site-assets//x.png", "/site-assets/x.png", "site-assets/.hidden.png"} {
			if err := s.Put(t.Context(), bad, []byte("x")); err == nil {
				t.Errorf("%q was taken as a key", bad)
			}
		}
	})
}

func TestRemoveTakesEverySizeOfOnePicture(t *testing.T) {
	onBoth(t, func(t *testing.T, s *media.Store) {
		const art = "site-assets/avatars/mystery-box-320.webp"
		must(t, s.Put(t.Context(), art, []byte("not saved by Save")))
		for _, kind := range []string{"avatar", "logo"} {
			var saved []shop.Image
			for range 2 {
				picture, err := s.Save(t.Context(), kind, "face.png", bytes.NewReader(asPNG(t, quarters(500, 250))))
				must(t, err)
				saved = append(saved, picture)
			}
			must(t, s.Remove(t.Context(), saved[0].URL))
			if left := keys(t, s); len(left) != 2+len(saved[1].Sizes) || strings.Contains(strings.Join(left, " "), strings.TrimSuffix(saved[0].URL, ".png")) {
				t.Errorf("%s: left after the first: %v", kind, left)
			}
			must(t, s.Remove(t.Context(), saved[1].Sizes[0].URL))
			for _, other := range []string{"", "/" + art, "/site-assets/", "https://example.com/face.png"} {
				must(t, s.Remove(t.Context(), other))
			}
			if left := keys(t, s); !slices.Equal(left, []string{art}) {
				t.Errorf("%s: left: %v", kind, left)
			}
		}
	})
}

func get(s http.Handler, method, target string, header ...string) *http.Response {
	r := httptest.NewRequest(method, "/", nil)
	r.URL.Path = target
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w.Result()
}

func TestPicturesAreServedWithLongCaching(t *testing.T) {
	onBoth(t, func(t *testing.T, s *media.Store) {
		for ext, kind := range map[string]string{"jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "gif": "image/gif", "webp": "image/webp", "avif": "image/avif"} {
			must(t, s.Put(t.Context(), "site-assets/a."+ext, []byte("0123456789")))
			got := get(s, "GET", "/site-assets/a."+ext)
			body, _ := io.ReadAll(got.Body)
			if got.StatusCode != 200 || got.Header.Get("Content-Type") != kind || string(body) != "0123456789" || got.ContentLength != 10 {
				t.Errorf("%s: %s %s %q", ext, got.Status, got.Header.Get("Content-Type"), body)
			}
			if got.Header.Get("X-Content-Type-Options") != "nosniff" || !strings.Contains(got.Header.Get("Cache-Control"), "immutable") {
				t.Errorf("%s: %v", ext, got.Header)
			}
		}
		whole := get(s, "HEAD", "/site-assets/a.png")
		if body, _ := io.ReadAll(whole.Body); whole.StatusCode != 200 || len(body) != 0 || whole.Header.Get("Content-Length") != "10" {
			t.Errorf("HEAD: %s %q", whole.Status, body)
		}
		etag := whole.Header.Get("ETag")
		if etag == "" || get(s, "GET", "/site-assets/a.png", "If-None-Match", etag).StatusCode != 304 {
			t.Errorf("ETag %q is not honoured", etag)
		}
		part := get(s, "GET", "/site-assets/a.png", "Range", "bytes=2-5")
		if body, _ := io.ReadAll(part.Body); part.StatusCode != 206 || string(body) != "2345" || part.Header.Get("Content-Range") != "bytes 2-5/10" {
			t.Errorf("range: %s %q %s", part.Status, body, part.Header.Get("Content-Range"))
		}
		if got := get(s, "GET", "/site-assets/a.png", "Range", "bytes=20-"); got.StatusCode != 416 {
			t.Errorf("a range past the end: %s", got.Status)
		}
		for _, method := range []string{"POST", "PUT", "DELETE", "PATCH", "OPTIONS"} {
			if got := get(s, method, "/site-assets/a.png"); got.StatusCode != 405 || got.Header.Get("Allow") != "GET, HEAD" {
				t.Errorf("%s: %s", method, got.Status)
			}
		}
	})
}

func TestServingNothingButPictures(t *testing.T) {
	dir := t.TempDir()
	must(t, os.WriteFile(filepath.Join(dir, "shop.png"), []byte("the database"), 0o600))
	must(t, os.MkdirAll(filepath.Join(dir, "site-assets", "x.png"), 0o755))
	must(t, os.WriteFile(filepath.Join(dir, "site-assets", "notes.txt"), []byte("private"), 0o600))
	s, err := media.Open(t.Context(), "file://"+dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, target := range []string{
		"/site-assets/", "/site-assets", "/site-assets/none.png", "/site-assets/notes.txt", "/site-assets/x.png", "/shop.png",
		"/site-assets/../shop.png", "/site-assets/..%2fshop.png", "/site-assets/..\\shop.png", "/site-assets/./../shop.png",
		"//site-assets/../shop.png", "/site-assets/%2e%2e/shop.png", "/site-assets/a\x00.png", "/site-assets/" + strings.Repeat("a", 5000) + ".png",
	} {
		got := get(s, "GET", target)
		if body, _ := io.ReadAll(got.Body); got.StatusCode != 404 {
			t.Errorf("%.60q: %s %.40q", target, got.Status, body)
		}
	}
}

func TestOpenSaysWhatIsWrong(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	must(t, os.WriteFile(file, nil, 0o600))
	for _, address := range []string{filepath.Join(file, "below"), "gs://bucket", strings.Replace(testkit.S3(t), "s3://", "s3://no-such-", 1)} {
		if _, err := media.Open(t.Context(), address); err == nil {
			t.Errorf("%s was opened", address)
		} else {
			t.Log(err)
		}
	}
}
