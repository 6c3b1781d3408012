package orders_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/shoptest"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

// statements is what transactions asked the database.
type statements struct {
	mu   sync.Mutex
	made []string // guarded by mu
}

func (s *statements) note(query string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.made = append(s.made, query)
}

// take gives how many batches were begun since it was last called, those that lost a race to another transaction and began again
// included, and how many statements contain a text.
func (s *statements) take(text string) (batches, found int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, query := range s.made {
		if strings.Contains(query, "SELECT idempotency_key, number") {
			batches++
		}
		if strings.Contains(query, text) {
			found++
		}
	}
	s.made = nil
	return batches, found
}

// Purchase limits cost a batch of orders one query, however many orders it has: of a product with a limit per customer, and
// of a drop. Many orders of one household that are refused cost no more than one.
func TestLimitsCostOneQueryPerBatch(t *testing.T) {
	const counters = "SELECT 0, drop_id, kind, key, units FROM" // not what the waitlist asks of them meanwhile
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		asked, at := &statements{}, newClock()
		st.OnStatement(asked.note)
		r := &testShop{Services: shoptest.Idle(t, st, func(c *services.Config) { c.Now = at.now }), at: at}
		r.set(t, map[string]string{"tax_calculation": "none"})
		limited := r.product(t, "Rare Mochi", 450, units(shop.MaxUnits), func(in *shop.ProductInput) { in.MaxPerCustomer = units(2) })
		hot := r.product(t, "Hot Drop", 450, units(shop.MaxUnits))
		openDrop(t, r, at, hot)
		number := 0
		batch := func(product int64, orders int, oneHome bool, code shop.Code) {
			t.Helper()
			first := number
			number += orders
			r.Orders.TogetherInOneBatch(orders, func(i int) {
				c := checkout(4_50, shop.CheckoutLine{ProductID: product, Quantity: 1})
				c.Fulfillment, c.Method, c.Address, c.Payment = shop.Pickup, "", shop.Address{}, shop.PayManual
				c.Email, c.Phone = fmt.Sprintf("buyer%d@example.com", first+i), fmt.Sprintf("415%07d", first+i)
				if oneHome {
					c.Phone = "415 555 0000"
				}
				_, err := r.place(c, fmt.Sprintf("cost-key-%d", first+i))
				if !(oneHome && err == nil) { // the first of a home is sold
					if shop.CodeOf(err) != code {
						t.Errorf("order %d: %v, want %q", i, err, code)
					}
				}
			})
		}
		for _, kind := range []struct {
			name, query string
			product     int64
			oneHome     bool
			code        shop.Code
		}{
			{"of a limited product", "SELECT l.product_id, o.mailbox_key", limited, false, ""},
			{"of a drop", counters, hot, false, ""},
			{"of one home in a drop", counters, hot, true, shop.LimitHeld},
		} {
			for _, orders := range []int{1, 24} {
				asked.take("")
				batch(kind.product, orders, kind.oneHome, kind.code)
				if batches, queries := asked.take(kind.query); queries != batches || batches > 5 {
					t.Errorf("%d orders %s: %d queries in %d batches, want one in each", orders, kind.name, queries, batches)
				}
			}
		}
	})
}
