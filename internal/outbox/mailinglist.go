package outbox

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/snackdrop/snackdrop/internal/store"
)

// MailingList is the list at the email-marketing service. Put must be safe to
// repeat; ErrUndeliverable in its error means that trying again is of no use.
type MailingList interface {
	Put(ctx context.Context, apiKey, list, email string, subscribed bool) error
}

type queuedListChange struct {
	Email      string `json:"email"`
	Subscribed bool   `json:"subscribed"`
}

// QueueListChange tells the email-marketing service, when there is one.
func (s *Service) QueueListChange(ctx context.Context, tx *store.Tx, email string, subscribed bool) error {
	settings, err := s.c.Settings(ctx)
	if err != nil {
		return err
	}
	if settings.Integrations.MailchimpKey == "" || settings.Integrations.MailchimpListID == "" {
		return nil
	}
	row, err := s.row(mailingListKind, priorityServices, queuedListChange{email, subscribed}, "")
	if err != nil {
		return err
	}
	return queueRows(ctx, tx, row)
}

// deliverListChange does what QueueListChange asked for. Keys that were removed
// from the settings meanwhile mean that nobody wants it any more.
func (s *Service) deliverListChange(ctx context.Context, payload string) error {
	var change queuedListChange
	if err := json.Unmarshal([]byte(payload), &change); err != nil {
		return fmt.Errorf("%w: stored list change: %w", ErrUndeliverable, err)
	}
	settings, err := s.c.Settings(ctx)
	if err != nil {
		return err
	}
	key, list := settings.Integrations.MailchimpKey, settings.Integrations.MailchimpListID
	if s.c.MailingList == nil || key == "" || list == "" {
		return nil
	}
	return s.c.MailingList.Put(ctx, key, list, change.Email, change.Subscribed)
}
