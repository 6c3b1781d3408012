// Package httpapi serves JSON over HTTP: one file per resource, sessions, request
// limits, the access table (access.go) and the error table (problem.go). The OpenAPI
// document is generated from the types here. Business rules do not belong here.
package httpapi

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"sync/atomic"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/snackdrop/snackdrop/internal/httpcache"
	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// Config is what package main decides about the server.
type Config struct {
	Version    string
	Assets     http.Handler     // serves /site-assets/
	Pages      http.Handler     // serves everything that is not the API
	Preview    http.Handler     // serves the pages of another moment to admins
	Rendered   func() int64     // how many pages were rendered, for the metrics; nil where none are
	Cache      *httpcache.Cache // finished public responses, the API's and the pages'; nil caches none
	DemoPay    http.Handler     // serves the demo provider's pay page; nil outside of --demo
	TrustProxy TrustedProxies   // whose X-Forwarded-For is trusted
	BehindCDN  bool             // a shared cache in front may keep public responses
	// ReferenceScript and ReferenceStyle are the addresses of the built renderer of the API reference; "": a plain list
	// is shown.
	ReferenceScript, ReferenceStyle string
}

// Server is the HTTP handler of the whole program.
type Server struct {
	services *services.Services
	config   Config
	mux      *http.ServeMux
	api      huma.API
	routes   []string
	cache    *httpcache.Cache
	metrics  *metrics
	stopping atomic.Bool
	// connections is how many are open; see CountConnection.
	connections atomic.Int64
	naming      string // the operation being registered: it names the bodies that have no name of their own
	names       map[reflect.Type]string
	named       map[string]bool
}

// New registers every route. It fails when a route has no line in the access table.
func New(a *services.Services, config Config) (*Server, error) {
	s := &Server{services: a, config: config, mux: http.NewServeMux(), cache: cmp.Or(config.Cache, httpcache.New(0)),
		names: map[reflect.Type]string{}, named: map[string]bool{}}
	s.api = humago.New(s.mux, s.apiConfig())
	s.registerProducts()
	s.registerCategories()
	s.registerSettings()
	s.registerClock()
	s.registerCheckout()
	s.registerOrders()
	s.registerVisits()
	s.registerContact()
	s.registerSubscriptions()
	s.registerWaitlist()
	s.registerQueue()
	s.registerDraw()
	s.registerDrops()
	s.registerSession()
	s.registerSetup()
	s.registerPasswords()
	s.registerAccount()
	s.registerAccountOrders()
	s.registerAddresses()
	s.registerCart()
	s.registerSecondFactor()
	s.registerAdminProducts()
	s.registerAdminWaitlist()
	s.registerAdminBulk()
	s.registerAdminCSV()
	s.registerAdminAudit()
	s.registerAdminFind()
	s.registerAdminCategories()
	s.registerAdminSettings()
	s.registerUploads()
	s.registerDashboard()
	s.registerAdminOrders()
	s.registerAdminOrder()
	s.registerAdminCustomers()
	s.registerAdminSubscribers()
	s.registerAdminPromotions()
	s.registerAdminDrops()
	s.registerAdminDropLive()
	s.registerAdminWebhooks()
	s.registerAdminAPIKeys()
	s.registerAdminBackups()
	s.registerAdminHealth()
	s.describeAPI()
	s.metrics = newMetrics(s)
	s.handle("GET /metrics", http.HandlerFunc(s.localMetrics))
	s.handle("GET /healthz", http.HandlerFunc(s.healthz))
	s.handle("GET /readyz", http.HandlerFunc(s.readyz))
	s.handle("GET /api/openapi.json", static("application/vnd.oai.openapi+json", "", s.compactOpenAPI))
	s.handle("GET /api/docs", static("text/html; charset=utf-8", docsPolicy, s.docsPage))
	s.handle("GET /api/events", http.HandlerFunc(s.events))
	s.handle("POST /api/webhooks/{provider}", http.HandlerFunc(s.webhook))
	s.handle("/api/", http.HandlerFunc(s.unknown))
	door := s.agentDoor()
	s.handle("POST /mcp", door)
	s.handle("/mcp", door)
	if config.DemoPay != nil {
		s.handle("/demo-pay/{ref}", config.DemoPay)
	}
	if config.Assets != nil {
		s.handle("GET /site-assets/{path...}", showElsewhere(config.Assets))
	}
	if config.Pages != nil {
		s.handle("/", onlyRead(config.Pages))
	}
	if config.Preview != nil {
		s.handle("GET /preview/{at}", http.HandlerFunc(s.preview))
		s.handle("GET /preview/{at}/{path...}", http.HandlerFunc(s.preview))
	}
	for _, route := range s.routes {
		if _, ok := access[route]; !ok {
			return nil, fmt.Errorf("route %q has no line in the access table", route)
		}
	}
	return s, nil
}

func (s *Server) handle(pattern string, handler http.Handler) {
	s.routes = append(s.routes, pattern)
	s.mux.Handle(pattern, handler)
}

// register adds one operation to the mux and to the OpenAPI document. Its errors become problems here and nowhere else.
func register[In, Out any](s *Server, method, path, id, summary string, handler func(context.Context, *In) (*Out, error)) {
	route := method + " " + path
	s.routes = append(s.routes, route)
	rule := access[route]
	s.naming = id
	op := huma.Operation{OperationID: id, Method: method, Path: path, Summary: summary, Tags: []string{tag(path)},
		MaxBodyBytes: rule.body(), Metadata: map[string]any{"who": rule.Who}, Extensions: map[string]any{"x-who": string(rule.Who)}}
	op.Security = rule.security()
	if rule.Scope != "" {
		op.Extensions["x-scope"] = string(rule.Scope)
	}
	if method == http.MethodDelete {
		op.DefaultStatus = http.StatusNoContent
	}
	huma.Register(s.api, op, func(ctx context.Context, in *In) (*Out, error) {
		out, err := handler(ctx, in)
		if err != nil {
			return nil, problem(ctx, err)
		}
		return out, nil
	})
	if form, ok := any(new(In)).(interface{ requestBody() *huma.RequestBody }); ok {
		// Only in the document: Huma would read a declared body completely before the handler runs.
		item := s.api.OpenAPI().Paths[path]
		for _, documented := range []*huma.Operation{item.Post, item.Put} {
			if documented != nil && documented.OperationID == id {
				documented.RequestBody = form.requestBody()
			}
		}
	}
}

// tag names the group of operations that a path belongs to.
func tag(path string) string {
	rest := strings.TrimPrefix(path, "/api/")
	first, rest, _ := strings.Cut(rest, "/")
	if first == "admin" {
		first, _, _ = strings.Cut(rest, "/")
		return cmp.Or(groups["admin "+first], "admin "+first)
	}
	return cmp.Or(groups[first], first)
}

func (s *Server) apiConfig() huma.Config {
	config := huma.DefaultConfig("Snackdrop", s.config.Version)
	config.Components.Schemas = huma.NewMapRegistry("#/components/schemas/", s.schemaName)
	config.Info.Description = "The API of a Snackdrop shop. Fields are snake_case, money is a number of dollars, " +
		"refusals are RFC 9457 problems with a stable code."
	config.Components.SecuritySchemes = securitySchemes
	config.OpenAPIPath, config.DocsPath, config.SchemasPath = "", "", ""
	config.CreateHooks = nil // no $schema field in responses
	config.RejectUnknownQueryParameters = true
	config.Formats = map[string]huma.Format{"application/json": {Marshal: marshal, Unmarshal: unmarshal}}
	config.Formats["json"] = config.Formats["application/json"]
	return config
}

// schemaName names a type in the OpenAPI document. Bodies declared in place are named after their operation.
func (s *Server) schemaName(t reflect.Type, hint string) string {
	if t.Name() != "" || !strings.Contains(hint, "struct {") && !strings.Contains(hint, "-") {
		return huma.DefaultSchemaNamer(t, hint)
	}
	if name, ok := s.names[t]; ok {
		return name
	}
	var name strings.Builder
	for word := range strings.SplitSeq(s.naming, "-") {
		name.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	s.names[t] = name.String() + "Body" // the request's comes first
	if s.named[s.names[t]] {
		s.names[t] = name.String() + "Answer"
	}
	s.named[s.names[t]] = true
	return s.names[t]
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
			refuse(w, http.StatusMethodNotAllowed, "method_not_allowed", "This cannot be done here.")
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
		if _, pattern := s.mux.Handler(probe); pattern != "/api/" && pattern != "" {
			allowed = append(allowed, method)
		}
	}
	if len(allowed) > 0 {
		w.Header().Set("Allow", strings.Join(allowed, ", "))
		refuse(w, http.StatusMethodNotAllowed, "method_not_allowed", "This cannot be done here.")
		return
	}
	refuse(w, http.StatusNotFound, shop.NotFound, "There is nothing here.")
}

func (s *Server) healthz(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	_, _ = io.WriteString(w, "ok\n")
}

// document is the OpenAPI document with the limits that the rules check.
func (s *Server) document() *huma.OpenAPI {
	document, components := *s.api.OpenAPI(), *s.api.OpenAPI().Components
	components.Schemas = describedSchemas{components.Schemas}
	document.Components = &components
	return &document
}
