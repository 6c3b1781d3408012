// Package httpapi is the HTTP server of a shop: sessions, request limits, the access table (access.go), live updates,
// webhooks of payment providers and metrics. The operations of the API are in packages publicapi, shopapi and adminapi;
// what they have in common, like the error table, is in package operations. Business rules do not belong here.
package httpapi

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/snackdrop/snackdrop/internal/accounts"
	"github.com/snackdrop/snackdrop/internal/adminapi"
	"github.com/snackdrop/snackdrop/internal/apikeys"
	"github.com/snackdrop/snackdrop/internal/httpcache"
	"github.com/snackdrop/snackdrop/internal/operations"
	"github.com/snackdrop/snackdrop/internal/publicapi"
	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/shopapi"
)

// Config is what package main decides about the server.
type Config struct {
	Version    string
	Assets     http.Handler       // serves /site-assets/
	Pages      http.Handler       // serves everything that is not the API
	Preview    http.Handler       // serves the pages of another moment to admins
	Rendered   func() int64       // how many pages were rendered, for the metrics; nil where none are
	Public     *publicapi.Queries // its cache has the pages too; nil: one that caches nothing is made
	DemoPay    http.Handler       // serves the demo provider's pay page; nil outside of --demo
	TrustProxy TrustedProxies     // whose X-Forwarded-For is trusted
	BehindCDN  bool               // a shared cache in front may keep public responses
	// ReferenceScript and ReferenceStyle are the addresses of the built renderer of the API reference; "": a plain list
	// is shown.
	ReferenceScript, ReferenceStyle string
}

// Server is the HTTP handler of the whole program.
type Server struct {
	*operations.Registry
	accounts     *accounts.Service
	secondFactor *accounts.SecondFactor
	apiKeys      *apikeys.Service
	database     database
	now          func() time.Time
	publicURL    string
	anyHost      bool // publicURL is a guess
	config       Config
	public       *publicapi.Queries
	sessions     shopapi.Sessions
	metrics      *metrics
	stopping     atomic.Bool
	// described is the OpenAPI document with its descriptions, made when it is first read.
	described func() *huma.OpenAPI
	// connections is how many are open; see CountConnection.
	connections atomic.Int64
}

// database says whether the database is away and can store something; services.Services does.
type database interface {
	WatchDatabase(ctx context.Context)
	WhileDatabaseAnswers(ctx context.Context) (context.Context, context.CancelFunc)
	CanWrite(ctx context.Context) error
}

// New registers every route. It fails when a route has no line in the access table.
func New(a *services.Services, config Config) (*Server, error) {
	public := config.Public
	if public == nil {
		public = publicapi.New(a, httpcache.New(0))
	}
	s := &Server{Registry: operations.NewRegistry(documented), accounts: a.Accounts, secondFactor: a.SecondFactor, apiKeys: a.APIKeys,
		database: a, now: a.Now, publicURL: a.PublicURL, anyHost: a.AnyHost, config: config, public: public}
	s.described = sync.OnceValue(s.describeAPI)
	for _, route := range public.Routes {
		if rule := access[route]; rule.Who != Visitor || !rule.Cacheable {
			return nil, fmt.Errorf("route %q is a public query, but not cacheable for every visitor in the access table", route)
		}
		s.Handle(route, public.Mux)
	}
	s.sessions = shopapi.NewSessions(a, s.https)
	placed := shopapi.NewOrderHandlers(a, s.sessions)
	subjects := slices.Concat(shopapi.Handlers(a, placed, s.sessions, s.crowded), adminapi.Handlers(a))
	for _, subject := range subjects {
		subject.Routes(s.Registry)
	}
	s.metrics = newMetrics(a, public, config.Rendered)
	s.Handle("GET /metrics", http.HandlerFunc(s.localMetrics))
	s.Handle("GET /healthz", http.HandlerFunc(s.healthz))
	s.Handle("GET /readyz", http.HandlerFunc(s.readyz))
	s.Handle("GET /api/openapi.json", static("application/vnd.oai.openapi+json", "", s.compactOpenAPI))
	s.Handle("GET /api/docs", static("text/html; charset=utf-8", docsPolicy, s.docsPage))
	s.Handle("GET /api/events", eventStream{hub: a.Hub, versions: a.Versions})
	s.Handle("POST /api/webhooks/{provider}", paymentWebhooks{a.Payments})
	s.Handle("/api/", http.HandlerFunc(s.unknown))
	agents := mcpServer{shop: agentShop{public, placed}, settings: a.Settings, limits: a.Limits, version: config.Version, publicURL: a.PublicURL}.handler()
	s.Handle("POST /mcp", agents)
	s.Handle("/mcp", agents)
	if config.DemoPay != nil {
		s.Handle("/demo-pay/{ref}", config.DemoPay)
	}
	if config.Assets != nil {
		s.Handle("GET /site-assets/{path...}", showElsewhere(config.Assets))
	}
	if config.Pages != nil {
		s.Handle("/", onlyRead(config.Pages))
	}
	if config.Preview != nil {
		s.Handle("GET /preview/{at}", http.HandlerFunc(s.preview))
		s.Handle("GET /preview/{at}/{path...}", http.HandlerFunc(s.preview))
	}
	for _, route := range s.Routes {
		if _, ok := access[route]; !ok {
			return nil, fmt.Errorf("route %q has no line in the access table", route)
		}
	}
	return s, nil
}

// onlyRead refuses methods other than GET and HEAD for pages: forms use the API. A browser without script
// sends them to their page all the same, and gets that page again: it says that it needs script.
func onlyRead(pages http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost && strings.HasPrefix(r.Header.Get("Content-Type"), "application/x-www-form-urlencoded") {
			w.Header().Set("Location", (&url.URL{Path: "/" + strings.TrimLeft(r.URL.Path, "/"), RawQuery: r.URL.RawQuery}).String())
			w.WriteHeader(http.StatusSeeOther)
			return
		}
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			operations.Refuse(w, operations.CodeMethodNotAllowed, "This cannot be done here.")
			return
		}
		pages.ServeHTTP(w, r)
	})
}

// unknown responds to unknown paths under /api and to wrong methods.
func (s *Server) unknown(w http.ResponseWriter, r *http.Request) {
	var allowed []string
	for _, method := range []string{"GET", "POST", "PUT", "PATCH", "DELETE"} {
		probe := r.Clone(r.Context())
		probe.Method = method
		if _, pattern := s.Mux.Handler(probe); pattern != "/api/" && pattern != "" {
			allowed = append(allowed, method)
		}
	}
	if len(allowed) > 0 {
		w.Header().Set("Allow", strings.Join(allowed, ", "))
		operations.Refuse(w, operations.CodeMethodNotAllowed, "This cannot be done here.")
		return
	}
	operations.Refuse(w, shop.NotFound, "There is nothing here.")
}

func (s *Server) healthz(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	_, _ = io.WriteString(w, "ok\n")
}

// document is the OpenAPI document with the limits that the rules check, and their numbers.
func (s *Server) document() *huma.OpenAPI {
	document, components := *s.described(), *s.described().Components
	components.Schemas = describedSchemas{components.Schemas}
	document.Components = &components
	document.Extensions = map[string]any{"x-numbers": publishedNumbers}
	return &document
}

// maxIdleConnections is above how many open connections the responses to polls close theirs: 100,000 idle ones would
// need 2 GB.
const maxIdleConnections = 2_000

// crowded says whether so many connections are open that responses to polls close theirs.
func (s *Server) crowded() bool { return s.connections.Load() > maxIdleConnections }

// CountConnection is told what becomes of every connection, by the server that owns them.
func (s *Server) CountConnection(_ net.Conn, state http.ConnState) {
	switch state {
	case http.StateNew:
		s.connections.Add(1)
	case http.StateClosed, http.StateHijacked:
		s.connections.Add(-1)
	}
}

const readyTimeout = time.Second // /readyz must respond within 2 s; the rest is for a busy machine

// Watch checks the database regularly until ctx ends.
func (s *Server) Watch(ctx context.Context) { s.database.WatchDatabase(ctx) }

// Stop makes /readyz fail from now on, so that a load balancer sends no new requests.
func (s *Server) Stop() { s.stopping.Store(true) }

// readyz says whether a load balancer may send requests here: the program is not
// stopping, and the database responds and can write. It responds within 2 s.
func (s *Server) readyz(w http.ResponseWriter, r *http.Request) {
	if s.stopping.Load() {
		operations.Refuse(w, shop.Unavailable, "The shop is stopping.")
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), readyTimeout)
	defer cancel()
	if err := s.database.CanWrite(ctx); err != nil {
		operations.LogOnceASecond(slog.LevelError, "not ready", "cause", err.Error())
		operations.Refuse(w, shop.Unavailable, "The database does not answer, or cannot store anything.")
		return
	}
	s.healthz(w, r)
}
