package store_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

// Each order adds a part to the search index. Few are left soon after, and every order is found.
func TestTheSearchIndexOfOrdersIsMergedBesideThem(t *testing.T) {
	const orders, few = 300, 40
	s := storetest.New(t)
	for n := range orders {
		err := s.Write(t.Context(), func(tx *store.Tx) error {
			_, err := addOrder(t.Context(), tx, shop.Order{Email: fmt.Sprintf("maya%d@example.com", n), Name: "Maya", Fulfillment: shop.Pickup,
				Status: shop.StatusPending, Payment: shop.Unpaid, Total: 100}, nil, 1, noon)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	parts := func() int64 {
		return storetest.Number(t, storetest.LocationOf(s), "SELECT COUNT(DISTINCT segid) FROM orders_fts_idx")
	}
	for end := time.Now().Add(30 * time.Second); parts() > few; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("the search index has %d parts", parts())
		}
	}
	found, _, err := s.Orders.List(t.Context(), shop.OrderFilter{Tab: shop.TabAll, Search: "maya"}, orders+1, "")
	if err != nil || len(found) != orders {
		t.Errorf("%d orders found: %v", len(found), err)
	}
}
