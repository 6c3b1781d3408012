package drops

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// previewDraft shows a draft or a withdrawn drop to staff as its page would be at a moment if it were scheduled now.
func (s *PublicDrops) previewDraft(ctx context.Context, slug string, at time.Time) (PublicDrop, error) {
	d, err := s.c.Store.Drops.BySlug(ctx, slug)
	if err != nil {
		return PublicDrop{}, err
	}
	draft := d.IsDraft()
	d.ScheduledAt, d.WithdrawnAt, d.EndedAt = &at, nil, nil
	if !draft || d.PhaseAt(at) == shop.PhaseDraft {
		return PublicDrop{}, shop.Errorf(shop.NotFound, "Drop not found.")
	}
	var ids []int64
	units := map[int64]int64{}
	for i := range d.Products {
		d.Products[i].Active = true
		ids = append(ids, d.Products[i].ProductID)
		units[d.Products[i].ProductID] = d.Products[i].Units
	}
	list, err := s.c.Store.Products.ByIDs(ctx, ids)
	if err != nil {
		return PublicDrop{}, err
	}
	products := map[int64]shop.Product{}
	for _, p := range list {
		if p.Stock != nil { // scheduling keeps back the units that are not for the drop
			p.SafetyStock = max(0, *p.Stock-units[p.ID])
		}
		products[p.ID] = p.InDrop(d, at)
	}
	public := PublicDrop{Drop: d, Phase: d.PhaseAt(at), Paused: d.Paused(at)}
	public.addProducts(products, nil)
	if d.Mode != shop.DropOpen { // the seed is made at scheduling
		public.addLines([]shop.QueueProof{{Line: shop.MainLine}, {Line: shop.EarlyLine}})
	}
	return public, nil
}
