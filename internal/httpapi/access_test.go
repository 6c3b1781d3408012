package httpapi

import (
	"net/http"
	"testing"

	"github.com/snackdrop/snackdrop/internal/services"
)

// Every line of the table stands for a route, and every route has a line.
func TestTheAccessTableAndTheRoutesAreOne(t *testing.T) {
	s, err := New(&services.Services{}, Config{Assets: http.NotFoundHandler(), Pages: http.NotFoundHandler(), Preview: http.NotFoundHandler(), DemoPay: http.NotFoundHandler()})
	if err != nil {
		t.Fatal(err)
	}
	served := map[string]bool{}
	for _, route := range s.Routes {
		served[route] = true
	}
	for route := range access {
		if !served[route] {
			t.Errorf("%s is in the table and nowhere else", route)
		}
	}
}

func TestARouteWithoutALineIsRefused(t *testing.T) {
	saved := access["GET /api/products"]
	delete(access, "GET /api/products")
	defer func() { access["GET /api/products"] = saved }()
	if _, err := New(&services.Services{}, Config{}); err == nil {
		t.Fatal("a route without a rule was served")
	}
}
