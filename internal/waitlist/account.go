package waitlist

import (
	"cmp"
	"context"
	"slices"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// OfAccount lists what an account waits or waited for, and what is or was held for it.
func (w *Service) OfAccount(ctx context.Context, userID int64) ([]shop.WaitlistEntry, []shop.Reservation, error) {
	entries, err := w.c.Store.Waitlist.OfUser(ctx, userID)
	if err != nil {
		return nil, nil, err
	}
	held, err := w.c.Store.Reservations.OfUser(ctx, userID)
	return entries, held, err
}

// ForgetAccount ends what an account waits for, gives what is held for it to the next
// and empties its addresses. The caller deletes the account in this transaction.
func (w *Service) ForgetAccount(ctx context.Context, tx *store.Tx, userID int64) error {
	entries, err := tx.Waitlist.OfUser(ctx, userID)
	if err != nil {
		return err
	}
	reservations, err := tx.Reservations.OfUser(ctx, userID)
	if err != nil {
		return err
	}
	// Both by product: stocks are locked in the order of their ids. Entries first, so
	// that nothing is offered to the person who leaves.
	type step struct {
		product int64
		do      func() error
	}
	var steps []step
	for _, e := range entries {
		steps = append(steps, step{e.ProductID, func() error { _, err := w.leave(ctx, tx, e.ID, shop.WaitlistEnded); return err }})
	}
	for _, r := range reservations {
		if r.State == shop.ReservationHeld {
			steps = append(steps, step{r.ProductID, func() error { _, err := w.c.Units.EndReservation(ctx, tx, r.ID); return err }})
		}
	}
	slices.SortStableFunc(steps, func(a, b step) int { return cmp.Compare(a.product, b.product) })
	for _, s := range steps {
		if err := s.do(); err != nil {
			return err
		}
	}
	return tx.Waitlist.Anonymize(ctx, userID, w.c.Now())
}
