package store_test

import (
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
			if want := o.Refundable() == o.Total; refund != want {
				t.Errorf("%s %s %s: a full refund was noted %t, want %t", o.Status, o.PaymentMethod, o.Payment, refund, want)
			}
			if want := o.Lapsed() && o.Status == shop.StatusCancelled; again != want {
				t.Errorf("%s %s %s, units reserved %t: reserved again %t, want %t", o.Status, o.PaymentMethod, o.Payment, o.Reserved, again, want)
			}
		}
	})
}
