package drops

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/outbox"
	"github.com/snackdrop/snackdrop/internal/ratelimit"
	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// The purposes of the tokens that drops mail and hand out. All of them are bound to a drop and a mailbox.
const (
	EarlyLinkPurpose = "early link"    // in the announcement; gives an early pass
	ProofPurpose     = "mailbox proof" // proves that its owner can read this mailbox
	reminderPurpose  = "drop reminder"
)

// mailingBatch is how many emails one transaction queues.
const mailingBatch = 500

// MailingPause is how long a mailing waits at most for orders that are being placed.
const MailingPause = 250 * time.Millisecond

// Mailings announce drops to subscribers and remind those who asked for it.
type Mailings struct {
	c      MailingsConfig
	public *PublicDrops
}

// MailingsConfig is what Mailings need of the rest of the program.
type MailingsConfig struct {
	Store     *store.Store
	Outbox    *outbox.Service
	Audit     *audit.Log
	Limits    *ratelimit.Limiter
	Keys      *secrets.Keys
	Settings  func(context.Context) (shop.Settings, error)
	Now       func() time.Time
	PublicURL string                          // without a slash at the end
	LeaveList func(subscriberID int64) string // the link by which a subscriber leaves the mailing list
	Public    *PublicDrops
	Idle      outbox.IdleWaiter // mailings give way to orders
}

// NewMailings makes them.
func NewMailings(c MailingsConfig) *Mailings { return &Mailings{c: c, public: c.Public} }

// Tasks are the tasks of drops that send mailings.
func (s *Mailings) Tasks() map[shop.DropTask]Task {
	return map[shop.DropTask]Task{shop.TaskAnnounce: s.announce, shop.TaskRemind: s.remind}
}

// token makes a token for a drop and a mailbox.
func (s *Mailings) token(purpose string, dropID int64, mailboxKey string) string {
	return s.c.Keys.Token(purpose, shop.IDText(dropID)+" "+mailboxKey)
}

func (s *Mailings) pageURL(d shop.Drop) string { return s.c.PublicURL + "/drop/" + d.Slug }

// LinkKeys are the unique keys of the emails that a mailbox gets about a drop before its owner has opened the link in one:
// two in all, whoever typed the address and wherever. Joining a line or a draw takes the first and then the second,
// a reminder only the first, the waitlist only the second.
func LinkKeys(dropID int64, mailboxKey string) (first, second string) {
	key := "line-" + shop.IDText(dropID) + "-" + mailboxKey
	return key + "-1", key + "-2"
}

// announce tells every confirmed subscriber of a drop. The link proves the mailbox, and gives early access to those who have it.
func (s *Mailings) announce(ctx context.Context, d shop.Drop) error {
	settings, err := s.c.Settings(ctx)
	if err != nil {
		return err
	}
	next := func(after int64) ([]outbox.Addressed, int64, error) {
		subscribers, err := s.c.Store.Inbox.ConfirmedSubscribers(ctx, after, mailingBatch)
		if err != nil || len(subscribers) == 0 {
			return nil, after, err
		}
		emails := make([]outbox.Addressed, 0, len(subscribers))
		for _, sub := range subscribers {
			emails = append(emails, outbox.Addressed{To: sub.Email, Email: s.announcement(d, sub, settings), UniqueKey: "announce-" + shop.IDText(d.ID) + "-" + shop.IDText(sub.ID)})
			after = sub.ID
		}
		return emails, after, nil
	}
	return mailAll(ctx, s, d, shop.TaskAnnounce, next)
}

func (s *Mailings) announcement(d shop.Drop, sub shop.Subscriber, settings shop.Settings) outbox.DropEmail {
	key := s.c.Keys.BuyerKey(shop.MailboxKind, shop.Mailbox(sub.Email))
	email := outbox.DropEmail{Drop: d.Name, Description: d.Description, Opens: settings.FormatTime(d.OpensAt), LeaveURL: s.c.LeaveList(sub.ID)}
	if s.hasEarlyAccess(d, sub) {
		email.Early = settings.FormatTime(*d.EarlyAt)
		email.URL = s.pageURL(d) + "?early=" + s.token(EarlyLinkPurpose, d.ID, key)
	} else {
		email.URL = s.pageURL(d) + "?proof=" + s.token(ProofPurpose, d.ID, key)
	}
	return email
}

// hasEarlyAccess says whether a subscriber may buy early: the subscription was confirmed before the drop was scheduled.
func (s *Mailings) hasEarlyAccess(d shop.Drop, sub shop.Subscriber) bool {
	return d.EarlyAt != nil && (d.EarlyAccess == shop.EarlySubscribers || d.EarlyAccess == shop.EarlyBoth) &&
		d.ScheduledAt != nil && sub.ConfirmedAt != nil && sub.ConfirmedAt.Before(*d.ScheduledAt)
}

// remind writes to those who asked for it, shortly before the opening.
func (s *Mailings) remind(ctx context.Context, d shop.Drop) error {
	settings, err := s.c.Settings(ctx)
	if err != nil {
		return err
	}
	next := func(after string) ([]outbox.Addressed, string, error) {
		reminders, err := s.c.Store.Reminders.Confirmed(ctx, d.ID, after, mailingBatch)
		emails := make([]outbox.Addressed, 0, len(reminders))
		for _, r := range reminders {
			email := outbox.DropEmail{Drop: d.Name, Description: d.Description, Opens: settings.FormatTime(d.OpensAt), Reminder: true,
				URL: s.pageURL(d) + "?proof=" + s.token(ProofPurpose, d.ID, r.MailboxKey)}
			emails = append(emails, outbox.Addressed{To: r.Email, Email: email, UniqueKey: "remind-" + shop.IDText(d.ID) + "-" + r.MailboxKey})
			after = r.MailboxKey
		}
		return emails, after, err
	}
	return mailAll(ctx, s, d, shop.TaskRemind, next)
}

// mailAll queues a mailing in batches, giving way to orders, and marks the task as done with the last one. A repeated
// batch queues nothing twice. A mailing that has not begun by the opening is not sent any more.
func mailAll[K any](ctx context.Context, s *Mailings, d shop.Drop, task shop.DropTask, next func(after K) ([]outbox.Addressed, K, error)) error {
	if !s.c.Now().Before(d.OpensAt) {
		return finishTask(ctx, s.c.Store, s.c.Now, d.ID, task, func(tx *store.Tx, d shop.Drop) error {
			return s.c.Audit.Record(ctx, tx, audit.CommandLine, "skip "+string(task), Entity, shop.IDText(d.ID), nil, map[string]any{"name": d.Name})
		})
	}
	var after K
	for {
		emails, last, err := next(after)
		if err != nil {
			return err
		}
		if len(emails) < mailingBatch {
			return finishTask(ctx, s.c.Store, s.c.Now, d.ID, task, func(tx *store.Tx, _ shop.Drop) error { return s.c.Outbox.QueueEmails(ctx, tx, emails...) })
		}
		if err := s.c.Store.Write(ctx, func(tx *store.Tx) error { return s.c.Outbox.QueueEmails(ctx, tx, emails...) }); err != nil {
			return err
		}
		after = last
		s.c.Idle.WaitUntilIdle(ctx, MailingPause)
	}
}
