// Package operations is what all operations of the API have in common: they are registered and described here, their JSON is
// read and written here, and their errors become problems here. What an operation does belongs to its own package.
package operations

import (
	"cmp"
	"context"
	"net/http"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

// Document is the OpenAPI document of the API.
type Document struct {
	Config huma.Config
	naming string // the operation being registered: it names the bodies that have no name of their own
	names  map[reflect.Type]string
	named  map[string]bool
}

// NewDocument begins the document of a version of the program.
func NewDocument(version string) *Document {
	d := &Document{names: map[reflect.Type]string{}, named: map[string]bool{}}
	config := huma.DefaultConfig("Snackdrop", version)
	config.Components.Schemas = newLazySchemas(d.schemaName)
	config.Info.Description = "The API of a Snackdrop shop. Fields are snake_case, money is a number of dollars, " +
		"refusals are RFC 9457 problems with a stable code."
	config.OpenAPIPath, config.DocsPath, config.SchemasPath = "", "", ""
	config.CreateHooks = nil // no $schema field in responses
	config.RejectUnknownQueryParameters = true
	config.Formats = map[string]huma.Format{"application/json": {Marshal: Marshal, Unmarshal: unmarshal}}
	config.Formats["json"] = config.Formats["application/json"]
	d.Config = config
	return d
}

// schemaName names a type in the OpenAPI document. Bodies declared in place are named after their operation.
func (d *Document) schemaName(t reflect.Type, hint string) string {
	if t.Name() != "" || !strings.Contains(hint, "struct {") && !strings.Contains(hint, "-") {
		return huma.DefaultSchemaNamer(t, hint)
	}
	if name, ok := d.names[t]; ok {
		return name
	}
	var name strings.Builder
	for word := range strings.SplitSeq(d.naming, "-") {
		name.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	d.names[t] = name.String() + "Body" // the request's comes first
	if d.named[d.names[t]] {
		d.names[t] = name.String() + "Answer"
	}
	d.named[d.names[t]] = true
	return d.names[t]
}

// Registry adds routes to a mux, and those that are operations of the API to the document too.
type Registry struct {
	*Document
	Mux    *http.ServeMux
	API    huma.API
	Routes []string
	access func(route string) Caller
}

// Caller is what the document says of who may call an operation.
type Caller struct {
	Who      string // the least privileged role
	Scope    string // of API keys; "": none may
	MaxBody  int64
	Security []map[string][]string
}

// NewRegistry makes a registry with a mux of its own. Several may write into one document.
func NewRegistry(d *Document, access func(route string) Caller) *Registry {
	mux := http.NewServeMux()
	return &Registry{Document: d, Mux: mux, API: humago.New(mux, d.Config), access: access}
}

// Handlers serve the operations of one subject.
type Handlers interface{ Routes(r *Registry) }

// Handle adds a route that is not in the OpenAPI document.
func (r *Registry) Handle(pattern string, handler http.Handler) {
	r.Routes = append(r.Routes, pattern)
	r.Mux.Handle(pattern, handler)
}

// Register adds one operation to the mux and to the OpenAPI document. Its errors become problems here and nowhere else.
func Register[In, Out any](r *Registry, method, path, id, summary string, handler func(context.Context, *In) (*Out, error)) {
	route := method + " " + path
	r.Routes = append(r.Routes, route)
	who := r.access(route)
	r.naming = id
	op := huma.Operation{OperationID: id, Method: method, Path: path, Summary: summary, Tags: []string{tag(path)},
		MaxBodyBytes: who.MaxBody, Metadata: map[string]any{"who": who.Who}, Extensions: map[string]any{"x-who": who.Who}}
	op.Security = who.Security
	if who.Scope != "" {
		op.Extensions["x-scope"] = who.Scope
	}
	if method == http.MethodDelete {
		op.DefaultStatus = http.StatusNoContent
	}
	huma.Register(r.API, op, func(ctx context.Context, in *In) (*Out, error) {
		out, err := handler(ctx, in)
		if err != nil {
			return nil, ProblemOf(ctx, err)
		}
		return out, nil
	})
	if form, ok := any(new(In)).(interface{ RequestBody() *huma.RequestBody }); ok {
		// Only in the document: Huma would read a declared body completely before the handler runs.
		item := r.API.OpenAPI().Paths[path]
		for _, documented := range []*huma.Operation{item.Post, item.Put} {
			if documented != nil && documented.OperationID == id {
				documented.RequestBody = form.RequestBody()
			}
		}
	}
}

// groups are the groups of operations whose name is not the first part of their path.
var groups = map[string]string{
	"products": "catalogue", "categories": "catalogue", "zip": "checkout", "quote": "checkout", "promo": "checkout", "reservations": "checkout",
	"order-links": "orders", "next-drop": "drops", "users": "session", "setup": "session", "password-resets": "session", "email-changes": "account", "profile": "account",
	"settings": "shop", "texts": "shop", "clock": "shop", "visits": "shop", "contact": "shop", "events": "files and agents",
	"admin audit": "admin office", "admin dashboard": "admin office", "admin find": "admin office", "admin uploads": "admin office",
	"admin backups": "admin office", "admin health": "admin office", "admin pickup": "admin orders",
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
