package httpapi

import (
	"crypto/sha256"
	"encoding/base64"
	"html/template"
	"net/http"
	"slices"
	"strings"
)

const docsStyle = `
body{font:16px/1.5 system-ui,sans-serif;color:#1d1529;background:#fbf8f3;max-width:60rem;margin:2rem auto;padding:0 1rem}
h1{font-size:2rem}h2{margin-top:2.5rem;text-transform:capitalize;border-bottom:2px solid #8b5cf6}
li{list-style:none;margin:.6rem 0;padding:.6rem .8rem;background:#fff;border:1px solid #e6dfd3;border-radius:.5rem}ul{padding:0}
code{font:600 .95rem ui-monospace,monospace}b{color:#6d28d9;display:inline-block;min-width:4.5rem}small{color:#6b6175}
`

var docsPage = template.Must(template.New("docs").Parse(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Snackdrop API</title>
<style>` + docsStyle + `</style></head><body>
<h1>Snackdrop API</h1>
<p>The whole contract, for machines: <a href="/api/openapi.json">/api/openapi.json</a>. Refusals are RFC 9457 problems with a stable <code>code</code>.</p>
{{range .}}<h2>{{.Tag}}</h2><ul>{{range .Ops}}<li><b>{{.Method}}</b> <code>{{.Path}}</code> <small>({{.Who}})</small><br>{{.Summary}}
{{if .Params}}<br><small>{{range $i, $p := .Params}}{{if $i}}, {{end}}{{$p}}{{end}}</small>{{end}}</li>{{end}}</ul>{{end}}
</body></html>`))

var docsPolicy = func() string {
	sum := sha256.Sum256([]byte(docsStyle))
	return "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'; base-uri 'none'; frame-ancestors 'none'"
}()

type docOp struct {
	Method, Path, Summary, Who string
	Params                     []string
}

type docTag struct {
	Tag string
	Ops []docOp
}

// docs is the API reference as an HTML page without scripts.
func (s *Server) docs(w http.ResponseWriter, _ *http.Request) {
	byTag := map[string][]docOp{}
	for _, route := range s.routes {
		method, path, _ := strings.Cut(route, " ")
		item := s.api.OpenAPI().Paths[path]
		if item == nil {
			continue
		}
		op := item.Get
		switch method {
		case "POST":
			op = item.Post
		case "PUT":
			op = item.Put
		case "DELETE":
			op = item.Delete
		case "PATCH":
			op = item.Patch
		}
		if op == nil {
			continue
		}
		d := docOp{Method: method, Path: path, Summary: op.Summary, Who: string(access[route].Who)}
		for _, p := range op.Parameters {
			d.Params = append(d.Params, p.Name)
		}
		byTag[op.Tags[0]] = append(byTag[op.Tags[0]], d)
	}
	var tags []docTag
	for name, ops := range byTag {
		tags = append(tags, docTag{name, ops})
	}
	slices.SortFunc(tags, func(a, b docTag) int { return strings.Compare(a.Tag, b.Tag) })
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", docsPolicy)
	_ = docsPage.Execute(w, tags)
}
