package httpapi_test

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"sync/atomic"
	"testing"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/httpapi/apitest"
	"github.com/snackdrop/snackdrop/internal/mail"
	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/settings"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/shoptest"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

// BenchmarkOrders is the whole way of an order in one process, for a profile:
// go test -run - -bench Orders -cpuprofile cpu.out ./internal/httpapi
func BenchmarkOrders(b *testing.B) {
	slog.SetDefault(slog.New(slog.NewTextHandler(io.Discard, nil)))
	for _, engine := range []store.Engine{store.SQLite, store.Postgres} {
		for _, emails := range []string{"enabled", "disabled"} {
			b.Run(fmt.Sprintf("%s/emails %s", engine, emails), func(b *testing.B) {
				a := shoptest.On(b, storetest.Open(b, storetest.Location(b, engine)), func(c *services.Config) { c.Mailer = &mail.Folder{Path: b.TempDir()} })
				staff, plenty := audit.Actor{Name: "staff"}, int64(shop.MaxUnits)
				values := map[string]string{"tax_calculation": "none", "order_confirmation_email": emails}
				if err := a.Settings.Save(b.Context(), settings.Change{Values: values}, staff); err != nil {
					b.Fatal(err)
				}
				p, err := a.Catalog.CreateProduct(b.Context(), shop.ProductInput{Name: "Hot Drop", Slug: "hot", Description: "Crunchy.", Price: 450, InStock: true, Stock: &plenty}, staff)
				if err != nil {
					b.Fatal(err)
				}
				s := apitest.Serve(b, a)
				client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 1000}}
				var n atomic.Int64
				b.SetParallelism(64)
				b.ResetTimer()
				b.RunParallel(func(pb *testing.PB) {
					for pb.Next() {
						buyer := n.Add(1)
						text := fmt.Sprintf(`{"lines":[{"product_id":%d,"quantity":1}],"email":"buyer%d@example.com","name":"Maya Torres","fulfillment_type":"pickup","payment_method":"manual","expected_total":4.5}`, p.ID, buyer)
						r, err := http.NewRequest("POST", s.URL+"/api/orders", bytes.NewBufferString(text))
						if err != nil {
							b.Error(err)
							return
						}
						r.Header.Set("Content-Type", "application/json")
						r.Header.Set("Idempotency-Key", fmt.Sprintf("bench-%012d", buyer))
						answer, err := client.Do(r)
						if err != nil {
							b.Error(err)
							return
						}
						_, _ = io.Copy(io.Discard, answer.Body)
						_ = answer.Body.Close()
						if answer.StatusCode != http.StatusOK {
							b.Error(answer.Status)
						}
					}
				})
				b.StopTimer()
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "orders/s")
			})
		}
	}
}
