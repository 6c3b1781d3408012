package payments_test

import (
	"testing"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/orders"
	"github.com/snackdrop/snackdrop/internal/payment"
	"github.com/snackdrop/snackdrop/internal/payment/demo"
	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/shoptest"
)

// The buyer's other tab, or the provider's message, can be between the look at an order and its new payment.
func TestNoSecondPaymentIsBegunForAnOrderThatWasJustPaid(t *testing.T) {
	shoptest.Each(t, func(t *testing.T, s *services.Services) {
		ctx := t.Context()
		bank, err := demo.New(t.TempDir(), "http://shop.test")
		if err != nil {
			t.Fatal(err)
		}
		shoptest.SetProvider(s.Store, "demo", bank)
		stock := int64(3)
		product, err := s.Catalog.CreateProduct(ctx, shop.ProductInput{Name: "Mochi", Slug: "mochi", Description: "Soft.", Price: 4_50, InStock: true, Stock: &stock},
			audit.Actor{Name: "staff"})
		if err != nil {
			t.Fatal(err)
		}
		placed, err := s.Orders.Place(ctx, shop.Checkout{Lines: []shop.CheckoutLine{{ProductID: product.ID, Quantity: 1}}, Email: "maya@example.com", Name: "Maya Torres",
			Fulfillment: shop.Delivery, Method: shop.Standard, Address: shop.Address{Line1: "1 Main St", City: "Portland", State: "OR", Zip: "97205"},
			Payment: shop.PayCard, ExpectedTotal: 10_49}, "key-00000001", orders.Buyer{})
		if err != nil {
			t.Fatal(err)
		}
		made := func() []shop.Payment {
			t.Helper()
			made, err := s.Store.Payments.OfOrder(ctx, placed.Order.ID)
			if err != nil {
				t.Fatal(err)
			}
			return made
		}
		ref := made()[0].Ref
		if err := s.Payments.Settle(ctx, "demo", payment.Outcome{Ref: ref, CaptureRef: ref, State: shop.PaymentStatePaid, Amount: 10_49, Currency: "USD"}); err != nil {
			t.Fatal(err)
		}
		if err := s.Payments.PayAfterCheck(ctx, placed.Order.ID, "demo"); shop.CodeOf(err) != shop.Conflict {
			t.Errorf("got %v, want a conflict", err)
		}
		if n := len(made()); n != 1 {
			t.Errorf("there are %d payments, want the one that was paid", n)
		}
	})
}
