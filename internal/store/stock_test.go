package store_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

func addCounted(t *testing.T, s *store.Store, name string, units int64) int64 {
	t.Helper()
	in := snack(name, 100)
	in.Stock = &units
	return addProduct(t, s, in)
}

func stockOf(t *testing.T, s *store.Store, id int64) int64 {
	t.Helper()
	p, err := s.Products.ByID(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	if p.Stock == nil {
		t.Fatalf("product %d is not counted", id)
	}
	return *p.Stock
}

// Whoever gets a reservation reads the same time again later.
func TestAReservationIsReturnedAsItIsStored(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		id := addCounted(t, s, "Hot", 20)
		var made shop.Reservation
		err := s.Write(t.Context(), func(tx *store.Tx) (err error) {
			made, err = tx.Reservations.Create(t.Context(), shop.Reservation{ProductID: id, Kind: shop.Offer, Units: 1, ExpiresAt: noon.Add(1234567 * time.Nanosecond)}, noon)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		read, err := s.Reservations.ByID(t.Context(), made.ID)
		if err != nil || made.State != read.State || made.ExpiresAt != read.ExpiresAt {
			t.Errorf("returned %+v, read %+v, %v", made, read, err)
		}
	})
}

func TestConcurrentBuyersTakeEachUnitOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		id := addCounted(t, s, "Hot", 20)
		var sold atomic.Int64
		var all sync.WaitGroup
		for buyer := range 60 {
			all.Go(func() {
				err := s.Write(context.Background(), func(tx *store.Tx) error { return tx.Stock.Take(context.Background(), map[int64]int64{id: 1}) })
				if err == nil {
					sold.Add(1)
				} else if shop.CodeOf(err) != shop.OutOfStock {
					t.Errorf("buyer %d: %v", buyer, err)
				}
			})
		}
		all.Wait()
		if sold.Load() != 20 {
			t.Errorf("%d units sold of 20", sold.Load())
		}
		if left := stockOf(t, s, id); left != 0 {
			t.Errorf("%d units left", left)
		}
	})
}

func TestUnitsAreTakenOfAllProductsOrOfNone(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		many, few := addCounted(t, s, "Many", 10), addCounted(t, s, "Few", 1)
		take := func(units map[int64]int64) error {
			return s.Write(ctx, func(tx *store.Tx) error { return tx.Stock.Take(ctx, units) })
		}
		if err := take(map[int64]int64{many: 3, few: 2}); shop.CodeOf(err) != shop.OutOfStock {
			t.Errorf("taking more than there are: %v", err)
		}
		if left := stockOf(t, s, many); left != 10 {
			t.Errorf("a refused order left %d of 10", left)
		}
		if err := take(map[int64]int64{many: 3, few: 1}); err != nil {
			t.Errorf("taking what is there: %v", err)
		}
		if left := stockOf(t, s, many); left != 7 {
			t.Errorf("%d of 10 left after 3 were taken", left)
		}
		if left := stockOf(t, s, few); left != 0 {
			t.Errorf("%d left after the last one was taken", left)
		}
	})
}
