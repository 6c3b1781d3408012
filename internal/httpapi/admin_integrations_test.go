package httpapi_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/snackdrop/snackdrop/internal/adminapi"
	"github.com/snackdrop/snackdrop/internal/httpapi/apitest"
	"github.com/snackdrop/snackdrop/internal/operations"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// A webhook that cannot work is refused with the field that is wrong; what works is added with its secret, once.
func TestWebhooksOverHTTP(t *testing.T) {
	apitest.Each(t, func(t *testing.T, s *apitest.Shop) {
		admin := s.Admin(t)
		for name, c := range map[string]struct {
			body  map[string]any
			field string
		}{
			"no address":        {map[string]any{"url": "", "events": []string{"order.paid"}}, "url"},
			"blank":             {map[string]any{"url": "  ", "events": []string{"order.paid"}}, "url"},
			"none at all":       {map[string]any{"events": []string{"order.paid"}}, "url"},
			"not https":         {map[string]any{"url": "http://hooks.example.com/", "events": []string{"order.paid"}}, "url"},
			"a private address": {map[string]any{"url": "https://192.168.0.1/", "events": []string{"order.paid"}}, "url"},
			"a long address":    {map[string]any{"url": "https://hooks.example.com/" + strings.Repeat("a", 500), "events": []string{"order.paid"}}, "url"},
			"no event":          {map[string]any{"url": "https://hooks.example.com/", "events": []string{}}, "events"},
			"an unknown event":  {map[string]any{"url": "https://hooks.example.com/", "events": []string{"order.eaten"}}, "events"},
			"a test":            {map[string]any{"url": "https://hooks.example.com/", "events": []string{"test"}}, "events"},
			"another format":    {map[string]any{"url": "https://hooks.example.com/", "events": []string{"order.paid"}, "format": "fax"}, "format"},
			"orders at Discord": {map[string]any{"url": "https://hooks.example.com/", "events": []string{"order.paid"}, "format": "discord"}, "events"},
		} {
			answer := admin.Do("POST", "/api/admin/webhooks", c.body)
			if answer.Status != http.StatusUnprocessableEntity {
				t.Errorf("%s: %d %s", name, answer.Status, answer.Body)
				continue
			}
			if p := answer.Problem(t); p.Code != string(shop.Invalid) || !slices.ContainsFunc(p.Errors, func(e operations.FieldError) bool { return e.Field == c.field && e.Message != "" }) {
				t.Errorf("%s: %+v", name, p)
			}
		}
		made := apitest.Read[adminapi.NewWebhook](t, admin.Must("POST", "/api/admin/webhooks", map[string]any{"url": " https://hooks.example.com/a ", "events": []string{"order.paid", "draw.done", "order.paid"}}, 200))
		if !strings.HasPrefix(made.Secret, "whsec_") || made.Webhook.URL != "https://hooks.example.com/a" || made.Webhook.Format != "standard" || len(made.Webhook.Events) != 2 {
			t.Errorf("%+v", made)
		}
		if answer := admin.Must("GET", "/api/admin/webhooks", nil, 200); strings.Contains(string(answer.Body), made.Secret) || !strings.Contains(string(answer.Body), "https://hooks.example.com/a") {
			t.Errorf("%s", answer.Body)
		}
		if got := logged(t, admin, "entity=webhook"); len(got) != 1 || strings.Contains(got[0], made.Secret) {
			t.Errorf("%q", got)
		}
		path := "/api/admin/webhooks/" + fmt.Sprint(made.Webhook.ID)
		admin.Must("GET", path+"/deliveries", nil, 200)
		admin.Must("GET", path+"/deliveries?cursor=x", nil, 422)
		admin.Must("POST", path+"/deliveries/4711/resend", nil, 404)
		admin.Must("DELETE", path, nil, 204)
		admin.Must("DELETE", path, nil, 404)
		admin.Must("GET", path+"/deliveries", nil, 404)
	})
}
