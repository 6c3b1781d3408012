package outbox

import (
	"context"
	"encoding/json"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// Kinds of rows. They are stored, so they never change.
const (
	emailKind       = "mail"
	mailingListKind = "mailing-list"
	decoyKind       = "decoy"
)

// Addressed is one email to queue. A second one with the same unique key is not
// queued; "" means any number.
type Addressed struct {
	To        string
	Email     Email
	UniqueKey string
}

type queuedEmail struct {
	To      string          `json:"to"`
	ReplyTo string          `json:"reply_to,omitempty"`
	Kind    string          `json:"template"` // as earlier versions stored it
	Data    json.RawMessage `json:"data"`
}

// QueueEmail queues an email in the transaction of its cause. A second one with the
// same unique key is not queued; "" means any number.
func (s *Service) QueueEmail(ctx context.Context, tx *store.Tx, to string, email Email, uniqueKey string) error {
	return s.QueueEmails(ctx, tx, Addressed{to, email, uniqueKey})
}

// QueueEmails queues any number of emails at the cost of one.
func (s *Service) QueueEmails(ctx context.Context, tx *store.Tx, emails ...Addressed) error {
	rows := make([]store.NewOutboxRow, 0, len(emails))
	for _, e := range emails {
		data, err := json.Marshal(e.Email)
		if err != nil {
			return err
		}
		queued := queuedEmail{To: e.To, Kind: e.Email.Kind(), Data: data}
		if contact, ok := e.Email.(ContactEmail); ok {
			queued.ReplyTo = contact.Email
		}
		row, err := s.row(emailKind, priorityOf(e.Email), queued, e.UniqueKey)
		if err != nil {
			return err
		}
		rows = append(rows, row)
	}
	return queueRows(ctx, tx, rows...)
}

// QueueDecoy costs the database what queueing the email would, and sends nothing:
// the time of the response must not reveal whether an address is known.
func (s *Service) QueueDecoy(ctx context.Context, tx *store.Tx, email Email) error {
	row, err := s.row(decoyKind, priorityOf(email), email, "")
	if err != nil {
		return err
	}
	return queueRows(ctx, tx, row)
}

// priorityOf says which senders an email belongs to.
func priorityOf(email Email) int64 {
	switch email := email.(type) {
	case DrawEntryEmail:
		if email.Carried { // the address is proven, and there may be many
			return priorityBulk
		}
		return priorityUnproven
	case SubscriptionEmail, WaitlistEmail, ContactEmail, ReminderEmail, LineEmail:
		return priorityUnproven
	case DropEmail, DropOverEmail, NotThisTimeEmail:
		return priorityBulk
	}
	return priorityUrgent
}

// row encrypts a payload: it may hold links that open accounts.
func (s *Service) row(kind string, priority int64, payload any, uniqueKey string) (store.NewOutboxRow, error) {
	text, err := json.Marshal(payload)
	if err != nil {
		return store.NewOutboxRow{}, err
	}
	return store.NewOutboxRow{Kind: kind, Priority: priority, UniqueKey: uniqueKey, Payload: s.c.Keys.Seal(string(text)), CreatedAt: s.c.Now()}, nil
}

func queueRows(ctx context.Context, tx *store.Tx, rows ...store.NewOutboxRow) error {
	if len(rows) == 0 {
		return nil
	}
	if err := tx.Outbox.Insert(ctx, rows); err != nil {
		return err
	}
	var queued [priorities]bool
	for _, row := range rows {
		queued[row.Priority] = true
	}
	for priority, any := range queued {
		if any {
			tx.Emit(shop.Event{Type: shop.EventOutbox, ID: int64(priority), Audience: shop.ToServers})
		}
	}
	return nil
}
