package draws

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/outbox"
	"github.com/snackdrop/snackdrop/internal/reservations"
	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/waitingroom/line"
	"github.com/snackdrop/snackdrop/internal/waitlist"
)

// awardAtOnce is how many wins, or entries in the next draw, are made in one transaction.
const awardAtOnce = 200

// NextBuyers is who gets units that come back: the next ranks of a draw, else the waitlist. See reservations.NextBuyers.
type NextBuyers struct{ c NextBuyersConfig }

// NextBuyersConfig is what NextBuyers need of the rest of the program.
type NextBuyersConfig struct {
	Offers    *waitlist.Offers
	Results   *Results
	Outbox    *outbox.Service
	Keys      *secrets.Keys
	Settings  func(context.Context) (shop.Settings, error)
	Now       func() time.Time
	PublicURL string // without a slash at the end
}

// NewNextBuyers makes them.
func NewNextBuyers(c NextBuyersConfig) *NextBuyers { return &NextBuyers{c} }

// Offer is reservations.NextBuyers.Offer.
func (n *NextBuyers) Offer(ctx context.Context, tx *store.Tx, productID, units, passed, passedOn int64, drop *shop.Drop) (reserved int64, err error) {
	if drop != nil && drop.Mode == shop.DropDraw && drop.HasWaitlistAt(n.c.Now()) {
		return n.win(ctx, tx, productID, min(units, awardAtOnce), *drop)
	}
	return n.c.Offers.Offer(ctx, tx, productID, units, passed, passedOn, drop)
}

// Used is reservations.NextBuyers.Used.
func (n *NextBuyers) Used(ctx context.Context, tx *store.Tx, r shop.Reservation, units int64) error {
	if r.Kind != shop.Win || r.DropID == nil {
		return n.c.Offers.Used(ctx, tx, r, units)
	}
	tx.Emit(shop.Event{Type: shop.EventDrop, ID: *r.DropID})
	return tx.Draws.UseWin(ctx, *r.DropID, r.MailboxKey)
}

// Ended is reservations.NextBuyers.Ended.
func (n *NextBuyers) Ended(ctx context.Context, tx *store.Tx, r shop.Reservation) error {
	if r.Kind != shop.Win || r.DropID == nil {
		return n.c.Offers.Ended(ctx, tx, r)
	}
	tx.Emit(shop.Event{Type: shop.EventDrop, ID: *r.DropID})
	return tx.Draws.EndWin(ctx, *r.DropID, r.MailboxKey, n.c.Now())
}

// win gives one unit each to the next ranks, at most as many as units says: a reservation and an email, in this transaction. The caller
// has locked the drop and the product's stock and takes the reserved units out of the stock.
func (n *NextBuyers) win(ctx context.Context, tx *store.Tx, productID, units int64, d shop.Drop) (won int64, err error) {
	now := n.c.Now()
	if d.PhaseAt(now) != shop.PhaseAwarding {
		return 0, nil
	}
	q, err := tx.Queues.Lock(ctx, d.ID, shop.MainLine)
	if err != nil || !q.Ready() {
		return 0, err
	}
	product, err := tx.Products.ByID(ctx, productID)
	if err != nil || !product.InStockFlag {
		return 0, err
	}
	ranks, err := n.c.Results.ranksOf(ctx, &tx.Reader, q)
	if err != nil {
		return 0, err
	}
	settings, err := n.c.Settings(ctx)
	if err != nil {
		return 0, err
	}
	decided, inOrder := q.Serving, true
	for rank := q.Serving + 1; won < units; {
		numbers := someNumbers(ranks, q, rank)
		if len(numbers) == 0 {
			break
		}
		entries, err := tx.Draws.EntriesNumbered(ctx, d.ID, numbers)
		if err != nil {
			return won, err
		}
		for _, number := range numbers {
			if won == units {
				break
			}
			e := entries[number]
			may, waits, err := mayWin(ctx, tx, productID, e)
			if err != nil {
				return won, err
			}
			if may {
				if err := n.giveWin(ctx, tx, d, product, e, settings); err != nil {
					return won, err
				}
				won++
			}
			inOrder = inOrder && !waits
			if inOrder {
				decided = rank
			}
			rank++
		}
	}
	if decided == q.Serving && won == 0 {
		return 0, nil
	}
	tx.Emit(shop.Event{Type: shop.EventDrop, ID: d.ID})
	return won, tx.Draws.SetAwarded(ctx, d.ID, decided)
}

// someNumbers are the numbers of the next ranks, as many as one query takes.
func someNumbers(ranks *line.Ranks, q shop.Queue, rank int64) []int64 {
	var numbers []int64
	for ; len(numbers) < awardAtOnce && rank <= *q.Shuffled; rank++ {
		number, ok := ranks.Number(rank)
		if !ok {
			break
		}
		numbers = append(numbers, number)
	}
	return numbers
}

// mayWin says whether an entry can win now. waits means that its mailbox already has a reservation of the product: the entry is
// skipped and looked at again later.
func mayWin(ctx context.Context, tx *store.Tx, productID int64, e shop.QueueEntry) (may, waits bool, err error) {
	if e.MailboxKey == "" || e.CalledAt != nil || e.State != shop.QueueWaiting && e.State != shop.QueueLost {
		return false, false, nil
	}
	_, held, err := tx.Reservations.Held(ctx, productID, e.MailboxKey)
	return !held, held, err
}

func (n *NextBuyers) giveWin(ctx context.Context, tx *store.Tx, d shop.Drop, product shop.Product, e shop.QueueEntry, settings shop.Settings) error {
	now := n.c.Now()
	email, err := n.c.Keys.Open(e.EmailSealed)
	if err != nil {
		return err
	}
	inDrop, _ := d.Product(product.ID)
	r := shop.Reservation{ProductID: product.ID, DropID: &d.ID, Kind: shop.Win, Units: 1, Price: d.PriceAt(inDrop, product.Price, now),
		MailboxKey: e.MailboxKey, Email: email, UserID: e.UserID, ExpiresAt: settings.WinEnd(now)}
	if r, err = tx.Reservations.Create(ctx, r, now); err != nil {
		return err
	}
	if first, err := tx.Draws.Win(ctx, e.ID, r.ExpiresAt, now); err != nil || !first {
		if err == nil {
			err = store.ErrStartOver
		}
		return err
	}
	return n.c.Outbox.QueueEmail(ctx, tx, email, outbox.WinEmail{Drop: d.Name, Product: product.Name, Number: e.Number,
		Until: settings.FormatTime(r.ExpiresAt), URL: n.c.PublicURL + "/reservation/" + reservations.Token(n.c.Keys, r.ID)}, "win-"+shop.IDText(r.ID))
}
