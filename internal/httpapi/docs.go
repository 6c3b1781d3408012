package httpapi

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"html/template"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/snackdrop/snackdrop/internal/httpcache"
	"github.com/snackdrop/snackdrop/internal/operations"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// The API reference: words about the whole API, and all operations with their words. A renderer that is built into the
// program (web/api-reference) shows the one that is opened. It asks nobody but this shop.
var (
	//go:embed docs.html
	docsHTML string
	//go:embed docs.css
	docsStyle string
	//go:embed docs.js
	docsLoader string
)

var docsTemplate = template.Must(template.New("docs").Parse(docsHTML))

// docsPolicy allows the built script and style sheet, and what stands in the page itself. The renderer's icons are data:
// addresses in its style sheet; React sets styles through the DOM, which no policy restricts.
var docsPolicy = "default-src 'none'; script-src 'self' '" + hashOf(docsLoader) + "'; style-src 'self' '" + hashOf(docsStyle) + "'; img-src 'self' data:; " +
	"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// hashOf names a text of a page for its policy.
func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// scopeWords say what an API key with a scope may do.
var scopeWords = map[shop.Scope]string{
	shop.ReadCatalogue:  "read products and categories as staff see them",
	shop.WriteCatalogue: "create, change and delete them, their stock and pictures",
	shop.ReadOrders:     "read orders",
	shop.FulfilOrders:   "move orders on and hand them over",
}

type documentedCode struct {
	Status int
	Code   shop.Code
	Words  string
}

type documentedScope struct {
	Scope shop.Scope
	Words string
}

type documentedGroup struct {
	Name, Words string
	Operations  []documentedOperation
}

type documentedOperation struct{ ID, Method, Key, Path, Summary, Description, Who string }

// groupsOfOperations are all operations for people who read without script.
func (s *Server) groupsOfOperations() []documentedGroup {
	byTag := map[string][]documentedOperation{}
	for path, item := range s.API.OpenAPI().Paths {
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
		list = append(list, documentedGroup{name, tagWords[name], found})
	}
	slices.SortFunc(list, func(a, b documentedGroup) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// docsPage makes the page. It is the same until the program ends.
func (s *Server) docsPage() ([]byte, error) {
	codes := make([]documentedCode, 0, len(codeWords))
	for _, c := range codeWords {
		codes = append(codes, documentedCode{operations.StatusOf(c.Code), c.Code, c.Words})
	}
	scopes := make([]documentedScope, 0, len(shop.Scopes))
	for _, scope := range shop.Scopes {
		scopes = append(scopes, documentedScope{scope, scopeWords[scope]})
	}
	var page bytes.Buffer
	err := docsTemplate.Execute(&page, struct {
		Style              template.CSS
		Loader             template.JS
		URL                string
		Scopes             []documentedScope
		Codes              []documentedCode
		BodyKB, Seconds    int
		Groups             []documentedGroup
		Script, StyleSheet string
	}{template.CSS(docsStyle), template.JS(docsLoader), s.services.PublicURL, scopes, codes, smallBody >> 10, int(usualTime.Seconds()), s.groupsOfOperations(), s.config.ReferenceScript, s.config.ReferenceStyle})
	return page.Bytes(), err
}

// static serves what make gives, compressed, made at the first request.
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
			operations.Refuse(w, http.StatusInternalServerError, operations.CodeInternal, operations.InternalProblem().Detail)
			return
		}
		made.Send(w, r)
	}
}

// OpenAPI is the description of the API as JSON, for docs/api.json.
func (s *Server) OpenAPI() ([]byte, error) { return json.MarshalIndent(s.document(), "", "  ") }

func (s *Server) compactOpenAPI() ([]byte, error) { return json.Marshal(s.document()) }
