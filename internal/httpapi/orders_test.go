package httpapi_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/snackdrop/snackdrop/internal/httpapi/apitest"
	"github.com/snackdrop/snackdrop/internal/outbox"
	"github.com/snackdrop/snackdrop/internal/shopapi"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

// basket is a guest's pickup order of one product for $4.50, with parts of it changed.
func basket(product int64, changes map[string]any) map[string]any {
	order := map[string]any{"lines": lines(product, 1), "email": "maya@example.com", "name": "Maya Torres", "fulfillment_type": "pickup",
		"payment_method": "manual", "expected_total": 4.5}
	maps.Copy(order, changes)
	return order
}

func lines(product, quantity int64) []map[string]int64 {
	return []map[string]int64{{"product_id": product, "quantity": quantity}}
}

// place sends an order under an idempotency key; "" sends none.
func place(t *testing.T, c *apitest.Client, key string, order map[string]any) apitest.Response {
	t.Helper()
	text, err := json.Marshal(order)
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.NewRequest("POST", c.URL+"/api/orders", strings.NewReader(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	if key != "" {
		r.Header.Set("Idempotency-Key", key)
	}
	return c.Send(r)
}

func placed(t *testing.T, answer apitest.Response) shopapi.PlacedOrder {
	t.Helper()
	if answer.Status != 200 {
		t.Fatalf("the order was refused: %d %s", answer.Status, answer.Body)
	}
	return apitest.Read[shopapi.PlacedOrder](t, answer)
}

func (h testShop) left(t *testing.T, product int64) int64 {
	t.Helper()
	p, err := h.Services.Store.Products.ByID(t.Context(), product)
	if err != nil {
		t.Fatal(err)
	}
	return *p.Stock
}

func TestAQuoteAddsUpAndNamesWhatIsInTheWay(t *testing.T) {
	eachShop(t, func(t *testing.T, h testShop) {
		ids := h.products(t, "One", "Gone")
		admin, visitor := h.Admin(t), h.Visitor(t)
		admin.Must("POST", "/api/admin/promotions", map[string]any{"code": "HYPE", "kind": "percent", "percent": 10, "enabled": true}, 200)
		seen := map[string]any{"stock_seen": 50, "stock_quantity": 0}
		admin.Must("PUT", fmt.Sprintf("/api/admin/products/%d/stock", ids[1]), seen, 200)
		ask := func(in map[string]any) shopapi.Quote {
			return apitest.Read[shopapi.Quote](t, visitor.Must("POST", "/api/quote", in, 200))
		}
		pickup := ask(map[string]any{"lines": lines(ids[0], 2), "fulfillment_type": "pickup", "promo_code": "hype"})
		if pickup.Subtotal != 900 || pickup.Discount != 90 || pickup.Shipping != 0 || pickup.Total != 810 || pickup.PromoCode != "HYPE" {
			t.Errorf("%+v", pickup)
		}
		delivery := ask(map[string]any{"lines": lines(ids[0], 2), "promo_code": "nope"})
		if delivery.Shipping == 0 || delivery.Total != delivery.Subtotal+delivery.Shipping || delivery.PromoError != "Invalid promo code. Please try again." {
			t.Errorf("%+v", delivery)
		}
		for _, c := range []struct {
			product, quantity int64
			kind              string
		}{{ids[1], 1, "sold_out"}, {ids[0], 51, "too_few"}, {999_999, 1, "gone"}} {
			if q := ask(map[string]any{"lines": lines(c.product, c.quantity)}); len(q.Problems) != 1 || q.Problems[0].Kind != c.kind {
				t.Errorf("%s: %+v", c.kind, q.Problems)
			}
		}
		if q := ask(map[string]any{"lines": append(lines(ids[0], 30), lines(ids[0], 30)...)}); len(q.Problems) == 0 {
			t.Error("two lines of one product were not summed")
		}
		for name, in := range map[string]map[string]any{
			"none of it":     {"lines": lines(ids[0], 0)},
			"too many of it": {"lines": lines(ids[0], 10_001)},
			"no product":     {"lines": lines(0, 1)},
			"a broken way":   {"lines": lines(ids[0], 1), "fulfillment_type": "drone"},
			"201 lines":      {"lines": slices.Repeat(lines(ids[0], 1), 201)},
			"a long code":    {"lines": lines(ids[0], 1), "promo_code": strings.Repeat("x", 41)},
		} {
			if answer := visitor.Do("POST", "/api/quote", in); answer.Status != 422 || answer.Problem(t).Code != "invalid_input" {
				t.Errorf("%s: %d %s", name, answer.Status, answer.Body)
			}
		}
	})
}

func TestAnOrderIsPlacedOncePerKey(t *testing.T) {
	eachShop(t, func(t *testing.T, h testShop) {
		id := h.products(t, "One")[0]
		guest := h.Visitor(t)
		first := placed(t, place(t, guest, "the-same-key", basket(id, nil)))
		again := placed(t, place(t, h.Visitor(t), "the-same-key", basket(id, nil)))
		if first.Order.Number != "ORD-001" || again.Order.Number != first.Order.Number || again.Key != first.Key || h.left(t, id) != 49 {
			t.Errorf("%s, then %s; %d left", first.Order.Number, again.Order.Number, h.left(t, id))
		}
		if first.Order.Total != 450 || first.Order.PickupCode == "" || first.PayURL != "" || first.Order.Payable {
			t.Errorf("%+v", first)
		}
		refused := func(answer apitest.Response, code string) {
			t.Helper()
			if answer.Status != 409 || answer.Problem(t).Code != code {
				t.Errorf("%d %s, want %s", answer.Status, answer.Body, code)
			}
		}
		refused(place(t, guest, "the-same-key", basket(id, map[string]any{"lines": lines(id, 2), "expected_total": 9})), "idempotency_key_reused")
		// The key is the buyer's own.
		refused(place(t, h.Customer(t, "mallory"), "the-same-key", basket(id, nil)), "idempotency_key_reused")
		refused(place(t, guest, "another-total", basket(id, map[string]any{"expected_total": 4.49})), "total_changed")
		refused(place(t, guest, "more-than-there-is", basket(id, map[string]any{"lines": lines(id, 50), "expected_total": 225})), "out_of_stock")
		if h.left(t, id) != 49 {
			t.Errorf("a refused order took units: %d left", h.left(t, id))
		}
	})
}

func TestAnOrderWithBadInputChangesNothing(t *testing.T) {
	eachShop(t, func(t *testing.T, h testShop) {
		id := h.products(t, "One")[0]
		guest := h.Visitor(t)
		h.save(t, map[string]string{"manual_delivery": "everywhere"})
		home := map[string]any{"fulfillment_type": "delivery", "line1": "1 Main St", "city": "Portland", "state": "OR", "zip": "97205", "expected_total": 10.49}
		without := func(name string, value any) map[string]any {
			changed := maps.Clone(home)
			changed[name] = value
			return changed
		}
		for name, changes := range map[string]map[string]any{
			"no lines":            {"lines": []any{}},
			"no email":            {"email": "nobody"},
			"no name":             {"name": " "},
			"a way to pay":        {"payment_method": "barter"},
			"a way that is off":   {"payment_method": "paypal"},
			"a way to get it":     {"fulfillment_type": "drone"},
			"a total in words":    {"expected_total": "much"},
			"no street":           without("line1", ""),
			"no state":            without("state", "ZZ"),
			"a wrong ZIP":         without("zip", "9720"),
			"notes without end":   {"notes": strings.Repeat("x", 501)},
			"a promo unknown":     {"promo_code": "NOPE"},
			"a product of nobody": {"lines": []map[string]any{{"product_id": "1; DROP TABLE orders", "quantity": 1}}},
		} {
			answer := place(t, guest, "key-of-"+strings.ReplaceAll(name, " ", "-"), basket(id, changes))
			if answer.Status != 422 || len(answer.Problem(t).Errors) == 0 {
				t.Errorf("%s: %d %s", name, answer.Status, answer.Body)
			}
		}
		for _, key := range []string{"", "short", strings.Repeat("x", 101)} {
			if answer := place(t, guest, key, basket(id, nil)); answer.Status != 422 {
				t.Errorf("the key %q: %d %s", key, answer.Status, answer.Body)
			}
		}
		guest.Must("POST", "/api/orders", "{", 400)
		if last := storetest.LastOrder(t, storetest.LocationOf(h.Services.Store)); last != 0 || h.left(t, id) != 50 {
			t.Errorf("%d orders, %d left", last, h.left(t, id))
		}
		if answer := place(t, guest, "key-that-is-good", basket(id, home)); answer.Status != 200 {
			t.Errorf("a good one: %d %s", answer.Status, answer.Body)
		}
	})
}

func TestAnOrderOpensForItsBuyerAlone(t *testing.T) {
	eachShop(t, func(t *testing.T, h testShop) {
		id := h.products(t, "One")[0]
		guest, casey, mallory := h.Visitor(t), h.Customer(t, "casey"), h.Customer(t, "mallory")
		guests := placed(t, place(t, guest, "a-guests-order", basket(id, nil)))
		caseys := placed(t, place(t, casey, "caseys-own-order", basket(id, nil)))
		path := "/api/orders/" + guests.Order.Number
		open := path + "?key=" + url.QueryEscape(guests.Key)
		answer := h.Visitor(t).Must("GET", open, nil, 200)
		if order := apitest.Read[shopapi.OrderWithPayment](t, answer); order.Email != "maya@example.com" || order.Declined || answer.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%+v %v", order, answer.Header)
		}
		for _, key := range []string{"", "guess", caseys.Key, guests.Key[:len(guests.Key)-1]} {
			for _, c := range []*apitest.Client{guest, casey, mallory} {
				c.Must("GET", path+"?key="+url.QueryEscape(key), nil, 404)
				c.Must("POST", path+"/check?key="+url.QueryEscape(key), nil, 404)
				c.Must("POST", path+"/pay?key="+url.QueryEscape(key), nil, 404)
				c.Must("POST", path+"/account?key="+url.QueryEscape(key), map[string]string{"password": "a password of mine"}, 404)
			}
		}
		casey.Must("GET", "/api/orders/"+caseys.Order.Number, nil, 200)
		mallory.Must("GET", "/api/orders/"+caseys.Order.Number, nil, 404)
		guest.Must("POST", path+"/pay?key="+url.QueryEscape(guests.Key), nil, 409)

		// Who lost the link gets it mailed, and nobody learns whether there is such an order.
		for _, in := range []map[string]string{
			{"number": guests.Order.Number, "email": "mallory@shop.test"}, {"number": "ORD-999", "email": "maya@example.com"},
			{"number": " ord-001 ", "email": "Maya@Example.com"},
		} {
			mallory.Must("POST", "/api/order-links", in, 204)
		}
		guest.Must("POST", "/api/order-links", map[string]string{"number": "ORD-001", "email": "nobody"}, 422)
		link, err := url.Parse(h.box.wait(t, "maya@example.com", "order-status").(outbox.OrderStatusEmail).Order.URL)
		if err != nil || link.Query().Get("key") != guests.Key || h.box.count("order-status") != 0 {
			t.Errorf("%v %v, %d emails more", link, err, h.box.count("order-status"))
		}
	})
}
