package store

import (
	"context"
	"database/sql"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store/internal/db"
)

// CountingEntries counts the entries of a draw whose mailed link was opened.
func (r DrawReader) CountingEntries(ctx context.Context, dropID int64) (int64, error) {
	return r.q.CountingEntries(ctx, dropID)
}

// EntriesToDraw lists some of the entries of a draw that count, by number, with what the draw needs of them.
func (r DrawReader) EntriesToDraw(ctx context.Context, dropID, after int64, most int) ([]shop.QueueEntry, error) {
	rows, err := r.q.EntriesToDraw(ctx, db.EntriesToDrawParams{DropID: dropID, After: after, Most: int32(most)})
	return mapRows(rows, func(e db.EntriesToDrawRow) shop.QueueEntry {
		return shop.QueueEntry{Number: e.Number, ReceiptHash: e.ReceiptHash, DomainKey: e.DomainKey, NetworkKey: e.NetworkKey, Network48Key: e.Network48Key,
			Proven: true, State: shop.QueueState(e.State)}
	}), err
}

// EntriesNumbered finds entries of a main line by their numbers.
func (r DrawReader) EntriesNumbered(ctx context.Context, dropID int64, numbers []int64) (map[int64]shop.QueueEntry, error) {
	found := make(map[int64]shop.QueueEntry, len(numbers))
	err := r.eachNumbers(numbers, func(list string) error {
		query := "SELECT " + queueEntryColumns + " FROM queue_entries WHERE drop_id = $1 AND line = 'main' AND number IN (" + list + ")"
		return r.eachRow(ctx, query, r.engine.withFreshPlan([]any{dropID}), func(rows *sql.Rows) error {
			e, err := scanQueueEntry(rows)
			found[e.Number] = e
			return err
		})
	})
	return found, err
}

// SetAwarded notes up to which rank of a draw it is decided who wins.
func (tx DrawWriter) SetAwarded(ctx context.Context, dropID, rank int64) error {
	return tx.q.SetAwarded(ctx, db.SetAwardedParams{Serving: rank, DropID: dropID})
}

// Win notes that an entry won. It returns false when it did so before or was withdrawn.
func (tx DrawWriter) Win(ctx context.Context, id int64, expires, now time.Time) (bool, error) {
	until, at := millis(expires), millis(now)
	return changed(tx.q.WinQueueEntry(ctx, db.WinQueueEntryParams{Now: &at, ExpiresAt: &until, ID: id}))
}

// UseWin notes that the win of a mailbox was bought.
func (tx DrawWriter) UseWin(ctx context.Context, dropID int64, mailboxKey string) error {
	return tx.q.UseWin(ctx, db.UseWinParams{DropID: dropID, MailboxKey: &mailboxKey})
}

// EndWin notes that the win of a mailbox was not bought.
func (tx DrawWriter) EndWin(ctx context.Context, dropID int64, mailboxKey string, now time.Time) error {
	at := millis(now)
	return tx.q.EndWin(ctx, db.EndWinParams{Now: &at, DropID: dropID, MailboxKey: &mailboxKey})
}

// EntriesToTell lists some of those who counted in a draw and have neither won nor been told.
func (r DrawReader) EntriesToTell(ctx context.Context, dropID, after int64, most int) ([]shop.QueueEntry, error) {
	rows, err := r.q.EntriesToTell(ctx, db.EntriesToTellParams{DropID: dropID, After: after, Most: int32(most)})
	return mapRows(rows, queueEntryOf), err
}

// Lose notes that entries of a draw did not win.
func (tx DrawWriter) Lose(ctx context.Context, dropID int64, numbers []int64) error {
	return tx.eachNumbers(numbers, func(list string) error {
		_, err := tx.tx.ExecContext(ctx, "UPDATE queue_entries SET state = 'lost' WHERE drop_id = $1 AND line = 'main' AND state = 'waiting' AND number IN ("+list+")", dropID)
		return err
	})
}

// EntriesForNext lists some of those who did not win in a draw and want to be in the next.
func (r DrawReader) EntriesForNext(ctx context.Context, dropID int64, most int) ([]shop.QueueEntry, error) {
	rows, err := r.q.EntriesForNext(ctx, db.EntriesForNextParams{DropID: dropID, Most: int32(most)})
	return mapRows(rows, queueEntryOf), err
}

// EnteredNext notes that entries of a draw are in the next one, or cannot be.
func (tx DrawWriter) EnteredNext(ctx context.Context, dropID int64, numbers []int64) error {
	return tx.eachNumbers(numbers, func(list string) error {
		_, err := tx.tx.ExecContext(ctx, "UPDATE queue_entries SET enter_next = FALSE WHERE drop_id = $1 AND line = 'main' AND number IN ("+list+")", dropID)
		return err
	})
}

// Winners lists everybody who won in a draw, by number.
func (r DrawReader) Winners(ctx context.Context, dropID int64, now time.Time) ([]shop.Winner, error) {
	rows, err := r.q.Winners(ctx, dropID)
	return mapRows(rows, func(row db.WinnersRow) shop.Winner {
		w := shop.Winner{Number: row.Number, State: shop.WinPassed}
		switch {
		case row.Orders > 0, row.Forgotten > 0 && row.State == string(shop.QueueUsed):
			w.State = shop.WinBought
		case row.State == string(shop.QueueWon) && row.PassExpiresAt != nil && millis(now) < *row.PassExpiresAt:
			w.State = shop.WinOpen
		}
		return w
	}), err
}

// Before names the draws whose losers go on to a draw.
func (r DrawReader) Before(ctx context.Context, id int64) ([]string, error) {
	return r.q.DrawsBefore(ctx, &id)
}

// Counts counts the entries of a draw: all, those that count and were not withdrawn, and withdrawn ones.
func (r DrawReader) Counts(ctx context.Context, dropID int64) (all, counting, withdrawn int64, err error) {
	row, err := r.q.DrawCounts(ctx, dropID)
	return row.Entered, row.Counting, row.Withdrawn, err
}
