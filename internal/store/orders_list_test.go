package store_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

// addOrder places an order with one line.
func addOrder(ctx context.Context, tx *store.Tx, o shop.Order, product *int64, units int64, at time.Time) (int64, error) {
	o.Currency = "USD"
	o.Lines = []shop.OrderLine{{Position: 1, ProductID: product, Name: "Chips", Price: 100, Quantity: units}}
	placed := &store.NewOrder{Order: o}
	err := tx.Orders.Insert(ctx, []*store.NewOrder{placed}, at)
	return placed.ID, err
}

func someOrders(t *testing.T, s *store.Store, many int) []shop.OrderRow {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	first, last := []string{"Maya", "Jordan", "Ana", "José"}, []string{"Torres", "Lee", "Smith"}
	var all []shop.OrderRow
	err := s.Write(t.Context(), func(tx *store.Tx) error {
		all = nil
		for n := int64(1); n <= int64(many); n++ {
			name := first[random.IntN(4)] + " " + last[random.IntN(3)]
			pickup := random.IntN(2) == 0
			row := shop.OrderRow{Number: shop.OrderNumber(n), CreatedAt: noon.Add(time.Duration(n/3) * time.Hour), CustomerName: name,
				Email: fmt.Sprintf("%s%d@example.com", strings.ToLower(name[:3]), random.IntN(20)), Pickup: pickup,
				Status: shop.AllStatuses[random.IntN(10)], PaymentStatus: []string{"unpaid", "paid", "refunded"}[random.IntN(3)],
				Currency: "USD", Total: shop.Cents(random.IntN(5000)), Units: 2}
			fulfillment := shop.Delivery
			if pickup {
				fulfillment = shop.Pickup
			}
			id, err := addOrder(t.Context(), tx, shop.Order{Email: row.Email, Name: name, Fulfillment: fulfillment,
				Status: row.Status, Payment: shop.PaymentStatus(row.PaymentStatus), Total: row.Total}, nil, 2, row.CreatedAt)
			if err != nil {
				return err
			}
			row.ID = id
			all = append(all, row)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Reverse(all)
	return all
}

func lets(f shop.OrderFilter, o shop.OrderRow) bool {
	fulfillment := "delivery"
	if o.Pickup {
		fulfillment = "pickup"
	}
	waits := o.Status == "pending" || o.Status == "on-hold"
	return slices.Contains(f.Tab.Statuses(), o.Status) && (f.Status == "" || f.Status == string(o.Status) || f.Status == "waiting" && waits) &&
		(f.Type == "" || f.Type == fulfillment) && (f.Payment == "" || f.Payment == o.PaymentStatus) &&
		(f.From == nil || !o.CreatedAt.Before(*f.From)) && (f.To == nil || o.CreatedAt.Before(*f.To)) &&
		(f.EmailKey == "" || f.EmailKey == o.Email) &&
		strings.Contains(store.SearchText(o.Number, o.CustomerName, o.Email), store.SearchText(f.Search))
}

func TestTheOrderListAgreesWithAPlainFilter(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		all := someOrders(t, s, 400)
		from, to := noon.Add(40*time.Hour), noon.Add(90*time.Hour)
		for _, tab := range []shop.OrderTab{shop.TabAll, shop.TabProcessing, shop.TabReady, shop.TabCompleted} {
			for _, search := range []string{"", "josé", "smith", "e.com", "le", "ORD-120", "39", `"`, "%", "nobody"} {
				for _, f := range []shop.OrderFilter{
					{}, {Type: "pickup"}, {Payment: "unpaid"}, {Type: "delivery", Payment: "refunded"}, {From: &from}, {To: &to, Type: "pickup"},
					{From: &from, To: &to}, {EmailKey: all[0].Email}, {Status: "waiting"}, {Status: "cancelled", Type: "pickup"},
				} {
					f.Tab, f.Search = tab, search
					var want, got []string
					for _, o := range all {
						if lets(f, o) {
							want = append(want, o.Number)
						}
					}
					for cursor, more := "", true; more; more = cursor != "" {
						page, next, err := s.Orders.List(t.Context(), f, 7, cursor)
						if err != nil {
							t.Fatalf("%+v: %v", f, err)
						}
						for _, o := range page {
							got = append(got, o.Number)
						}
						cursor = next
					}
					if !slices.Equal(got, want) {
						t.Fatalf("%+v\n got %v\nwant %v", f, got, want)
					}
				}
			}
		}
		short, _, err := s.Orders.List(t.Context(), shop.OrderFilter{Search: "ord-7"}, 100, "")
		if err != nil || len(short) != 1 || short[0].Number != "ORD-007" {
			t.Fatalf("ord-7 found %+v (%v)", short, err)
		}
		page, _, err := s.Orders.List(t.Context(), shop.OrderFilter{}, 1, "")
		if err != nil || page[0] != all[0] {
			t.Fatalf("got %+v, want %+v (%v)", page, all[0], err)
		}
	})
}

func aggregate(t *testing.T, s *store.Store, limit int) (lines int) {
	t.Helper()
	err := s.Write(t.Context(), func(tx *store.Tx) (err error) {
		lines, err = tx.Analytics.AggregateLedger(t.Context(), limit)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return lines
}

func aggregateAll(t *testing.T, s *store.Store) {
	t.Helper()
	for aggregate(t, s, 50) > 0 {
	}
}

func TestCountsAreExactBeforeAndAfterTheLedgerIsAggregated(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		all := someOrders(t, s, 300)
		check := func(when string) {
			t.Helper()
			var want shop.OrderCounts
			for _, o := range all {
				want.All++
				switch o.Status {
				case shop.StatusProcessing:
					want.Processing++
				case shop.StatusReadyForPickup, shop.StatusReadyForDelivery:
					want.Ready++
				case shop.StatusPickedUp, shop.StatusDelivered, shop.StatusCompleted:
					want.Completed++
				case shop.StatusPending, shop.StatusOnHold:
					want.Waiting++
				}
			}
			got, err := s.Orders.CountsByTab(t.Context())
			if err != nil || got != want {
				t.Fatalf("%s: got %+v, want %+v (%v)", when, got, want, err)
			}
		}
		check("before")
		aggregate(t, s, 100)
		check("half way")
		aggregateAll(t, s)
		check("after")
		err := s.Write(t.Context(), func(tx *store.Tx) error {
			for i := range all[:50] {
				was := all[i].Status
				all[i].Status = shop.StatusCompleted
				if _, err := tx.Orders.Move(t.Context(), shop.Order{ID: all[i].ID, Status: was}, shop.StatusCompleted, noon); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		check("after moves")
		aggregateAll(t, s)
		check("after moves were aggregated")
	})
}

func TestTheLedgerKnowsSalesAndCustomers(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		chips, soda := addProduct(t, s, snack("Chips", 100)), addProduct(t, s, snack("Soda", 100))
		var last int64
		err := s.Write(ctx, func(tx *store.Tx) error {
			for n := range int64(4) {
				product := chips
				if n == 3 {
					product = soda
				}
				id, err := addOrder(ctx, tx, shop.Order{Email: "Maya@Example.com", Name: fmt.Sprintf("Maya %d", n), Fulfillment: shop.Pickup,
					Status: shop.StatusPending, Payment: shop.Paid, Total: 1000}, &product, 2, noon.Add(time.Duration(n)*time.Minute))
				if err != nil {
					return err
				}
				last = id
			}
			_, err := tx.Orders.Move(ctx, shop.Order{ID: last, Status: shop.StatusPending}, shop.StatusCancelled, noon)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		sales := func() [2]int64 {
			hours, err := s.Analytics.SalesHours(ctx, noon)
			if err != nil || len(hours) != 1 {
				t.Fatalf("%+v %v", hours, err)
			}
			return [2]int64{hours[0].Orders, int64(hours[0].Revenue)}
		}
		// The cancelled one is still paid: it counts until its money is given back.
		if got := sales(); got != [2]int64{4, 4000} {
			t.Fatalf("before aggregating: %v", got)
		}
		aggregateAll(t, s)
		if got := sales(); got != [2]int64{4, 4000} {
			t.Fatalf("after aggregating: %v", got)
		}
		best, err := s.Analytics.BestSellers(ctx, noon.Add(time.Hour), 4, 5)
		if err != nil || len(best) != 1 || best[0].ProductID != chips || best[0].Units != 6 {
			t.Fatalf("best sellers: %+v %v", best, err)
		}
		people, _, err := s.Customers.List(ctx, shop.CustomerFilter{Search: "maya 3"}, 10, "")
		if err != nil || len(people) != 1 || people[0].Orders != 4 || people[0].Spent != 4000 || people[0].Email != "Maya@Example.com" ||
			!people[0].LastOrderAt.Equal(noon.Add(3*time.Minute)) {
			t.Fatalf("customers: %+v %v", people, err)
		}
	})
}
