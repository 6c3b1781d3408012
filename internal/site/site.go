// Package site is the shop window: the HTML of each page, the built web app and
// its files. It asks the use cases for what a page shows and knows no SQL.
package site

import (
	"bytes"
	"context"
	"crypto/rand"
	"embed"
	"errors"
	"html"
	"io/fs"
	"log/slog"
	"net/http"
	"path"
	"strconv"
	"strings"

	"github.com/snackdrop/snackdrop/internal/app"
	"github.com/snackdrop/snackdrop/internal/shop"
)

//go:embed all:dist
var dist embed.FS

// Site serves pages.
type Site struct {
	app   *app.App
	files fs.FS
	shell []byte
}

// New reads the built web app.
func New(a *app.App) (*Site, error) {
	files, err := fs.Sub(dist, "dist")
	if err != nil {
		return nil, err
	}
	shell, err := fs.ReadFile(files, "index.html")
	if errors.Is(err, fs.ErrNotExist) {
		shell = []byte("<!doctype html><title>Snackdrop</title><p>The web app is not built: run <code>make build</code>.")
	} else if err != nil {
		return nil, err
	}
	return &Site{app: a, files: files, shell: shell}, nil
}

// ServeHTTP answers a file of the web app, or a page.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
	if name != "" && name != "index.html" && !strings.HasPrefix(name, ".") {
		if info, err := fs.Stat(s.files, name); err == nil && !info.IsDir() {
			if strings.HasPrefix(name, "assets/") {
				w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
			} else {
				w.Header().Set("Cache-Control", "public, max-age=3600")
			}
			http.ServeFileFS(w, r, s.files, name)
			return
		}
	}
	s.page(w, r)
}

func (s *Site) page(w http.ResponseWriter, r *http.Request) {
	status := http.StatusOK
	if !s.exists(r.Context(), r.URL.Path) {
		status = http.StatusNotFound
		slog.Warn("page not found", "path", r.URL.Path, "referrer", r.Referer())
	}
	settings, err := s.app.Settings(r.Context())
	if err != nil {
		slog.Error("settings not read", "error", err)
		settings = shop.Settings{}
	}
	nonce := rand.Text()
	style := "<style nonce=\"" + nonce + "\">:root{--primary:" + html.EscapeString(settings.Get("primary_color")) +
		";--secondary:" + html.EscapeString(settings.Get("secondary_color")) + "}</style>"
	text := bytes.Replace(s.shell, []byte("</head>"), []byte(style+"</head>"), 1)
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-cache")
	h.Set("Content-Security-Policy", policy(nonce))
	w.WriteHeader(status)
	_, _ = w.Write(text)
}

// policy allows our own script, style, images and calls, and frames of the map alone.
func policy(nonce string) string {
	return "default-src 'self'; script-src 'self' 'nonce-" + nonce + "'; style-src 'self' 'nonce-" + nonce + "'; style-src-attr 'unsafe-inline'; " +
		"img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; frame-src https://www.openstreetmap.org; object-src 'none'; " +
		"base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
}

// exists says whether a page is at the path. /admin and the account have
// their own ways of saying what is missing.
func (s *Site) exists(ctx context.Context, where string) bool {
	parts := strings.Split(strings.Trim(where, "/"), "/")
	switch parts[0] {
	case "", "cart", "about", "checkout", "orders", "forgot-password", "reset-password", "setup", "terms", "privacy", "subscription",
		"contact", "faq", "verify":
		return len(parts) == 1
	case "account":
		return len(parts) == 1 || len(parts) == 2 && parts[1] == "dashboard"
	case "order":
		return len(parts) == 2
	case "admin":
		return true
	case "products", "product":
		if len(parts) == 1 {
			return parts[0] == "products"
		}
		id, err := strconv.ParseInt(parts[1], 10, 64)
		if err != nil || len(parts) != 2 {
			return false
		}
		_, err = s.app.Store.Product(ctx, id)
		return shop.CodeOf(err) != shop.NotFound
	case "category":
		if len(parts) != 2 {
			return false
		}
		_, err := s.app.Store.CategoryNamed(ctx, parts[1])
		return shop.CodeOf(err) != shop.NotFound
	}
	return false
}
