package store

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/store/internal/db"
)

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
