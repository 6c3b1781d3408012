package draws

import (
	"context"

	"github.com/snackdrop/snackdrop/internal/drops"
	"github.com/snackdrop/snackdrop/internal/outbox"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/waitingroom/line"
	"github.com/snackdrop/snackdrop/internal/waitlist"
)

const (
	awardAtOnce = 200 // wins in one transaction
	tellAtOnce  = 500 // emails in one transaction
)

// NextBuyers is who gets units that come back: the next ranks of a draw, else the waitlist. See reservations.NextBuyers.
type NextBuyers struct {
	Waitlist *waitlist.Service
	Draws    *Service
}

// Offer is reservations.NextBuyers.Offer.
func (n NextBuyers) Offer(ctx context.Context, tx *store.Tx, productID, units, passed, passedOn int64, drop *shop.Drop) (reserved int64, err error) {
	if drop != nil && drop.Mode == shop.DropDraw && drop.HasWaitlistAt(n.Draws.c.Now()) {
		return n.Draws.win(ctx, tx, productID, min(units, awardAtOnce), *drop)
	}
	return n.Waitlist.Offer(ctx, tx, productID, units, passed, passedOn, drop)
}

// Used is reservations.NextBuyers.Used.
func (n NextBuyers) Used(ctx context.Context, tx *store.Tx, r shop.Reservation, units int64) error {
	if r.Kind != shop.Win || r.DropID == nil {
		return n.Waitlist.Used(ctx, tx, r, units)
	}
	tx.Emit(shop.Event{Type: shop.EventDrop, ID: *r.DropID})
	return tx.Draws.UseWin(ctx, *r.DropID, r.MailboxKey)
}

// Ended is reservations.NextBuyers.Ended.
func (n NextBuyers) Ended(ctx context.Context, tx *store.Tx, r shop.Reservation) error {
	if r.Kind != shop.Win || r.DropID == nil {
		return n.Waitlist.Ended(ctx, tx, r)
	}
	tx.Emit(shop.Event{Type: shop.EventDrop, ID: *r.DropID})
	return tx.Draws.EndWin(ctx, *r.DropID, r.MailboxKey, n.Draws.c.Now())
}

// award gives the free units of a draw whose winners are chosen to the next ranks.
func (s *Service) award(ctx context.Context, d shop.Drop) error {
	for {
		units, err := s.c.Store.Drops.Units(ctx, d)
		if err != nil || units.Free == 0 {
			return err
		}
		was, err := s.c.Store.Queues.OfDrop(ctx, d.ID, shop.MainLine)
		if err != nil || !was.Ready() {
			return err
		}
		err = s.c.Store.Write(ctx, func(tx *store.Tx) error {
			for _, product := range d.Products {
				if err := s.c.Units.ReleaseUnits(ctx, tx, product.ProductID, 0); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		if now, err := s.c.Store.Queues.OfDrop(ctx, d.ID, shop.MainLine); err != nil || now.Serving == was.Serving {
			return err
		}
	}
}

// win gives one unit each to the next ranks, at most as many as units says: a reservation and an email, in this transaction. The caller
// has locked the drop and the product's stock and takes the reserved units out of the stock.
func (s *Service) win(ctx context.Context, tx *store.Tx, productID, units int64, d shop.Drop) (won int64, err error) {
	now := s.c.Now()
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
	ranks, err := s.ranksOf(ctx, &tx.Reader, q)
	if err != nil {
		return 0, err
	}
	settings, err := s.c.Settings(ctx)
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
				if err := s.giveWin(ctx, tx, d, product, e, settings); err != nil {
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

func (s *Service) giveWin(ctx context.Context, tx *store.Tx, d shop.Drop, product shop.Product, e shop.QueueEntry, settings shop.Settings) error {
	now := s.c.Now()
	email, err := s.c.Keys.Open(e.EmailSealed)
	if err != nil {
		return err
	}
	inDrop, _ := d.Line(product.ID)
	r := shop.Reservation{ProductID: product.ID, DropID: &d.ID, Kind: shop.Win, Units: 1, Price: d.PriceAt(inDrop, product.Price, now),
		MailboxKey: e.MailboxKey, Email: email, UserID: e.UserID, ExpiresAt: settings.WinEnd(now)}
	if r.ID, err = tx.Reservations.Create(ctx, r, now); err != nil {
		return err
	}
	if first, err := tx.Draws.Win(ctx, e.ID, r.ExpiresAt, now); err != nil || !first {
		if err == nil {
			err = store.ErrStartOver
		}
		return err
	}
	return s.c.Outbox.QueueEmail(ctx, tx, email, outbox.WinEmail{Drop: d.Name, Product: product.Name, Number: e.Number,
		Until: settings.TimeWords(r.ExpiresAt), URL: s.c.PublicURL + "/reservation/" + s.c.Units.Token(r.ID)}, "win-"+shop.IDText(r.ID))
}

// tellLosers writes to everybody who counted and did not win, once.
func (s *Service) tellLosers(ctx context.Context, id int64) error {
	settings, err := s.c.Settings(ctx)
	if err != nil {
		return err
	}
	for more := true; more; {
		err := s.c.Store.Write(ctx, func(tx *store.Tx) error {
			d, err := tx.Drops.ByID(ctx, id)
			if err != nil {
				return err
			}
			q, err := tx.Queues.Lock(ctx, id, shop.MainLine)
			if err != nil {
				return err
			}
			ranks, err := s.ranksOf(ctx, &tx.Reader, q)
			if err != nil {
				return err
			}
			entries, err := tx.Draws.EntriesToTell(ctx, id, 0, tellAtOnce)
			if err != nil {
				return err
			}
			more = len(entries) == tellAtOnce
			numbers := make([]int64, 0, len(entries))
			var emails []outbox.Addressed
			end, _ := d.EndAt()
			for _, e := range entries {
				numbers = append(numbers, e.Number)
				rank, ranked := ranks.Rank(e.Number)
				if !ranked || e.MailboxKey == "" {
					continue
				}
				to, err := s.c.Keys.Open(e.EmailSealed)
				if err != nil {
					return err
				}
				emails = append(emails, outbox.Addressed{To: to, UniqueKey: "not-this-time-" + shop.IDText(id) + "-" + e.MailboxKey,
					Email: outbox.NotThisTimeEmail{Drop: d.Name, Number: e.Number, Rank: rank, Entries: ranks.Len(), Winners: q.Serving, Until: settings.TimeWords(end),
						EnterNext: e.EnterNext, URL: s.room.EntryURL(d, e)}})
			}
			if err := tx.Draws.Lose(ctx, id, numbers); err != nil {
				return err
			}
			return s.c.Outbox.QueueEmails(ctx, tx, emails...)
		})
		if err != nil {
			return err
		}
		if s.c.Outbox.Idle != nil && more {
			s.c.Outbox.Idle.WaitUntilIdle(ctx, drops.MailingPause)
		}
	}
	return nil
}
