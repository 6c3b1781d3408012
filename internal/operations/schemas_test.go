package operations

import (
	"context"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"sync"
	"testing"
)

type giftRequest struct {
	Name string  `json:"name" minLength:"2"`
	Box  giftBox `json:"box"`
}

type giftBox struct {
	Units int `json:"units" minimum:"1"`
}

type giftResponse struct {
	ID int `json:"id"`
}

func giftRegistry() *Registry {
	r := NewRegistry(func(string) Access { return Access{Who: "visitor", MaxBody: 1 << 10} })
	Register(r, http.MethodPost, "/api/gifts", "send-gift", "Send a gift",
		func(context.Context, *struct{ Body giftRequest }) (*struct{ Body giftResponse }, error) {
			return &struct{ Body giftResponse }{giftResponse{ID: 1}}, nil
		})
	return r
}

// giftSchemas are the schemas of a document with the one operation, and what serves it.
func giftSchemas() (*lazySchemas, http.Handler) {
	var served operation
	d := newDocument("test", &served)
	giftRegistry().operations[0](d)
	return d.api.OpenAPI().Components.Schemas.(*lazySchemas), &served
}

// giftsTogether sends good and bad requests at the same moment.
func giftsTogether(t *testing.T, handler http.Handler) {
	t.Helper()
	var requests sync.WaitGroup
	for body, accepted := range map[string]bool{
		`{"name":"Mochi","box":{"units":1}}`: true, `{"name":"Pocky","box":{"units":2}}`: true,
		`{"name":"M","box":{"units":1}}`: false, `{"name":"Mochi","box":{"units":0}}`: false, `{"name":"Mochi"}`: false,
	} {
		requests.Go(func() {
			w := httptest.NewRecorder()
			request := httptest.NewRequest(http.MethodPost, "/api/gifts", strings.NewReader(body))
			request.Header.Set("Content-Type", "application/json")
			handler.ServeHTTP(w, request)
			if (w.Code == http.StatusOK) != accepted {
				t.Errorf("%s: %d %s", body, w.Code, w.Body)
			}
		})
	}
	requests.Wait()
}

// The first requests for an operation may arrive together, and while the document is made.
func TestAnOperationIsMadeForItsFirstRequests(t *testing.T) {
	r := giftRegistry()
	var described sync.WaitGroup
	described.Go(func() {
		if Describe("test", r).Paths["/api/gifts"].Post.OperationID != "send-gift" {
			t.Error("the document lacks the operation")
		}
	})
	giftsTogether(t, r.Mux)
	described.Wait()
	giftsTogether(t, r.Mux)
}

// Requests that arrive together are all checked, with schemas that the first of them computes.
func TestSchemasAreComputedWhenFirstNeeded(t *testing.T) {
	schemas, handler := giftSchemas()
	pending := func() (refs []string) {
		for ref := range schemas.pending {
			refs = append(refs, strings.TrimPrefix(ref, schemaPrefix))
		}
		return refs
	}
	if found := pending(); len(found) != 3 { // those of the request, the response and problems
		t.Errorf("after the start %v wait", found)
	}
	giftsTogether(t, handler)
	if found := pending(); len(found) != 2 {
		t.Errorf("after the first requests %v wait", found)
	}
	all := schemas.Map()
	for _, name := range []string{"GiftRequest", "GiftBox", "GiftResponse"} {
		if all[name] == nil || len(all[name].Properties) == 0 {
			t.Errorf("the document has no schema %s", name)
		}
	}
	if found := pending(); len(found) != 0 {
		t.Errorf("after the document %v wait", found)
	}
	if schemas.SchemaFromRef(schemaPrefix+"Nothing") != nil {
		t.Error("a schema that nobody registered is found")
	}
}

// Two types with one name would be mixed up in the document.
func TestTwoTypesCannotHaveOneSchema(t *testing.T) {
	schemas, _ := giftSchemas()
	refused := func(t reflect.Type) (panicked bool) {
		defer func() { panicked = recover() != nil }()
		schemas.Schema(t, true, "")
		schemas.Map()
		return false
	}
	if refused(reflect.TypeFor[giftResponse]()) {
		t.Error("one type that is registered twice is refused")
	}
	type giftResponse struct{ Name string }
	if !refused(reflect.TypeFor[giftResponse]()) {
		t.Error("another type with the name of a registered one is accepted")
	}
	schemas, _ = giftSchemas()
	type giftBox struct{ Name string }
	if !refused(reflect.TypeFor[giftBox]()) {
		t.Error("another type with the name of a field's is accepted")
	}
}
