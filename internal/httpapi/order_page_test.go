package httpapi_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/adminapi"
	"github.com/snackdrop/snackdrop/internal/httpapi/apitest"
	"github.com/snackdrop/snackdrop/internal/payment/demo"
	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/shopapi"
	"github.com/snackdrop/snackdrop/internal/shoptest"
)

func (h testShop) save(t *testing.T, settings map[string]string) {
	t.Helper()
	h.Admin(t).Must("PUT", "/api/admin/settings", map[string]any{"settings": settings}, 204)
}

func (h testShop) page(t *testing.T, order shopapi.PlacedOrder) shopapi.OrderWithPayment {
	t.Helper()
	return apitest.Read[shopapi.OrderWithPayment](t, h.Visitor(t).Must("GET", "/api/orders/"+order.Order.Number+"?key="+order.Key, nil, 200))
}

// demoPay lets cards be paid at the demo provider.
func demoPay(t *testing.T) func(*services.Config) {
	t.Helper()
	dir := t.TempDir()
	return func(c *services.Config) {
		bank, err := demo.New(filepath.Join(dir, string(c.Store.Engine())), "http://shop.test")
		if err != nil {
			t.Error(err)
		}
		shoptest.SetProvider(c.Store, "demo", bank)
	}
}

func TestAnOrderThatLapsedLongAgoIsOfferedAgainAndNotPaid(t *testing.T) {
	eachShop(t, func(t *testing.T, h testShop) {
		id := h.products(t, "One")[0]
		order := placed(t, place(t, h.Visitor(t), "a-lapsing-order", basket(id, map[string]any{"payment_method": "card"})))
		h.later(time.Hour)
		if _, err := h.Services.Payments.ReleaseExpired(t.Context()); err != nil {
			t.Fatal(err)
		}
		if page := h.page(t, order); !page.Payable || page.OrderAgain || page.Refusal != "" {
			t.Errorf("an hour later: payable %v, order again %v, %q", page.Payable, page.OrderAgain, page.Refusal)
		}
		h.later(25 * time.Hour)
		if page := h.page(t, order); page.Payable || !page.OrderAgain || page.Refusal == "" {
			t.Errorf("a day later: payable %v, order again %v, %q", page.Payable, page.OrderAgain, page.Refusal)
		}
		answer := h.Visitor(t).Do("POST", "/api/orders/"+order.Order.Number+"/pay?key="+order.Key, nil)
		if answer.Status != http.StatusGone || answer.Problem(t).Code != "expired" {
			t.Errorf("paying it: %d %s, want expired", answer.Status, answer.Body)
		}
	}, demoPay(t))
}

func TestAnOrderHasTheNamesOfTheSpecification(t *testing.T) {
	eachShop(t, func(t *testing.T, h testShop) {
		h.save(t, map[string]string{"manual_delivery": "everywhere"})
		id := h.products(t, "One")[0]
		order := placed(t, place(t, h.Visitor(t), "a-delivered-order", basket(id, map[string]any{"fulfillment_type": "delivery", "expected_total": 10.49,
			"line1": "1 Main St", "city": "Portland", "state": "OR", "zip": "97205"})))
		for path, client := range map[string]*apitest.Client{
			"/api/orders/" + order.Order.Number + "?key=" + order.Key: h.Visitor(t),
			"/api/admin/orders/" + order.Order.Number:                 h.Admin(t),
		} {
			var got struct {
				Items []struct {
					ProductName string `json:"product_name"`
				} `json:"items"`
				Lines   []json.RawMessage `json:"lines"`
				Address map[string]string `json:"address"`
			}
			if err := json.Unmarshal([]byte(client.Must("GET", path, nil, 200).Body), &got); err != nil {
				t.Fatal(err)
			}
			if len(got.Items) != 1 || got.Items[0].ProductName != "One" || len(got.Lines) != 1 || got.Address["city"] != "Portland" || got.Address["zip"] != "97205" {
				t.Errorf("%s: %+v", path, got)
			}
		}
	})
}

func TestAnOrderPagePromisesNoEmailThatIsSwitchedOff(t *testing.T) {
	eachShop(t, func(t *testing.T, h testShop) {
		order := placed(t, place(t, h.Visitor(t), "an-order-to-confirm", basket(h.products(t, "One")[0], nil)))
		if !h.page(t, order).ConfirmationMail {
			t.Error("the page does not promise the confirmation that is sent")
		}
		h.save(t, map[string]string{"order_confirmation_email": "disabled"})
		if h.page(t, order).ConfirmationMail {
			t.Error("the page promises a confirmation that is not sent")
		}
	})
}

func TestPaymentOnDeliveryIsForLocalDeliveriesUnlessTheOwnerSaysOtherwise(t *testing.T) {
	eachShop(t, func(t *testing.T, h testShop) {
		id := h.products(t, "One")[0]
		h.save(t, map[string]string{"tax_calculation": "none"})
		deliver := func(key, state, city, zip string) apitest.Response {
			return place(t, h.Visitor(t), key, basket(id, map[string]any{"fulfillment_type": "delivery", "expected_total": 10.49, "email": key + "@example.com",
				"line1": "1 Main St", "city": city, "state": state, "zip": zip}))
		}
		offered := func() string {
			for _, way := range apitest.Read[shopapi.Checkout](t, h.Visitor(t).Must("GET", "/api/checkout", nil, 200)).PaymentMethods {
				if way.Method == "manual" {
					return way.States
				}
			}
			return ""
		}
		if states := offered(); states != "CA" {
			t.Errorf("offered for %q, want CA", states)
		}
		if far := deliver("far-away-order", "OR", "Portland", "97205"); far.Status != 422 || far.Problem(t).Code != "invalid_input" {
			t.Errorf("a delivery to another state: %d %s", far.Status, far.Body)
		}
		placed(t, deliver("local-order-1", "CA", "Los Angeles", "90046"))
		h.save(t, map[string]string{"manual_delivery": "everywhere"})
		placed(t, deliver("far-away-order", "OR", "Portland", "97205"))
		h.save(t, map[string]string{"manual_delivery": "never"})
		if local := deliver("local-order-2", "CA", "Los Angeles", "90046"); local.Status != 422 || offered() != "none" {
			t.Errorf("a delivery although it is never offered: %d %s, offered for %q", local.Status, local.Body, offered())
		}
		placed(t, place(t, h.Visitor(t), "pickup-order-1", basket(id, nil)))
	})
}

func TestNoQuickActionBeforeThePayment(t *testing.T) {
	eachShop(t, func(t *testing.T, h testShop) {
		id, admin := h.products(t, "One")[0], h.Admin(t)
		waiting := placed(t, place(t, h.Visitor(t), "an-unpaid-order", basket(id, map[string]any{"payment_method": "card"})))
		inHand := placed(t, place(t, h.Visitor(t), "a-manual-order", basket(id, nil)))
		list := apitest.Read[adminapi.StaffOrderList](t, admin.Must("GET", "/api/admin/orders", nil, 200))
		rows := map[string]*adminapi.QuickAction{}
		for _, row := range list.Items {
			rows[row.Number] = row.QuickAction
		}
		for _, number := range []string{waiting.Order.Number, inHand.Order.Number} {
			rows[number+" alone"] = apitest.Read[adminapi.StaffOrder](t, admin.Must("GET", "/api/admin/orders/"+number, nil, 200)).QuickAction
		}
		for name, action := range rows {
			if want := strings.HasPrefix(name, inHand.Order.Number); (action != nil) != want {
				t.Errorf("%s has the quick action %+v, want one: %v", name, action, want)
			}
		}
	}, demoPay(t))
}

func TestTheBuyerComesBackToTheAddressTheyUsed(t *testing.T) {
	for _, c := range []struct {
		anyHost    bool
		host, want string
	}{
		{false, "192.168.1.5:8080", "http://shop.test/"}, // the shop has a public address
		{true, "192.168.1.5:8080", "http://192.168.1.5:8080/demo-pay/"},
		{true, "[fd00::1]:8080", "http://[fd00::1]:8080/demo-pay/"},
		{true, "a_b.test", "http://shop.test/"},
		{true, "shop.test:99999999", "http://shop.test/"},
	} {
		t.Run(fmt.Sprintf("%v %s", c.anyHost, c.host), func(t *testing.T) {
			eachShop(t, func(t *testing.T, h testShop) {
				text, err := json.Marshal(basket(h.products(t, "One")[0], map[string]any{"payment_method": "card"}))
				if err != nil {
					t.Fatal(err)
				}
				client := h.Visitor(t)
				r, err := http.NewRequest("POST", client.URL+"/api/orders", strings.NewReader(string(text)))
				if err != nil {
					t.Fatal(err)
				}
				r.Host = c.host
				r.Header.Set("Content-Type", "application/json")
				r.Header.Set("Idempotency-Key", "order-of-a-host")
				if order := placed(t, client.Send(r)); !strings.HasPrefix(order.PayURL, c.want) {
					t.Errorf("buyers are sent to %s, want %s", order.PayURL, c.want)
				}
			}, demoPay(t), func(config *services.Config) { config.AnyHost = c.anyHost })
		})
	}
}

// Whoever forges the Host header must not get links of their own into other people's mailboxes.
func TestLinksInEmailsNeverHaveTheAddressOfTheRequest(t *testing.T) {
	eachShop(t, func(t *testing.T, h testShop) {
		text, err := json.Marshal(basket(h.products(t, "One")[0], nil))
		if err != nil {
			t.Fatal(err)
		}
		client := h.Visitor(t)
		r, err := http.NewRequest("POST", client.URL+"/api/orders", strings.NewReader(string(text)))
		if err != nil {
			t.Fatal(err)
		}
		r.Host = "evil.test"
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Idempotency-Key", "order-of-a-host")
		placed(t, client.Send(r))
		message := h.box.wait(t, "maya@example.com", "order-confirmation")
		if text := fmt.Sprintf("%+v", message); strings.Contains(text, "evil.test") || !strings.Contains(text, "http://shop.test/order/") {
			t.Errorf("the confirmation has other links: %s", text)
		}
	}, func(c *services.Config) { c.AnyHost = true })
}
