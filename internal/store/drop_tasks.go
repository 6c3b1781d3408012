package store

import (
	"context"
	"database/sql"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store/internal/db"
)

// Put says when a task of a drop is due. One that is done stays done.
func (tx DropTaskWriter) Put(ctx context.Context, dropID int64, task shop.DropTask, due time.Time) error {
	return tx.q.PutDropTask(ctx, db.PutDropTaskParams{DropID: dropID, Task: string(task), DueAt: millis(due)})
}

// Forget removes all tasks of a drop, so that scheduling it again begins anew.
func (tx DropTaskWriter) Forget(ctx context.Context, dropID int64) error {
	return tx.q.DeleteDropTasks(ctx, dropID)
}

// Cancel removes a task that is not done.
func (tx DropTaskWriter) Cancel(ctx context.Context, dropID int64, task shop.DropTask) error {
	return tx.q.DeleteDropTask(ctx, db.DeleteDropTaskParams{DropID: dropID, Task: string(task)})
}

// DueTask is a task of a drop whose time has come.
type DueTask struct {
	DropID int64
	Task   shop.DropTask
	DueAt  time.Time
}

// Due lists what is to be done, the oldest first.
func (r DropTaskReader) Due(ctx context.Context, now time.Time) ([]DueTask, error) {
	rows, err := r.q.DueDropTasks(ctx, millis(now))
	return mapRows(rows, func(row db.DueDropTasksRow) DueTask {
		return DueTask{DropID: row.DropID, Task: shop.DropTask(row.Task), DueAt: fromMillis(row.DueAt)}
	}), err
}

// Finish marks a task as done. It returns false when it was done before, also by another instance.
func (tx DropTaskWriter) Finish(ctx context.Context, dropID int64, task shop.DropTask, now time.Time) (bool, error) {
	at := millis(now)
	return changed(tx.q.FinishDropTask(ctx, db.FinishDropTaskParams{Now: &at, DropID: dropID, Task: string(task)}))
}

// Create makes a line of a drop with its committed seed. One that is there keeps its seed.
func (tx QueueWriter) Create(ctx context.Context, dropID int64, line shop.QueueLine, seedHash, seedSealed string) error {
	return tx.q.InsertQueue(ctx, db.InsertQueueParams{DropID: dropID, Line: string(line), SeedHash: seedHash, SeedSealed: seedSealed})
}

// Forget removes the lines of a drop and everybody in them.
func (tx QueueWriter) Forget(ctx context.Context, dropID int64) error {
	if err := tx.q.DeleteQueueEntries(ctx, dropID); err != nil {
		return err
	}
	return tx.q.DeleteQueues(ctx, dropID)
}

// Proofs finds the lines of drops, by drop.
func (r QueueReader) Proofs(ctx context.Context, dropIDs ...int64) (map[int64][]shop.QueueProof, error) {
	proofs := map[int64][]shop.QueueProof{}
	if len(dropIDs) == 0 {
		return proofs, nil
	}
	var w where
	query := "SELECT drop_id, line, seed_hash, entries_digest, seed FROM queues WHERE drop_id IN (" + placeholders(&w, dropIDs) + ") ORDER BY drop_id, line DESC"
	err := r.eachRow(ctx, query, w.args, func(rows *sql.Rows) error {
		var id int64
		var p shop.QueueProof
		if err := rows.Scan(&id, &p.Line, &p.SeedHash, &p.EntriesDigest, &p.Seed); err != nil {
			return err
		}
		proofs[id] = append(proofs[id], p)
		return nil
	})
	return proofs, err
}

// AddCode stores an access code by its hash.
func (tx DropWriter) AddCode(ctx context.Context, dropID int64, codeHash, label string, maxUses int64) error {
	return tx.q.InsertDropCode(ctx, db.InsertDropCodeParams{DropID: dropID, CodeHash: codeHash, Label: label, MaxUses: maxUses})
}

// Codes lists the access codes of a drop.
func (r DropReader) Codes(ctx context.Context, dropID int64) ([]shop.DropCode, error) {
	rows, err := r.q.DropCodes(ctx, dropID)
	return mapRows(rows, func(c db.DropCode) shop.DropCode {
		return shop.DropCode{Label: c.Label, MaxUses: c.MaxUses, Uses: c.Uses}
	}), err
}

// UseCode counts one use of a code for a mailbox, on whatever number of devices. It returns false when there is
// no such code or all of its uses are taken.
func (tx DropWriter) UseCode(ctx context.Context, dropID int64, mailboxKey, codeHash string, now time.Time) (bool, error) {
	used, err := tx.q.DropCodeUse(ctx, db.DropCodeUseParams{DropID: dropID, MailboxKey: mailboxKey})
	known, err := optional(err)
	if err != nil || known && used == codeHash {
		return known, err
	}
	ok, err := changed(tx.q.UseDropCode(ctx, db.UseDropCodeParams{DropID: dropID, CodeHash: codeHash}))
	if err != nil || !ok || known { // a mailbox that has used another code needs no second entry
		return ok, err
	}
	_, err = tx.q.InsertDropCodeUse(ctx, db.InsertDropCodeUseParams{DropID: dropID, MailboxKey: mailboxKey, CodeHash: codeHash, CreatedAt: millis(now)})
	return err == nil, err
}

// Reminder is somebody who wants an email before a drop opens.
type Reminder struct {
	MailboxKey string
	Email      string
	Confirmed  bool
}

// Add notes a reminder and returns it; a mailbox has one for each drop.
func (tx ReminderWriter) Add(ctx context.Context, dropID int64, mailboxKey, email string, now time.Time) (Reminder, error) {
	if _, err := tx.q.InsertReminder(ctx, db.InsertReminderParams{DropID: dropID, MailboxKey: mailboxKey, Email: email, CreatedAt: millis(now)}); err != nil {
		return Reminder{}, err
	}
	row, err := tx.q.ReminderOf(ctx, db.ReminderOfParams{DropID: dropID, MailboxKey: mailboxKey})
	return reminderOf(row), err
}

// Confirm makes a reminder count. It returns false when it did already or is not there.
func (tx ReminderWriter) Confirm(ctx context.Context, dropID int64, mailboxKey string, now time.Time) (bool, error) {
	at := millis(now)
	return changed(tx.q.ConfirmReminder(ctx, db.ConfirmReminderParams{Now: &at, DropID: dropID, MailboxKey: mailboxKey}))
}

// Has says whether a mailbox asked for a reminder.
func (r ReminderReader) Has(ctx context.Context, dropID int64, mailboxKey string) (bool, error) {
	_, err := r.q.ReminderOf(ctx, db.ReminderOfParams{DropID: dropID, MailboxKey: mailboxKey})
	return optional(err)
}

// Confirmed lists some of those who are reminded, by mailbox key, after one.
func (r ReminderReader) Confirmed(ctx context.Context, dropID int64, after string, most int) ([]Reminder, error) {
	rows, err := r.q.ConfirmedReminders(ctx, db.ConfirmedRemindersParams{DropID: dropID, After: after, Most: int32(most)})
	return mapRows(rows, reminderOf), err
}

func reminderOf(row db.DropReminder) Reminder {
	return Reminder{MailboxKey: row.MailboxKey, Email: row.Email, Confirmed: row.ConfirmedAt != nil}
}

// AddException lifts the purchase limits of a drop for one order of a mailbox. It returns false when they are lifted already.
func (tx PurchaseWriter) AddException(ctx context.Context, dropID int64, mailboxKey, actor string, now time.Time) (bool, error) {
	return changed(tx.q.InsertLimitException(ctx, db.InsertLimitExceptionParams{DropID: dropID, MailboxKey: mailboxKey, Actor: actor, CreatedAt: millis(now)}))
}
