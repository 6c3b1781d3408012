package httpapi_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/snackdrop/snackdrop/internal/httpapi/apitest"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/shoptest"
)

const toolCall = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_drops","arguments":{}}}`

func message(t *testing.T, s *apitest.Shop, body string, change func(*http.Request)) *http.Request {
	t.Helper()
	r, err := http.NewRequest(http.MethodPost, s.URL+"/mcp", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	if change != nil {
		change(r)
	}
	return r
}

// The official client lists every tool and calls each of them.
func TestTheOfficialClientCallsEveryTool(t *testing.T) {
	eachShop(t, func(t *testing.T, h testShop) {
		d, product := shoptest.AddDrop(t, h.Services, "night-box", h.Services.Now().Add(10*time.Minute), func(d *shop.Drop) { d.TeasedAt = time.Time{} })
		plain := h.products(t, "One")[0]
		placed := h.bought(t, h.Visitor(t), "agent-order-key", 9, plain)
		order, key := placed.Order, placed.Key
		client, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).
			Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: h.URL + "/mcp"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = client.Close() }()
		listed, err := client.ListTools(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		type call struct {
			tool string
			args map[string]any
			want string // in the result, or in the refusal
			fail bool
		}
		calls := []call{
			{"search_catalog", map[string]any{"query": "nori", "limit": 5}, product.Name, false},
			{"search_catalog", map[string]any{"query": "nori", "limit": 500}, "Some fields need another look.", true},
			{"lookup_catalog", map[string]any{"ids": []int64{product.ID, 99_999}}, product.Name, false},
			{"lookup_catalog", map[string]any{"ids": []int64{}}, "from 1 to 100", true},
			{"get_product", map[string]any{"id": product.ID}, product.Name, false},
			{"get_product", map[string]any{"id": 99_999}, "Product not found.", true},
			{"list_drops", map[string]any{}, d.Slug, false},
			{"get_drop", map[string]any{"slug": d.Slug}, d.Name, false},
			{"get_drop", map[string]any{"slug": "../products"}, "Drop not found.", true},
			{"create_cart", map[string]any{"lines": []any{map[string]any{"product_id": plain, "quantity": 2}, map[string]any{"product_id": product.ID, "quantity": 1}}},
				fmt.Sprintf("/cart?add=%dx2,%dx1", plain, product.ID), false},
			{"create_cart", map[string]any{"lines": []any{map[string]any{"product_id": 99_999, "quantity": 1}}}, "no product 99999", true},
			{"create_cart", map[string]any{"lines": []any{map[string]any{"product_id": plain, "quantity": 0}}}, "from 1 to 10,000", true},
			{"get_order", map[string]any{"number": order.Number, "key": key}, order.Number, false},
			{"get_order", map[string]any{"number": order.Number, "key": "a guess"}, "not found", true},
			{"get_order", map[string]any{"number": order.Number, "key": ""}, "not found", true},
		}
		var names []string
		for _, tool := range listed.Tools {
			names = append(names, tool.Name)
			if !slices.ContainsFunc(calls, func(c call) bool { return c.tool == tool.Name }) {
				t.Errorf("%s is not called", tool.Name)
			}
		}
		slices.Sort(names)
		if want := []string{"create_cart", "get_drop", "get_order", "get_product", "list_drops", "lookup_catalog", "search_catalog"}; !slices.Equal(names, want) {
			t.Errorf("tools: %v", names)
		}
		for _, c := range calls {
			result, err := client.CallTool(t.Context(), &mcp.CallToolParams{Name: c.tool, Arguments: c.args})
			if err != nil {
				t.Errorf("%s %v: %v", c.tool, c.args, err)
				continue
			}
			text, err := json.Marshal(result.Content)
			if err != nil || result.IsError != c.fail || !strings.Contains(strings.ToLower(string(text)), strings.ToLower(c.want)) {
				t.Errorf("%s %v: refused %v, %s", c.tool, c.args, result.IsError, text)
			}
			if c.fail && strings.Contains(string(text), "casey") {
				t.Errorf("%s shows somebody's order: %s", c.tool, text)
			}
		}
	})
}

// The tools are a visitor's whoever calls them: the cookie of an admin or of the order's owner and a key with every scope open nothing.
func TestAgentsAreVisitors(t *testing.T) {
	eachShop(t, func(t *testing.T, h testShop) {
		casey := h.Customer(t, "casey")
		shoptest.AddDrop(t, h.Services, "night-box", h.Services.Now().Add(10*time.Minute), func(d *shop.Drop) { d.TeasedAt = time.Time{} })
		product := h.products(t, "One")[0]
		order := h.buy(t, casey, "caseys-agent-key", 9, product)
		admin := h.Admin(t)
		key := newKey(t, admin, "Everything", shop.Scopes...).Key
		people := map[string]*apitest.Client{"visitor": h.Visitor(t), "owner": casey, "admin": admin, "key": h.Visitor(t)}
		for tool, args := range map[string]string{
			"search_catalog": `{"query":"one"}`, "lookup_catalog": fmt.Sprintf(`{"ids":[%d]}`, product), "get_product": fmt.Sprintf(`{"id":%d}`, product),
			"list_drops": `{}`, "get_drop": `{"slug":"night-box"}`, "create_cart": fmt.Sprintf(`{"lines":[{"product_id":%d,"quantity":1}]}`, product),
			"get_order": `{"number":"` + order.Number + `","key":"x"}`,
		} {
			call := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + tool + `","arguments":` + args + `}}`
			var visitors string
			for _, who := range []string{"visitor", "owner", "admin", "key"} {
				answer := people[who].Send(message(t, h.Shop, call, func(r *http.Request) {
					if who == "key" {
						r.Header.Set("Authorization", "Bearer "+key)
					}
				}))
				body := string(answer.Body)
				if visitors == "" {
					visitors = body
				}
				if answer.Status != http.StatusOK || body != visitors || strings.Contains(body, `"isError":true`) != (tool == "get_order") || strings.Contains(body, "casey@") {
					t.Errorf("%s as %s: %d %s, a visitor gets %s", tool, who, answer.Status, body, visitors)
				}
				if answer.Header.Get("Set-Cookie") != "" {
					t.Errorf("%s gets a cookie", who)
				}
			}
		}
	})
}

func TestTheMCPServerRefuses(t *testing.T) {
	apitest.Each(t, func(t *testing.T, s *apitest.Shop) {
		visitor := s.Visitor(t)
		for name, c := range map[string]struct {
			body   string
			change func(*http.Request)
			status int
		}{
			"a usual call":      {toolCall, nil, 200},
			"another host":      {toolCall, func(r *http.Request) { r.Host = "rebound.example" }, 403},
			"another origin":    {toolCall, func(r *http.Request) { r.Header.Set("Origin", "https://evil.example") }, 403},
			"rebound":           {toolCall, func(r *http.Request) { r.Host = "evil.example"; r.Header.Set("Origin", "http://evil.example") }, 403},
			"an opaque origin":  {toolCall, func(r *http.Request) { r.Header.Set("Origin", "null") }, 403},
			"too large":         {`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"` + strings.Repeat("x", 70_000) + `"}}`, nil, 413},
			"many at once":      {" [" + toolCall + "," + toolCall + "]", nil, 400},
			"no JSON":           {"{", nil, 400},
			"a form":            {"a=b", func(r *http.Request) { r.Header.Set("Content-Type", "application/x-www-form-urlencoded") }, 415},
			"reading":           {"", func(r *http.Request) { r.Method = http.MethodGet }, 405},
			"ending a session":  {"", func(r *http.Request) { r.Method = http.MethodDelete }, 405},
			"the public host":   {toolCall, func(r *http.Request) { r.Host = "shop.test" }, 200},
			"an unknown method": {`{"jsonrpc":"2.0","id":1,"method":"orders/delete"}`, nil, 400},
		} {
			if answer := visitor.Send(message(t, s, c.body, c.change)); answer.Status != c.status {
				t.Errorf("%s: %d, want %d: %s", name, answer.Status, c.status, answer.Body)
			}
		}
		limited := false
		for range 70 {
			answer := visitor.Send(message(t, s, toolCall, nil))
			if answer.Status == http.StatusTooManyRequests {
				limited = answer.Header.Get("Retry-After") != "" && answer.Problem(t).Code == "too_many_requests"
				break
			}
		}
		if !limited {
			t.Error("nobody was told to wait")
		}
		s.Admin(t).Must("PUT", "/api/admin/settings", map[string]any{"settings": map[string]string{"agent_door": "disabled"}}, 204)
		for _, method := range []string{http.MethodPost, http.MethodGet} {
			if answer := visitor.Send(message(t, s, toolCall, func(r *http.Request) { r.Method = method })); answer.Status != http.StatusNotFound {
				t.Errorf("%s while it is switched off: %d", method, answer.Status)
			}
		}
	})
}
