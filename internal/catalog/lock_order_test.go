package catalog_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/catalog"
	"github.com/snackdrop/snackdrop/internal/events"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// lockRecorder notes the products whose drops are locked together.
type lockRecorder struct {
	nobodyWaits
	locked [][]int64
}

func (l *lockRecorder) LockDrops(_ context.Context, _ *store.Tx, ids ...int64) error {
	l.locked = append(l.locked, slices.Clone(ids))
	return nil
}

// Drops are locked before stock everywhere, and a product that is deleted takes its stock with it.
func TestDeletingProductsLocksAllTheirDropsFirst(t *testing.T) {
	each(t, func(t *testing.T, r rig) {
		versions, err := events.NewVersions(t.Context(), events.NewHub(events.DefaultLimits()), r.store.CatalogVersion)
		if err != nil {
			t.Fatal(err)
		}
		units := int64(3)
		counted := func(in *shop.ProductInput) { in.Stock = &units }
		ids := []int64{r.create(t, "Waves", counted).ID, r.create(t, "Clouds", counted).ID}
		locks := &lockRecorder{}
		products := catalog.New(r.store, versions, catalog.NewDropIndexCache(r.store, versions, time.Now), r.audit, fakeMedia{}, locks, time.Now)
		if deleted, err := products.DeleteProducts(t.Context(), ids, staff); err != nil || deleted != 2 {
			t.Fatalf("%d deleted (%v)", deleted, err)
		}
		if len(locks.locked) != 1 || !slices.Equal(locks.locked[0], ids) {
			t.Errorf("drops were locked for the products %v, want %v at once", locks.locked, ids)
		}
	})
}
