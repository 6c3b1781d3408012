package httpapi

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/snackdrop/snackdrop/internal/httpcache"
	"github.com/snackdrop/snackdrop/internal/publicapi"
	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/shoptest"
)

func TestPublicJSONIsWhatTheAPISends(t *testing.T) {
	shoptest.Each(t, func(t *testing.T, a *services.Services) {
		s, err := New(a, Config{Public: publicapi.New(a, httpcache.New(1<<20))})
		if err != nil {
			t.Fatal(err)
		}
		for range 2 { // computed, and from the cache
			for _, path := range []string{"/api/settings", "/api/products?limit=8", "/api/products/999", "/api/products?search=%00"} {
				body, status, err := s.public.PublicJSON(t.Context(), path)
				if err != nil {
					t.Fatal(err)
				}
				w := httptest.NewRecorder()
				s.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
				if status != w.Code || status == http.StatusOK && string(body) != w.Body.String() {
					t.Errorf("%s: %d %s, the API sends %d %s", path, status, body, w.Code, w.Body)
				}
			}
		}
		for _, path := range []string{"/api/account/orders", "/api/admin/orders", "/healthz", "/"} {
			if _, _, err := s.public.PublicJSON(t.Context(), path); err == nil {
				t.Errorf("%s is no public query", path)
			}
		}
	})
}
