package orders

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/catalog"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// DropSale is what drops sell at one moment, as this process knows them. It is for
// quotes and carts; an order is decided under the lock of the drop.
type DropSale struct {
	index *catalog.DropIndex
	Now   time.Time
	zone  *time.Location
}

// DropSale is what drops sell now.
func (s *Service) DropSale(ctx context.Context) (DropSale, error) {
	settings, err := s.settings.Get(ctx)
	if err != nil {
		return DropSale{}, err
	}
	index, err := s.dropIndex.Get(ctx)
	return DropSale{index: index, Now: s.now(), zone: settings.DropZone()}, err
}

// Of is the drop that has a product; the zero value is none.
func (d DropSale) Of(productID int64) shop.Drop {
	drop, _ := d.index.OfProduct(productID)
	return drop
}

// checkDrop is the problem of a line that drops do not sell now. r is the buyer's reservation, if line.Reserved is above 0.
// It does not compare the pass with a mailbox: even a signed-in customer may order for another mailbox, and that one has the pass.
func (s *Service) checkDrop(ctx context.Context, sale DropSale, line shop.BasketLine, r shop.Reservation, pass shop.EarlyPass) (*shop.LineProblem, error) {
	in := shop.DropLine{BasketLine: line, Drop: sale.Of(line.Product.ID), Held: r, Pass: pass}
	if r.DropID != nil {
		in.HeldIn, _ = sale.index.ByID(*r.DropID)
	}
	if in.Drop.SaleAt(sale.Now) == shop.SaleEarlyPass && pass.DropID == in.Drop.ID { // the index does not follow the units sold early
		var err error
		if in.Drop, err = s.store.Drops.ByID(ctx, in.Drop.ID); err != nil {
			return nil, err
		}
	}
	err := in.Check(sale.Now, sale.zone)
	if err == nil {
		return nil, nil
	}
	return &shop.LineProblem{ProductID: line.Product.ID, Kind: string(shop.CodeOf(err)), Message: err.Error(), Most: line.Reserved}, nil
}
