package store

import (
	"cmp"
	"context"
	"database/sql"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store/internal/db"
)

// NewOrder is an accepted order, ready to be written. Its number and id are filled
// in when it is.
type NewOrder struct {
	shop.Order
	IdempotencyKey string
	RequestHash    string
	PlacedBy       string // actor of its first event; "": the shopper
	Event          string // detail of its first event
	PromoID        int64  // 0: no code
	CustomerKey    string
	Buyer          Buyer
	Provider       string     // of the payment to open; "": none
	Purchases      []Purchase // what it counts under its buyer's keys in drops
	Lifted         []int64    // the drops whose limits staff lifted for it
}

// PlacedOrder names an order that was placed under an idempotency key.
type PlacedOrder struct {
	Number      string
	RequestHash string
}

// PlacedBefore finds the orders that were placed under these idempotency keys.
func (tx OrderWriter) PlacedBefore(ctx context.Context, keys []string) (map[string]PlacedOrder, error) {
	placed := map[string]PlacedOrder{}
	var w where
	query := "SELECT idempotency_key, number, request_hash" + fromKeys(tx.engine, "orders", "idempotency_key IS NOT NULL", "idempotency_key", keyList(tx.engine, &w, keys))
	err := tx.eachRow(ctx, query, tx.engine.withFreshPlan(w.args), func(rows *sql.Rows) error {
		var key string
		var order PlacedOrder
		err := rows.Scan(&key, &order.Number, &order.RequestHash)
		placed[key] = order
		return err
	})
	return placed, err
}

// Insert numbers and writes orders with their lines, first events, promo
// uses and open payments, each kind in as few statements as possible.
func (tx OrderWriter) Insert(ctx context.Context, orders []*NewOrder, now time.Time) error {
	if len(orders) == 0 {
		return nil
	}
	last, err := tx.q.TakeCounter(ctx, db.TakeCounterParams{N: int64(len(orders)), Name: "order_number"})
	if err != nil {
		return err
	}
	for i, o := range orders {
		o.Number = shop.OrderNumber(last - int64(len(orders)-1-i))
	}
	if err := tx.insertRows(ctx, orders, now); err != nil {
		return err
	}
	tx.all.countPlaced(orders)
	lines := tx.rowsOf("order_lines", orderLineColumns)
	events := tx.rowsOf("order_events", "order_id, at, actor, kind, detail")
	uses := tx.rowsOf("promo_uses", "order_id, promotion_id, customer_key")
	payments := tx.rowsOf("payments", "order_id, provider, provider_ref, status, amount_cents, currency, created_at, updated_at")
	purchases := tx.rowsOf("order_purchase_keys", "order_id, drop_id, kind, key, units")
	for _, o := range orders {
		for _, p := range o.Purchases {
			purchases.add(o.ID, p.DropID, p.Kind, p.Key, p.Units)
		}
		for _, l := range o.Lines {
			lines.add(o.ID, l.Position, l.ProductID, l.Name, l.ImageURL, int64(l.Price), l.Quantity, int64(l.Discount), int64(l.Tax), l.Counted, l.DropID)
		}
		events.add(o.ID, millis(now), cmp.Or(o.PlacedBy, "shopper"), "placed", o.Event)
		if o.PromoID != 0 {
			uses.add(o.ID, o.PromoID, o.CustomerKey)
		}
		if o.Provider != "" {
			payments.add(o.ID, o.Provider, shop.UnstartedPaymentRef(o.Number), "open", int64(o.Total), o.Currency, millis(now), millis(now))
		}
	}
	return tx.all.insertAll(ctx, lines, events, uses, payments, purchases)
}

func (tx OrderWriter) insertRows(ctx context.Context, orders []*NewOrder, now time.Time) error {
	batch := tx.rowsOf("orders", "number, user_id, email, email_key, customer_name, phone, fulfillment_type, delivery_method, line1, line2, city, state, zip, "+
		"status, payment_status, payment_method, currency, subtotal_cents, discount_cents, shipping_cents, tax_cents, total_cents, tax_included, promo_code, "+
		"notes, pickup_code, idempotency_key, request_hash, hold_expires_at, stock_held, mailbox_key, network_key, network48_key, search_text, created_at, updated_at")
	byNumber := make(map[string]*NewOrder, len(orders))
	for _, o := range orders {
		byNumber[o.Number] = o
		var reservedUntil *int64
		if o.ReservedUntil != nil {
			ms := millis(*o.ReservedUntil)
			reservedUntil = &ms
		}
		o.CreatedAt, o.UpdatedAt, o.Version = now, now, 1
		network, wider := o.Buyer.Network, o.Buyer.Network48
		if o.Payment != shop.Unpaid && len(o.Purchases) == 0 { // only unpaid orders are counted by network; staff compare those of a drop
			network, wider = "", ""
		}
		batch.add(o.Number, o.UserID, o.Email, shop.EmailKey(o.Email), o.Name, o.Phone, string(o.Fulfillment), o.Method, o.Address.Line1, o.Address.Line2,
			o.Address.City, o.Address.State, o.Address.Zip, string(o.Status), string(o.Payment), o.PaymentMethod, o.Currency, int64(o.Subtotal),
			int64(o.Discount), int64(o.Shipping), int64(o.Tax), int64(o.Total), o.TaxIncluded, o.PromoCode, o.Notes, o.PickupCode,
			orNull(o.IdempotencyKey), o.RequestHash, reservedUntil, o.Reserved, o.Buyer.MailboxKey, network, wider, SearchText(o.Number, o.Name, o.Email), millis(now), millis(now))
	}
	for query, args := range batch.statements(" RETURNING id, number") {
		err := tx.eachRow(ctx, query, args, func(rows *sql.Rows) error {
			var id int64
			var number string
			if err := rows.Scan(&id, &number); err != nil {
				return err
			}
			byNumber[number].ID = id
			return nil
		})
		if err != nil {
			return mapError(err, meaning{uniqueTaken: errPlacedElsewhere})
		}
	}
	return nil
}
