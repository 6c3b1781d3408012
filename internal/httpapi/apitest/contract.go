package apitest

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/snackdrop/snackdrop/internal/httpapi"
	"github.com/snackdrop/snackdrop/internal/operations"
)

// contract is what the OpenAPI document says of refusals. Every response that a Client gets is compared with it.
type contract struct {
	routes *http.ServeMux
	codes  map[string][]string // by route
}

var (
	contractOnce sync.Once
	theContract  contract
)

// contractOf reads the document, which is the same for every shop of the process.
func contractOf(t testing.TB, api *httpapi.Server) contract {
	contractOnce.Do(func() {
		text, err := api.OpenAPI()
		if err != nil {
			t.Fatal(err)
		}
		type response struct {
			Ref   string   `json:"$ref"`
			Codes []string `json:"x-codes"`
		}
		var document struct {
			Paths map[string]map[string]struct {
				Responses map[string]response `json:"responses"`
			} `json:"paths"`
			Components struct {
				Responses map[string]response `json:"responses"`
			} `json:"components"`
		}
		if err := json.Unmarshal(text, &document); err != nil {
			t.Fatal(err)
		}
		theContract = contract{http.NewServeMux(), map[string][]string{}}
		for path, methods := range document.Paths {
			if !strings.HasPrefix(path, "/api/") && path != "/mcp" {
				continue
			}
			for method, op := range methods {
				route := strings.ToUpper(method) + " " + path
				theContract.routes.Handle(route, http.NotFoundHandler())
				for _, r := range op.Responses {
					theContract.codes[route] = append(theContract.codes[route], document.Components.Responses[strings.TrimPrefix(r.Ref, "#/components/responses/")].Codes...)
				}
			}
		}
	})
	return theContract
}

// everywhere are the codes that the document does not repeat with every operation.
var everywhere = []string{"internal", "method_not_allowed", "not_acceptable", "timeout"}

func (c contract) check(t testing.TB, r *http.Request, response Response) {
	t.Helper()
	if c.routes == nil || response.Header.Get("Content-Type") != "application/problem+json" || r.Header.Get("X-Snackdrop-At") != "" {
		return
	}
	var problem operations.Problem
	_, route := c.routes.Handler(r)
	if json.Unmarshal(response.Body, &problem) != nil || route == "" || slices.Contains(everywhere, problem.Code) || slices.Contains(c.codes[route], problem.Code) {
		return
	}
	t.Errorf("%s was refused with %d %s, which the OpenAPI document does not say of it (openapi_refusals.go)", route, problem.Status, problem.Code)
}
