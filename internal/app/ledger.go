package app

import (
	"context"
	"log/slog"
	"time"
)

const (
	ledgerBatch = 500
	// Orders of one moment are added up together.
	ledgerPause = 200 * time.Millisecond
	ledgerLook  = 15 * time.Second // events may be lost: look anyway
	ledgerYield = 2 * time.Second  // while shoppers order, sums wait, but not longer than this
)

// runLedger adds up what orders left in the ledger, soon after they changed.
func (a *App) runLedger(ctx context.Context) {
	for {
		if err := a.FoldLedger(ctx); err != nil && ctx.Err() == nil {
			slog.Warn("orders not added up", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-a.ledger:
		case <-time.After(ledgerLook):
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(ledgerPause):
		}
		a.desk.calm(ctx, ledgerYield)
	}
}

// FoldLedger adds up everything that waits.
func (a *App) FoldLedger(ctx context.Context) error {
	for {
		n, err := a.Store.FoldLedger(ctx, ledgerBatch)
		if err != nil || n < ledgerBatch {
			return err
		}
	}
}
