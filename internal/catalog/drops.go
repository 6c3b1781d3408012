package catalog

import (
	"context"
	"slices"
	"time"

	"github.com/snackdrop/snackdrop/internal/clock"
	"github.com/snackdrop/snackdrop/internal/events"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// DropIndex is the drops that are scheduled and the products that are not published yet, as this process knows them. What
// phase a drop is in and whether a product is public follows from the moment that is asked about.
type DropIndex struct {
	all         []shop.Drop // the latest opening first, ended ones too
	byProduct   map[int64]*shop.Drop
	unpublished []store.Unpublished // the next first
}

// DropIndexCache has the DropIndex of a shop. It is made before the services that move units, the catalogue among them: whether
// products of a drop may be sold, and which pages their sale changes, depends on their drop.
type DropIndexCache struct {
	store    *store.Store
	versions *events.Versions
	now      func() time.Time
	index    events.Cached[*DropIndex]
}

// NewDropIndexCache makes it. versions tells when the index is stale.
func NewDropIndexCache(s *store.Store, versions *events.Versions, now func() time.Time) *DropIndexCache {
	return &DropIndexCache{store: s, versions: versions, now: now}
}

// Get gives the index, which is read once per catalogue version and change of a drop.
func (c *DropIndexCache) Get(ctx context.Context) (*DropIndex, error) {
	return c.index.Get(c.versions.Catalog()+c.versions.DropRevision(), func() (*DropIndex, error) {
		drops, err := c.store.Drops.Scheduled(ctx)
		if err != nil {
			return nil, err
		}
		unpublished, err := c.store.Products.Unpublished(ctx, c.now())
		if err != nil {
			return nil, err
		}
		index := &DropIndex{all: drops, byProduct: map[int64]*shop.Drop{}, unpublished: unpublished}
		for i, d := range drops {
			for _, line := range d.Products {
				if line.Active {
					index.byProduct[line.ProductID] = &drops[i]
				}
			}
		}
		return index, nil
	})
}

// All lists every scheduled drop, those that nobody may know of yet too. Callers must not change the list.
func (x *DropIndex) All() []shop.Drop { return x.all }

// BySlug finds a drop that shoppers may know of at a moment.
func (x *DropIndex) BySlug(slug string, at time.Time) (shop.Drop, bool) {
	for _, d := range x.all {
		if d.Slug == slug && d.PhaseAt(at) != shop.PhaseDraft {
			return d, true
		}
	}
	return shop.Drop{}, false
}

// ByID finds a scheduled drop.
func (x *DropIndex) ByID(id int64) (shop.Drop, bool) {
	for _, d := range x.all {
		if d.ID == id {
			return d, true
		}
	}
	return shop.Drop{}, false
}

// OfProduct finds the drop that has the product.
func (x *DropIndex) OfProduct(id int64) (shop.Drop, bool) {
	d, ok := x.byProduct[id]
	if !ok {
		return shop.Drop{}, false
	}
	return *d, true
}

// asOf is a drop as it will be at the moment of a preview. A drop that ends before that moment is shown as closed: in reality
// a task closes it soon after its end.
func asOf(ctx context.Context, d shop.Drop) shop.Drop {
	moment, previewed := clock.Moment(ctx)
	if end, ends := d.EndAt(); previewed && ends && d.ClosedAt == nil && end.Before(moment) {
		d.ClosedAt = &end
	}
	return d
}

// decorate gives a product the price and sale of its drop.
func (x *DropIndex) decorate(ctx context.Context, p shop.Product, at time.Time) shop.Product {
	d, ok := x.byProduct[p.ID]
	if !ok {
		return p
	}
	if next, changes := d.NextChange(at); changes {
		clock.ValidUntil(ctx, next)
	}
	if ends, ok := d.WaitlistEndsAt(); ok && at.Before(ends) { // until then a draw cannot be waited for
		clock.ValidUntil(ctx, ends)
	}
	return p.InDrop(asOf(ctx, *d), at)
}

// public are those of the products that are public at a moment, as shoppers see them.
func (x *DropIndex) public(ctx context.Context, products []shop.Product, at time.Time) []shop.Product {
	var public []shop.Product
	for _, p := range products {
		if p.Published(at) {
			public = append(public, x.decorate(ctx, p, at))
		} else {
			clock.ValidUntil(ctx, *p.PublishedAt)
		}
	}
	return public
}

// hides says whether any product is not public at a moment, and until when that stays so.
func (x *DropIndex) hides(at time.Time) (until time.Time, hides bool) {
	for _, u := range x.unpublished {
		if at.Before(u.PublishedAt) {
			return u.PublishedAt, true
		}
	}
	return time.Time{}, false
}

// hidden are the products that are not public at a moment.
func (x *DropIndex) hidden(ctx context.Context, at time.Time) map[int64]bool {
	until, hides := x.hides(at)
	if !hides {
		return nil
	}
	clock.ValidUntil(ctx, until)
	ids := map[int64]bool{}
	for _, u := range x.unpublished {
		if at.Before(u.PublishedAt) {
			ids[u.ProductID] = true
		}
	}
	return ids
}

// notForSale are the products whose drops do not sell them at a moment.
func (x *DropIndex) notForSale(ctx context.Context, at time.Time) []int64 {
	var ids []int64
	for id, d := range x.byProduct {
		if next, changes := d.NextChange(at); changes {
			clock.ValidUntil(ctx, next)
		}
		if !asOf(ctx, *d).ForSaleAt(at) {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// withoutHidden takes the products that are not public off the counts.
func (x *DropIndex) withoutHidden(ctx context.Context, categories []shop.Category, at time.Time) []shop.Category {
	hidden := x.hidden(ctx, at)
	if len(hidden) == 0 {
		return categories
	}
	less := map[int64]int64{}
	for _, u := range x.unpublished {
		if hidden[u.ProductID] && u.CategoryID != nil {
			less[*u.CategoryID]++
		}
	}
	public := slices.Clone(categories)
	for i := range public {
		public[i].Products -= less[public[i].ID]
	}
	return public
}
