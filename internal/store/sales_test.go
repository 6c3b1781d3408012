package store_test

import (
	"testing"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/internal/db"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

func TestSalesCountTheOrdersThatTheirRevenueComesFrom(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		chips := addProduct(t, s, snack("Chips", 100))
		place := func(payments ...shop.PaymentStatus) {
			t.Helper()
			err := s.Write(ctx, func(tx *store.Tx) error {
				for _, payment := range payments {
					order := shop.Order{Email: "maya@example.com", Name: "Maya", Fulfillment: shop.Pickup, Status: shop.StatusPending, Payment: payment, Total: 1000}
					if payment == shop.MoneyReturned {
						order.Payment = shop.Paid
					}
					id, err := addOrder(ctx, tx, order, &chips, 1, noon)
					if err != nil {
						return err
					}
					if payment == shop.MoneyReturned {
						if _, err := tx.Refunds.Reserve(ctx, id, 1000, noon); err != nil {
							return err
						}
						if _, err := tx.Orders.MarkRefunded(ctx, id, shop.StatusRefunded, noon); err != nil {
							return err
						}
					}
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		check := func(when string, orders int64) {
			t.Helper()
			hours, err := s.Analytics.SalesHours(ctx, noon)
			if err != nil || len(hours) != 1 || hours[0].Orders != orders || int64(hours[0].Revenue) != 1000*orders {
				t.Errorf("%s: %+v %v, want %d orders of 1000", when, hours, err, orders)
			}
		}
		place(shop.Paid, shop.Unpaid, shop.MoneyReturned, shop.Paid)
		check("in the ledger", 2)
		aggregateAll(t, s)
		check("added up", 2)

		// A shop of an earlier version counted all of them, and some orders still wait in its ledger.
		place(shop.Paid, shop.Unpaid)
		if err := s.Write(ctx, func(tx *store.Tx) error {
			return tx.Queries().AddSalesHour(ctx, db.AddSalesHourParams{Hour: noon.UnixMilli() / 3_600_000, Orders: 2})
		}); err != nil {
			t.Fatal(err)
		}
		if err := s.ExecMigration(ctx, "00006_sales_of_paid_orders.sql"); err != nil {
			t.Fatal(err)
		}
		check("migrated", 3)
		aggregateAll(t, s)
		check("migrated and added up", 3)
	})
}
