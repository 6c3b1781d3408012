package httpapi_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"mime/multipart"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/httpapi"
	"github.com/snackdrop/snackdrop/internal/httpapi/apitest"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/shoptest"
)

type documented struct {
	ID          string `json:"operationId"`
	Summary     string `json:"summary"`
	Description string `json:"description"`
	Who         string `json:"x-who"`
	Security    *[]any `json:"security"`
	Parameters  []struct {
		Name     string `json:"name"`
		In       string `json:"in"`
		Required bool   `json:"required"`
		Example  any    `json:"example"`
	} `json:"parameters"`
	RequestBody *struct {
		Content map[string]struct {
			Example json.RawMessage `json:"example"`
		} `json:"content"`
	} `json:"requestBody"`
	Responses map[string]any `json:"responses"`

	method, path string
}

// documentedOperations are the operations of the OpenAPI document, those that delete something last.
func documentedOperations(t *testing.T, api *httpapi.Server) (list []documented) {
	t.Helper()
	text, err := api.OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	var document struct {
		Paths map[string]map[string]documented `json:"paths"`
	}
	if err := json.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	for _, deletes := range []bool{false, true} {
		for _, path := range slices.Sorted(maps.Keys(document.Paths)) {
			for _, method := range slices.Sorted(maps.Keys(document.Paths[path])) {
				if op := document.Paths[path][method]; (method == "delete") == deletes {
					op.method, op.path = strings.ToUpper(method), path
					list = append(list, op)
				}
			}
		}
	}
	return list
}

// request is the operation's example as a request.
func (op documented) request(t *testing.T, base string) *http.Request {
	t.Helper()
	address, query, header := op.path, url.Values{}, http.Header{}
	for _, p := range op.Parameters {
		text := fmt.Sprint(p.Example)
		switch {
		case p.Example == nil && p.Required:
			t.Errorf("%s has no example of %s", op.ID, p.Name)
		case p.Example == nil:
		case p.In == "path":
			address = strings.ReplaceAll(address, "{"+p.Name+"}", url.PathEscape(text))
		case p.In == "query":
			query.Set(p.Name, text)
		case p.In == "header":
			header.Set(p.Name, text)
		}
	}
	var body bytes.Buffer
	if op.RequestBody != nil {
		for kind, content := range op.RequestBody.Content {
			var text string
			switch {
			case kind == "multipart/form-data": // the one example that no text can be
				form := multipart.NewWriter(&body)
				file, err := form.CreateFormFile("file", "picture.png")
				if err != nil {
					t.Fatal(err)
				}
				_, _ = file.Write(face(t))
				_ = form.Close()
				kind = form.FormDataContentType()
			case json.Unmarshal(content.Example, &text) == nil:
				body.WriteString(text)
			case len(content.Example) == 0:
				t.Errorf("%s has no example of its body", op.ID)
			default:
				body.Write(content.Example)
			}
			header.Set("Content-Type", kind)
		}
	}
	r, err := http.NewRequest(op.method, base+address+"?"+query.Encode(), &body)
	if err != nil {
		t.Fatal(err)
	}
	r.Header = header
	return r
}

// exampleOutcomes are the examples that are understood and refused all the same, by their status, for what an example cannot
// know.
var exampleOutcomes = map[int][]string{
	// no such account or passkey
	401: {
		"accept-passkey", "sign-in",
	},
	// no such token, ticket, key of an order, or thing
	404: {
		"admin-pass-orders-on", "admin-remove-from-waitlist", "admin-resend-webhook-delivery", "check-payment", "confirm-drop-reminder", "confirm-order",
		"confirm-waitlist", "get-draw", "get-draw-entries", "get-order", "get-queue-entries", "get-queue-entry", "get-queue-pass", "get-reservation",
		"release-reservation", "create-account-from-order", "leave-queue", "leave-waitlist", "open-queue-link", "pay-order", "payment-webhook", "release-order",
		"reserve", "sign-out-device",
	},
	// another version, or another state of the drop, order or stock
	409: {
		"admin-add-drop-code", "admin-add-drop-units", "admin-delete-drop", "admin-draw-now", "admin-drop-rate", "admin-duplicate-drop", "admin-end-drop",
		"admin-hold-order", "admin-lift-drop-limit", "admin-mark-order-paid", "admin-patch-product", "admin-pause-drop", "admin-resume-drop",
		"admin-schedule-drop", "admin-set-stock", "admin-update-drop", "admin-withdraw-drop", "join-waitlist", "unlock-drop",
	},
	// a link that is used up, a sign-in that was not begun
	410: {
		"accept-totp", "confirm-email-change", "confirm-subscription", "leave-subscription", "reset-password", "set-up", "sign-in-passkey",
		"sign-in-passkey-options", "sign-in-recovery-code", "sign-in-totp",
	},
	// not the password of the test; backups have no target
	422: {
		"admin-start-backup", "ask-email-change", "change-password", "delete-account", "new-recovery-codes", "offer-passkey", "offer-totp", "remove-passkey", "remove-totp",
	},
}

// Every operation has a description, says who may call it, and its example is sent: it does what the operation
// says, or it is refused as exampleOutcomes names it.
func TestEveryExampleOfTheAPIIsSent(t *testing.T) {
	eachShop(t, func(t *testing.T, h testShop) {
		h.products(t, "One", "Two")
		admin, riley := h.Admin(t), h.Customer(t, "riley")
		admin.Must("POST", "/api/admin/categories", map[string]any{"name": "Crisps", "slug": "chips"}, 200)
		admin.Must("POST", "/api/admin/promotions", map[string]any{"code": "HYPE10", "kind": "percent", "percent": 20, "enabled": true}, 200)
		for i := range 3 {
			if order := h.buy(t, riley, fmt.Sprint("rileys-order-key-", i), 9, 1); i == 0 {
				admin.Must("POST", "/api/admin/orders/"+order.Number+"/paid", nil, 200) // two may be unpaid
			}
		}
		shoptest.AddDrop(t, h.Services, "night-box", h.Services.Now().Add(10*time.Minute), func(d *shop.Drop) { d.TeasedAt, d.Mode = time.Time{}, shop.DropQueue })
		people := map[string]*apitest.Client{"visitor": h.Visitor(t), "owner": riley, "admin": admin}
		for _, op := range documentedOperations(t, h.API) {
			if len(op.Description) <= len(op.Summary)+1 || people[op.Who] == nil || op.Security == nil || len(op.Responses) < 3 {
				t.Errorf("%s is described too little", op.ID)
				continue
			}
			if !strings.HasPrefix(op.path, "/api/") && op.path != "/mcp" {
				continue // package ssr serves and tests these
			}
			h.later(time.Second)
			refused := false
			for _, list := range exampleOutcomes {
				refused = refused || slices.Contains(list, op.ID)
			}
			answer := people[op.Who].Send(op.request(t, h.URL))
			if refused != (answer.Status/100 != 2) || refused && !slices.Contains(exampleOutcomes[answer.Status], op.ID) {
				t.Errorf("%s, %s %s: %d %s", op.ID, op.method, op.path, answer.Status, answer.Body)
			}
		}
	})
}

// The words before the reference name every code and every scope.
func TestTheReferenceExplainsEveryCodeAndScope(t *testing.T) {
	s := apitest.New(t)
	answer := s.Visitor(t).Must("GET", "/api/docs", nil, 200)
	page := string(answer.Body)
	for _, code := range httpapi.Codes() {
		if !strings.Contains(page, "<code>"+string(code)+"</code>") {
			t.Errorf("%s is not explained", code)
		}
	}
	for _, scope := range shop.Scopes {
		if !strings.Contains(page, "<code>"+string(scope)+"</code>: ") {
			t.Errorf("%s is not explained", scope)
		}
	}
	for _, op := range documentedOperations(t, s.API) {
		if !strings.Contains(page, "<code>"+op.path+"</code>") {
			t.Errorf("%s is not listed", op.path)
		}
	}
	for _, id := range []string{"sessions", "keys", "idempotency", "paging", "errors", "limits"} {
		if !strings.Contains(page, `<h2 id="`+id+`">`) {
			t.Errorf("nothing is said about %s", id)
		}
	}
	policy := answer.Header.Get("Content-Security-Policy")
	if strings.Contains(policy, "unsafe") || strings.Contains(policy, "http") || !strings.Contains(policy, "default-src 'none'") {
		t.Errorf("the policy is %s", policy)
	}
}
