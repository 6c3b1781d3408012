package drops

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// Service has the use cases of drops: staff make, schedule and change them, shoppers see them.
type Service struct{ c Config }

// NewService makes the service of drops.
func NewService(c Config) *Service { return &Service{c} }

const Entity = "drop"

// StaffDrop is a drop with what staff need to know beside it.
type StaffDrop struct {
	shop.Drop
	Phase shop.Phase
	Sales shop.DropSales
	Kept  map[int64]int64 // units kept back, by product
}

// List lists all drops, drafts too.
func (s *Service) List(ctx context.Context) ([]StaffDrop, error) {
	drops, err := s.c.Store.Drops.All(ctx)
	if err != nil {
		return nil, err
	}
	sales, err := s.c.Store.Drops.Sales(ctx)
	if err != nil {
		return nil, err
	}
	now := s.c.Now()
	list := make([]StaffDrop, 0, len(drops))
	for _, d := range drops {
		list = append(list, StaffDrop{Drop: d, Phase: d.PhaseAt(now), Sales: sales[d.ID]})
	}
	return list, nil
}

// Get finds a drop for staff.
func (s *Service) Get(ctx context.Context, id int64) (StaffDrop, error) {
	d, err := s.c.Store.Drops.ByID(ctx, id)
	if err != nil {
		return StaffDrop{}, err
	}
	sales, err := s.c.Store.Drops.Sales(ctx)
	if err != nil {
		return StaffDrop{}, err
	}
	out := StaffDrop{Drop: d, Phase: d.PhaseAt(s.c.Now()), Sales: sales[id], Kept: map[int64]int64{}}
	ids := make([]int64, 0, len(d.Products))
	for _, line := range d.Products {
		ids = append(ids, line.ProductID)
	}
	products, err := s.c.Store.Products.ByIDs(ctx, ids)
	for _, p := range products {
		out.Kept[p.ID] = p.SafetyStock
		if line, ok := d.Product(p.ID); ok && d.IsDraft() && p.Stock != nil { // what scheduling would keep back
			out.Kept[p.ID] = max(0, *p.Stock-line.Units)
		}
	}
	return out, err
}

// Create makes a draft.
func (s *Service) Create(ctx context.Context, d shop.Drop, by audit.Actor) (StaffDrop, error) {
	d.Complete(s.c.Now())
	if err := d.Check(s.c.Demo); err != nil {
		return StaffDrop{}, err
	}
	return s.insert(ctx, d, "create", by)
}

func (s *Service) insert(ctx context.Context, d shop.Drop, action string, by audit.Actor) (StaffDrop, error) {
	for i := range d.Products {
		d.Products[i].Active, d.Products[i].EarlyUnits = false, 0
	}
	var id int64
	err := s.c.Store.Write(ctx, func(tx *store.Tx) (err error) {
		if err := checkNextDraw(ctx, tx, d); err != nil {
			return err
		}
		if id, err = tx.Drops.Create(ctx, d, s.c.Now()); err != nil {
			return err
		}
		if err := tx.Drops.SetProducts(ctx, id, d.Products); err != nil {
			return err
		}
		return s.c.Audit.Record(ctx, tx, by, action, Entity, shop.IDText(id), nil, dropFacts(d))
	})
	if err != nil {
		return StaffDrop{}, err
	}
	return s.Get(ctx, id)
}

// Change saves a drop, unless it was changed since d.Version. Times that have passed cannot be changed.
func (s *Service) Change(ctx context.Context, d shop.Drop, by audit.Actor) (StaffDrop, error) {
	err := s.c.Store.Write(ctx, func(tx *store.Tx) error {
		was, err := s.lock(ctx, tx, d.ID, d.Version)
		if err != nil {
			return err
		}
		now := s.c.Now()
		next := d
		next.ScheduledAt, next.PausedAt, next.EndedAt, next.WithdrawnAt, next.ClosedAt = was.ScheduledAt, was.PausedAt, was.EndedAt, was.WithdrawnAt, was.ClosedAt
		next.Complete(now)
		if err := next.Check(s.c.Demo); err != nil {
			return err
		}
		if err := checkNextDraw(ctx, tx, next); err != nil {
			return err
		}
		keepLines(next.Products, was)
		if was.IsDraft() {
			if err := tx.Drops.Change(ctx, next, now); err != nil {
				return err
			}
			if err := tx.Drops.SetProducts(ctx, d.ID, next.Products); err != nil {
				return err
			}
		} else if err := s.changeScheduled(ctx, tx, was, next, now); err != nil {
			return err
		}
		return s.c.Audit.Record(ctx, tx, by, "update", Entity, shop.IDText(d.ID), dropFacts(was), dropFacts(next))
	})
	if err != nil {
		return StaffDrop{}, err
	}
	return s.Get(ctx, d.ID)
}

// checkNextDraw refuses a next draw that is not a draw.
func checkNextDraw(ctx context.Context, tx *store.Tx, d shop.Drop) error {
	if d.NextDrawID == nil {
		return nil
	}
	next, err := tx.Drops.ByID(ctx, *d.NextDrawID)
	if err != nil && shop.CodeOf(err) != shop.NotFound {
		return err
	}
	if err != nil || next.Mode != shop.DropDraw || next.ID == d.ID {
		return shop.FieldError(shop.Invalid, "next_draw_id", "Choose another draw.")
	}
	return nil
}

// keepLines copies what the form of staff does not have, for products that stay in the drop.
func keepLines(lines []shop.DropProduct, was shop.Drop) {
	for i, line := range lines {
		old, _ := was.Product(line.ProductID)
		lines[i].EarlyUnits, lines[i].Active = old.EarlyUnits, old.Active
	}
}

// lock reads a drop that staff are about to change, and refuses when it is not the version they saw.
func (s *Service) lock(ctx context.Context, tx *store.Tx, id, version int64) (shop.Drop, error) {
	d, err := tx.Drops.Lock(ctx, id)
	if err == nil && d.Version != version {
		return d, store.ErrDropChanged
	}
	return d, err
}

// Delete removes a draft.
func (s *Service) Delete(ctx context.Context, id, version int64, by audit.Actor) error {
	return s.c.Store.Write(ctx, func(tx *store.Tx) error {
		was, err := s.lock(ctx, tx, id, version)
		if err != nil {
			return err
		}
		if err := was.CheckDelete(); err != nil {
			return err
		}
		if before, err := tx.Draws.Before(ctx, id); err != nil || len(before) > 0 {
			if err == nil {
				err = shop.Errorf(shop.Conflict, "This is the next draw after %s. Choose another one there first.", before[0])
			}
			return err
		}
		if err := tx.Drops.DeleteDraft(ctx, id, version); err != nil {
			return err
		}
		return s.c.Audit.Record(ctx, tx, by, "delete", Entity, shop.IDText(id), dropFacts(was), nil)
	})
}

// Duplicate makes a draft like a drop, a week later.
func (s *Service) Duplicate(ctx context.Context, id, version int64, by audit.Actor) (StaffDrop, error) {
	d, err := s.c.Store.Drops.ByID(ctx, id)
	if err != nil {
		return StaffDrop{}, err
	}
	if d.Version != version {
		return StaffDrop{}, store.ErrDropChanged
	}
	const later = 7 * 24 * time.Hour
	shift := later
	for d.OpensAt.Add(shift).Before(s.c.Now()) {
		shift += later
	}
	moved := func(t *time.Time) *time.Time {
		if t == nil {
			return nil
		}
		at := t.Add(shift)
		return &at
	}
	d.TeasedAt, d.OpensAt, d.EarlyAt, d.EndsAt = d.TeasedAt.Add(shift), d.OpensAt.Add(shift), moved(d.EarlyAt), moved(d.EndsAt)
	if d.Slug, err = s.freeSlug(ctx, d.Slug); err != nil {
		return StaffDrop{}, err
	}
	return s.insert(ctx, d, "create", by)
}

// freeSlug finds a slug like one that is taken.
func (s *Service) freeSlug(ctx context.Context, slug string) (string, error) {
	for n := int64(2); ; n++ {
		next := slug + "-" + shop.IDText(n)
		_, err := s.c.Store.Drops.BySlug(ctx, next)
		if shop.CodeOf(err) == shop.NotFound {
			return next, nil
		}
		if err != nil {
			return "", err
		}
	}
}

// dropFacts are the fields of a drop for the audit log, named as in the API.
func dropFacts(d shop.Drop) map[string]any {
	products := make([]map[string]any, 0, len(d.Products))
	for _, p := range d.Products {
		line := map[string]any{"product_id": p.ProductID, "units": p.Units, "hidden": p.Hidden}
		if p.Price != nil {
			line["price"] = p.Price.String()
		}
		products = append(products, line)
	}
	return map[string]any{"name": d.Name, "slug": d.Slug, "description": d.Description, "mode": d.Mode, "scheduled_at": d.ScheduledAt, "teased_at": d.TeasedAt,
		"early_at": d.EarlyAt, "opens_at": d.OpensAt, "ends_at": d.EndsAt, "paused_at": d.PausedAt, "ended_at": d.EndedAt, "withdrawn_at": d.WithdrawnAt,
		"early_access": d.EarlyAccess, "early_share": d.EarlyShare, "limit_units": d.LimitUnits, "building_units": d.BuildingUnits,
		"reservation_seconds": d.ReservationTime.Seconds(), "hold_seconds": d.HoldTime.Seconds(), "pass_seconds": d.PassTime.Seconds(),
		"shuffle_seconds": d.ShuffleTime.Seconds(), "rate_per_minute": d.RatePerMinute, "pay_at_pickup": d.PayAtPickup, "sell_rest": d.SellRest, "next_draw_id": d.NextDrawID, "products": products}
}
