package app_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/app"
	"github.com/snackdrop/snackdrop/internal/app/apptest"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// As many transactions as there are connections, and the settings have just
// changed: one that asked for a further connection would wait for ever.
func TestTransactionsReadTheSettingsWithTheirOwnConnection(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *app.App) {
		ctx, stop := context.WithTimeout(t.Context(), 30*time.Second)
		defer stop()
		a.ForgetSettings()
		const buyers = 40
		order := shop.Order{ID: 1, Number: "ORD-001", Email: "casey@shop.test"}
		var all sync.WaitGroup
		failed := make([]error, buyers)
		for i := range buyers {
			all.Go(func() {
				failed[i] = a.Store.Write(ctx, func(tx *store.Tx) error {
					// Long enough for all the others to be in theirs.
					time.Sleep(20 * time.Millisecond)
					return a.StatusByMail(ctx, tx, order, shop.StatusDelivered)
				})
			})
		}
		all.Wait()
		for _, err := range failed {
			if err != nil {
				t.Fatal(err)
			}
		}
	})
}
