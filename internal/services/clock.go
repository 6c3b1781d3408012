package services

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/clock"
	"github.com/snackdrop/snackdrop/internal/store"
)

// DatabaseClock is PostgreSQL's time, so that all instances agree; SQLite has one instance, whose clock it is.
func DatabaseClock(ctx context.Context, st *store.Store) (*clock.Clock, error) {
	if st.Engine() != store.Postgres {
		return clock.New(time.Now, nil), nil
	}
	c := clock.New(time.Now, st.DatabaseTime)
	return c, c.Sync(ctx)
}

// databaseNow is the database's time within a transaction. Where somebody set another
// clock (tests, a rehearsal), that one counts.
func (s *Services) databaseNow(ctx context.Context, tx *store.Tx) (time.Time, error) {
	own := s.Now()
	if own.Sub(s.Clock.Now()).Abs() > time.Second {
		return own, nil
	}
	now, ok, err := tx.DatabaseTime(ctx)
	if !ok {
		return own, err
	}
	return now.Add(s.Clock.Shifted()), err
}
