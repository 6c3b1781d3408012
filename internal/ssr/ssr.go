// Package ssr serves the HTML pages: the head, the page rendered on the server by the web app's own code, and the data it
// was rendered from; also the built files of the web app and robots.txt. Other files are made by package sitefiles. It calls services and the public
// queries of the API, and knows no SQL.
package ssr

import (
	"context"
	"embed"
	"errors"
	"io/fs"
	"log/slog"
	"net/http"
	"net/url"
	"path"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/snackdrop/snackdrop/internal/catalog"
	"github.com/snackdrop/snackdrop/internal/events"
	"github.com/snackdrop/snackdrop/internal/httpcache"
	"github.com/snackdrop/snackdrop/internal/settings"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/sitefiles"
	"github.com/snackdrop/snackdrop/internal/ssr/bytecode"
)

//go:embed all:dist
var dist embed.FS

// PublicQueries gives the response body of a public GET operation of the API: the same bytes, from the same cache.
type PublicQueries interface {
	PublicJSON(ctx context.Context, path string) (body []byte, status int, err error)
}

// Handler serves pages.
type Handler struct {
	c     Config
	files fs.FS
	names map[string]bool // of the files a browser may ask for
	gzips sync.Map        // []byte by name, of the files that were asked for
	shell string
	// styleLinks are the shell's links to style sheet and fonts.
	styleLinks string
	pages      *httpcache.Cache
	script     *renderer // nil: it is not built, and only the browser renders
	// preloads has the links to a page's code, by its source file.
	preloads map[string]string

	index     pageIndex
	routes    routeMap
	lastTheme atomic.Pointer[theme]

	mu        sync.Mutex
	rendering map[string]bool // by key, version and end
	// quiet is until when nothing is rendered, because a drop is about to change; see ahead.go.
	quiet atomic.Pointer[time.Time]
	// data serves the files that are made of the shop's data.
	data *sitefiles.Files
	// retryAfter is how long a page that could not be rendered stays in the cache.
	retryAfter time.Duration
}

// makeTime is how long a page's data may take: a visitor gets a response within 5 s, also when the database hangs.
const makeTime = 4 * time.Second

// maxRendering is how many pages may be rendering or wait for a VM. Others are rendered when they are requested again.
const maxRendering = 32

// Database says whether the database is away; services.Services does.
type Database interface {
	DatabaseAway() bool
	WhileDatabaseAnswers(ctx context.Context) (context.Context, context.CancelFunc)
}

// Config is what pages need of the rest of the program.
type Config struct {
	Settings  *settings.Service
	Catalog   *catalog.Service // for the sitemap
	DropIndex *catalog.DropIndexCache
	Versions  *events.Versions
	Hub       *events.Hub
	Database  Database
	Now       func() time.Time    // the shop's clock
	Lines     Lines               // nil: drops have no waiting room
	Drops     sitefiles.DropFiles // for calendars and feeds; nil: none
	Pictures  sitefiles.Pictures  // for the pictures of shared links and icons of the merchant's logo; nil: none
	PublicURL string              // without a slash at the end
	Cache     *httpcache.Cache    // finished pages go into it
	API       PublicQueries       // gives the JSON that a page is made of
}

// New reads the built web app.
func New(c Config) (*Handler, error) {
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
	s := &Handler{c: c, files: files, shell: string(shell), styleLinks: styleLinks(string(shell)), pages: c.Cache, rendering: map[string]bool{}, retryAfter: 30 * time.Second}
	s.data = sitefiles.New(sitefiles.Config{Settings: c.Settings, Catalog: c.Catalog, DropIndex: c.DropIndex, Versions: c.Versions, Hub: c.Hub, Database: c.Database, Drops: c.Drops, Pictures: c.Pictures, Now: c.Now, PublicURL: c.PublicURL, Cache: c.Cache},
		sitefiles.Pages{Page: s.page, Fail: s.fail, FailOr: s.failOr, Send: s.send}, func() []sitefiles.ListedPage { return s.index.Sitemap })
	if s.names, err = fileNames(files); err != nil {
		return nil, err
	}
	if s.preloads, err = readPreloads(files); err != nil {
		return nil, err
	}
	if s.script, err = newRenderer(); errors.Is(err, errNotBuilt) || errors.Is(err, bytecode.ErrOtherEngine) {
		slog.Warn("pages are rendered by the browser alone", "why", err)
		s.script = nil
		return s, nil
	} else if err != nil {
		return nil, err
	}
	s.index, err = s.script.index(context.Background())
	return s, err
}

// Close ends the JavaScript VMs.
func (s *Handler) Close() {
	if s.script != nil {
		s.script.close()
	}
}

// ServeHTTP serves a file of the web app, or a page.
func (s *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch name := strings.TrimPrefix(path.Clean(r.URL.Path), "/"); {
	case name == "robots.txt":
		s.robots(w, r)
	case name == "manifest.webmanifest":
		s.manifest(w, r)
	case isIcon(name) && s.names[name]:
		s.icon(w, r, name)
	case s.names[name]:
		s.file(w, r, name, forAnHour)
	default:
		if s.data.Serve(w, r, name) {
			return
		}
		if slug, ok := linePath(name); ok && s.c.Lines != nil {
			s.line(w, r, slug)
			return
		}
		s.page(w, r)
	}
}

// page sends the cached page when there is one. Otherwise the page's head and data are sent at once, for the browser to
// render, and the server renders the page in the background for the requests that follow.
func (s *Handler) page(w http.ResponseWriter, r *http.Request) {
	if asked := r.URL.EscapedPath(); len(asked) > 1 && strings.HasSuffix(asked, "/") {
		http.Redirect(w, r, withoutSlash(r.URL), http.StatusMovedPermanently)
		return
	}
	// Work that needs the database ends when the database goes away; the rest is in memory and served all the same.
	ctx := context.WithoutCancel(r.Context())
	found, err := s.resolve(ctx, r.URL)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	version := s.c.Versions.Catalog()
	entry, ok := s.pages.Get(found.Key, version, s.c.Now)
	if !ok || entry.CreatedAt.Before(s.c.Hub.Since()) {
		entry, err = s.make(ctx, found, version)
		if err == nil && s.over(entry) { // a drop changed its phase while the page was made
			entry, err = s.make(ctx, found, version)
		}
		if err != nil {
			s.failOr(w, r, found.Key, err)
			return
		}
	} else if !entry.Fresh(s.c.Now) {
		s.renewAsync(found, entry)
	}
	s.keepEarlyLink(w, r)
	if entry.Status() == http.StatusNotFound {
		slog.Warn("page not found", "path", shop.LogText(r.URL.Path), "referrer", shop.LogText(referrer(r)))
	}
	s.send(w, r, entry)
}

// over says whether the time until which an entry is valid has passed.
func (s *Handler) over(entry *httpcache.Entry) bool {
	return !entry.ValidUntil.IsZero() && !s.c.Now().Before(entry.ValidUntil)
}

// withoutSlash is the address without the slash at its end, which pages do not have.
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

// pageRoute is the route of all pages in the metrics.
const pageRoute = "/"

// Warm renders the pages that most shoppers see first, so that the first of them does not wait. It renders
// one after the other, so that one VM is enough.
func (s *Handler) Warm() {
	for _, where := range s.index.Warm {
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

func (s *Handler) busy() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.rendering) > 0
}
