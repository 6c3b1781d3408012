package inbox

import (
	"context"
	"log/slog"
	"strconv"
	"strings"

	"github.com/snackdrop/snackdrop/internal/outbox"
	"github.com/snackdrop/snackdrop/internal/ratelimit"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

const (
	// tokenPurpose is part of the tokens in mails already sent, so it never changes.
	tokenPurpose = "subscriber"

	pending   = "pending"
	confirmed = "confirmed"
)

// Subscribe asks an address by mail whether it wants to be on the early-access
// list. The response is the same whether the address was known or not; honeypot is
// a field that people do not see.
func (s *Service) Subscribe(ctx context.Context, email, honeypot string, client shop.Client) error {
	email = strings.TrimSpace(email)
	if !shop.ValidEmail(email) {
		return shop.FieldError(shop.Invalid, "email", "Enter an email address.")
	}
	if err := s.c.Limits.TakeNetwork(client, "subscribe", subscribePerAddress); err != nil {
		return err
	}
	if honeypot != "" {
		slog.Info("subscription of a bot discarded", "ip", client.IP)
		return nil
	}
	mayMail, err := ratelimit.Allowed(s.c.Limits.Take("subscribe "+shop.EmailKey(email), subscribePerEmail))
	if err != nil {
		return err
	}
	if !mayMail {
		// Nobody's mailbox is to be filled through us, and saying so would tell that the address is known.
		slog.Info("subscription mail not sent again", "ip", client.IP)
		return nil
	}
	return s.c.Store.Write(ctx, func(tx *store.Tx) error {
		subscriber, err := tx.Inbox.AskSubscriber(ctx, email, s.c.Now())
		if err != nil || subscriber.Status != pending {
			return err
		}
		ask := outbox.SubscriptionEmail{ConfirmURL: s.link(subscriber.ID, "confirm"), UnsubscribeURL: s.LeaveURL(subscriber.ID)}
		return s.c.Outbox.QueueEmail(ctx, tx, subscriber.Email, ask, "")
	})
}

// ConfirmSubscription puts the address on the list, from the link in the mail.
func (s *Service) ConfirmSubscription(ctx context.Context, token string) error {
	id, err := s.subscriberID(token)
	if err != nil {
		return err
	}
	return s.c.Store.Write(ctx, func(tx *store.Tx) error {
		subscriber, ok, err := tx.Inbox.ConfirmSubscriber(ctx, id, s.c.Now())
		if err != nil {
			return err
		}
		if ok {
			return s.c.Outbox.QueueListChange(ctx, tx, subscriber.Email, true)
		}
		status, err := tx.Inbox.SubscriberStatus(ctx, id)
		if err != nil || status == confirmed {
			return err
		}
		return errDeadLink() // they left or were deleted since, and have to sign up again
	})
}

// LeaveSubscription takes the address off the list. A link from any mail works,
// however old, and working twice does no harm.
func (s *Service) LeaveSubscription(ctx context.Context, token string) error {
	id, err := s.subscriberID(token)
	if err != nil {
		return err
	}
	return s.c.Store.Write(ctx, func(tx *store.Tx) error {
		subscriber, ok, err := tx.Inbox.LeaveSubscriber(ctx, id)
		if err != nil || !ok || subscriber.ConfirmedAt == nil {
			return err
		}
		return s.c.Outbox.QueueListChange(ctx, tx, subscriber.Email, false)
	})
}

// LeaveURL is the link by which a subscriber leaves the list.
func (s *Service) LeaveURL(id int64) string { return s.link(id, "leave") }

func (s *Service) link(id int64, do string) string {
	return s.c.PublicURL + "/subscription?" + do + "=" + s.c.Keys.Token(tokenPurpose, strconv.FormatInt(id, 10))
}

func (s *Service) subscriberID(token string) (int64, error) {
	text, err := s.c.Keys.ReadToken(tokenPurpose, token)
	if err != nil {
		return 0, errDeadLink()
	}
	return strconv.ParseInt(text, 10, 64)
}

func errDeadLink() error {
	return shop.Errorf(shop.Expired, "This link does not work any more. Sign up again to get a new one.")
}
