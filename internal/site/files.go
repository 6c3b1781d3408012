package site

import (
	"bytes"
	"compress/gzip"
	"context"
	"database/sql"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/snackdrop/snackdrop/internal/answers"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store/db"
)

// fileNames lists the built files that have an address of their own. Most are
// there only in their compressed forms.
func fileNames(files fs.FS) (map[string]bool, error) {
	names := map[string]bool{}
	return names, fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		hidden := name == "index.html" || name == "manifest.json" || strings.HasPrefix(name, ".") || strings.HasSuffix(name, ".br")
		if err == nil && !entry.IsDir() && !hidden {
			names[strings.TrimSuffix(name, ".gz")] = true
		}
		return err
	})
}

// types are those that Go's own table lacks or that a machine's could spoil.
var types = map[string]string{".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml",
	".woff2": "font/woff2", ".webp": "image/webp", ".png": "image/png", ".jpg": "image/jpeg", ".ico": "image/x-icon", ".txt": "text/plain; charset=utf-8"}

// file sends a built file, in a compressed form of the build if there is one.
func (s *Site) file(w http.ResponseWriter, r *http.Request, name string) {
	h := w.Header()
	h.Set("Cache-Control", "public, max-age=3600")
	if strings.HasPrefix(name, "assets/") { // the name holds a hash of the content
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	if dot := strings.LastIndexByte(name, '.'); dot >= 0 && types[name[dot:]] != "" {
		h.Set("Content-Type", types[name[dot:]])
	}
	h.Set("Vary", "Accept-Encoding")
	accepted := r.Header.Get("Accept-Encoding")
	for _, form := range []struct{ coding, ending string }{{"br", ".br"}, {"gzip", ".gz"}} {
		if !answers.Accepts(accepted, form.coding) || r.Header.Get("Range") != "" {
			continue
		}
		if info, err := fs.Stat(s.files, name+form.ending); err == nil {
			h.Set("Content-Encoding", form.coding)
			h.Set("Content-Length", strconv.FormatInt(info.Size(), 10))
			name += form.ending
			break
		}
	}
	if packed, err := s.files.Open(name + ".gz"); err == nil && h.Get("Content-Encoding") == "" {
		defer func() { _ = packed.Close() }()
		unpacked(w, r, packed)
		return
	}
	http.ServeFileFS(w, r, s.files, name)
}

// unpacked is for the rare client that takes nothing compressed, or wants a part.
func unpacked(w http.ResponseWriter, r *http.Request, packed io.Reader) {
	var plain []byte
	unzip, err := gzip.NewReader(packed)
	if err == nil {
		plain, err = io.ReadAll(unzip)
	}
	if err != nil {
		slog.Error("file not unpacked", "path", r.URL.Path, "error", err)
		http.Error(w, "Something went wrong on our side. Please try again.", http.StatusInternalServerError)
		return
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(plain))
}

func (s *Site) robots(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	fmt.Fprintf(w, "User-agent: *\nDisallow: /admin\nDisallow: /account\nDisallow: /checkout\nDisallow: /order/\nDisallow: /api/\n\nSitemap: %s/sitemap.xml\n", s.app.PublicURL)
}

func (s *Site) manifest(w http.ResponseWriter, r *http.Request) {
	settings, err := s.app.Settings(r.Context())
	if err != nil {
		settings = shop.Settings{}
	}
	w.Header().Set("Content-Type", "application/manifest+json")
	icon := func(file, size, purpose string) map[string]string {
		return map[string]string{"src": file, "sizes": size, "type": "image/png", "purpose": purpose}
	}
	_ = json.NewEncoder(w).Encode(map[string]any{"name": settings.Get("site_name"), "short_name": settings.Get("site_name"), "start_url": "/",
		"display": "minimal-ui", "background_color": "#120a1f", "theme_color": "#120a1f",
		"icons": []any{icon("/icon-192.png", "192x192", "any"), icon("/icon-512.png", "512x512", "any"), icon("/icon-maskable-512.png", "512x512", "maskable")}})
}

type urlset struct {
	XMLName xml.Name  `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
	URLs    []siteURL `xml:"url"`
}

type sitemapindex struct {
	XMLName xml.Name  `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 sitemapindex"`
	Maps    []siteURL `xml:"sitemap"`
}

type siteURL struct {
	Loc     string `xml:"loc"`
	LastMod string `xml:"lastmod,omitempty"`
}

// mostURLs is the protocol's limit for one file.
const mostURLs = 50_000

// sitemap lists every public page: one file, or an index of files when there
// may be too many products. A file holds a range of ids, so none needs counting.
func (s *Site) sitemap(w http.ResponseWriter, r *http.Request, name string) {
	highest, err := s.app.Store.HighestProductID(r.Context())
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		http.Error(w, "Please try again.", http.StatusServiceUnavailable)
		return
	}
	files := (highest + s.perMap - 1) / s.perMap
	var out any
	switch number, isPart := strings.CutPrefix(strings.TrimSuffix(name, ".xml"), "sitemap-"); {
	case !isPart && highest+200 <= s.perMap:
		out = urlset{URLs: append(s.fixedPages(r.Context()), s.productPages(r.Context(), 0)...)}
	case !isPart:
		index := sitemapindex{Maps: []siteURL{{Loc: s.app.PublicURL + "/sitemap-pages.xml"}}}
		for i := range files {
			index.Maps = append(index.Maps, siteURL{Loc: fmt.Sprintf("%s/sitemap-%d.xml", s.app.PublicURL, i+1)})
		}
		out = index
	case number == "pages":
		out = urlset{URLs: s.fixedPages(r.Context())}
	default:
		n, err := strconv.ParseInt(number, 10, 32)
		if err != nil || n < 1 || n > files {
			s.page(w, r)
			return
		}
		out = urlset{URLs: s.productPages(r.Context(), n-1)}
	}
	w.Header().Set("Content-Type", "application/xml; charset=utf-8")
	_, _ = w.Write([]byte(xml.Header))
	_ = xml.NewEncoder(w).Encode(out)
}

func (s *Site) fixedPages(ctx context.Context) []siteURL {
	urls := []siteURL{{Loc: s.app.PublicURL + "/"}, {Loc: s.app.PublicURL + "/products"}}
	for _, name := range []string{"about", "contact", "faq", "privacy", "subscription", "terms"} {
		urls = append(urls, siteURL{Loc: s.app.PublicURL + "/" + name})
	}
	categories, err := s.app.Store.AllCategories(ctx)
	if err != nil {
		return urls
	}
	for _, c := range categories {
		urls = append(urls, siteURL{Loc: s.app.PublicURL + "/category/" + c.Slug})
	}
	return urls
}

func (s *Site) productPages(ctx context.Context, file int64) []siteURL {
	rows, err := s.app.Store.ProductAges(ctx, db.ProductAgesParams{After: file * s.perMap, Last: (file + 1) * s.perMap})
	if err != nil {
		slog.Error("sitemap not made", "error", err)
		return nil
	}
	urls := make([]siteURL, 0, len(rows))
	for _, row := range rows {
		urls = append(urls, siteURL{Loc: fmt.Sprintf("%s/product/%d", s.app.PublicURL, row.ID), LastMod: time.UnixMilli(row.UpdatedAt).UTC().Format("2006-01-02")})
	}
	return urls
}
