package webhooks

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

const (
	kind     = "webhook" // of rows in the outbox; stored, so it never changes
	priority = 3         // calls of other services, see package outbox
)

// outboxChanged tells the senders that there are new rows.
var outboxChanged = shop.Event{Type: shop.EventOutbox, ID: priority, Audience: shop.ToServers}

// message is an event before it is addressed. Its data names no person: whoever needs
// the buyer of an order reads it with an API key.
type message struct {
	event    shop.WebhookEvent
	sequence string // deliveries of one sequence arrive in order
	data     any
	discord  string
}

// Drop is a drop as webhooks tell of it.
type Drop struct {
	ID      int64      `json:"id"`
	Slug    string     `json:"slug"`
	Name    string     `json:"name"`
	Mode    string     `json:"mode"`
	URL     string     `json:"url"`
	OpensAt time.Time  `json:"opens_at"`
	EndsAt  *time.Time `json:"ends_at"`
}

// Order is an order as webhooks tell of it.
type Order struct {
	Number      string      `json:"number"`
	Status      string      `json:"status"`
	Payment     string      `json:"payment_status"`
	Fulfillment string      `json:"fulfillment"`
	Currency    string      `json:"currency"`
	Total       json.Number `json:"total"`
	CreatedAt   time.Time   `json:"created_at"`
	Lines       []OrderLine `json:"lines"`
}

// OrderLine is a line of an order as webhooks tell of it.
type OrderLine struct {
	ProductID *int64      `json:"product_id"`
	Name      string      `json:"name"`
	Quantity  int64       `json:"quantity"`
	Price     json.Number `json:"price"`
	DropID    *int64      `json:"drop_id"`
}

// Why an order was cancelled.
const (
	ByStaff    = "staff"
	ByCustomer = "customer"
	ByExpiry   = "expired" // the time to pay for it was over
)

// DropOpened tells that a drop has opened.
func (s *Service) DropOpened(ctx context.Context, tx *store.Tx, d shop.Drop) error {
	return s.ofDrop(ctx, tx, shop.WebhookDropOpened, d)
}

// DropEnded tells that a drop is over.
func (s *Service) DropEnded(ctx context.Context, tx *store.Tx, d shop.Drop) error {
	return s.ofDrop(ctx, tx, shop.WebhookDropEnded, d)
}

// DrawDone tells that the winners of a draw are chosen.
func (s *Service) DrawDone(ctx context.Context, tx *store.Tx, d shop.Drop) error {
	return s.ofDrop(ctx, tx, shop.WebhookDrawDone, d)
}

// CheckSoldOut tells once per drop that nothing of it is free or held any more while it sells. The caller has locked it.
func (s *Service) CheckSoldOut(ctx context.Context, tx *store.Tx, dropID int64) error {
	receivers, err := s.receivers(ctx, tx, shop.WebhookDropSoldOut)
	if err != nil || len(receivers) == 0 {
		return err
	}
	d, err := tx.Drops.ByID(ctx, dropID)
	if err != nil {
		return err
	}
	now := s.c.Now()
	if phase := d.PhaseAt(now); phase != shop.PhaseLive && phase != shop.PhaseAwarding {
		return nil
	}
	if units, err := tx.Drops.Units(ctx, d); err != nil || units.Free > 0 || units.Held > 0 {
		return err
	}
	if first, err := tx.Drops.MarkSoldOut(ctx, d.ID, now); err != nil || !first {
		return err
	}
	return s.ofDrop(ctx, tx, shop.WebhookDropSoldOut, d)
}

// OrderPaid tells that an order was paid, and that its drops are sold out when they are.
func (s *Service) OrderPaid(ctx context.Context, tx *store.Tx, o shop.Order) error {
	if s == nil {
		return nil
	}
	if err := s.queue(ctx, tx, message{event: shop.WebhookOrderPaid, sequence: sequenceOf(o), data: map[string]any{"order": orderJSON(o)}}); err != nil {
		return err
	}
	for _, id := range dropsOf(o) {
		if err := s.CheckSoldOut(ctx, tx, id); err != nil {
			return err
		}
	}
	return nil
}

// OrderCancelled tells that an order was cancelled or that the time to pay for it was over.
func (s *Service) OrderCancelled(ctx context.Context, tx *store.Tx, o shop.Order, reason string) error {
	o.Status = shop.StatusCancelled
	return s.queue(ctx, tx, message{event: shop.WebhookOrderCancelled, sequence: sequenceOf(o), data: map[string]any{"order": orderJSON(o), "reason": reason}})
}

// WaitlistOffered tells that units were offered to whoever was next on a waitlist.
func (s *Service) WaitlistOffered(ctx context.Context, tx *store.Tx, p shop.Product, r shop.Reservation) error {
	sequence := "product " + shop.IDText(p.ID)
	if r.DropID != nil {
		sequence = dropSequence(*r.DropID)
	}
	return s.queue(ctx, tx, message{event: shop.WebhookWaitlistOffered, sequence: sequence, data: map[string]any{
		"product": map[string]any{"id": p.ID, "name": p.Name}, "drop_id": r.DropID, "units": r.Units, "expires_at": r.ExpiresAt.UTC()}})
}

func (s *Service) ofDrop(ctx context.Context, tx *store.Tx, event shop.WebhookEvent, d shop.Drop) error {
	if s == nil {
		return nil
	}
	told := Drop{ID: d.ID, Slug: d.Slug, Name: d.Name, Mode: string(d.Mode), URL: s.c.PublicURL + "/drop/" + d.Slug, OpensAt: d.OpensAt.UTC(), EndsAt: d.EndsAt}
	return s.queue(ctx, tx, message{event: event, sequence: dropSequence(d.ID), data: map[string]any{"drop": told},
		discord: "**" + plainText(d.Name) + "** is open now: " + told.URL})
}

// receivers are the webhooks that asked for an event.
func (s *Service) receivers(ctx context.Context, tx *store.Tx, event shop.WebhookEvent) ([]shop.Webhook, error) {
	if s == nil {
		return nil, nil
	}
	all, err := tx.Webhooks.Enabled(ctx)
	return slices.DeleteFunc(all, func(w shop.Webhook) bool { return !w.Wants(event) }), err
}

// queue writes a row for each webhook that asked for the event, in the transaction of its cause.
func (s *Service) queue(ctx context.Context, tx *store.Tx, m message) error {
	receivers, err := s.receivers(ctx, tx, m.event)
	if err != nil || len(receivers) == 0 {
		return err
	}
	rows := make([]store.NewOutboxRow, len(receivers))
	for i, w := range receivers {
		if rows[i], err = s.row(w, m, s.c.Now()); err != nil {
			return err
		}
	}
	tx.Emit(outboxChanged)
	return tx.Outbox.Insert(ctx, rows)
}

// row is a message to one webhook. Its text is made now: it tells how things stood when it happened.
func (s *Service) row(w shop.Webhook, m message, now time.Time) (store.NewOutboxRow, error) {
	var content any = struct {
		Type      shop.WebhookEvent `json:"type"`
		Timestamp time.Time         `json:"timestamp"`
		Data      any               `json:"data"`
	}{m.event, now.UTC(), m.data}
	if w.Format == shop.WebhookDiscord {
		content = map[string]any{"content": m.discord, "allowed_mentions": map[string]any{"parse": []string{}}}
	}
	text, err := json.Marshal(content)
	id := "msg_" + secrets.NewToken()[:27]
	return store.NewOutboxRow{Kind: kind, Priority: priority, Payload: s.c.Keys.Seal(string(text)), CreatedAt: now,
		Webhook: &store.WebhookMessage{WebhookID: w.ID, Event: string(m.event), MessageID: id, Sequence: cmp.Or(m.sequence, id)}}, err
}

func dropSequence(id int64) string { return "drop " + shop.IDText(id) }

// severalDrops is the sequence of orders with products of several drops: in order with whatever is told of any drop. The queries of
// deliveries know it, and how the sequences of drops begin.
const severalDrops = "several drops"

// sequenceOf is the sequence of an order's drop or drops, or its own.
func sequenceOf(o shop.Order) string {
	switch ids := dropsOf(o); len(ids) {
	case 0:
		return "order " + o.Number
	case 1:
		return dropSequence(ids[0])
	default:
		return severalDrops
	}
}

func dropsOf(o shop.Order) []int64 {
	ids := map[int64]bool{}
	for _, line := range o.Lines {
		if line.DropID != nil {
			ids[*line.DropID] = true
		}
	}
	return slices.Sorted(maps.Keys(ids))
}

func orderJSON(o shop.Order) Order {
	out := Order{Number: o.Number, Status: string(o.Status), Payment: string(o.Payment), Fulfillment: string(o.Fulfillment), Currency: o.Currency,
		Total: json.Number(o.Total.String()), CreatedAt: o.CreatedAt.UTC(), Lines: make([]OrderLine, 0, len(o.Lines))}
	for _, line := range o.Lines {
		out.Lines = append(out.Lines, OrderLine{ProductID: line.ProductID, Name: line.Name, Quantity: line.Quantity, Price: json.Number(line.Price.String()), DropID: line.DropID})
	}
	return out
}

// plainText keeps a name from being read as Markdown.
func plainText(name string) string {
	var out strings.Builder
	for _, r := range name {
		if strings.ContainsRune("\\*_~`|>#[]()", r) {
			out.WriteByte('\\')
		}
		out.WriteRune(r)
	}
	return out.String()
}
