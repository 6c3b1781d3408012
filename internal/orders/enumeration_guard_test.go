package orders_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/snackdrop/snackdrop/internal/orders"
	"github.com/snackdrop/snackdrop/internal/shop"
)

func (r *testShop) customer(t *testing.T, name string) orders.Buyer {
	t.Helper()
	_, session, err := r.Accounts.SignUp(t.Context(), shop.SignUp{Username: name, Email: name + "@example.com", Password: "snacks for everyone"}, shop.Client{IP: "10.9.9.9"})
	if err != nil {
		t.Fatal(err)
	}
	return orders.Buyer{User: &session.User, Client: shop.Client{IP: "10.0.0.1"}}
}

func TestAQuoteTellsLimitsPerCustomerToTheirOwnAccountAlone(t *testing.T) {
	eachShop(t, func(t *testing.T, r *testShop) {
		ctx := t.Context()
		id := r.product(t, "Waves", 450, nil, func(in *shop.ProductInput) { in.MaxPerCustomer = units(2) })
		if _, err := r.Catalog.CreatePromotion(ctx, shop.Promotion{Code: "ONCE", Kind: shop.PercentOff, Value: 50, Enabled: true, MaxPerCustomer: units(1)}, staff); err != nil {
			t.Fatal(err)
		}
		maya := r.customer(t, "maya")
		c := checkout(8_24, shop.CheckoutLine{ProductID: id, Quantity: 1})
		c.PromoCode = "ONCE"
		if _, err := r.place(c, "key-00000001"); err != nil { // with the address, before the account was used
			t.Fatal(err)
		}
		in := orders.QuoteRequest{Lines: []shop.CheckoutLine{{ProductID: id, Quantity: 2}}, Fulfillment: shop.Delivery, Method: shop.Standard, State: "OR", PromoCode: "ONCE", Buyer: maya}
		answer, err := r.Orders.Quote(ctx, in)
		if err != nil || len(answer.Problems) != 1 || answer.Problems[0].Kind != "limit" || answer.Problems[0].Most != 1 || answer.PromoError != shop.PromoWrong {
			t.Fatalf("%+v %q %v", answer.Problems, answer.PromoError, err)
		}
		in.Buyer.User = nil
		if answer, err = r.Orders.Quote(ctx, in); err != nil || len(answer.Problems) != 0 || answer.PromoError != "" {
			t.Fatalf("a guest was told what somebody bought: %+v %q %v", answer.Problems, answer.PromoError, err)
		}
	})
}

// guestOrders places orders of single units as guests, each under a new key.
func (r *testShop) guestOrders(t *testing.T) func(product int64, email string, buyer orders.Buyer) error {
	var tries atomic.Int64
	return func(product int64, email string, buyer orders.Buyer) error {
		c := freeCheckout(product)
		c.Email = email
		_, err := r.Orders.Place(t.Context(), c, fmt.Sprintf("key-guess-%04d", tries.Add(1)), buyer)
		return err
	}
}

func from(ip string) orders.Buyer { return orders.Buyer{Client: shop.Client{IP: ip}} }

func TestRefusedGuestsDoNotLockTheirNetworkOut(t *testing.T) {
	eachShop(t, func(t *testing.T, r *testShop) {
		id, order := r.product(t, "Waves", 0, nil, func(in *shop.ProductInput) { in.MaxPerCustomer = units(1) }), r.guestOrders(t)
		for i := range 40 {
			if err := order(id, fmt.Sprintf("student%d@example.com", i), from(fmt.Sprintf("198.51.100.%d", i))); err != nil {
				t.Fatal(err)
			}
		}
		for i := range 40 { // they all come back for a second one
			wantCode(t, order(id, fmt.Sprintf("student%d@example.com", i), from("203.0.113.7")), shop.OutOfStock)
		}
		if err := order(id, "maya@example.com", from("203.0.113.7")); err != nil {
			t.Errorf("the forty-first guest of the network: %v", err)
		}
	})
}

func TestGuestsDoNotFindOutWhoBoughtWhat(t *testing.T) {
	eachShop(t, func(t *testing.T, r *testShop) {
		var products []int64
		for i := range 6 {
			products = append(products, r.product(t, fmt.Sprintf("Waves %d", i), 0, nil, func(in *shop.ProductInput) { in.MaxPerCustomer = units(1) }))
		}
		free, order := r.product(t, "Mochi", 0, nil), r.guestOrders(t)
		for _, id := range products {
			if err := order(id, "maya@example.com", from("198.51.100.1")); err != nil {
				t.Fatal(err)
			}
		}
		for _, id := range products[:4] {
			for range 3 { // who tries again is told again
				wantCode(t, order(id, "maya@example.com", from("203.0.113.7")), shop.OutOfStock)
			}
		}
		wantCode(t, order(products[4], "maya@example.com", from("203.0.113.7")), shop.OutOfStock)
		wantCode(t, order(products[5], "maya@example.com", from("203.0.113.7")), shop.TooMany)
		for i := range 3 { // one who has many networks: 5 things from each
			for _, id := range products[:5] {
				wantCode(t, order(id, "maya@example.com", from(fmt.Sprintf("203.0.113.%d", 10+i))), shop.OutOfStock)
			}
		}
		wantCode(t, order(products[0], "maya@example.com", from("203.0.113.99")), shop.TooMany)
		for _, ok := range []error{order(free, "maya@example.com", from("203.0.113.7")), order(products[0], "else@example.com", from("203.0.113.7")),
			order(products[0], "robin@example.com", r.customer(t, "robin"))} {
			if ok != nil {
				t.Error(ok)
			}
		}
	})
}

func TestANetworkHearsOfABoundedNumberOfAddresses(t *testing.T) {
	eachShop(t, func(t *testing.T, r *testShop) {
		id, order := r.product(t, "Waves", 0, nil, func(in *shop.ProductInput) { in.MaxPerCustomer = units(1) }), r.guestOrders(t)
		atOnce := func(times int, buyer orders.Buyer, want shop.Code) {
			t.Helper()
			var wait sync.WaitGroup
			for i := range times {
				wait.Go(func() {
					if err := order(id, fmt.Sprintf("buyer%d@example.com", i), buyer); shop.CodeOf(err) != want || err != nil && want == "" {
						t.Errorf("buyer %d: %v, want %q", i, err, want)
					}
				})
			}
			wait.Wait()
		}
		atOnce(201, orders.Buyer{}, "")
		for _, some := range []int{100, 190} { // at the same time each may be the last that is told
			atOnce(some, from("2001:db8:6:6::6"), shop.OutOfStock)
		}
		for i := 190; i < 200; i++ {
			wantCode(t, order(id, fmt.Sprintf("buyer%d@example.com", i), from("2001:db8:6:6::6")), shop.OutOfStock)
		}
		wantCode(t, order(id, "buyer200@example.com", from("2001:db8:6:6::7")), shop.TooMany)
		wantCode(t, order(id, "nobody@example.com", from("2001:db8:6:6::8")), shop.TooMany)
		if err := order(id, "else@example.com", from("2001:db8:6:7::1")); err != nil {
			t.Errorf("a guest of another network: %v", err)
		}
	})
}

func TestCodesAreNotFoundByTryingToOrderEither(t *testing.T) {
	eachShop(t, func(t *testing.T, r *testShop) {
		ctx := t.Context()
		id := r.product(t, "Waves", 450, nil)
		buyer := orders.Buyer{Client: shop.Client{IP: "10.0.0.1"}}
		in := orders.QuoteRequest{Lines: []shop.CheckoutLine{{ProductID: id, Quantity: 2}}, Fulfillment: shop.Delivery, Method: shop.Standard, State: "OR", Buyer: buyer}
		// The same wrong code, asked about with every letter of a form, is one wrong code.
		in.PromoCode = "NOPE"
		for range 200 {
			if answer, err := r.Orders.Quote(ctx, in); err != nil || answer.PromoError != shop.PromoWrong {
				t.Fatalf("%q %v", answer.PromoError, err)
			}
		}
		var err error
		for i := range 100 { // half of them in a quote, half of them in an order
			code := "GUESS" + string(rune('A'+i%26)) + string(rune('A'+i/26))
			if in.PromoCode = code; i%2 == 0 {
				if _, err := r.Orders.Quote(ctx, in); err != nil {
					t.Fatal(err)
				}
				continue
			}
			c := checkout(0, shop.CheckoutLine{ProductID: id, Quantity: 1})
			c.PromoCode = code
			_, err = r.Orders.Place(ctx, c, "key-"+code, buyer)
		}
		wantCode(t, err, shop.TooMany)
		answer, err := r.Orders.Quote(ctx, in)
		if err != nil || answer.PromoError == shop.PromoWrong || answer.Total != 14_99 {
			t.Errorf("guessing goes on, or nothing can be bought: %q %v %v", answer.PromoError, answer.Total, err)
		}
	})
}
