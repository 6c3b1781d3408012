package store

import (
	"context"
	"database/sql"
	"slices"
	"strings"
	"time"

	"github.com/snackdrop/snackdrop/internal/store/internal/db"
)

// AttemptCount changes the count of one key of a limit that all instances share.
type AttemptCount struct {
	Key    string // a keyed hash
	Reset  bool   // what was counted before is forgotten
	Change int64
	EndsAt time.Time // of a window that begins now
}

// AttemptWindow is the number of attempts counted under a key, and when counting starts again.
type AttemptWindow struct {
	Count  int64
	EndsAt time.Time
}

// CountAttempts changes counts and returns the new window of every key whose count grew. Counts need not survive a crash of the
// database, so the commit waits neither for the disk nor for a standby: the transaction is for them alone.
func (tx RateLimitWriter) CountAttempts(ctx context.Context, counts []AttemptCount, now time.Time) (map[string]AttemptWindow, error) {
	if tx.engine == Postgres {
		if _, err := tx.tx.ExecContext(ctx, "SET LOCAL synchronous_commit = off"); err != nil {
			return nil, err
		}
	}
	// In one order, so that instances that count the same keys never wait for each other in a circle.
	slices.SortFunc(counts, func(a, b AttemptCount) int { return strings.Compare(a.Key, b.Key) })
	for _, c := range counts {
		var err error
		switch {
		case c.Reset:
			_, err = tx.tx.ExecContext(ctx, "DELETE FROM attempt_windows WHERE key = $1", c.Key)
		case c.Change < 0:
			_, err = tx.tx.ExecContext(ctx, "UPDATE attempt_windows SET count = count + $1 WHERE key = $2 AND count + $1 >= 0", c.Change, c.Key)
		}
		if err != nil {
			return nil, err
		}
	}
	return tx.addAttempts(ctx, counts, now)
}

// addAttempts adds to counts in one statement. A window that is over begins again.
func (tx RateLimitWriter) addAttempts(ctx context.Context, counts []AttemptCount, now time.Time) (map[string]AttemptWindow, error) {
	windows := map[string]AttemptWindow{}
	rows := tx.rowsOf("attempt_windows", "key, count, ends_at, counted_at")
	for _, c := range counts {
		if c.Change > 0 {
			rows.add(c.Key, c.Change, millis(c.EndsAt), millis(now))
		}
	}
	for query, args := range rows.statements(` ON CONFLICT (key) DO UPDATE SET
		count = CASE WHEN attempt_windows.ends_at <= excluded.counted_at THEN excluded.count ELSE attempt_windows.count + excluded.count END,
		ends_at = CASE WHEN attempt_windows.ends_at <= excluded.counted_at THEN excluded.ends_at ELSE attempt_windows.ends_at END,
		counted_at = excluded.counted_at RETURNING key, count, ends_at`) {
		err := tx.eachRow(ctx, query, args, func(rows *sql.Rows) error {
			var key string
			var count, ends int64
			err := rows.Scan(&key, &count, &ends)
			windows[key] = AttemptWindow{count, fromMillis(ends)}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return windows, nil
}

// AttemptsUnder is how a key stands; the zero window when nothing is counted under it.
func (r RateLimitReader) AttemptsUnder(ctx context.Context, key string, now time.Time) (AttemptWindow, error) {
	var count, ends int64
	err := r.conn.QueryRowContext(ctx, "SELECT count, ends_at FROM attempt_windows WHERE key = $1 AND ends_at > $2", key, millis(now)).Scan(&count, &ends)
	if exists, err := optional(err); err != nil || !exists {
		return AttemptWindow{}, err
	}
	return AttemptWindow{count, fromMillis(ends)}, nil
}

// AcquireSlot books the next free slot of a shared rate limit: one interval after
// the last one, or now. It books none when that would begin after latest.
func (tx RateLimitWriter) AcquireSlot(ctx context.Context, name string, now time.Time, interval time.Duration, latest time.Time) (slot time.Time, ok bool, err error) {
	next, err := tx.q.AcquireCallSlot(ctx, db.AcquireCallSlotParams{Name: name, Now: millis(now), IntervalMs: interval.Milliseconds(), Latest: millis(latest)})
	ok, err = optional(err)
	return fromMillis(next).Add(-interval), ok, err
}
