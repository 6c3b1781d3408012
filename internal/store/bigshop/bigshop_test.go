package bigshop

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

const weekMillis = 7 * 24 * 3_600_000

type figures struct {
	orders, units int64 // units of the last four weeks
	revenue       shop.Cents
}

// The sums that Fill makes at once are those of its orders.
func TestAFilledShopAddsUp(t *testing.T) {
	for _, engine := range []store.Engine{store.SQLite, store.Postgres} {
		t.Run(string(engine), func(t *testing.T) {
			t.Parallel()
			location := filepath.Join(t.TempDir(), "snackdrop.db")
			if engine == store.Postgres {
				location = storetest.Empty(t)
			}
			size := Size{Products: 60, Orders: 700, Customers: 50}
			if err := Fill(t.Context(), location, size, func(string) {}); err != nil {
				t.Fatal(err)
			}
			s := storetest.Open(t, location)
			want, got := counted(t, s), summed(t, s)
			if got != want || got.orders != int64(size.Orders) {
				t.Errorf("the sums say %+v, the orders %+v", got, want)
			}
			subscribed, _, err := s.Inbox.Subscribers(t.Context(), "", "", 1, "")
			if err != nil || len(subscribed) != 1 {
				t.Errorf("the list of subscribers holds %d (%v)", len(subscribed), err)
			}
			written, _, err := s.Audit.List(t.Context(), shop.AuditFilter{Entity: "product"}, 100, "")
			if err != nil || len(written) != size.Products {
				t.Errorf("the audit log holds %d (%v)", len(written), err)
			}
			found, _, err := s.Orders.List(t.Context(), shop.OrderFilter{Search: "torres"}, 1, "")
			if err != nil || len(found) != 1 {
				t.Errorf("the search found %d (%v)", len(found), err)
			}
		})
	}
}

func counted(t *testing.T, s *store.Store) (f figures) {
	t.Helper()
	for cursor, more := "", true; more; more = cursor != "" {
		page, next, err := s.Orders.List(t.Context(), shop.OrderFilter{}, 100, cursor)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range page {
			f.orders++
			if o.PaymentStatus != "unpaid" {
				f.revenue += o.Total - o.Refunded
			}
			if !o.Status.Over() && o.CreatedAt.UnixMilli()/weekMillis > time.Now().UnixMilli()/weekMillis-4 {
				f.units += o.Units
			}
		}
		cursor = next
	}
	return f
}

func summed(t *testing.T, s *store.Store) (f figures) {
	t.Helper()
	counts, err := s.Orders.CountsByTab(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	f.orders = counts.All
	hours, err := s.Analytics.SalesHours(t.Context(), time.Unix(0, 0))
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range hours {
		f.revenue += h.Revenue
	}
	best, err := s.Analytics.BestSellers(t.Context(), time.Now(), 4, 100)
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range best {
		f.units += b.Units
	}
	people, _, err := s.Customers.List(t.Context(), shop.CustomerFilter{}, 100, "")
	if err != nil {
		t.Fatal(err)
	}
	spent := shop.Cents(0)
	for _, c := range people {
		spent += c.Spent
	}
	if spent != f.revenue {
		t.Errorf("customers spent %s, the hours brought %s", spent, f.revenue)
	}
	return f
}

// A text is found wherever it stands, however short it is and however many products have it.
func TestSearchInALargeShop(t *testing.T) {
	for _, engine := range []store.Engine{store.SQLite, store.Postgres} {
		t.Run(string(engine), func(t *testing.T) {
			t.Parallel()
			location := filepath.Join(t.TempDir(), "snackdrop.db")
			if engine == store.Postgres {
				location = storetest.Empty(t)
			}
			const products = 2_500
			if err := Fill(t.Context(), location, Size{Products: products, Orders: 1}, func(string) {}); err != nil {
				t.Fatal(err)
			}
			s := storetest.Open(t, location)
			err := s.Write(t.Context(), func(tx *store.Tx) error {
				_, err := tx.Products.Create(t.Context(), shop.ProductInput{Name: "Ÿ Pop", Slug: "y-pop", Description: "Ends in 5%§"}, nil, time.Now())
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			all, _, err := s.Products.List(t.Context(), shop.ProductFilter{}, shop.ByName, 2*products, "")
			if err != nil {
				t.Fatal(err)
			}
			for _, text := range []string{"a", "AN", "zz", "qz", "%", "_", "§", "%§", "ÿ", "7.", "from", "batch 77.", "5%§"} {
				var want []int64
				for _, p := range all {
					if strings.Contains(store.SearchText(p.Name, p.Description), store.SearchText(text)) {
						want = append(want, p.ID)
					}
				}
				filter := shop.ProductFilter{Search: text}
				page, _, err := s.Products.List(t.Context(), filter, shop.ByName, 2*products, "")
				if err != nil {
					t.Fatal(err)
				}
				var got []int64
				for _, p := range page {
					got = append(got, p.ID)
				}
				n, err := s.Products.CountMatching(t.Context(), filter)
				if err != nil || !slices.Equal(got, want) || n != int64(len(want)) {
					t.Errorf("%q: found %d, counted %d, there are %d; %v", text, len(got), n, len(want), err)
				}
			}
			drinks := shop.ProductFilter{Search: "drink", InCategory: true}
			n, err := s.Products.CountMatching(t.Context(), drinks)
			if page, _, listErr := s.Products.List(t.Context(), drinks, shop.ByPrice, 5, ""); err != nil || listErr != nil || n < products/10 || page[4].Category.Name != "Drinks" {
				t.Errorf("a category's name: %d (%v, %v)", n, err, listErr)
			}
		})
	}
}
