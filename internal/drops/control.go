package drops

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/waitingroom/line"
)

// Canceller cancels orders. orders.Service implements it.
type Canceller interface {
	// CancelIn cancels an order in the caller's transaction, queues the refund of what was
	// paid and gives its units to the next.
	CancelIn(ctx context.Context, tx *store.Tx, order shop.Order, note string, by audit.Actor) error
	// RefundsQueued starts sending the refunds that CancelIn queued. Call it after the commit.
	RefundsQueued()
}

// Pause stops a drop: no reservations, passes or orders of it, until it is resumed. Orders that wait for payment can be paid.
func (s *Service) Pause(ctx context.Context, id, version int64, by audit.Actor) (StaffDrop, error) {
	return s.act(ctx, id, version, "pause", by, func(_ *store.Tx, d *shop.Drop, now time.Time) error {
		if err := d.CheckPause(now); err != nil {
			return err
		}
		d.PausedAt = &now
		return nil
	})
}

// Resume ends a pause. Reservations and passes have as much time left as when it began.
func (s *Service) Resume(ctx context.Context, id, version int64, by audit.Actor) (StaffDrop, error) {
	return s.act(ctx, id, version, "resume", by, func(tx *store.Tx, d *shop.Drop, now time.Time) error {
		if err := d.CheckResume(now); err != nil {
			return err
		}
		return s.resume(ctx, tx, d, now)
	}, s.offerFreeUnits) // once the drop is stored as resumed: a paused drop offers nothing
}

// SetRate says how many people a minute are called; nil leaves it to the shop.
func (s *Service) SetRate(ctx context.Context, id, version int64, perMinute *int64, by audit.Actor) (StaffDrop, error) {
	return s.act(ctx, id, version, "rate", by, func(_ *store.Tx, d *shop.Drop, _ time.Time) error {
		d.RatePerMinute = perMinute
		return d.Check(s.c.Demo)
	})
}

// AddUnits gives a drop more units of a product: from those kept back first, the rest as new stock.
func (s *Service) AddUnits(ctx context.Context, id, version, productID, units int64, by audit.Actor) (StaffDrop, error) {
	if units < 1 || units > shop.MaxUnits {
		return StaffDrop{}, shop.FieldError(shop.Invalid, "units", "Add 1 to 1,000,000 units.")
	}
	return s.act(ctx, id, version, "add units", by, func(tx *store.Tx, d *shop.Drop, now time.Time) error {
		if !d.Unfinished(now) {
			return shop.Errorf(shop.Conflict, "This drop is not scheduled, or it is over.")
		}
		d.Products = slices.Clone(d.Products)
		at := slices.IndexFunc(d.Products, func(p shop.DropProduct) bool { return p.ProductID == productID })
		if at < 0 {
			return shop.FieldError(shop.NotFound, "product_id", "This product is not in the drop.")
		}
		d.Products[at].Units += units
		if err := d.Check(s.c.Demo); err != nil {
			return err
		}
		if err := tx.Drops.SetProducts(ctx, id, d.Products); err != nil {
			return err
		}
		return s.putUnits(ctx, tx, productID, units)
	})
}

// putUnits frees units that are kept back and adds what is missing.
func (s *Service) putUnits(ctx context.Context, tx *store.Tx, productID, units int64) error {
	stock, counted, err := tx.Stock.Lock(ctx, productID)
	if err != nil {
		return err
	}
	if !counted {
		return shop.FieldError(shop.Conflict, "product_id", "The units of this product are not counted any more.")
	}
	kept := min(stock.Kept, stock.Quantity)
	freed := min(kept, units)
	if stock.Quantity+units-freed > shop.MaxUnits {
		return shop.FieldError(shop.Invalid, "units", "The stock goes from 0 to 1,000,000.")
	}
	if err := tx.Stock.SetSafety(ctx, productID, kept-freed); err != nil {
		return err
	}
	if err := s.c.Units.ReleaseUnits(ctx, tx, productID, units-freed); err != nil {
		return err
	}
	now, _, err := tx.Stock.Lock(ctx, productID)
	if err != nil {
		return err
	}
	free := now.Free()
	tx.Emit(shop.Event{Type: shop.EventStock, ID: productID, Units: &free})
	return nil
}

// End ends a drop that has opened. Orders that wait for payment can still be paid. A draw closes: its entries end.
func (s *Service) End(ctx context.Context, id, version int64, by audit.Actor) (StaffDrop, error) {
	return s.act(ctx, id, version, "end", by, func(tx *store.Tx, d *shop.Drop, now time.Time) error {
		if err := d.CheckEnd(now); err != nil {
			return err
		}
		if d.PausedAt != nil {
			if err := s.resume(ctx, tx, d, now); err != nil {
				return err
			}
		}
		if d.Mode == shop.DropDraw {
			d.EndsAt = &now
		} else {
			d.EndedAt = &now
		}
		return s.plan(ctx, tx, *d)
	})
}

// PassOn cancels orders of a drop, refunds them, keeps their buyers from buying in it again and gives their units to the next.
// All of it happens or nothing.
func (s *Service) PassOn(ctx context.Context, id, version int64, numbers []string, by audit.Actor) (StaffDrop, error) {
	settings, err := s.c.Settings(ctx)
	if err != nil {
		return StaffDrop{}, err
	}
	err = s.c.Store.Write(ctx, func(tx *store.Tx) error {
		chosen, err := s.lockOrders(ctx, tx, id, numbers, settings.Orders)
		if err != nil {
			return err
		}
		d, err := s.lock(ctx, tx, id, version)
		if err != nil {
			return err
		}
		now := s.c.Now()
		for _, order := range chosen { // bar all buyers first, so that no unit goes to another of them
			keys, err := tx.Purchases.OfOrder(ctx, order.ID)
			if err != nil {
				return err
			}
			barred := make([]store.PurchaseKey, 0, len(keys))
			for _, k := range keys {
				if k.DropID == id {
					barred = append(barred, k.PurchaseKey)
				}
			}
			if err := tx.Purchases.BarKeys(ctx, barred, by.Name, now); err != nil {
				return err
			}
		}
		for _, order := range chosen {
			if err := s.c.Orders.CancelIn(ctx, tx, order, "", by); err != nil {
				return err
			}
		}
		if err := tx.Drops.Change(ctx, d, now); err != nil {
			return err
		}
		if err := s.changed(ctx, tx, id); err != nil {
			return err
		}
		return s.c.Audit.Record(ctx, tx, by, "pass on", Entity, shop.IDText(id), map[string]any{"name": d.Name, "orders": orderFacts(chosen)},
			map[string]any{"name": d.Name, "orders": map[string]any{}})
	})
	if err != nil {
		return StaffDrop{}, err
	}
	s.c.Orders.RefundsQueued()
	return s.Get(ctx, id)
}

func orderFacts(orders []shop.Order) map[string]any {
	facts := make(map[string]any, len(orders))
	for _, o := range orders {
		facts[o.Number] = string(o.Status)
	}
	return facts
}

// lockOrders reads the orders of a drop that staff chose to pass on, locked in the order of their ids.
func (s *Service) lockOrders(ctx context.Context, tx *store.Tx, dropID int64, numbers []string, settings shop.OrderSettings) ([]shop.Order, error) {
	chosen := make([]shop.Order, 0, len(numbers))
	for _, number := range slices.Compact(slices.Sorted(slices.Values(numbers))) {
		order, err := tx.Orders.ByNumber(ctx, number)
		if err != nil {
			return nil, err
		}
		chosen = append(chosen, order)
	}
	slices.SortFunc(chosen, func(a, b shop.Order) int { return cmp.Compare(a.ID, b.ID) })
	for i, order := range chosen {
		if err := tx.Orders.Lock(ctx, order.ID); err != nil {
			return nil, err
		}
		order, err := tx.Orders.ByID(ctx, order.ID)
		if err != nil {
			return nil, err
		}
		inDrop := slices.ContainsFunc(order.Lines, func(l shop.OrderLine) bool { return l.DropID != nil && *l.DropID == dropID })
		if !inDrop {
			return nil, shop.Errorf(shop.NotFound, "Order %s is not in this drop.", order.Number)
		}
		if err := order.CheckPassOn(settings); err != nil {
			return nil, err
		}
		chosen[i] = order
	}
	return chosen, nil
}

// ReviewGroup is paid orders of a drop that share something.
type ReviewGroup struct {
	Kind   string // building, domain, network, name, phone or card
	Orders []*shop.ReviewedOrder
}

var reviewKinds = []string{"card", "phone", "name", "building", "network", "domain"}

// Review groups the paid orders of a drop by what they share, the largest group first.
func (s *Service) Review(ctx context.Context, id int64) ([]ReviewGroup, error) {
	if _, err := s.c.Store.Drops.ByID(ctx, id); err != nil {
		return nil, err
	}
	orders, err := s.c.Store.Orders.PaidInDrop(ctx, id)
	if err != nil {
		return nil, err
	}
	return GroupForReview(orders), nil
}

// GroupForReview groups paid orders of one drop by building, domain and so on; see ReviewGroup.
func GroupForReview(orders []*shop.ReviewedOrder) []ReviewGroup {
	type shared struct{ kind, key string }
	found := map[shared][]*shop.ReviewedOrder{}
	for _, o := range orders {
		o.Keys["domain"] = line.LimitedDomain(o.Email)
		for _, kind := range reviewKinds {
			if key := o.Keys[kind]; key != "" {
				found[shared{kind, key}] = append(found[shared{kind, key}], o)
			}
		}
	}
	var groups []ReviewGroup
	for of, members := range found {
		if len(members) > 1 {
			groups = append(groups, ReviewGroup{of.kind, members})
		}
	}
	slices.SortFunc(groups, func(a, b ReviewGroup) int {
		return cmp.Or(cmp.Compare(len(b.Orders), len(a.Orders)), cmp.Compare(slices.Index(reviewKinds, a.Kind), slices.Index(reviewKinds, b.Kind)),
			cmp.Compare(a.Orders[0].ID, b.Orders[0].ID))
	})
	return groups
}
