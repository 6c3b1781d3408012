package analytics

import (
	"context"
	"log/slog"
	"time"

	"github.com/snackdrop/snackdrop/internal/store"
)

const (
	// ledgerBatch is how many rows one transaction adds up. An order that is being placed waits for that transaction at most;
	// between two of them is a pause of ledgerRest in which orders are placed.
	ledgerBatch = 100
	ledgerRest  = 10 * time.Millisecond
	// Orders that change within this time are added up together.
	ledgerPause        = 200 * time.Millisecond
	ledgerPollInterval = 15 * time.Second // events may be lost
	// While orders are placed, adding up waits, but not longer than this.
	ledgerMaxIdleWait = 2 * time.Second
)

// runLedger adds up the order ledger soon after orders changed.
func (s *Service) runLedger(ctx context.Context) {
	for {
		if err := s.AggregateLedger(ctx); err != nil && ctx.Err() == nil {
			slog.Warn("order ledger not aggregated", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-s.ordersChanged:
		case <-time.After(ledgerPollInterval):
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(ledgerPause):
		}
		s.c.Idle.WaitUntilIdle(ctx, ledgerMaxIdleWait)
	}
}

// AggregateLedger adds up every line of the order ledger.
func (s *Service) AggregateLedger(ctx context.Context) error {
	if pending, err := s.c.Store.Analytics.LedgerIsPending(ctx); err != nil || !pending {
		return err
	}
	for {
		n := 0
		err := s.c.Store.Write(ctx, func(tx *store.Tx) (err error) {
			n, err = tx.Analytics.AggregateLedger(ctx, ledgerBatch)
			return err
		})
		if err != nil || n < ledgerBatch {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(ledgerRest):
		}
	}
}
