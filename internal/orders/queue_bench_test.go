package orders_test

import (
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

// BenchmarkQueue places orders for one hot product from many buyers at once.
func BenchmarkQueue(b *testing.B) {
	for _, engine := range []store.Engine{store.SQLite, store.Postgres} {
		for _, buyers := range []int{1, 32, 128} {
			b.Run(fmt.Sprintf("%s/%d buyers", engine, buyers), func(b *testing.B) {
				r := openShop(b, storetest.Open(b, storetest.Location(b, engine)), newClock())
				r.set(b, map[string]string{"manual_delivery": shop.ManualEverywhere})
				plenty := int64(shop.MaxUnits)
				hot := r.product(b, "Hot Drop", 450, &plenty)
				var n atomic.Int64
				b.SetParallelism(buyers)
				b.ResetTimer()
				b.RunParallel(func(pb *testing.PB) {
					for pb.Next() {
						c := checkout(10_49, shop.CheckoutLine{ProductID: hot, Quantity: 1})
						c.Payment = shop.PayManual
						i := n.Add(1)
						c.Email = fmt.Sprintf("buyer%d@example.com", i)
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
