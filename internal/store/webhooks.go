package store

import (
	"context"
	"math"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store/internal/db"
)

// keepDeliveries is how long deliveries that were accepted or given up are kept for staff to look at.
const keepDeliveries = 30 * 24 * time.Hour

// All lists all webhooks, the oldest first.
func (r WebhookReader) All(ctx context.Context) ([]shop.Webhook, error) {
	rows, err := r.q.Webhooks(ctx)
	return mapRows(rows, func(row db.WebhooksRow) shop.Webhook {
		return shop.Webhook{ID: row.ID, URL: row.Url, Secret: row.SecretSealed, Events: webhookEvents(row.Events), Format: shop.WebhookFormat(row.Format),
			CreatedAt: fromMillis(row.CreatedAt), Waiting: row.Waiting, Failed: row.Failed}
	}), err
}

// Enabled lists the webhooks that are switched on, with id, events and format alone.
func (r WebhookReader) Enabled(ctx context.Context) ([]shop.Webhook, error) {
	rows, err := r.q.EnabledWebhooks(ctx)
	return mapRows(rows, func(row db.EnabledWebhooksRow) shop.Webhook {
		return shop.Webhook{ID: row.ID, Events: webhookEvents(row.Events), Format: shop.WebhookFormat(row.Format)}
	}), err
}

// ByID finds a webhook.
func (r WebhookReader) ByID(ctx context.Context, id int64) (shop.Webhook, error) {
	row, err := r.q.WebhookByID(ctx, id)
	return shop.Webhook{ID: row.ID, URL: row.Url, Secret: row.SecretSealed, Events: webhookEvents(row.Events), Format: shop.WebhookFormat(row.Format),
		CreatedAt: fromMillis(row.CreatedAt)}, orNotFound(err, "Webhook")
}

// Lock makes other transactions that add a webhook wait until this one ends, and counts the webhooks.
func (tx WebhookWriter) Lock(ctx context.Context) (int64, error) {
	if _, err := tx.q.NextCounter(ctx, "webhooks"); err != nil {
		return 0, err
	}
	return tx.q.CountWebhooks(ctx)
}

// Create stores a new webhook.
func (tx WebhookWriter) Create(ctx context.Context, w shop.Webhook) (int64, error) {
	return tx.q.InsertWebhook(ctx, db.InsertWebhookParams{Url: w.URL, SecretSealed: w.Secret, Events: joinWords(w.Events), Format: string(w.Format), CreatedAt: millis(w.CreatedAt)})
}

// Delete deletes a webhook with its deliveries.
func (tx WebhookWriter) Delete(ctx context.Context, id int64) (bool, error) {
	return changed(tx.q.DeleteWebhook(ctx, id))
}

// Due are the ids of the webhooks for which a delivery can be claimed.
func (r WebhookReader) Due(ctx context.Context, now time.Time) ([]int64, error) {
	return r.q.WebhooksDue(ctx, millis(now))
}

// NextDelivery is when the next delivery to any webhook is due. ok is false when none waits.
func (r WebhookReader) NextDelivery(ctx context.Context) (due time.Time, ok bool, err error) {
	at, err := r.q.NextWebhookDelivery(ctx)
	ok, err = optional(err)
	return fromMillis(at), ok, err
}

// ClaimDelivery takes the first delivery to a webhook that is due and waits for no earlier one of its sequence. Nobody
// else gets it before the lease ends.
func (tx WebhookWriter) ClaimDelivery(ctx context.Context, webhookID int64, now, leaseEnd time.Time) (shop.WebhookDelivery, bool, error) {
	row, err := tx.q.ClaimWebhookDelivery(ctx, db.ClaimWebhookDeliveryParams{LeaseEnd: millis(leaseEnd), WebhookID: &webhookID, Now: millis(now)})
	ok, err := optional(err)
	return delivery(row), ok, err
}

// CreateClaimedDelivery stores a delivery that the caller sends at once.
func (tx WebhookWriter) CreateClaimedDelivery(ctx context.Context, row NewOutboxRow, leaseEnd time.Time) (shop.WebhookDelivery, error) {
	created, err := tx.q.InsertClaimedDelivery(ctx, db.InsertClaimedDeliveryParams{Kind: row.Kind, Priority: row.Priority, Payload: row.Payload, LeaseEnd: millis(leaseEnd),
		Now: millis(row.CreatedAt), WebhookID: &row.Webhook.WebhookID, Event: row.Webhook.Event, MessageID: row.Webhook.MessageID, Sequence: row.Webhook.Sequence})
	return delivery(created), err
}

// RecordDelivery stores how an attempt ended: d has the new status, response and, while it waits, the time of the next
// attempt. It returns false when somebody else recorded a later attempt.
func (tx WebhookWriter) RecordDelivery(ctx context.Context, d shop.WebhookDelivery, at time.Time) (bool, error) {
	ended := millis(at)
	if d.Status == shop.DeliverySent {
		return changed(tx.q.WebhookDelivered(ctx, db.WebhookDeliveredParams{At: &ended, Code: d.Code, Response: d.Response, ID: d.ID, Attempts: d.Attempts}))
	}
	p := db.WebhookNotDeliveredParams{NextAt: ended, Reason: d.Error, Code: d.Code, Response: d.Response, At: &ended, ID: d.ID, Attempts: d.Attempts}
	if d.Status == shop.DeliveryFailed {
		p.FailedAt = &ended
	} else if d.NextAt != nil {
		p.NextAt = millis(*d.NextAt)
	}
	return changed(tx.q.WebhookNotDelivered(ctx, p))
}

// Deliveries lists those of a webhook, the newest first, from after the cursor on.
func (r WebhookReader) Deliveries(ctx context.Context, webhookID int64, limit int, after string) ([]shop.WebhookDelivery, string, error) {
	before := int64(math.MaxInt64)
	if after != "" {
		at, err := decodeCursor(after)
		if err != nil {
			return nil, "", err
		}
		before = at.ID
	}
	rows, err := r.q.WebhookDeliveries(ctx, db.WebhookDeliveriesParams{WebhookID: &webhookID, Before: before, Most: int32(limit) + 1})
	list := mapRows(rows, delivery)
	if err != nil || len(list) <= limit {
		return list, "", err
	}
	return list[:limit], encodeCursor(cursor{ID: list[limit-1].ID}), nil
}

// ResendDelivery makes a delivery that was given up due again. It returns false when there is no such one.
func (tx WebhookWriter) ResendDelivery(ctx context.Context, webhookID, id int64, now time.Time) (bool, error) {
	return changed(tx.q.ResendWebhookDelivery(ctx, db.ResendWebhookDeliveryParams{Now: millis(now), ID: id, WebhookID: &webhookID}))
}

// CountFailed counts the deliveries to webhooks that were given up.
func (r WebhookReader) CountFailed(ctx context.Context) (int64, error) {
	return r.q.FailedDeliveries(ctx)
}

func (tx WebhookWriter) deleteOld(ctx context.Context, now time.Time) error {
	before := millis(now.Add(-keepDeliveries))
	_, err := tx.q.DeleteOldDeliveries(ctx, &before)
	return err
}

func delivery(row db.Outbox) shop.WebhookDelivery {
	d := shop.WebhookDelivery{ID: row.ID, Event: shop.WebhookEvent(row.Event), MessageID: row.MessageID, Payload: row.Payload, Status: shop.DeliveryWaiting, Attempts: row.Attempts,
		CreatedAt: fromMillis(row.CreatedAt), ResentAt: timeOrNil(row.ResentAt), RespondedAt: timeOrNil(row.RespondedAt), Code: row.ResponseCode, Response: row.Response, Error: row.LastError}
	if row.WebhookID != nil {
		d.WebhookID = *row.WebhookID
	}
	switch {
	case row.SentAt != nil:
		d.Status = shop.DeliverySent
	case row.FailedAt != nil:
		d.Status = shop.DeliveryFailed
	default:
		d.NextAt = timeOrNil(&row.NextAt)
	}
	return d
}

func webhookEvents(text string) []shop.WebhookEvent { return splitWords[shop.WebhookEvent](text) }
