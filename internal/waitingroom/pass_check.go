package waitingroom

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/reservations"
	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/waitingroom/line"
)

// Passes checks the passes of lines for those who reserve and order.
type Passes struct{ keys *secrets.Keys }

// NewPasses makes it.
func NewPasses(keys *secrets.Keys) Passes { return Passes{keys} }

// Check finds the valid pass behind a token; see reservations.Passes.
func (p Passes) Check(ctx context.Context, tx *store.Tx, token string, d shop.Drop, now time.Time) (reservations.LinePass, error) {
	pass, err := line.ReadPass(p.keys, token)
	if err != nil {
		return reservations.LinePass{}, err
	}
	if pass.DropID != d.ID {
		return reservations.LinePass{}, line.NotFound()
	}
	entry, err := EntryOf(ctx, &tx.Reader, line.Ticket{DropID: pass.DropID, Line: pass.Line, Number: pass.Number, Version: pass.Version, MailboxKey: pass.MailboxKey})
	if err != nil {
		return reservations.LinePass{}, err
	}
	if d.LineOver(pass.Line, now) || !entry.PassValid(d, now) {
		return reservations.LinePass{}, errPassExpired()
	}
	email, err := p.keys.Open(entry.EmailSealed)
	if err != nil {
		return reservations.LinePass{}, err
	}
	others, err := tx.QueueEntries.PassesWithoutUnits(ctx, d.ID, pass.Line, entry.MailboxKey, now)
	return reservations.LinePass{DropID: d.ID, Line: string(pass.Line), MailboxKey: entry.MailboxKey, Email: email, UserID: entry.UserID, Others: others}, err
}

// Used notes that mailboxes ordered in a drop; see reservations.Passes.
func (p Passes) Used(ctx context.Context, tx *store.Tx, dropID int64, mailboxKeys []string, _ time.Time) error {
	return tx.QueueEntries.UsePasses(ctx, dropID, mailboxKeys)
}

// Ended notes that a mailbox has no cart reservation in a drop any more; see reservations.Passes.
func (p Passes) Ended(ctx context.Context, tx *store.Tx, dropID int64, mailboxKey string, now time.Time) error {
	return tx.QueueEntries.EndPass(ctx, dropID, mailboxKey, now)
}

// Resumed moves the ends of passes after a pause; see reservations.Passes.
func (p Passes) Resumed(ctx context.Context, tx *store.Tx, d shop.Drop, pause time.Duration) error {
	if d.PausedAt == nil {
		return nil
	}
	return tx.QueueEntries.Prolong(ctx, d.ID, *d.PausedAt, d.PausedAt.Add(-line.CalledFor), pause)
}
