package orders_test

import (
	"fmt"
	"testing"

	"github.com/snackdrop/snackdrop/internal/orders"
	"github.com/snackdrop/snackdrop/internal/shop"
)

func (r *register) customer(t *testing.T, name string) orders.Buyer {
	t.Helper()
	_, session, err := r.Accounts.SignUp(t.Context(), shop.SignUp{Username: name, Email: name + "@example.com", Password: "snacks for everyone"}, shop.Client{IP: "10.9.9.9"})
	if err != nil {
		t.Fatal(err)
	}
	return orders.Buyer{User: &session.User, Client: shop.Client{IP: "10.0.0.1"}}
}

func TestAQuoteTellsLimitsPerCustomerToTheirOwnAccountAlone(t *testing.T) {
	eachRegister(t, func(t *testing.T, r *register) {
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

func TestGuestsDoNotFindOutWhoBoughtWhat(t *testing.T) {
	eachRegister(t, func(t *testing.T, r *register) {
		id := r.product(t, "Waves", 450, nil, func(in *shop.ProductInput) { in.MaxPerCustomer = units(1) })
		free := r.product(t, "Mochi", 450, nil)
		tries := 0
		order := func(product int64, email string, buyer orders.Buyer) error {
			tries++
			c := checkout(10_49, shop.CheckoutLine{ProductID: product, Quantity: 1})
			c.Email = email
			_, err := r.Orders.Place(t.Context(), c, fmt.Sprintf("key-guess-%04d", tries), buyer)
			return err
		}
		thief := orders.Buyer{Client: shop.Client{IP: "10.6.6.6"}}
		for i := range 21 {
			if err := order(id, fmt.Sprintf("buyer%d@example.com", i), orders.Buyer{}); err != nil {
				t.Fatal(err)
			}
		}
		for i := range 20 {
			for range 3 { // who tries again is told again
				wantCode(t, order(id, fmt.Sprintf("buyer%d@example.com", i/2), thief), shop.OutOfStock)
			}
		}
		for i := range 10 {
			wantCode(t, order(id, fmt.Sprintf("buyer%d@example.com", 10+i), thief), shop.OutOfStock)
		}
		wantCode(t, order(id, "buyer20@example.com", thief), shop.TooMany)
		wantCode(t, order(id, "nobody@example.com", thief), shop.TooMany)
		for _, ok := range []error{order(free, "nobody@example.com", thief), order(id, "else@example.com", orders.Buyer{Client: shop.Client{IP: "10.7.7.7"}}),
			order(id, "maya@example.com", r.customer(t, "maya"))} {
			if ok != nil {
				t.Error(ok)
			}
		}
	})
}

func TestCodesAreNotFoundByTryingToOrderEither(t *testing.T) {
	eachRegister(t, func(t *testing.T, r *register) {
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
