package inbox

import (
	"context"
	"strconv"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// SubscriberCounts is how many addresses are on the list, by status.
type SubscriberCounts struct {
	Confirmed, Pending, Unsubscribed int64
}

// SubscriberCounts counts the early-access list.
func (s *Service) SubscriberCounts(ctx context.Context) (SubscriberCounts, error) {
	counts, err := s.c.Store.Inbox.SubscriberCounts(ctx)
	return SubscriberCounts{Confirmed: counts[confirmed], Pending: counts[pending], Unsubscribed: counts["unsubscribed"]}, err
}

// Subscribers lists a page of the early-access list, newest first. Empty texts mean no filter.
func (s *Service) Subscribers(ctx context.Context, search, status string, limit int, cursor string) (page []shop.Subscriber, next string, err error) {
	return s.c.Store.Inbox.Subscribers(ctx, search, status, limit, cursor)
}

const exportPage = 1_000

// EachSubscriber hands the whole list to each, newest first, a page at a time.
func (s *Service) EachSubscriber(ctx context.Context, search, status string, each func(shop.Subscriber) error) error {
	for cursor := ""; ; {
		list, next, err := s.c.Store.Inbox.Subscribers(ctx, search, status, exportPage, cursor)
		if err != nil {
			return err
		}
		for _, subscriber := range list {
			if err := each(subscriber); err != nil {
				return err
			}
		}
		if cursor = next; cursor == "" {
			return nil
		}
	}
}

// DeleteSubscriber removes an address altogether, as somebody may ask the shop
// to, and takes it off the list at the email-marketing service.
func (s *Service) DeleteSubscriber(ctx context.Context, id int64, by audit.Actor) error {
	return s.c.Store.Write(ctx, func(tx *store.Tx) error {
		subscriber, err := tx.Inbox.DeleteSubscriber(ctx, id)
		if err != nil {
			return err
		}
		if subscriber.Status == confirmed { // any other is not on the service's list
			if err := s.c.Outbox.QueueListChange(ctx, tx, subscriber.Email, false); err != nil {
				return err
			}
		}
		// Not the address: it was asked to be deleted.
		return s.c.Audit.Record(ctx, tx, by, "delete", "subscriber", strconv.FormatInt(id, 10), nil, nil)
	})
}
