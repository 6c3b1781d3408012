package httpapi_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/adminapi"
	"github.com/snackdrop/snackdrop/internal/httpapi/apitest"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/shopapi"
)

// buy places a pickup order of the products, to be paid at the counter.
func (h testShop) buy(t *testing.T, c *apitest.Client, key string, total float64, products ...int64) shopapi.BuyerOrder {
	t.Helper()
	return h.bought(t, c, key, total, products...).Order
}

func (h testShop) bought(t *testing.T, c *apitest.Client, key string, total float64, products ...int64) shopapi.PlacedOrder {
	t.Helper()
	lines := []map[string]int64{}
	for _, id := range products {
		lines = append(lines, map[string]int64{"product_id": id, "quantity": 2})
	}
	return placed(t, place(t, c, key, map[string]any{"lines": lines, "email": "casey@shop.test", "name": "Casey Jones", "phone": "3235550100",
		"fulfillment_type": "pickup", "payment_method": "manual", "expected_total": total}))
}

func (h testShop) products(t *testing.T, names ...string) (ids []int64) {
	t.Helper()
	admin := h.Admin(t)
	admin.Must("PUT", "/api/admin/settings", map[string]any{"settings": map[string]string{"tax_calculation": "none"}}, 204)
	for _, name := range names {
		in := newProduct(name)
		in["stock_quantity"] = 50
		ids = append(ids, apitest.Read[adminapi.StaffProduct](t, admin.Must("POST", "/api/admin/products", in, 200)).ID)
	}
	return ids
}

func TestACustomerFollowsCancelsAndRepeatsOrders(t *testing.T) {
	eachShop(t, func(t *testing.T, h testShop) {
		ids := h.products(t, "One", "Two")
		casey, mallory := h.Customer(t, "casey"), h.Customer(t, "mallory")
		first := h.buy(t, casey, "first-order-key", 9, ids[0])
		h.later(time.Minute)
		second := h.buy(t, casey, "second-order-key", 18, ids...)
		list := apitest.Read[shopapi.OwnOrderList](t, casey.Must("GET", "/api/account/orders?limit=1", nil, 200))
		if len(list.Items) != 1 || list.Items[0].Number != second.Number || list.NextCursor == nil {
			t.Fatalf("%+v", list)
		}
		list = apitest.Read[shopapi.OwnOrderList](t, casey.Must("GET", "/api/account/orders?limit=1&cursor="+*list.NextCursor, nil, 200))
		if len(list.Items) != 1 || list.Items[0].Number != first.Number || list.NextCursor != nil {
			t.Fatalf("%+v", list)
		}
		path := "/api/account/orders/" + second.Number
		order := apitest.Read[shopapi.OwnOrder](t, casey.Must("GET", path, nil, 200))
		if !order.Cancellable || len(order.History) == 0 || order.History[0].Words != "Order placed" || order.Badge != "grey" {
			t.Errorf("%+v", order)
		}
		for _, c := range []*apitest.Client{mallory} {
			c.Must("GET", path, nil, 404)
			c.Must("POST", path+"/cancel", nil, 404)
			c.Must("POST", path+"/reorder", nil, 404)
		}
		h.Visitor(t).Must("GET", path, nil, 401)

		casey.Must("POST", "/api/account/deletion", map[string]string{"password": apitest.CustomerPassword}, 409)
		cancelled := apitest.Read[shopapi.OwnOrder](t, casey.Must("POST", path+"/cancel", nil, 200))
		if cancelled.Status != "cancelled" || cancelled.Cancellable || cancelled.History[len(cancelled.History)-1].Words != "Cancelled" {
			t.Errorf("%+v", cancelled)
		}
		casey.Must("POST", path+"/cancel", nil, 409)

		again := apitest.Read[shopapi.Reordered](t, casey.Must("POST", path+"/reorder", nil, 200))
		casey.Must("POST", path+"/reorder", nil, 200)
		cart := apitest.Read[shopapi.Cart](t, casey.Must("GET", "/api/cart", nil, 200))
		if len(again.Missing) != 0 || len(cart.Lines) != 2 || cart.Lines[0].Quantity != 4 {
			t.Errorf("%+v %+v", again, cart)
		}
		h.Admin(t).Must("DELETE", fmt.Sprintf("/api/admin/products/%d", ids[1]), nil, 204)
		if again = apitest.Read[shopapi.Reordered](t, casey.Must("POST", path+"/reorder", nil, 200)); len(again.Missing) != 1 || again.Missing[0] != "Two" {
			t.Errorf("%+v", again)
		}

		// What is being prepared stays.
		h.Admin(t).Must("PUT", "/api/admin/settings", map[string]any{"settings": map[string]string{"default_order_status": "processing"}}, 204)
		third := h.buy(t, casey, "third-order-key", 9, ids[0])
		casey.Must("POST", "/api/account/orders/"+third.Number+"/cancel", nil, 409)
	})
}

func TestEveryStatusChangeIsInTheOwnHistory(t *testing.T) {
	eachShop(t, func(t *testing.T, h testShop) {
		id := h.products(t, "One")[0]
		admin, casey := h.Admin(t), h.Customer(t, "casey")
		admin.Must("PUT", "/api/admin/settings", map[string]any{"settings": map[string]string{"stripe_secret_key": "sk_test_123"}}, 204)
		order := placed(t, place(t, casey, "an-order-paid-late", basket(id, map[string]any{"payment_method": "card"})))
		h.later(time.Hour)
		if n, err := h.Services.Payments.ReleaseExpired(t.Context()); err != nil {
			t.Fatal(n, err)
		}
		look := func() shopapi.OwnOrder {
			t.Helper()
			return apitest.Read[shopapi.OwnOrder](t, casey.Must("GET", "/api/account/orders/"+order.Order.Number, nil, 200))
		}
		if got := look(); got.Status != "cancelled" {
			t.Fatalf("%+v", got)
		}
		h.later(time.Minute)
		pay := order.PayURL[strings.LastIndex(order.PayURL, "/")+1:]
		if answer := h.Visitor(t).Send(hook(t, h, hookSecret, time.Now(), pay, "complete", 450, "usd")); answer.Status != 204 {
			t.Fatalf("%d %s", answer.Status, answer.Body)
		}
		h.later(time.Minute)
		admin.Must("PUT", "/api/admin/orders/"+order.Order.Number+"/status", map[string]string{"status": "ready_for_pickup"}, 200)
		var words []string
		var last time.Time
		for _, event := range look().History {
			if event.At.Before(last) {
				t.Errorf("%s comes after what came later", event.Words)
			}
			words, last = append(words, event.Words), event.At
		}
		want := "Order placed, Cancelled: not paid in time, Open again: the items are held for you, Payment received, Ready For Pickup"
		if got := strings.Join(words, ", "); got != want || last.Sub(order.Order.CreatedAt) < time.Hour {
			t.Errorf("got  %s\nwant %s\nthe last at %s", got, want, last)
		}
	}, withStripe(t))
}

func TestADeletedAccountLeavesItsOrdersWithoutThePerson(t *testing.T) {
	eachShop(t, func(t *testing.T, h testShop) {
		ids := h.products(t, "One")
		casey := h.Customer(t, "casey")
		bought := h.bought(t, casey, "first-order-key", 9, ids[0])
		order := bought.Order
		text := string(casey.Must("GET", "/api/account/export", nil, 200).Body)
		for _, want := range []string{order.Number, "Casey Jones", `"pickup_code": "` + order.PickupCode + `"`, `"delivery_method": "` + order.DeliveryMethod + `"`} {
			if !strings.Contains(text, want) {
				t.Errorf("the export lacks %s:\n%s", want, text)
			}
		}
		casey.Must("POST", "/api/account/orders/"+order.Number+"/cancel", nil, 200)
		casey.Must("POST", "/api/account/deletion", map[string]string{"password": apitest.CustomerPassword}, 204)
		row, err := h.Services.Store.Orders.ByNumber(t.Context(), order.Number)
		if err != nil {
			t.Fatal(err)
		}
		text = fmt.Sprintf("%+v", row)
		for _, gone := range []string{"casey", "Casey", "Jones", "3235550100"} {
			if strings.Contains(text, gone) {
				t.Errorf("the order still knows %s: %s", gone, text)
			}
		}
		// The link in the old email opens the order, but nobody's account comes of it.
		keep := h.Visitor(t).Must("POST", "/api/orders/"+order.Number+"/account?key="+url.QueryEscape(bought.Key), map[string]string{"password": "a new password"}, 409)
		if p := keep.Problem(t); p.Detail != "This order belongs to an account that was deleted." {
			t.Errorf("%+v", p)
		}
		if row.UserID != nil || row.Total != 900 || row.Name != "Deleted customer" {
			t.Errorf("%+v", row)
		}
		if len(row.Lines) != 1 || row.Lines[0].Name != "One" {
			t.Errorf("%+v", row.Lines)
		}
		for _, gone := range []string{"casey", "jones"} {
			found, _, err := h.Services.Store.Orders.List(t.Context(), shop.OrderFilter{Search: gone}, 10, "")
			if err != nil || len(found) != 0 {
				t.Errorf("a search for %s finds %+v, %v", gone, found, err)
			}
		}
		if err := h.Services.Analytics.AggregateLedger(t.Context()); err != nil {
			t.Fatal(err)
		}
		if people := string(h.Admin(t).Must("GET", "/api/admin/customers", nil, 200).Body); strings.Contains(strings.ToLower(people), "casey") {
			t.Errorf("the customers still hold the person: %s", people)
		}
	})
}
