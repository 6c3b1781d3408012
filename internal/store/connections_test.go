package store_test

import (
	"strings"
	"sync"
	"testing"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

// pool_max_conns in the URL is how many connections an instance opens for transactions, and for reads.
func TestThePoolKeepsTheSizeInTheURL(t *testing.T) {
	t.Parallel()
	location := storetest.Location(t, store.Postgres)
	s, err := store.Open(t.Context(), storetest.WithConnections(location, "2"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	var work sync.WaitGroup
	for range 20 {
		work.Go(func() {
			if _, err := s.Products.ByIDs(t.Context(), []int64{1}); err != nil {
				t.Error(err)
			}
		})
		work.Go(func() {
			err := s.Write(t.Context(), func(tx *store.Tx) error {
				tx.Emit(shop.Event{Type: shop.EventResync})
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	work.Wait()
	open := storetest.Number(t, location, "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = '"+store.ApplicationName+"'")
	if open < 2 || open > 5 { // two for transactions, two for reads, one that looks after the database
		t.Errorf("%d connections are open", open)
	}
	for _, wrong := range []string{"0", "-1", "many", "1001", ""} {
		if _, err := store.Open(t.Context(), storetest.WithConnections(location, wrong)); err == nil || !strings.Contains(err.Error(), "pool_max_conns") {
			t.Errorf("pool_max_conns=%s: %v", wrong, err)
		}
	}
}
