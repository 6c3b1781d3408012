package drops

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/outbox"
	"github.com/snackdrop/snackdrop/internal/ratelimit"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

var (
	remindersPerNetwork = ratelimit.Limit{Times: 20, Per: time.Hour}
	remindersPerMailbox = ratelimit.Limit{Times: 3, Per: 24 * time.Hour}
)

// Remind notes that somebody wants an email before a drop opens, and mails them the link to confirm that.
func (s *Mailings) Remind(ctx context.Context, slug, email string, client shop.Client) error {
	if !shop.ValidEmail(email) {
		return shop.FieldError(shop.Invalid, "email", "Enter an email address.")
	}
	d, err := s.public.public(ctx, slug, s.c.Now())
	if err != nil {
		return err
	}
	if !s.c.Now().Before(d.OpensAt) {
		return shop.Errorf(shop.Conflict, "This drop has opened.")
	}
	if err := s.c.Limits.TakeNetwork(client, "drop reminder", remindersPerNetwork); err != nil {
		return err
	}
	key := s.c.Keys.BuyerKey(shop.MailboxKind, shop.Mailbox(email))
	mayMail, err := ratelimit.Allowed(s.c.Limits.Take("drop reminder mailbox "+key, remindersPerMailbox))
	if err != nil {
		return err
	}
	return s.c.Store.Write(ctx, func(tx *store.Tx) error {
		r, err := tx.Reminders.Add(ctx, d.ID, key, email, s.c.Now())
		if err != nil || r.Confirmed || !mayMail {
			return err
		}
		first, _ := LinkKeys(d.ID, key)
		return s.c.Outbox.QueueEmail(ctx, tx, r.Email, outbox.ReminderEmail{Drop: d.Name, URL: s.pageURL(d) + "?confirm=" + s.token(reminderPurpose, d.ID, key)}, first)
	})
}

// ConfirmReminder makes a reminder count. Opening its link again is no error.
func (s *Mailings) ConfirmReminder(ctx context.Context, slug, token string) error {
	d, err := s.public.public(ctx, slug, s.c.Now())
	if err != nil {
		return err
	}
	key, err := readToken(s.c.Keys, reminderPurpose, d.ID, token)
	if err != nil {
		return err
	}
	return s.c.Store.Write(ctx, func(tx *store.Tx) error {
		if _, err := tx.Reminders.Confirm(ctx, d.ID, key, s.c.Now()); err != nil {
			return err
		}
		known, err := tx.Reminders.Has(ctx, d.ID, key)
		if err == nil && !known {
			return shop.Errorf(shop.NotFound, "This link is not valid.")
		}
		return err
	})
}
