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

// earlyPass is early access to a drop; the zero value is none.
type earlyPass struct {
	dropID     int64
	mailboxKey string
}

// readPass returns the early access that the pass of an order gives. A pass of a line
// gives none: its owner has reserved units with it before. A forged pass is refused.
func (s *Service) readPass(token string) (earlyPass, error) {
	if token == "" {
		return earlyPass{}, nil
	}
	if dropID, mailbox, ok := reservations.ReadEarlyPass(s.keys.Secrets, token); ok {
		return earlyPass{dropID, mailbox}, nil
	}
	if _, err := s.keys.Secrets.ReadToken(LinePassPurpose, token); err == nil {
		return earlyPass{}, nil
	}
	return earlyPass{}, ErrPassUnknown
}

// ErrPassUnknown refuses a pass that the shop did not make.
var ErrPassUnknown = shop.FieldError(shop.NotFound, "pass", "This pass is not valid.")

// dropGuess maps products to their drops, as read before anything is locked; it may be
// outdated. nil: not read yet.
type dropGuess map[int64]int64

// dropUnits is a product in a drop.
type dropUnits struct{ dropID, productID int64 }

// lockDrops locks the drops of the products and reservations before anything else is
// locked, and then reads the time: whether a drop is open is decided by the database's
// clock at a moment when nobody can change the drop.
func (b *batch) lockDrops(ctx context.Context, productIDs, reserved []int64, known *dropGuess) error {
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
func (b *batch) guessDrops(ctx context.Context, productIDs []int64) (dropGuess, error) {
	guess := dropGuess{}
	if b.orderWriter.drops == nil {
		return guess, nil
	}
	index, err := b.orderWriter.drops.Drops(ctx)
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
func (b *batch) checkDrops(ctx context.Context, productIDs []int64, known *dropGuess) error {
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

// dropOfProduct finds the drop that sells a product at the moment, if one does.
func (b *batch) dropOfProduct(id int64) (shop.Drop, bool) {
	d, ok := b.drops[b.dropOf[id]]
	return d, ok && d.SaleAt(b.at) != shop.SaleUsual
}

// inDrop gives a line the price of its drop.
func (b *batch) inDrop(line shop.BasketLine) shop.BasketLine {
	if d, ok := b.dropOfProduct(line.Product.ID); ok {
		line.Product = line.Product.InDrop(d, b.at)
		line.DropID = &d.ID
	}
	return line
}

// checkSale refuses a line whose drop does not sell it now to this buyer. r is the
// buyer's reservation, if line.Reserved is above 0.
func (b *batch) checkSale(j *job, line shop.BasketLine, r shop.Reservation) error {
	zone := j.settings.DropZone()
	if line.Reserved > 0 && r.DropID != nil {
		if err := b.drops[*r.DropID].CheckReserved(r.Kind, b.at, zone); err != nil {
			return err
		}
	}
	rest := line.Quantity - line.Reserved
	drop, ok := b.dropOfProduct(line.Product.ID)
	if !ok || rest == 0 {
		return nil
	}
	early, err := j.earlyAccess(drop, b.at)
	if err != nil {
		return err
	}
	if err := drop.CheckSale(b.at, early, zone); err != nil {
		return err
	}
	if drop.SaleAt(b.at) == shop.SaleEarlyPass {
		product, _ := drop.Line(line.Product.ID)
		if product.EarlyUnits+b.early[dropUnits{drop.ID, product.ProductID}]+rest > drop.EarlyQuota(product) {
			return drop.EarlyUnitsGone(zone)
		}
	}
	return nil
}

// earlyAccess says whether the buyer has early access to the drop. Before the opening
// a pass of another drop or mailbox is refused; afterwards nobody needs one.
func (j *job) earlyAccess(drop shop.Drop, now time.Time) (bool, error) {
	if j.early == (earlyPass{}) || drop.PhaseAt(now) != shop.PhaseEarly {
		return false, nil
	}
	if j.early != (earlyPass{drop.ID, j.buyer.MailboxKey}) {
		return false, ErrPassUnknown
	}
	return true, nil
}

// countEarly counts the units of an accepted order that are sold before the opening.
// Those of reservations were counted when they were reserved.
func (b *batch) countEarly(basket shop.Basket) {
	for _, line := range basket.Lines {
		drop, ok := b.dropOfProduct(line.Product.ID)
		if rest := line.Quantity - line.Reserved; ok && rest > 0 && drop.SaleAt(b.at) == shop.SaleEarlyPass {
			b.early[dropUnits{drop.ID, line.Product.ID}] += rest
		}
	}
}

func (b *batch) takeEarlyUnits(ctx context.Context) error {
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
func (b *batch) dropsOf(basket shop.Basket) []shop.Drop {
	var found []shop.Drop
	for _, line := range basket.Lines {
		if line.DropID != nil && !slices.ContainsFunc(found, func(d shop.Drop) bool { return d.ID == *line.DropID }) {
			found = append(found, b.drops[*line.DropID])
		}
	}
	return found
}

// checkDropOrder refuses what drops ask of an order as a whole.
func (b *batch) checkDropOrder(j *job, basket shop.Basket, total shop.Cents) error {
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
func (b *batch) holdTime(order shop.Order) time.Duration {
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
func (b *batch) use(ctx context.Context, use reservations.ReservationUse) error {
	var drop *shop.Drop
	if d, ok := b.drops[b.dropOf[use.ProductID]]; ok {
		drop = &d
	}
	return b.units.Use(ctx, b.tx, use, drop, b.at)
}
