package orders

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/catalog"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// dropSale is what drops sell at one moment, as this process knows them. It is for
// quotes and carts; an order is decided under the lock of the drop.
type dropSale struct {
	index *catalog.DropIndex
	Now   time.Time
	zone  *time.Location
	early earlyPass
}

// DropSale is what drops sell now to whoever asks.
func (s *Service) DropSale(ctx context.Context, in QuoteRequest) (dropSale, error) {
	sale := dropSale{Now: s.now(), zone: time.UTC}
	settings, err := s.settings.Get(ctx)
	if err != nil {
		return sale, err
	}
	sale.zone = settings.DropZone()
	if sale.early, err = s.readPass(in.Pass); err != nil {
		return sale, err
	}
	if s.drops != nil {
		sale.index, err = s.drops.Drops(ctx)
	}
	return sale, err
}

// Of finds the drop that sells a product now, if one does.
func (d dropSale) Of(productID int64) (shop.Drop, bool) {
	if d.index == nil {
		return shop.Drop{}, false
	}
	drop, ok := d.index.OfProduct(productID)
	return drop, ok && drop.SaleAt(d.Now) != shop.SaleUsual
}

// InDrop gives a line the price of its drop.
func (d dropSale) InDrop(line shop.BasketLine) shop.BasketLine {
	if drop, ok := d.Of(line.Product.ID); ok {
		line.Product = line.Product.InDrop(drop, d.Now)
		line.DropID = &drop.ID
	}
	return line
}

// check is the problem of a line that its drop does not sell now. r is the buyer's
// reservation, if line.Reserved is above 0.
func (d dropSale) check(line shop.BasketLine, r shop.Reservation) *shop.LineProblem {
	drop, ok := d.Of(line.Product.ID)
	if !ok {
		return nil
	}
	var err error
	if line.Reserved > 0 && r.DropID != nil && *r.DropID == drop.ID {
		err = drop.CheckReserved(r.Kind, d.Now, d.zone)
	}
	if err == nil && line.Quantity > line.Reserved {
		err = drop.CheckSale(d.Now, d.early.dropID == drop.ID && drop.PhaseAt(d.Now) == shop.PhaseEarly, d.zone)
	}
	if err != nil {
		return &shop.LineProblem{ProductID: line.Product.ID, Kind: string(shop.CodeOf(err)), Message: err.Error(), Most: line.Reserved}
	}
	return nil
}
