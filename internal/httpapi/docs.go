package httpapi

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"log/slog"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"github.com/snackdrop/snackdrop/internal/httpcache"
	"github.com/snackdrop/snackdrop/internal/operations"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// The API reference: an introduction, the rules of the whole API, and a list of all operations with their descriptions. A
// renderer that is built into the program (web/api-reference) shows the operation that is opened. It calls this shop alone.
var (
	// docsIntro and docsRules are the texts that are the same in every shop, as HTML.
	//go:embed docs-intro.html
	docsIntro string
	//go:embed docs-rules.html
	docsRules string
	//go:embed docs.css
	docsStyle string
	//go:embed docs.js
	docsLoader string
)

// docsPolicy allows the built script and style sheet, and what stands in the page itself. The renderer's icons are data:
// addresses in its style sheet; React sets styles through the DOM, which no policy restricts.
var docsPolicy = "default-src 'none'; script-src 'self' '" + hashOf(docsLoader) + "'; style-src 'self' '" + hashOf(docsStyle) + "'; img-src 'self' data:; " +
	"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// hashOf is how a content security policy names an inline script or style.
func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// scopeDescriptions say what an API key with a scope may do.
var scopeDescriptions = map[shop.Scope]string{
	shop.ReadCatalogue:  "read products and categories as staff see them",
	shop.WriteCatalogue: "create, change and delete them, their stock and pictures",
	shop.ReadOrders:     "read orders",
	shop.FulfilOrders:   "move orders on and hand them over",
}

type documentedGroup struct {
	Name, Text string
	Operations []documentedOperation
}

type documentedOperation struct{ ID, Method, Key, Path, Summary, Description, Who string }

// groupsOfOperations are all operations for people who read without script.
func (s *Server) groupsOfOperations() []documentedGroup {
	byTag := map[string][]documentedOperation{}
	for path, item := range s.described().Paths {
		for method, op := range operationsOf(item) {
			who, _ := op.Extensions["x-who"].(string)
			byTag[op.Tags[0]] = append(byTag[op.Tags[0]], documentedOperation{op.OperationID, method, strings.ToLower(method), path, op.Summary, strings.ReplaceAll(op.Description, "`", ""), who})
		}
	}
	var list []documentedGroup
	for name, found := range byTag {
		slices.SortFunc(found, func(a, b documentedOperation) int {
			return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.Method, b.Method))
		})
		list = append(list, documentedGroup{name, tagDescriptions[name], found})
	}
	slices.SortFunc(list, func(a, b documentedGroup) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// docsPage makes the page. It is the same until the program ends.
func (s *Server) docsPage() ([]byte, error) {
	var page bytes.Buffer
	err := docsHTML(s.publicURL, s.config, s.groupsOfOperations()).Render(&page)
	return page.Bytes(), err
}

// docsHTML is the page of the API reference.
func docsHTML(publicURL string, config Config, groups []documentedGroup) g.Node {
	return h.Doctype(h.HTML(h.Lang("en"),
		h.Head(
			h.Meta(h.Charset("utf-8")),
			h.Meta(h.Name("viewport"), h.Content("width=device-width, initial-scale=1")),
			h.TitleEl(g.Text("Snackdrop API")),
			h.Meta(h.Name("robots"), h.Content("noindex")),
			h.StyleEl(g.Raw(docsStyle)),
		),
		h.Body(
			h.Main(
				h.Div(h.Class("words"), g.Raw(docsIntro), docsKeys(publicURL), g.Raw(docsRules), docsCodes(), docsLimits()),
				h.Div(h.ID("reference"), h.Data("renderer", config.ReferenceScript), h.Data("sheet", config.ReferenceStyle), docsOperations(groups)),
			),
			h.Script(g.Raw(docsLoader)),
		),
	))
}

func code[T ~string](text T) g.Node { return h.Code(g.Text(string(text))) }

func docsKeys(publicURL string) g.Node {
	return g.Group{
		h.H2(h.ID("keys"), g.Text("API keys")),
		h.P(g.Text("A program of the shop’s owner uses a key instead. An admin makes it in the back office under Settings, Integrations; " +
			"it is shown once and can be revoked there. Send it with every request:")),
		h.Pre(code(`curl -H "Authorization: Bearer sd_…" ` + publicURL + "/api/admin/products")),
		h.P(g.Text("A key opens the operations whose scope it has and nothing else; none includes another:")),
		h.Ul(g.Map(shop.Scopes, func(scope shop.Scope) g.Node { return h.Li(code(scope), g.Text(": "+scopeDescriptions[scope])) })),
		h.P(g.Text("Cookies are ignored beside a key. A key may call 600 times a minute. The audit log names the key as the actor. A wrong or revoked key gets 401 "),
			code("not_signed_in"), g.Text(", a missing scope 403 "), code("forbidden"), g.Text(".")),
	}
}

func docsCodes() g.Node {
	head := func(words string) g.Node { return h.Th(h.Scope("col"), g.Text(words)) }
	rows := g.Group{}
	for _, c := range codeDescriptions {
		rows = append(rows, h.Tr(h.Td(g.Text(strconv.Itoa(operations.StatusOf(c.Code)))), h.Td(code(c.Code)), h.Td(g.Text(c.Text))))
	}
	return h.Table(h.THead(h.Tr(head("Status"), head("Code"), head("Meaning"))), h.TBody(rows))
}

func docsLimits() g.Node {
	return g.Group{
		h.H2(h.ID("limits"), g.Text("Limits")),
		h.P(
			g.Textf("A body has at most %d KB and a request takes at most %.0f seconds, unless its operation says otherwise. ", smallBody>>10, usualTime.Seconds()),
			g.Text("Attempts that could be guesses (passwords, codes, links) and messages to people are counted per network and per address; too many are refused with 429 and "),
			code("Retry-After"),
			g.Text(". Unknown fields and parameters are refused, so that a typing error is noticed. "+
				"Money is a number in the shop’s currency with two decimals, times are RFC 3339 in UTC. Agents have 60 messages a minute per network at "),
			code("/mcp"), g.Text("."),
		),
	}
}

// docsOperations lists all operations. docs.js searches in them and opens them.
func docsOperations(groups []documentedGroup) g.Node {
	return h.Div(h.Class("plain"),
		h.H2(g.Text("All operations")),
		h.P(h.ID("search"), g.Attr("hidden"),
			h.Label(g.Text("Search operations "), h.Input(h.Type("search"), h.AutoComplete("off"))), g.Text(" "), h.Span(h.Role("status"))),
		g.Map(groups, func(group documentedGroup) g.Node {
			return h.Section(h.H3(g.Text(group.Name)), h.P(g.Text(group.Text)), g.Map(group.Operations, docsOperation))
		}),
	)
}

func docsOperation(op documentedOperation) g.Node {
	return h.Details(h.ID(op.ID), h.Data("path", op.Path), h.Data("method", op.Key),
		h.Data("text", op.Method+" "+op.Path+" "+op.Summary+" "+op.ID+" "+op.Description),
		h.Summary(h.B(g.Text(op.Method)), g.Text(" "), code(op.Path), g.Text(" "), h.Small(g.Text(op.Who)), h.Br(), g.Text(op.Summary)),
		h.Div(h.Class("try"), h.P(g.Text(op.Description))),
	)
}

// static serves what make returns, compressed. It calls make at the first request and keeps the result outside of the
// response cache: it never changes.
func static(contentType, policy string, make func() ([]byte, error)) http.HandlerFunc {
	entry := sync.OnceValues(func() (*httpcache.Entry, error) {
		text, err := make()
		if err != nil {
			return nil, err
		}
		header := http.Header{"Content-Type": {contentType}, "Cache-Control": {"no-cache"}}
		if policy != "" {
			header.Set("Content-Security-Policy", policy)
		}
		return httpcache.Compress(http.StatusOK, header, text), nil
	})
	return func(w http.ResponseWriter, r *http.Request) {
		made, err := entry()
		if err != nil {
			slog.Error("part of the API reference was not written", "error", err)
			operations.Refuse(w, operations.CodeInternal, operations.Internal)
			return
		}
		made.Send(w, r)
	}
}

// OpenAPI is the description of the API as JSON, for docs/api.json.
func (s *Server) OpenAPI() ([]byte, error) { return json.MarshalIndent(s.document(), "", "  ") }

func (s *Server) compactOpenAPI() ([]byte, error) { return json.Marshal(s.document()) }
