package app

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/db"
)

const visitsEvery = 10 * time.Second

// VisitKinds are what the shop counts: numbers per day, nothing about anybody.
var VisitKinds = []string{"visit", "product", "cart", "checkout", "order"}

// visits gathers counts in memory, so that a page view costs no write.
type visits struct {
	mu     sync.Mutex
	counts map[[2]string]int64 // day and kind
}

// CountVisit notes that something was looked at, when the shop counts at all.
func (a *App) CountVisit(ctx context.Context, kind string) error {
	if !slices.Contains(VisitKinds, kind) || kind == "order" { // orders are counted where they are placed
		return shop.FieldError(shop.Invalid, "kind", "There is no such kind.")
	}
	settings, err := a.Settings(ctx)
	if err != nil || !settings.Customers.Analytics {
		return err
	}
	a.countVisit(kind)
	return nil
}

func (a *App) countVisit(kind string) {
	a.visits.mu.Lock()
	defer a.visits.mu.Unlock()
	if a.visits.counts == nil {
		a.visits.counts = map[[2]string]int64{}
	}
	a.visits.counts[[2]string{a.Now().UTC().Format(time.DateOnly), kind}]++
}

// FlushVisits adds the gathered counts to the day's.
func (a *App) FlushVisits(ctx context.Context) error {
	a.visits.mu.Lock()
	counts := a.visits.counts
	a.visits.counts = nil
	a.visits.mu.Unlock()
	if len(counts) == 0 {
		return nil
	}
	err := a.Store.Write(ctx, func(tx *store.Tx) error {
		for key, n := range counts {
			if err := tx.AddVisits(ctx, db.AddVisitsParams{Day: key[0], Kind: key[1], Count: n}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil { // for the next time
		a.visits.mu.Lock()
		defer a.visits.mu.Unlock()
		for key, n := range a.visits.counts {
			counts[key] += n
		}
		a.visits.counts = counts
	}
	return err
}
