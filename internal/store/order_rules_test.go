package store_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

// everyOrder places an order of each combination of what the rules for orders look at.
func everyOrder(t *testing.T, s *store.Store) []shop.Order {
	t.Helper()
	until := noon.Add(15 * time.Minute)
	var ids []int64
	err := s.Write(t.Context(), func(tx *store.Tx) error {
		ids = nil
		for _, status := range shop.AllStatuses {
			for _, method := range []string{shop.PayCard, shop.PayPayPal, shop.PayManual, shop.PayFree} {
				for _, payment := range []shop.PaymentStatus{shop.Unpaid, shop.Paid, shop.MoneyReturned} {
					for _, reservedUntil := range []*time.Time{nil, &until} {
						for _, reserved := range []bool{false, true} {
							id, err := addOrder(t.Context(), tx, shop.Order{Email: "kim@example.com", Name: "Kim", Fulfillment: shop.Pickup, Status: status,
								Payment: payment, PaymentMethod: method, ReservedUntil: reservedUntil, Reserved: reserved, Total: 10_00}, nil, 1, noon)
							if err != nil {
								return err
							}
							ids = append(ids, id)
						}
					}
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	orders := make([]shop.Order, 0, len(ids))
	for _, id := range ids {
		o, err := s.Orders.ByID(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		orders = append(orders, o)
	}
	return orders
}

func TestARowOfTheOrderListIsJudgedLikeItsOrder(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		settings := shop.DefaultSettings().Orders
		orders := map[int64]shop.Order{}
		awaiting := 0
		for _, o := range everyOrder(t, s) {
			orders[o.ID] = o
			if o.AwaitsPayment() {
				awaiting++
			}
		}
		if awaiting == 0 || awaiting == len(orders) {
			t.Fatalf("%d of %d orders wait for their payment: the test compares nothing", awaiting, len(orders))
		}
		rows, _, err := s.Orders.List(t.Context(), shop.OrderFilter{}, len(orders)+1, "")
		if err != nil || len(rows) != len(orders) {
			t.Fatalf("%d rows of %d orders (%v)", len(rows), len(orders), err)
		}
		for _, row := range rows {
			o, listed := orders[row.ID], row.Order()
			if listed.AwaitsPayment() != o.AwaitsPayment() || listed.CanMove() != o.CanMove() ||
				listed.NextStep(settings) != o.NextStep(settings) || listed.Refundable() != o.Refundable() {
				t.Errorf("%s %s %s: in the list it awaits payment %t, may move %t, next %q, refundable %v; the order %t, %t, %q, %v", o.Status, o.PaymentMethod, o.Payment,
					listed.AwaitsPayment(), listed.CanMove(), listed.NextStep(settings), listed.Refundable(), o.AwaitsPayment(), o.CanMove(), o.NextStep(settings), o.Refundable())
			}
		}
	})
}

// Statements that change an order only if a rule allows it repeat the rule in SQL.
func TestTheGuardsInSQLAgreeWithTheRulesForOrders(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		for _, o := range everyOrder(t, s) {
			var extended, again, refund bool
			err := s.Write(t.Context(), func(tx *store.Tx) (err error) {
				if extended, err = tx.OrderHolds.Extend(t.Context(), o.ID, noon.Add(time.Hour), noon); err != nil {
					return err
				}
				if refund, err = tx.Refunds.Reserve(t.Context(), o.ID, o.Total, noon); err != nil {
					return err
				}
				again, err = tx.OrderHolds.ReReserve(t.Context(), o.ID, shop.StatusPending, noon.Add(time.Hour), noon)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			if want := o.CheckConfirm() == nil && o.ReservedUntil != nil; extended != want {
				t.Errorf("%s %s %s, units reserved %t until %v: given more time %t, want %t", o.Status, o.PaymentMethod, o.Payment, o.Reserved, o.ReservedUntil, extended, want)
			}
			if want := o.CheckRefund(o.Total, shop.DefaultSettings().Payments) == nil; refund != want {
				t.Errorf("%s %s %s: a full refund was noted %t, want %t", o.Status, o.PaymentMethod, o.Payment, refund, want)
			}
			if want := o.Lapsed() && o.Status == shop.StatusCancelled; again != want {
				t.Errorf("%s %s %s, units reserved %t: reserved again %t, want %t", o.Status, o.PaymentMethod, o.Payment, o.Reserved, again, want)
			}
		}
	})
}

// Queries that choose orders by their status repeat the groups of shop.Status in SQL.
func TestTheStatusesInSQLAgreeWithTheRulesForOrders(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		product := addProduct(t, s, snack("Chips", 100))
		for i, status := range shop.AllStatuses {
			var order shop.Order
			var open int64
			var bought []store.BoughtUnits
			err := s.Write(t.Context(), func(tx *store.Tx) error {
				email := fmt.Sprintf("buyer%d@example.com", i)
				user, err := tx.Accounts.CreateWithProfile(t.Context(), shop.User{Username: fmt.Sprintf("buyer%d", i), Email: email, CreatedAt: noon}, "hash", noon)
				if err != nil {
					return err
				}
				id, err := addOrder(t.Context(), tx, shop.Order{UserID: &user, Email: email, Name: "Kim", Fulfillment: shop.Delivery, Status: status,
					Payment: shop.Paid, Total: 10_00, Reserved: true}, &product, 1, noon)
				if err != nil {
					return err
				}
				if open, err = tx.Orders.CountOpen(t.Context(), user); err != nil {
					return err
				}
				if bought, err = tx.Purchases.UnitsBought(t.Context(), []int64{product}, []store.Buyer{{UserID: &user}}); err != nil {
					return err
				}
				if _, err := tx.Refunds.Reserve(t.Context(), id, 10_00, noon); err != nil {
					return err
				}
				if _, err := tx.Orders.MarkRefunded(t.Context(), id, shop.StatusCancelled, noon); err != nil {
					return err
				}
				order, err = tx.Orders.ByID(t.Context(), id)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			if want := !status.Over() && !status.HandedOver(); (open == 1) != want {
				t.Errorf("an order that is %s keeps an account from being deleted: %t, want %t", status, open == 1, want)
			}
			if want := !status.Over(); (len(bought) == 1) != want {
				t.Errorf("an order that is %s counts for limits per customer: %t, want %t", status, len(bought) == 1, want)
			}
			if kept := order.Status == status && status != shop.StatusCancelled; order.Payment != shop.MoneyReturned || kept != status.HandedOver() {
				t.Errorf("an order that was %s is %s after its refund: kept %t, want %t", status, order.Status, kept, status.HandedOver())
			}
		}
	})
}
