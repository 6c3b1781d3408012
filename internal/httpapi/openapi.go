package httpapi

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/snackdrop/snackdrop/internal/operations"
)

// describeAPI makes the OpenAPI document: all operations, what the access table and the error table say of each, its
// description and an example of its request. The checks of requests are made from documents of their own, so nothing here changes what is accepted.
func (s *Server) describeAPI() *huma.OpenAPI {
	api := operations.Describe(s.config.Version, s.public.Registry, s.Registry)
	api.Components.SecuritySchemes = securitySchemes
	api.Info.License = &huma.License{Name: "MIT", Identifier: "MIT"}
	api.Servers = []*huma.Server{{URL: "/", Description: "This shop"}}
	api.Components.Responses = map[string]*huma.Response{}
	describeFiles(api)
	found := map[string]bool{}
	for path, item := range api.Paths {
		for method, op := range operationsOf(item) {
			found[op.Tags[0]] = true
			describeOperation(api, method, path, op)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(found)) {
		api.Tags = append(api.Tags, &huma.Tag{Name: name, Description: tagDescriptions[name]})
	}
	return api
}

// operationsOf are the operations of a path by their method.
func operationsOf(item *huma.PathItem) map[string]*huma.Operation {
	all := map[string]*huma.Operation{http.MethodGet: item.Get, http.MethodPost: item.Post, http.MethodPut: item.Put, http.MethodPatch: item.Patch, http.MethodDelete: item.Delete}
	maps.DeleteFunc(all, func(_ string, op *huma.Operation) bool { return op == nil })
	return all
}

// roleDescriptions say who may call an operation.
var roleDescriptions = map[Who]string{
	Visitor: "Open to everybody.",
	Owner:   "For signed-in customers, about what is their own.",
	Admin:   "For staff: a signed-in admin.",
}

func describeOperation(api *huma.OpenAPI, method, path string, op *huma.Operation) {
	rule := access[method+" "+path]
	if rule.Who == "" { // a file that the handler of the pages serves
		rule.Who = Visitor
	}
	words := []string{op.Summary + "."}
	if more := operationDescriptions[op.OperationID]; more != "" {
		words = append(words, more)
	}
	words = append(words, roleDescriptions[rule.Who])
	if rule.Scope != "" {
		words = append(words, "An API key needs the scope `"+string(rule.Scope)+"`.")
	}
	if rule.Cacheable {
		words = append(words, "The same for everybody: it has an ETag, and its stock counts may be a second old.")
	}
	if op.RequestBody != nil && rule.bodyLimit() != smallBody {
		words = append(words, fmt.Sprintf("The body has at most %d KB.", rule.bodyLimit()>>10))
	}
	op.Description = strings.Join(words, " ")
	for _, parameter := range op.Parameters {
		if example, ok := exampleParameters[op.OperationID+" "+parameter.Name]; ok {
			parameter.Example = example
		} else if parameter.Required && parameter.Example == nil {
			parameter.Example = exampleParameters[parameter.Name]
		}
	}
	if op.RequestBody != nil {
		for kind, content := range op.RequestBody.Content {
			switch example := exampleBodies[op.OperationID]; {
			case kind == "text/csv":
				content.Example = exampleCSV
			case example != "" && kind == "application/json":
				content.Example = json.RawMessage(example)
			}
		}
	}
	describeRefusals(api, rule, op)
}

// describeFiles adds what is served without Huma: streams, files and the MCP server.
func describeFiles(api *huma.OpenAPI) {
	refused := &huma.Schema{Ref: "#/components/schemas/Problem"}
	text := &huma.Schema{Type: huma.TypeString}
	object := &huma.Schema{Type: huma.TypeObject}
	query := func(name, words string) *huma.Param {
		return &huma.Param{Name: name, In: "query", Description: words, Schema: text}
	}
	inPath := func(name string) *huma.Param {
		return &huma.Param{Name: name, In: "path", Required: true, Schema: text}
	}
	describe := func(method, path, id, summary, status, contentType string, schema *huma.Schema, params ...*huma.Param) *huma.Operation {
		rule := access[method+" "+path]
		if rule.Who == "" {
			rule.Who = Visitor
		}
		op := &huma.Operation{OperationID: id, Method: method, Path: path, Summary: summary, Tags: []string{"files and agents"}, Parameters: params, Security: rule.security(),
			Extensions: map[string]any{"x-who": string(rule.Who)},
			Responses: map[string]*huma.Response{status: {Description: "OK"},
				"default": {Description: "Error", Content: map[string]*huma.MediaType{"application/problem+json": {Schema: refused}}}}}
		if contentType != "" {
			op.Responses[status].Content = map[string]*huma.MediaType{contentType: {Schema: schema}}
		}
		api.AddOperation(op)
		return op
	}
	describe("GET", "/drops.atom", "drops-atom", "Drops as an Atom feed", "200", "application/atom+xml", text)
	describe("GET", "/drops.json", "drops-json-feed", "Drops as a JSON Feed 1.1", "200", "application/feed+json", object)
	describe("GET", "/drops.ics", "drops-calendar", "Drops as an iCalendar file", "200", "text/calendar", text)
	describe("GET", "/drop/{slug}.ics", "drop-calendar", "One drop as an iCalendar file", "200", "text/calendar", text, inPath("slug"))
	describe("GET", "/feeds/products.xml", "products-merchant", "Products for Google Merchant", "200", "application/xml", text)
	describe("GET", "/feeds/products.jsonl", "products-json-lines", "Products as JSON lines", "200", "application/jsonl", text)
	describe("GET", "/llms.txt", "llms-text", "The shop for language models: its pages, feeds and API", "200", "text/plain", text)
	mcp := describe("POST", "/mcp", "send-mcp-message", "Send a message to the MCP server: streamable HTTP, stateless", "200", "application/json", object,
		&huma.Param{Name: "Accept", In: "header", Schema: text})
	mcp.RequestBody = &huma.RequestBody{Content: map[string]*huma.MediaType{"application/json": {Schema: object}}}
	describe("GET", eventsPath, "listen", "Listen to changes: stock, drops, the catalogue", "200", "text/event-stream", text,
		query("once", "End after what was missed"), query("since", "When the page was rendered"))
	describe("GET", "/api/openapi.json", "get-openapi", "This document", "200", "application/vnd.oai.openapi+json", object)
	provider := describe("POST", "/api/webhooks/{provider}", "payment-webhook", "A message of a payment provider about a payment", "204", "", nil, inPath("provider"))
	provider.RequestBody = &huma.RequestBody{Content: map[string]*huma.MediaType{"application/json": {Schema: object}}}
	export := describe("GET", "/api/admin/subscribers.csv", "admin-export-subscribers", "The early-access list as CSV", "200", "text/csv", text,
		query("search", "Part of an address"), query("status", "Only those with this status"))
	export.Tags = []string{"admin subscribers"}
}
