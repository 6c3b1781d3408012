package app

import (
	"context"
	"database/sql"
	"errors"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// SubscriberCounts is how many addresses are on the list, by status.
type SubscriberCounts struct {
	Confirmed, Pending, Unsubscribed int64
}

// SubscriberCounts counts the early-access list.
func (a *App) SubscriberCounts(ctx context.Context) (SubscriberCounts, error) {
	var c SubscriberCounts
	rows, err := a.Store.SubscriberCounts(ctx)
	for _, row := range rows {
		switch row.Status {
		case "confirmed":
			c.Confirmed = row.Subscribers
		case "pending":
			c.Pending = row.Subscribers
		case "unsubscribed":
			c.Unsubscribed = row.Subscribers
		}
	}
	return c, err
}

const exportPage = 1_000

// EachSubscriber hands the whole list to each, newest first, a page at a time.
func (a *App) EachSubscriber(ctx context.Context, search, status string, each func(shop.Subscriber) error) error {
	for cursor := ""; ; {
		list, next, err := a.Store.Subscribers(ctx, search, status, exportPage, cursor)
		if err != nil {
			return err
		}
		for _, s := range list {
			if err := each(s); err != nil {
				return err
			}
		}
		if cursor = next; cursor == "" {
			return nil
		}
	}
}

// DeleteSubscriber forgets an address altogether, as somebody may ask the shop
// to, and takes it off the list at the email-marketing service.
func (a *App) DeleteSubscriber(ctx context.Context, id int64, by Actor) error {
	return a.Store.Write(ctx, func(tx *store.Tx) error {
		row, err := tx.DeleteSubscriber(ctx, id)
		if errors.Is(err, sql.ErrNoRows) {
			return shop.Errorf(shop.NotFound, "Subscriber not found.")
		}
		if err != nil {
			return err
		}
		if row.Status == "confirmed" { // any other is not on it
			if err := a.queueListChange(ctx, tx, row.Email, false); err != nil {
				return err
			}
		}
		// Not the address: it was asked to be forgotten.
		return a.audit(ctx, tx, by, "delete", "subscriber", idText(id), nil, nil)
	})
}
