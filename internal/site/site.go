// Package site is the shop window: the HTML of each page with its head, its
// data and the page itself, drawn on the server; the built web app's files; the
// sitemap and robots. It asks the use cases and the API and knows no SQL.
package site

import (
	"context"
	"embed"
	"errors"
	"io/fs"
	"log/slog"
	"net/http"
	"net/url"
	"path"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/snackdrop/snackdrop/internal/app"
	"github.com/snackdrop/snackdrop/internal/httpcache"
	"github.com/snackdrop/snackdrop/internal/site/bytecode"
)

//go:embed all:dist
var dist embed.FS

// PublicQueries gives the response body of a public GET operation of the API: the same bytes, from the same cache.
type PublicQueries interface {
	PublicJSON(ctx context.Context, path string) (body []byte, status int, err error)
}

// Site serves pages.
type Site struct {
	// API gives the JSON that a page is made of. It is set once, before the first page is asked for.
	API PublicQueries

	app    *app.App
	files  fs.FS
	names  map[string]bool // of the files a browser may ask for
	shell  string
	pages  *httpcache.Cache
	script *renderer // nil: it is not built, and the browser draws alone
	// preloads has the links to a page's code, by the first part of its path.
	preloads map[string]string

	style   atomic.Pointer[style] // the last theme
	mu      sync.Mutex
	drawing map[string]bool
	// perMap is how many products one file of the sitemap may list.
	perMap int64
	// again is how long a page that could not be drawn stays as it is.
	again time.Duration
}

// mostDrawings may be under way or wait for an engine. Pages beyond are drawn when they are asked for later.
const mostDrawings = 32

// New reads the built web app. Finished pages go into the cache.
func New(a *app.App, cache *httpcache.Cache) (*Site, error) {
	files, err := fs.Sub(dist, "dist")
	if err != nil {
		return nil, err
	}
	shell, err := fs.ReadFile(files, "index.html")
	if errors.Is(err, fs.ErrNotExist) {
		shell = []byte("<!doctype html><head><!--head--><!--/head--></head><p>The web app is not built: run <code>make build</code>.<!--app--><!--data-->")
	} else if err != nil {
		return nil, err
	}
	s := &Site{app: a, files: files, shell: string(shell), pages: cache, drawing: map[string]bool{}, perMap: mostURLs, again: 30 * time.Second}
	if s.names, err = fileNames(files); err != nil {
		return nil, err
	}
	if s.preloads, err = readPreloads(files); err != nil {
		return nil, err
	}
	if s.script, err = newRenderer(); errors.Is(err, errNotBuilt) || errors.Is(err, bytecode.ErrOtherEngine) {
		slog.Warn("pages are drawn by the browser alone", "why", err)
		s.script = nil
	} else if err != nil {
		return nil, err
	}
	return s, nil
}

// Close ends the JavaScript engines.
func (s *Site) Close() {
	if s.script != nil {
		s.script.close()
	}
}

// ServeHTTP answers a file of the web app, or a page.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch name := strings.TrimPrefix(path.Clean(r.URL.Path), "/"); {
	case name == "robots.txt":
		s.robots(w, r)
	case name == "manifest.webmanifest":
		s.manifest(w, r)
	case name == "sitemap.xml" || strings.HasPrefix(name, "sitemap-"):
		s.sitemap(w, r, name)
	case s.names[name]:
		s.file(w, r, name)
	default:
		s.page(w, r)
	}
}

// page sends the finished page when there is one. Otherwise the page's shell
// and data go out at once, good for the browser to draw, and the server draws
// the page meanwhile for whoever comes next.
func (s *Site) page(w http.ResponseWriter, r *http.Request) {
	if asked := r.URL.EscapedPath(); len(asked) > 1 && strings.HasSuffix(asked, "/") {
		http.Redirect(w, r, withoutSlash(r.URL), http.StatusMovedPermanently)
		return
	}
	p := route(r.URL)
	key, version := p.url.RequestURI(), s.app.Version()
	entry, ok := s.pages.Get(key, version)
	if !ok || entry.CreatedAt.Before(s.app.Hub.Since()) {
		var err error
		if entry, err = s.make(r.Context(), key, version, p); err != nil {
			slog.Error("page not made", "path", r.URL.Path, "error", err)
			http.Error(w, "Something went wrong on our side. Please try again.", http.StatusInternalServerError)
			return
		}
	}
	if entry.Status() == http.StatusNotFound {
		slog.Warn("page not found", "path", r.URL.Path, "referrer", referrer(r))
	}
	entry.ServeHTTP(w, r)
}

// withoutSlash is the one address of a page that was asked for with a slash at its end.
func withoutSlash(u *url.URL) string {
	address := "/" + strings.Trim(u.EscapedPath(), "/")
	if u.RawQuery != "" {
		address += "?" + u.RawQuery
	}
	return address
}

// referrer is the page that led here, without its query: links of ours carry secrets there.
func referrer(r *http.Request) string {
	from := r.Referer()
	if i := strings.IndexAny(from, "?#"); i >= 0 {
		from = from[:i]
	}
	return from
}

// pageRoute is where the pages are in the counter's figures.
const pageRoute = "/"

// make gathers what a page is made of, once for all who ask meanwhile.
func (s *Site) make(ctx context.Context, key string, version int64, p place) (*httpcache.Entry, error) {
	return httpcache.Do(ctx, s.pages, key, version, drawTime, func(ctx context.Context) (*httpcache.Entry, error) {
		made, err := s.shellOf(ctx, p)
		if err != nil {
			return nil, err
		}
		entry := s.answer(p, made, "")
		entry.Version = version
		s.pages.Put(key, entry)
		if made.drawable {
			s.drawLater(key, entry, p, made)
		}
		return entry, nil
	})
}

// drawLater draws a page once, however many asked for it, and puts it in the
// place of its shell. A shell that stays undrawn is forgotten after a while, so
// that the next shopper's request tries again.
func (s *Site) drawLater(key string, shell *httpcache.Entry, p place, made contents) {
	once := key + " " + strconv.FormatInt(shell.Version, 10)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.drawing[once] {
		return
	}
	if len(s.drawing) >= mostDrawings {
		time.AfterFunc(time.Second, func() { s.pages.Remove(key, shell) })
		return
	}
	s.drawing[once] = true
	go func() {
		defer func() {
			s.mu.Lock()
			delete(s.drawing, once)
			s.mu.Unlock()
		}()
		ctx, cancel := context.WithTimeout(context.Background(), 2*drawTime)
		defer cancel()
		html, err := s.script.draw(ctx, s.app.PublicURL+key, made.data)
		if err != nil {
			slog.Error("page not drawn", "path", p.url.Path, "error", err)
			time.AfterFunc(s.again, func() { s.pages.Remove(key, shell) })
			return
		}
		entry := s.answer(p, made, html)
		entry.Version = shell.Version
		s.pages.Put(key, entry)
	}()
}

// Warm draws the pages that most shoppers see first, so that the first of them
// does not wait. One after the other: a second engine would be memory for nothing.
func (s *Site) Warm() {
	for _, where := range []string{"/", "/products"} {
		r, err := http.NewRequest(http.MethodGet, where, nil)
		if err != nil {
			continue
		}
		s.page(httpcache.NewBufferedResponse(), r)
		for s.busy() {
			time.Sleep(10 * time.Millisecond)
		}
	}
}

func (s *Site) busy() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.drawing) > 0
}
