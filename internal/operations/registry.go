// Package operations is what all operations of the API have in common: they are registered and described here, their JSON is
// read and written here, and their errors become problems here. What an operation does belongs to its own package.
package operations

import (
	"cmp"
	"context"
	"net/http"
	"reflect"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

// document is an OpenAPI document with the checks that Huma makes from it.
type document struct {
	api    huma.API
	naming string // the operation being added: it names the bodies that have no name of their own
	names  map[reflect.Type]string
	named  map[string]bool
}

func newDocument(version string, adapter huma.Adapter) *document {
	d := &document{names: map[reflect.Type]string{}, named: map[string]bool{}}
	config := huma.DefaultConfig("Snackdrop", version)
	config.Components.Schemas = newLazySchemas(d.schemaName)
	config.Info.Description = "The API of a Snackdrop shop. Fields are snake_case, money is a number of dollars, " +
		"refusals are RFC 9457 problems with a stable code."
	config.OpenAPIPath, config.DocsPath, config.SchemasPath = "", "", ""
	config.CreateHooks = nil // no $schema field in responses
	config.RejectUnknownQueryParameters = true
	config.Formats = formats
	d.api = huma.NewAPI(config, adapter)
	return d
}

var formats = map[string]huma.Format{
	"application/json": {Marshal: Marshal, Unmarshal: unmarshal},
	"json":             {Marshal: Marshal, Unmarshal: unmarshal},
}

// Describe gives the OpenAPI document of all operations of the registries.
func Describe(version string, registries ...*Registry) *huma.OpenAPI {
	d := newDocument(version, &operation{})
	for _, r := range registries {
		for _, add := range r.operations {
			add(d)
		}
	}
	return d.api.OpenAPI()
}

// operation is the last one that was added to a document, as Huma serves it.
type operation struct {
	described *huma.Operation
	serve     func(huma.Context)
}

// Handle is huma.Adapter.
func (o *operation) Handle(described *huma.Operation, serve func(huma.Context)) {
	o.described, o.serve = described, serve
}

// ServeHTTP is huma.Adapter and http.Handler.
func (o *operation) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	o.serve(humago.NewContext(o.described, r, w))
}

// schemaName names a type in the OpenAPI document. Bodies declared in place are named after their operation.
func (d *document) schemaName(t reflect.Type, hint string) string {
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
		d.names[t] = name.String() + "Response"
	}
	d.named[d.names[t]] = true
	return d.names[t]
}

// Registry adds routes to a mux. Those that are operations of the API it can describe; see Describe.
type Registry struct {
	Mux        *http.ServeMux
	Routes     []string
	access     func(route string) Access
	operations []func(*document)
}

// Access says who may call an operation. It is part of the document.
type Access struct {
	Who      string // the least privileged role
	Scope    string // of API keys; "": none may
	MaxBody  int64
	Security []map[string][]string
}

// NewRegistry makes a registry with a mux of its own.
func NewRegistry(access func(route string) Access) *Registry {
	return &Registry{Mux: http.NewServeMux(), access: access}
}

// Handlers serve the operations of one subject.
type Handlers interface{ Routes(r *Registry) }

// Handle adds a route that is not in the OpenAPI document.
func (r *Registry) Handle(pattern string, handler http.Handler) {
	r.Routes = append(r.Routes, pattern)
	r.Mux.Handle(pattern, handler)
}

// Register adds one operation to the mux and to what is described. Its errors become problems here and nowhere else.
func Register[In, Out any](r *Registry, method, path, id, summary string, handler func(context.Context, *In) (*Out, error)) {
	r.register(method, path, id, summary, func(d *document, op huma.Operation) {
		huma.Register(d.api, op, func(ctx context.Context, in *In) (*Out, error) {
			out, err := handler(ctx, in)
			if err != nil {
				return nil, ProblemOf(ctx, err)
			}
			return out, nil
		})
		d.describeForm(op, any(new(In)))
	})
}

// register leaves what Huma computes for an operation to its first request: it takes time and memory, and of all operations a
// shop needs few.
func (r *Registry) register(method, path, id, summary string, compute func(*document, huma.Operation)) {
	route := method + " " + path
	r.Routes = append(r.Routes, route)
	who := r.access(route)
	add := func(d *document) {
		d.naming = id
		compute(d, describe(who, method, path, id, summary))
	}
	r.operations = append(r.operations, add)
	first := sync.OnceValue(func() http.Handler {
		var served operation
		add(newDocument("", &served))
		return &served
	})
	r.Mux.HandleFunc(route, func(w http.ResponseWriter, r *http.Request) { first().ServeHTTP(w, r) })
}

func describe(who Access, method, path, id, summary string) huma.Operation {
	op := huma.Operation{OperationID: id, Method: method, Path: path, Summary: summary, Tags: []string{tag(path)},
		MaxBodyBytes: who.MaxBody, Extensions: map[string]any{"x-who": who.Who}, Security: who.Security}
	if who.Scope != "" {
		op.Extensions["x-scope"] = who.Scope
	}
	if method == http.MethodDelete {
		op.DefaultStatus = http.StatusNoContent
	}
	return op
}

// describeForm describes the body of an input that reads it by itself: Huma would read a declared one completely before the
// handler runs.
func (d *document) describeForm(op huma.Operation, input any) {
	form, ok := input.(interface{ RequestBody() *huma.RequestBody })
	if !ok {
		return
	}
	item := d.api.OpenAPI().Paths[op.Path]
	for _, described := range []*huma.Operation{item.Post, item.Put} {
		if described != nil && described.OperationID == op.OperationID {
			described.RequestBody = form.RequestBody()
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
