package ssr

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/andybalholm/brotli"

	"github.com/snackdrop/snackdrop/internal/httpcache"
)

// fileNames lists the built files that a browser may request. Most of them exist only
// compressed.
func fileNames(files fs.FS) (map[string]bool, error) {
	names := map[string]bool{}
	return names, fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		hidden := name == "index.html" || name == "manifest.json" || strings.HasPrefix(name, ".")
		if err == nil && !entry.IsDir() && !hidden {
			names[strings.TrimSuffix(name, ".br")] = true
		}
		return err
	})
}

// BuiltFile is the address of the built file whose name has this beginning and end, with a hash between; "" when there is none.
func (s *Handler) BuiltFile(name, ending string) string {
	for file := range s.names {
		if strings.HasPrefix(file, "assets/"+name+"-") && strings.HasSuffix(file, ending) {
			return "/" + file
		}
	}
	return ""
}

// types are the MIME types that Go's own table lacks, or that the table of the machine could change.
var types = map[string]string{".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml",
	".woff2": "font/woff2", ".webp": "image/webp", ".png": "image/png", ".jpg": "image/jpeg", ".ico": "image/x-icon", ".txt": "text/plain; charset=utf-8"}

// forAnHour is how long browsers keep a file whose name does not change with its content.
const forAnHour = "public, max-age=3600"

// file sends a built file. Files that the build compressed exist only as Brotli.
func (s *Handler) file(w http.ResponseWriter, r *http.Request, name, cacheControl string) {
	h := w.Header()
	h.Set("Cache-Control", cacheControl)
	if strings.HasPrefix(name, "assets/") { // the name holds a hash of the content
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	if dot := strings.LastIndexByte(name, '.'); dot >= 0 && types[name[dot:]] != "" {
		h.Set("Content-Type", types[name[dot:]])
	}
	h.Set("Vary", "Accept-Encoding")
	whole, accepted := r.Header.Get("Range") == "", r.Header.Get("Accept-Encoding")
	packed, err := fs.Stat(s.files, name+".br")
	switch {
	case err != nil: // not compressed by the build: too small, or a compressed format
		http.ServeFileFS(w, r, s.files, name)
	case whole && httpcache.Accepts(accepted, "br"):
		h.Set("Content-Encoding", "br")
		h.Set("Content-Length", strconv.FormatInt(packed.Size(), 10))
		http.ServeFileFS(w, r, s.files, name+".br")
	default:
		s.unpacked(w, r, name, whole && httpcache.Accepts(accepted, "gzip"))
	}
}

// unpacked sends a file to a client that does not take Brotli, or wants a part.
func (s *Handler) unpacked(w http.ResponseWriter, r *http.Request, name string, gzip bool) {
	read := s.plain
	if gzip {
		read = s.gzipped
	}
	content, err := read(name)
	if err != nil {
		slog.Error("file not unpacked", "path", r.URL.Path, "error", err)
		http.Error(w, "Something went wrong on our side. Please try again.", http.StatusInternalServerError)
		return
	}
	if gzip {
		w.Header().Set("Content-Encoding", "gzip")
		w.Header().Set("Content-Length", strconv.Itoa(len(content)))
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(content))
}

func (s *Handler) plain(name string) ([]byte, error) {
	packed, err := s.files.Open(name + ".br")
	if err != nil {
		return nil, err
	}
	defer func() { _ = packed.Close() }()
	return io.ReadAll(brotli.NewReader(packed))
}

// gzipped returns a file compressed with gzip, because browsers do not accept Brotli from a shop without HTTPS. The result
// stays for good, outside of the cache: the files never change, and all of them together take 1 MB.
func (s *Handler) gzipped(name string) ([]byte, error) {
	if made, ok := s.gzips.Load(name); ok {
		return made.([]byte), nil
	}
	content, err := s.plain(name)
	if err != nil {
		return nil, err
	}
	made := httpcache.Gzip(content)
	s.gzips.Store(name, made)
	return made, nil
}

func (s *Handler) robots(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = io.WriteString(w, "User-agent: *\n")
	for _, path := range append(slices.Clone(s.index.Disallow), "/api/") {
		fmt.Fprintf(w, "Disallow: %s\n", path)
	}
	fmt.Fprintf(w, "\nSitemap: %s/sitemap.xml\n", s.c.PublicURL)
}

func (s *Handler) manifest(w http.ResponseWriter, r *http.Request) {
	now, err := s.readTheme(r.Context())
	if err != nil {
		last := s.lastTheme.Load()
		if last == nil {
			s.fail(w, r, err)
			return
		}
		now = *last
	}
	w.Header().Set("Content-Type", "application/manifest+json")
	icon := func(name, size, purpose string) map[string]string {
		return map[string]string{"src": now.brand.IconAddress(name), "sizes": size, "type": "image/png", "purpose": purpose}
	}
	_ = json.NewEncoder(w).Encode(map[string]any{"name": now.brand.SiteName, "short_name": now.brand.SiteName, "start_url": "/",
		"display": "minimal-ui", "background_color": "#120a1f", "theme_color": "#120a1f",
		"icons": []any{icon("icon-192.png", "192x192", "any"), icon("icon-512.png", "512x512", "any"), icon("icon-maskable-512.png", "512x512", "maskable")}})
}
