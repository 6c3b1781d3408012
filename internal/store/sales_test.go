package store_test

import (
	"testing"

	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/internal/db"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

func TestSalesCountTheOrdersThatTheirRevenueComesFrom(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		chips := addProduct(t, s, snack("Chips", 100))
		number := int64(0)
		place := func(payments ...string) {
			t.Helper()
			err := s.Write(ctx, func(tx *store.Tx) error {
				for _, payment := range payments {
					number++
					order := db.InsertOrderParams{Email: "maya@example.com", CustomerName: "Maya", FulfillmentType: "pickup", Status: "pending",
						PaymentStatus: payment, TotalCents: 1000, CreatedAt: noon.UnixMilli()}
					if payment == "refunded" {
						order.PaymentStatus = "paid"
					}
					id, err := addOrder(ctx, tx, number, order, &chips, 1)
					if err != nil {
						return err
					}
					if payment == "refunded" {
						if _, err := tx.Queries().ReserveRefund(ctx, db.ReserveRefundParams{ID: id, Amount: 1000, Now: 1}); err != nil {
							return err
						}
						if _, err := tx.Queries().MarkOrderRefunded(ctx, db.MarkOrderRefundedParams{ID: id, Ending: "refunded", UpdatedAt: 1}); err != nil {
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
			hours, err := s.SalesHours(ctx, noon)
			if err != nil || len(hours) != 1 || hours[0].Orders != orders || int64(hours[0].Revenue) != 1000*orders {
				t.Errorf("%s: %+v %v, want %d orders of 1000", when, hours, err, orders)
			}
		}
		place("paid", "unpaid", "refunded", "paid")
		check("in the ledger", 2)
		aggregateAll(t, s)
		check("added up", 2)

		// A shop of an earlier version counted all of them, and some orders still wait in its ledger.
		place("paid", "unpaid")
		if err := s.Write(ctx, func(tx *store.Tx) error {
			return tx.Queries().AddSalesHour(ctx, db.AddSalesHourParams{Hour: noon.UnixMilli() / 3_600_000, Orders: 2})
		}); err != nil {
			t.Fatal(err)
		}
		if err := s.ExecMigration(ctx, "00012_sales_of_paid_orders.sql"); err != nil {
			t.Fatal(err)
		}
		check("migrated", 3)
		aggregateAll(t, s)
		check("migrated and added up", 3)
	})
}
