package store

import (
	"context"
	"database/sql"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store/internal/db"
)

// ByNumber finds an entry by its number.
func (r QueueEntryReader) ByNumber(ctx context.Context, dropID int64, line shop.QueueLine, number int64) (shop.QueueEntry, error) {
	row, err := r.q.QueueEntryByNumber(ctx, db.QueueEntryByNumberParams{DropID: dropID, Line: string(line), Number: number})
	return queueEntryOf(row), orNotFound(err, "Place in line")
}

// OfMailbox finds the entry of a mailbox.
func (r QueueEntryReader) OfMailbox(ctx context.Context, dropID int64, line shop.QueueLine, mailboxKey string) (shop.QueueEntry, error) {
	row, err := r.q.QueueEntryByMailbox(ctx, db.QueueEntryByMailboxParams{DropID: dropID, Line: string(line), MailboxKey: &mailboxKey})
	return queueEntryOf(row), orNotFound(err, "Place in line")
}

// OfUser lists every entry that an account made.
func (r QueueEntryReader) OfUser(ctx context.Context, userID int64) ([]shop.QueueEntry, error) {
	rows, err := r.q.QueueEntriesOfUser(ctx, &userID)
	return mapRows(rows, queueEntryOf), err
}

// Known finds those of the mailboxes that are in a line, and the first entry that each of the accounts made.
func (r QueueEntryReader) Known(ctx context.Context, dropID int64, line shop.QueueLine, mailboxKeys []string, users []int64) (byMailbox map[string]shop.QueueEntry, byUser map[int64]shop.QueueEntry, err error) {
	byMailbox, byUser = map[string]shop.QueueEntry{}, map[int64]shop.QueueEntry{}
	var w where
	of := "drop_id = " + w.arg(dropID) + " AND line = " + w.arg(string(line))
	query := "SELECT " + queueEntryColumns + fromKeys(r.engine, "queue_entries", of, "mailbox_key", keyList(r.engine, &w, mailboxKeys))
	err = r.eachRow(ctx, query, r.engine.withFreshPlan(w.args), func(rows *sql.Rows) error {
		e, err := scanQueueEntry(rows)
		byMailbox[e.MailboxKey] = e
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	if len(users) == 0 {
		return byMailbox, byUser, nil
	}
	w = where{}
	of = "drop_id = " + w.arg(dropID) + " AND line = " + w.arg(string(line))
	query = "SELECT " + queueEntryColumns + fromKeys(r.engine, "queue_entries", of, "user_id", keyList(r.engine, &w, users))
	err = r.eachRow(ctx, query, r.engine.withFreshPlan(w.args), func(rows *sql.Rows) error {
		e, err := scanQueueEntry(rows)
		if err != nil || e.UserID == nil {
			return err
		}
		if first, has := byUser[*e.UserID]; !has || e.Number < first.Number {
			byUser[*e.UserID] = e
		}
		return nil
	})
	return byMailbox, byUser, err
}

const queueEntryColumns = `id, drop_id, line, number, mailbox_key, email_sealed, user_id, domain_key, network_key, network48_key, receipt_hash, ticket_version,
	proven_at, tier, notify, rejoined, enter_next, joined_at, called_at, pass_expires_at, state`

func scanQueueEntry(rows *sql.Rows) (shop.QueueEntry, error) {
	var e db.QueueEntry
	err := rows.Scan(&e.ID, &e.DropID, &e.Line, &e.Number, &e.MailboxKey, &e.EmailSealed, &e.UserID, &e.DomainKey, &e.NetworkKey, &e.Network48Key, &e.ReceiptHash,
		&e.TicketVersion, &e.ProvenAt, &e.Tier, &e.Notify, &e.Rejoined, &e.EnterNext, &e.JoinedAt, &e.CalledAt, &e.PassExpiresAt, &e.State)
	return queueEntryOf(e), err
}

// Add inserts entries at the end of a line, which the caller has locked, and notes the last number.
func (tx QueueEntryWriter) Add(ctx context.Context, q shop.Queue, entries []shop.QueueEntry) error {
	if len(entries) == 0 {
		return nil
	}
	batch := tx.rowsOf("queue_entries", "drop_id, line, number, mailbox_key, email_sealed, user_id, domain_key, network_key, network48_key, receipt_hash, proven_at, notify, enter_next, joined_at, state")
	for _, e := range entries {
		var proven *int64
		if e.Proven {
			at := millis(e.JoinedAt)
			proven = &at
		}
		batch.add(q.DropID, string(q.Line), e.Number, e.MailboxKey, e.EmailSealed, e.UserID, e.DomainKey, e.NetworkKey, e.Network48Key, e.ReceiptHash, proven, e.Notify, e.EnterNext,
			millis(e.JoinedAt), string(shop.QueueWaiting))
	}
	if err := batch.insert(ctx, tx.all, ""); err != nil {
		return err
	}
	tx.all.countInDrop(q.DropID, shop.DropJoins, int64(len(entries)))
	return tx.q.SetQueueJoined(ctx, db.SetQueueJoinedParams{Joined: entries[len(entries)-1].Number, DropID: q.DropID, Line: string(q.Line)})
}

// Prove notes that the mailed link was opened and makes older tickets void. The
// entry belongs to the account that opened it, if any. It returns false when it was proven before.
func (tx QueueEntryWriter) Prove(ctx context.Context, id int64, userID *int64, now time.Time) (bool, error) {
	at := millis(now)
	return changed(tx.q.ProveQueueEntry(ctx, db.ProveQueueEntryParams{Now: &at, UserID: userID, ID: id}))
}

// Leave returns false when the entry is over already.
func (tx QueueEntryWriter) Leave(ctx context.Context, id int64) (bool, error) {
	return changed(tx.q.LeaveQueue(ctx, id))
}

// Rejoin puts an entry at the end of its line, which the caller has locked. It
// returns false when the entry is in line or did so before.
func (tx QueueEntryWriter) Rejoin(ctx context.Context, q shop.Queue, id int64, now time.Time) (number int64, ok bool, err error) {
	number = q.Joined + 1
	ok, err = changed(tx.q.RejoinQueue(ctx, db.RejoinQueueParams{Number: number, Now: millis(now), ID: id}))
	if err != nil || !ok {
		return 0, false, err
	}
	return number, true, tx.q.SetQueueJoined(ctx, db.SetQueueJoinedParams{Joined: number, DropID: q.DropID, Line: string(q.Line)})
}

// Admit gives a waiting entry its pass. It returns false when the entry does not wait.
func (tx QueueEntryWriter) Admit(ctx context.Context, id int64, expires, now time.Time) (bool, error) {
	until, at := millis(expires), millis(now)
	admitted, err := changed(tx.q.AdmitQueueEntry(ctx, db.AdmitQueueEntryParams{ExpiresAt: &until, Now: &at, ID: id}))
	if err != nil || !admitted {
		return false, err
	}
	return true, tx.eachRow(ctx, "SELECT drop_id FROM queue_entries WHERE id = $1", []any{id}, func(rows *sql.Rows) error {
		var drop int64
		if err := rows.Scan(&drop); err != nil {
			return err
		}
		tx.all.countInDrop(drop, shop.DropPasses, 1)
		return nil
	})
}

// UsePasses notes that mailboxes ordered with their passes in a drop.
func (tx QueueEntryWriter) UsePasses(ctx context.Context, dropID int64, mailboxKeys []string) error {
	if len(mailboxKeys) == 0 {
		return nil
	}
	var w where
	of := "drop_id = " + w.arg(dropID) + " AND line IN ('main', 'early') AND state = 'admitted'"
	query := "UPDATE queue_entries SET state = 'used' WHERE id IN (SELECT id" + fromKeys(tx.engine, "queue_entries", of, "mailbox_key", keyList(tx.engine, &w, mailboxKeys)) + ")"
	_, err := tx.tx.ExecContext(ctx, query, tx.engine.withFreshPlan(w.args)...)
	return err
}

// EndPass ends the pass of a mailbox in a drop, if it has one.
func (tx QueueEntryWriter) EndPass(ctx context.Context, dropID int64, mailboxKey string, now time.Time) error {
	at := millis(now)
	_, err := tx.q.EndQueuePass(ctx, db.EndQueuePassParams{Now: &at, DropID: dropID, MailboxKey: &mailboxKey})
	return err
}

// Prolong moves the ends of passes that are later than the begin of a pause, and the calls after another time.
func (tx QueueEntryWriter) Prolong(ctx context.Context, dropID int64, pausedAt, calledSince time.Time, pause time.Duration) error {
	at, since, by := millis(pausedAt), millis(calledSince), pause.Milliseconds()
	if err := tx.q.ProlongQueuePasses(ctx, db.ProlongQueuePassesParams{Pause: &by, DropID: dropID, PausedAt: &at}); err != nil {
		return err
	}
	return tx.q.ProlongQueueCalls(ctx, db.ProlongQueueCallsParams{Pause: &by, DropID: dropID, Since: &since})
}

// CalledSample counts the last entries of a line that were called before a time, and those of them who came.
func (r QueueEntryReader) CalledSample(ctx context.Context, dropID int64, line shop.QueueLine, before time.Time, most int) (came, called int64, err error) {
	at := millis(before)
	row, err := r.q.CalledSample(ctx, db.CalledSampleParams{DropID: dropID, Line: string(line), Before: &at, Most: int32(most)})
	return row.Came, row.Called, err
}

// CountComing counts who was called since a time and still waits.
func (r QueueEntryReader) CountComing(ctx context.Context, dropID int64, line shop.QueueLine, since time.Time) (int64, error) {
	at := millis(since)
	return r.q.QueueComing(ctx, db.QueueComingParams{DropID: dropID, Line: string(line), Since: &at})
}

// ValidPasses counts the passes of a line that can be used, and those of them whose owner has reserved nothing.
func (r QueueEntryReader) ValidPasses(ctx context.Context, dropID int64, line shop.QueueLine, now time.Time) (all, withoutUnits int64, err error) {
	at := millis(now)
	row, err := r.q.ValidPasses(ctx, db.ValidPassesParams{DropID: dropID, Line: string(line), Now: &at})
	return row.Valid, row.WithoutUnits, err
}

// PassesWithoutUnits counts the passes of a line that can be used and whose owner, somebody else than the mailbox, has reserved nothing.
func (r QueueEntryReader) PassesWithoutUnits(ctx context.Context, dropID int64, line shop.QueueLine, mailboxKey string, now time.Time) (int64, error) {
	at := millis(now)
	return r.q.PassesWithoutUnits(ctx, db.PassesWithoutUnitsParams{DropID: dropID, Line: string(line), Now: &at, MailboxKey: &mailboxKey})
}

// Waiting finds those of the numbers that wait.
func (r QueueEntryReader) Waiting(ctx context.Context, dropID int64, line shop.QueueLine, numbers []int64) (map[int64]shop.QueueEntry, error) {
	waiting := map[int64]shop.QueueEntry{}
	err := r.eachNumbers(numbers, func(list string) error {
		var w where
		query := "SELECT " + queueEntryColumns + " FROM queue_entries WHERE drop_id = " + w.arg(dropID) + " AND line = " + w.arg(string(line)) + " AND number IN (" + list + ") AND state = 'waiting'"
		return r.eachRow(ctx, query, r.engine.withFreshPlan(w.args), func(rows *sql.Rows) error {
			e, err := scanQueueEntry(rows)
			waiting[e.Number] = e
			return err
		})
	})
	return waiting, err
}

// Call notes that the owners of numbers were called.
func (tx QueueEntryWriter) Call(ctx context.Context, dropID int64, line shop.QueueLine, numbers []int64, now time.Time) error {
	return tx.eachNumbers(numbers, func(list string) error {
		var w where
		query := "UPDATE queue_entries SET called_at = " + w.arg(millis(now)) + " WHERE drop_id = " + w.arg(dropID) + " AND line = " + w.arg(string(line)) + " AND number IN (" + list + ")"
		_, err := tx.tx.ExecContext(ctx, query, tx.engine.withFreshPlan(w.args)...)
		return err
	})
}

// MarkNotified notes that the owners of entries got the email that it is almost their turn.
func (tx QueueEntryWriter) MarkNotified(ctx context.Context, dropID int64, line shop.QueueLine, numbers []int64) error {
	return tx.eachNumbers(numbers, func(list string) error {
		_, err := tx.tx.ExecContext(ctx, "UPDATE queue_entries SET notify = FALSE WHERE drop_id = $1 AND line = $2 AND number IN ("+list+")", dropID, string(line))
		return err
	})
}

// Anonymize takes an account out of its lines. Numbers and receipts stay: they are in published lists.
func (tx QueueEntryWriter) Anonymize(ctx context.Context, userID int64) error {
	return tx.q.AnonymizeQueueEntries(ctx, &userID)
}

// ForgetNetworks deletes the domain and network keys of a drop's entries.
func (tx QueueEntryWriter) ForgetNetworks(ctx context.Context, dropID int64) (int64, error) {
	return tx.q.ForgetQueueNetworks(ctx, dropID)
}

// ForgetMailboxes deletes the addresses and mailbox keys of a drop's entries.
func (tx QueueEntryWriter) ForgetMailboxes(ctx context.Context, dropID int64) (int64, error) {
	return tx.q.ForgetQueueMailboxes(ctx, dropID)
}

func queueEntryOf(e db.QueueEntry) shop.QueueEntry {
	entry := shop.QueueEntry{ID: e.ID, DropID: e.DropID, Line: shop.QueueLine(e.Line), Number: e.Number, EmailSealed: e.EmailSealed, UserID: e.UserID,
		DomainKey: e.DomainKey, NetworkKey: e.NetworkKey, Network48Key: e.Network48Key, ReceiptHash: e.ReceiptHash, TicketVersion: e.TicketVersion,
		Proven: e.ProvenAt != nil, Notify: e.Notify, Rejoined: e.Rejoined, EnterNext: e.EnterNext, JoinedAt: fromMillis(e.JoinedAt), CalledAt: timeOrNil(e.CalledAt),
		PassExpiresAt: timeOrNil(e.PassExpiresAt), State: shop.QueueState(e.State)}
	if e.MailboxKey != nil {
		entry.MailboxKey = *e.MailboxKey
	}
	if e.Tier != nil {
		entry.Tier = *e.Tier
	}
	return entry
}

// ToShuffle lists everybody in a line by number, with what a shuffle needs.
func (r QueueEntryReader) ToShuffle(ctx context.Context, dropID int64, line shop.QueueLine) ([]shop.QueueEntry, error) {
	rows, err := r.q.EntriesToShuffle(ctx, db.EntriesToShuffleParams{DropID: dropID, Line: string(line)})
	return mapRows(rows, func(e db.EntriesToShuffleRow) shop.QueueEntry {
		return shop.QueueEntry{Number: e.Number, ReceiptHash: e.ReceiptHash, DomainKey: e.DomainKey, NetworkKey: e.NetworkKey, Network48Key: e.Network48Key,
			Proven: e.ProvenAt != nil, State: shop.QueueState(e.State)}
	}), err
}

// SetTiers puts those whose mailbox is proven into tier 1, except some, and the rest into tier 2.
func (tx QueueEntryWriter) SetTiers(ctx context.Context, dropID int64, line shop.QueueLine, except []int64) error {
	if err := tx.q.SetTiersByProof(ctx, db.SetTiersByProofParams{DropID: dropID, Line: string(line)}); err != nil {
		return err
	}
	return tx.eachNumbers(except, func(list string) error {
		_, err := tx.tx.ExecContext(ctx, "UPDATE queue_entries SET tier = 2 WHERE drop_id = $1 AND line = $2 AND number IN ("+list+")", dropID, string(line))
		return err
	})
}
