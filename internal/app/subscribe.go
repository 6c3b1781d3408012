package app

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"strings"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/db"
)

// MailingList is the list at the email-marketing service. Put must be safe to
// repeat; ErrUndeliverable in its error means that trying again is of no use.
type MailingList interface {
	Put(ctx context.Context, apiKey, list, email string, subscribed bool) error
}

const (
	listKind       = "mailing-list"
	subscriberLink = "subscriber"
)

type queuedListChange struct {
	Email      string `json:"email"`
	Subscribed bool   `json:"subscribed"`
}

// Subscribe asks an address by mail whether it wants to be on the early-access
// list. The answer is the same whether the address was known or not; trap is a
// field that people do not see.
func (a *App) Subscribe(ctx context.Context, email, trap string, client Client) error {
	email = strings.TrimSpace(email)
	if !shop.ValidEmail(email) {
		return shop.FieldError(shop.Invalid, "email", "Enter an email address.")
	}
	if err := a.Limits.Take("subscribe from "+client.Network(), subscribePerAddress); err != nil {
		return err
	}
	if trap != "" {
		slog.Info("subscription of a bot dropped", "ip", client.IP)
		return nil
	}
	key := shop.EmailKey(email)
	if a.Limits.Take("subscribe "+key, subscribePerEmail) != nil {
		// Nobody's mailbox is to be filled through us, and saying so would tell that the address is known.
		slog.Info("subscription mail not sent again", "ip", client.IP)
		return nil
	}
	return a.Store.Write(ctx, func(tx *store.Tx) error {
		row, err := tx.AskSubscriber(ctx, db.AskSubscriberParams{Email: email, EmailKey: key, CreatedAt: a.Now().UnixMilli()})
		if err != nil || row.Status != "pending" {
			return err
		}
		token := a.Secrets.Token(subscriberLink, idText(row.ID))
		letter := SubscriptionLetter{ConfirmURL: a.PublicURL + "/subscription?confirm=" + token, UnsubscribeURL: a.PublicURL + "/subscription?leave=" + token}
		return a.queueMail(ctx, tx, row.Email, letter, "")
	})
}

// ConfirmSubscription puts the address on the list, from the link in the mail.
func (a *App) ConfirmSubscription(ctx context.Context, token string) error {
	id, err := a.subscriberOf(token)
	if err != nil {
		return err
	}
	return a.Store.Write(ctx, func(tx *store.Tx) error {
		now := a.Now().UnixMilli()
		row, err := tx.ConfirmSubscriber(ctx, db.ConfirmSubscriberParams{ID: id, ConfirmedAt: &now})
		if errors.Is(err, sql.ErrNoRows) {
			status, err := tx.SubscriberStatus(ctx, id)
			if err != nil && !errors.Is(err, sql.ErrNoRows) || status == "confirmed" {
				return err
			}
			return errDeadLink() // left or forgotten since: only a new wish counts
		}
		if err != nil {
			return err
		}
		return a.queueListChange(ctx, tx, row.Email, true)
	})
}

// LeaveSubscription takes the address off the list. A link from any mail works,
// however old, and working twice does no harm.
func (a *App) LeaveSubscription(ctx context.Context, token string) error {
	id, err := a.subscriberOf(token)
	if err != nil {
		return err
	}
	return a.Store.Write(ctx, func(tx *store.Tx) error {
		row, err := tx.LeaveSubscriber(ctx, id)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err != nil || row.ConfirmedAt == nil {
			return err
		}
		return a.queueListChange(ctx, tx, row.Email, false)
	})
}

func (a *App) subscriberOf(token string) (int64, error) {
	text, err := a.Secrets.ReadToken(subscriberLink, token)
	if err != nil {
		return 0, errDeadLink()
	}
	return strconv.ParseInt(text, 10, 64)
}

func errDeadLink() error {
	return shop.Errorf(shop.Expired, "This link does not work any more. Sign up again to get a new one.")
}

// queueListChange tells the email-marketing service, when there is one.
func (a *App) queueListChange(ctx context.Context, tx *store.Tx, email string, subscribed bool) error {
	settings, err := a.Settings(ctx)
	if err != nil {
		return err
	}
	if settings.Integrations.MailchimpKey == "" || settings.Integrations.MailchimpListID == "" {
		return nil
	}
	return a.queue(ctx, tx, listKind, queuedListChange{email, subscribed}, "")
}

// deliverListChange does what queueListChange asked for. Keys that were taken
// away meanwhile mean that nobody wants it any more.
func (a *App) deliverListChange(ctx context.Context, payload string) error {
	var change queuedListChange
	if err := json.Unmarshal([]byte(payload), &change); err != nil {
		return fmt.Errorf("%w: stored list change: %w", ErrUndeliverable, err)
	}
	settings, err := a.Settings(ctx)
	if err != nil {
		return err
	}
	key, list := settings.Integrations.MailchimpKey, settings.Integrations.MailchimpListID
	if a.MailingList == nil || key == "" || list == "" {
		return nil
	}
	return a.MailingList.Put(ctx, key, list, change.Email, change.Subscribed)
}
