package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store/internal/db"
)

// InsertMessage keeps a message of the contact form.
func (tx InboxWriter) InsertMessage(ctx context.Context, m shop.ContactMessage, at time.Time) error {
	return tx.q.InsertMessage(ctx, db.InsertMessageParams{Name: m.Name, Email: m.Email, Subject: m.Subject, Body: m.Body, CreatedAt: millis(at)})
}

// AskSubscriber adds an address to the list as pending. One that is confirmed stays so.
func (tx InboxWriter) AskSubscriber(ctx context.Context, email string, at time.Time) (shop.Subscriber, error) {
	row, err := tx.q.AskSubscriber(ctx, db.AskSubscriberParams{Email: email, EmailKey: shop.EmailKey(email), CreatedAt: millis(at)})
	return subscriber(row), err
}

// ConfirmSubscriber confirms a pending address. ok is false when it is not pending.
func (tx InboxWriter) ConfirmSubscriber(ctx context.Context, id int64, at time.Time) (s shop.Subscriber, ok bool, err error) {
	confirmed := millis(at)
	return subscriberIf(tx.q.ConfirmSubscriber(ctx, db.ConfirmSubscriberParams{ID: id, ConfirmedAt: &confirmed}))
}

// LeaveSubscriber takes an address off the list. ok is false when it was not on it.
func (tx InboxWriter) LeaveSubscriber(ctx context.Context, id int64) (s shop.Subscriber, ok bool, err error) {
	return subscriberIf(tx.q.LeaveSubscriber(ctx, id))
}

// DeleteSubscriber removes an address altogether.
func (tx InboxWriter) DeleteSubscriber(ctx context.Context, id int64) (shop.Subscriber, error) {
	row, err := tx.q.DeleteSubscriber(ctx, id)
	return subscriber(row), orNotFound(err, "Subscriber")
}

// ConfirmedSubscribers lists some of those who are on the list, by id, after one.
func (r InboxReader) ConfirmedSubscribers(ctx context.Context, after int64, most int) ([]shop.Subscriber, error) {
	rows, err := r.q.ConfirmedSubscribers(ctx, db.ConfirmedSubscribersParams{After: after, Most: int32(most)})
	return mapRows(rows, subscriber), err
}

// SubscriberStatus is the status of an address, "" when there is none with this id.
func (r InboxReader) SubscriberStatus(ctx context.Context, id int64) (string, error) {
	status, err := r.q.SubscriberStatus(ctx, id)
	_, err = optional(err)
	return status, err
}

// SubscriberCounts counts the list by status.
func (r InboxReader) SubscriberCounts(ctx context.Context) (map[string]int64, error) {
	rows, err := r.q.SubscriberCounts(ctx)
	counts := map[string]int64{}
	for _, row := range rows {
		counts[row.Status] = row.Subscribers
	}
	return counts, err
}

func subscriberIf(row db.Subscriber, err error) (shop.Subscriber, bool, error) {
	exists, err := optional(err)
	return subscriber(row), exists, err
}

func subscriber(row db.Subscriber) shop.Subscriber {
	s := shop.Subscriber{ID: row.ID, Email: row.Email, Status: row.Status, CreatedAt: fromMillis(row.CreatedAt)}
	if row.ConfirmedAt != nil {
		at := fromMillis(*row.ConfirmedAt)
		s.ConfirmedAt = &at
	}
	return s
}

// Subscribers lists a page of the early-access list, newest first.
func (r InboxReader) Subscribers(ctx context.Context, search, status string, limit int, after string) ([]shop.Subscriber, string, error) {
	var w where
	if text := shop.EmailKey(search); text != "" {
		w.add("email_key LIKE " + w.arg("%"+escapeLike(text)+"%") + ` ESCAPE '\'`)
	}
	if status != "" {
		w.add("status = " + w.arg(status))
	}
	if after != "" {
		at, err := decodeCursor(after)
		if err != nil {
			return nil, "", err
		}
		w.add(fmt.Sprintf("(created_at, id) < (%s, %s)", w.arg(at.Num), w.arg(at.ID)))
	}
	query := "SELECT id, email, status, created_at, confirmed_at FROM subscribers " + w.sql() +
		fmt.Sprintf("ORDER BY created_at DESC, id DESC LIMIT %d", limit+1)
	list := []shop.Subscriber{}
	err := r.eachRow(ctx, query, w.args, func(rows *sql.Rows) error {
		var sub shop.Subscriber
		var created int64
		var confirmed *int64
		if err := rows.Scan(&sub.ID, &sub.Email, &sub.Status, &created, &confirmed); err != nil {
			return err
		}
		sub.CreatedAt = fromMillis(created)
		sub.ConfirmedAt = timeOrNil(confirmed)
		list = append(list, sub)
		return nil
	})
	if err != nil || len(list) <= limit {
		return list, "", err
	}
	list = list[:limit]
	last := list[limit-1]
	return list, encodeCursor(cursor{Num: millis(last.CreatedAt), ID: last.ID}), nil
}
