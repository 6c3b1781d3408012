package orders_test

import (
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

// BenchmarkLimits compares orders for a product with a limit per customer, and for one of a drop, with those for any other.
func BenchmarkLimits(b *testing.B) {
	for _, engine := range []store.Engine{store.SQLite, store.Postgres} {
		for _, kind := range []string{"usual", "limited", "drop"} {
			b.Run(string(engine)+"/"+kind, func(b *testing.B) {
				at := newClock()
				r := openShop(b, storetest.Open(b, storetest.Location(b, engine)), at)
				r.set(b, map[string]string{"tax_calculation": "none"})
				hot := r.product(b, "Hot Drop", 450, units(shop.MaxUnits), func(in *shop.ProductInput) {
					if kind == "limited" {
						in.MaxPerCustomer = units(2)
					}
				})
				if kind == "drop" {
					openDrop(b, r, at, hot)
				}
				var n atomic.Int64
				b.SetParallelism(64)
				b.ResetTimer()
				b.RunParallel(func(pb *testing.PB) {
					for pb.Next() {
						i := n.Add(1)
						c := checkout(4_50, shop.CheckoutLine{ProductID: hot, Quantity: 1})
						c.Fulfillment, c.Method, c.Address, c.Payment = shop.Pickup, "", shop.Address{}, shop.PayManual
						c.Email, c.Phone = fmt.Sprintf("buyer%d@example.com", i), fmt.Sprintf("415%07d", i)
						if _, err := r.place(c, fmt.Sprintf("bench-key-%d", i)); err != nil {
							b.Fatal(err)
						}
					}
				})
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "orders/s")
			})
		}
	}
}

// openDrop makes a drop of a product that is open.
func openDrop(b testing.TB, r *testShop, at *clock, product int64) {
	b.Helper()
	opens := at.now().Add(time.Minute)
	draft, err := r.Drops.Create(b.Context(), shop.Drop{Name: "Hot", Mode: shop.DropOpen, TeasedAt: at.now(), OpensAt: opens, EarlyAccess: shop.EarlyNone, LimitUnits: 1, PayAtPickup: true,
		ReservationTime: 8 * time.Minute, HoldTime: 10 * time.Minute, PassTime: 5 * time.Minute, ShuffleTime: 20 * time.Second,
		Products: []shop.DropProduct{{ProductID: product, Units: shop.MaxUnits}}}, audit.Actor{Name: "staff"})
	if err == nil {
		_, err = r.Drops.Schedule(b.Context(), draft.ID, draft.Version, audit.Actor{Name: "staff"})
	}
	if err != nil {
		b.Fatal(err)
	}
	at.move(2 * time.Minute)
}
