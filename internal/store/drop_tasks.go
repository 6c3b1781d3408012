package store

import (
	"context"
	"database/sql"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store/internal/db"
)

// PutDropTask says when a task of a drop is due. One that is done stays done.
func (tx *Tx) PutDropTask(ctx context.Context, dropID int64, task shop.DropTask, due time.Time) error {
	return tx.q.PutDropTask(ctx, db.PutDropTaskParams{DropID: dropID, Task: string(task), DueAt: millis(due)})
}

// ForgetDropTasks removes all tasks of a drop, so that scheduling it again begins anew.
func (tx *Tx) ForgetDropTasks(ctx context.Context, dropID int64) error {
	return tx.q.DeleteDropTasks(ctx, dropID)
}

// CancelDropTask removes a task that is not done.
func (tx *Tx) CancelDropTask(ctx context.Context, dropID int64, task shop.DropTask) error {
	return tx.q.DeleteDropTask(ctx, db.DeleteDropTaskParams{DropID: dropID, Task: string(task)})
}

// DueTask is a task of a drop whose time has come.
type DueTask struct {
	DropID int64
	Task   shop.DropTask
	DueAt  time.Time
}

// DueTasks lists what is to be done, the oldest first.
func (r *Reader) DueTasks(ctx context.Context, now time.Time) ([]DueTask, error) {
	rows, err := r.q.DueDropTasks(ctx, millis(now))
	return mapRows(rows, func(row db.DueDropTasksRow) DueTask {
		return DueTask{DropID: row.DropID, Task: shop.DropTask(row.Task), DueAt: fromMillis(row.DueAt)}
	}), err
}

// FinishTask marks a task as done. It returns false when it was done before, also by another instance.
func (tx *Tx) FinishTask(ctx context.Context, dropID int64, task shop.DropTask, now time.Time) (bool, error) {
	at := millis(now)
	return changed(tx.q.FinishDropTask(ctx, db.FinishDropTaskParams{Now: &at, DropID: dropID, Task: string(task)}))
}

// CreateQueue makes a line of a drop with its committed seed. One that is there keeps its seed.
func (tx *Tx) CreateQueue(ctx context.Context, dropID int64, line shop.QueueLine, seedHash, seedSealed string) error {
	return tx.q.InsertQueue(ctx, db.InsertQueueParams{DropID: dropID, Line: string(line), SeedHash: seedHash, SeedSealed: seedSealed})
}

// ForgetQueues removes the lines of a drop and everybody in them.
func (tx *Tx) ForgetQueues(ctx context.Context, dropID int64) error {
	if err := tx.q.DeleteQueueEntries(ctx, dropID); err != nil {
		return err
	}
	return tx.q.DeleteQueues(ctx, dropID)
}

// QueueProof is what is public of a line's shuffle.
type QueueProof struct {
	Line          shop.QueueLine
	SeedHash      string
	EntriesDigest string // "" before the list is fixed
	Seed          string // "" until it is public
}

// QueueProofs finds the lines of drops, by drop.
func (r *Reader) QueueProofs(ctx context.Context, dropIDs ...int64) (map[int64][]QueueProof, error) {
	proofs := map[int64][]QueueProof{}
	if len(dropIDs) == 0 {
		return proofs, nil
	}
	var w where
	query := "SELECT drop_id, line, seed_hash, entries_digest, seed FROM queues WHERE drop_id IN (" + placeholders(&w, dropIDs) + ") ORDER BY drop_id, line DESC"
	err := r.eachRow(ctx, query, w.args, func(rows *sql.Rows) error {
		var id int64
		var p QueueProof
		if err := rows.Scan(&id, &p.Line, &p.SeedHash, &p.EntriesDigest, &p.Seed); err != nil {
			return err
		}
		proofs[id] = append(proofs[id], p)
		return nil
	})
	return proofs, err
}

// AddDropCode stores an access code by its hash.
func (tx *Tx) AddDropCode(ctx context.Context, dropID int64, codeHash, label string, maxUses int64) error {
	return tx.q.InsertDropCode(ctx, db.InsertDropCodeParams{DropID: dropID, CodeHash: codeHash, Label: label, MaxUses: maxUses})
}

// DropCode is an access code; its text is not known.
type DropCode struct {
	Label   string
	MaxUses int64
	Uses    int64
}

// DropCodes lists the access codes of a drop.
func (r *Reader) DropCodes(ctx context.Context, dropID int64) ([]DropCode, error) {
	rows, err := r.q.DropCodes(ctx, dropID)
	return mapRows(rows, func(c db.DropCode) DropCode { return DropCode{Label: c.Label, MaxUses: c.MaxUses, Uses: c.Uses} }), err
}

// UseDropCode counts one use of a code for a mailbox, on whatever number of devices. It returns false when there is
// no such code or all of its uses are taken.
func (tx *Tx) UseDropCode(ctx context.Context, dropID int64, mailboxKey, codeHash string, now time.Time) (bool, error) {
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

// AddReminder notes a reminder and returns it; a mailbox has one for each drop.
func (tx *Tx) AddReminder(ctx context.Context, dropID int64, mailboxKey, email string, now time.Time) (Reminder, error) {
	if _, err := tx.q.InsertReminder(ctx, db.InsertReminderParams{DropID: dropID, MailboxKey: mailboxKey, Email: email, CreatedAt: millis(now)}); err != nil {
		return Reminder{}, err
	}
	row, err := tx.q.ReminderOf(ctx, db.ReminderOfParams{DropID: dropID, MailboxKey: mailboxKey})
	return reminderOf(row), err
}

// ConfirmReminder makes a reminder count. It returns false when it did already or is not there.
func (tx *Tx) ConfirmReminder(ctx context.Context, dropID int64, mailboxKey string, now time.Time) (bool, error) {
	at := millis(now)
	return changed(tx.q.ConfirmReminder(ctx, db.ConfirmReminderParams{Now: &at, DropID: dropID, MailboxKey: mailboxKey}))
}

// HasReminder says whether a mailbox asked for a reminder.
func (r *Reader) HasReminder(ctx context.Context, dropID int64, mailboxKey string) (bool, error) {
	_, err := r.q.ReminderOf(ctx, db.ReminderOfParams{DropID: dropID, MailboxKey: mailboxKey})
	return optional(err)
}

// ConfirmedReminders lists some of those who are reminded, by mailbox key, after one.
func (r *Reader) ConfirmedReminders(ctx context.Context, dropID int64, after string, most int) ([]Reminder, error) {
	rows, err := r.q.ConfirmedReminders(ctx, db.ConfirmedRemindersParams{DropID: dropID, After: after, Most: int32(most)})
	return mapRows(rows, reminderOf), err
}

func reminderOf(row db.DropReminder) Reminder {
	return Reminder{MailboxKey: row.MailboxKey, Email: row.Email, Confirmed: row.ConfirmedAt != nil}
}

// AddLimitException lifts the purchase limits of a drop for one order of a mailbox. It returns false when they are lifted already.
func (tx *Tx) AddLimitException(ctx context.Context, dropID int64, mailboxKey, actor string, now time.Time) (bool, error) {
	return changed(tx.q.InsertLimitException(ctx, db.InsertLimitExceptionParams{DropID: dropID, MailboxKey: mailboxKey, Actor: actor, CreatedAt: millis(now)}))
}
