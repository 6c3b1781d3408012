package orders

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/snackdrop/snackdrop/internal/reservations"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// LinePassPurpose is the purpose of the tokens with which package waitingroom gives out passes of a line.
const LinePassPurpose = "line pass"

// readPass returns the early access that the pass of an order gives. A pass of a line
// gives none: its owner has reserved units with it before. A forged pass is refused.
func (s *Service) readPass(token string) (shop.EarlyPass, error) {
	if token == "" {
		return shop.EarlyPass{}, nil
	}
	if dropID, mailbox, ok := reservations.ReadEarlyPass(s.keys.Secrets, token); ok {
		return shop.EarlyPass{DropID: dropID, MailboxKey: mailbox}, nil
	}
	if _, err := s.keys.Secrets.ReadToken(LinePassPurpose, token); err == nil {
		return shop.EarlyPass{}, nil
	}
	return shop.EarlyPass{}, shop.ErrPassUnknown
}

// dropGuess maps products to their drops, as read before anything is locked; it may be
// outdated. nil: not read yet.
type dropGuess map[int64]int64

// dropUnits is a product in a drop.
type dropUnits struct{ dropID, productID int64 }

// lockDrops locks the drops of the products and reservations before anything else is
// locked, and then reads the time: whether a drop is open is decided by the database's
// clock at a moment when nobody can change the drop.
func (b *orderBatch) lockDrops(ctx context.Context, productIDs, reserved []int64, known *dropGuess) error {
	if *known == nil {
		guess, err := b.guessDrops(ctx, productIDs)
		if err != nil {
			return err
		}
		*known = guess
	}
	b.dropOf = *known
	ids, err := b.tx.Drops.OfReservations(ctx, reserved)
	if err != nil {
		return err
	}
	for _, id := range b.dropOf {
		ids = append(ids, id)
	}
	if len(ids) == 0 {
		return nil
	}
	if b.drops, err = b.tx.Drops.LockAll(ctx, ids); err != nil {
		return err
	}
	b.at, err = b.units.LockedNow(ctx, b.tx)
	return err
}

// guessDrops asks this process's index, which costs no query.
func (b *orderBatch) guessDrops(ctx context.Context, productIDs []int64) (dropGuess, error) {
	guess := dropGuess{}
	index, err := b.dropIndex.Get(ctx)
	if err != nil {
		return nil, err
	}
	for _, id := range productIDs {
		if d, ok := index.OfProduct(id); ok {
			guess[id] = d.ID
		}
	}
	return guess, nil
}

// checkDrops makes sure, now that stock is locked and no drop can take or give up a
// product, that the right drops are locked. If not, the transaction starts over.
func (b *orderBatch) checkDrops(ctx context.Context, productIDs []int64, known *dropGuess) error {
	now, err := b.tx.Drops.OfProducts(ctx, productIDs)
	if err != nil {
		return err
	}
	if !maps.Equal(now, b.dropOf) {
		*known = now
		return store.ErrStartOver
	}
	return nil
}

// checkDrop refuses a line that drops do not sell now to this buyer. r is the buyer's reservation, if line.Reserved is above 0.
func (b *orderBatch) checkDrop(j *job, line shop.BasketLine, drop shop.Drop, r shop.Reservation) error {
	in := shop.DropLine{BasketLine: line, Drop: drop, EarlyUnits: b.early[dropUnits{drop.ID, line.Product.ID}], Held: r,
		Pass: j.early, MailboxKey: j.buyer.MailboxKey}
	if r.DropID != nil {
		in.HeldIn = b.drops[*r.DropID]
	}
	return in.Check(b.at, j.settings.DropZone())
}

// countEarly counts the units of an accepted order that are sold before the opening.
// Those of reservations were counted when they were reserved.
func (b *orderBatch) countEarly(basket shop.Basket) {
	for _, line := range basket.Lines {
		drop := b.drops[b.dropOf[line.Product.ID]]
		if rest := line.Quantity - line.Reserved; rest > 0 && drop.SaleAt(b.at) == shop.SaleEarlyPass {
			b.early[dropUnits{drop.ID, line.Product.ID}] += rest
		}
	}
}

func (b *orderBatch) takeEarlyUnits(ctx context.Context) error {
	for of, units := range b.early {
		drop := b.drops[of.dropID]
		product, _ := drop.Line(of.productID)
		ok, err := b.tx.Drops.TakeEarlyUnits(ctx, of.dropID, of.productID, units, drop.EarlyQuota(product))
		if err != nil {
			return err
		}
		if !ok {
			return store.ErrStartOver
		}
	}
	return nil
}

// dropsOf are the drops in which something of a basket is sold, by id.
func (b *orderBatch) dropsOf(basket shop.Basket) []shop.Drop {
	var found []shop.Drop
	for _, line := range basket.Lines {
		if line.DropID != nil && !slices.ContainsFunc(found, func(d shop.Drop) bool { return d.ID == *line.DropID }) {
			found = append(found, b.drops[*line.DropID])
		}
	}
	return found
}

// checkDropOrder refuses what drops ask of an order as a whole.
func (b *orderBatch) checkDropOrder(j *job, basket shop.Basket, total shop.Cents) error {
	for _, d := range b.dropsOf(basket) {
		if shop.PhoneValue(j.checkout.Phone) == "" {
			return shop.FieldError(shop.Invalid, "phone", "Enter a phone number. Every order of a drop needs one.")
		}
		if total > 0 && j.checkout.Payment == shop.PayManual && !d.PayAtPickup {
			return shop.FieldError(shop.Invalid, "payment_method", "This drop is paid online. Please choose another way to pay.")
		}
	}
	return nil
}

// holdTime is how long an order waits for its payment: as long as the drop with the
// shortest time allows.
func (b *orderBatch) holdTime(order shop.Order) time.Duration {
	shortest := time.Duration(0)
	for _, line := range order.Lines {
		if line.DropID == nil {
			continue
		}
		if d := b.drops[*line.DropID].HoldTime; shortest == 0 || d < shortest {
			shortest = d
		}
	}
	if shortest == 0 {
		return b.orderUnits.Time
	}
	return shortest
}

// use turns a reservation into units of an order.
func (b *orderBatch) use(ctx context.Context, use reservations.ReservationUse) error {
	var drop *shop.Drop
	if d, ok := b.drops[b.dropOf[use.ProductID]]; ok {
		drop = &d
	}
	return b.units.Use(ctx, b.tx, use, drop, b.at)
}
