package drops

import (
	"context"
	"log/slog"
	"time"

	"github.com/snackdrop/snackdrop/internal/background"
	"github.com/snackdrop/snackdrop/internal/events"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// heldInterval is how often the held units that open pages show are read from the database. Between two reads they
// are computed from the counts of free units.
const heldInterval = 5 * time.Second

// RunHeld tells open pages how many units of open drops are held, until ctx ends.
func (s *PublicDrops) RunHeld(ctx context.Context, hub *events.Hub) {
	background.Every(ctx, heldInterval, func() {
		err := hub.CorrectHeld(func() (map[int64]events.Count, error) { return s.OpenCounts(ctx) })
		if err != nil && ctx.Err() == nil {
			slog.Warn("held units of open drops not read", "error", err)
		}
	})
}

// OpenCounts are the free and held units of the products of all open drops.
func (s *PublicDrops) OpenCounts(ctx context.Context) (map[int64]events.Count, error) {
	index, err := s.c.DropIndex.Get(ctx)
	if err != nil {
		return nil, err
	}
	var ids []int64
	now := s.c.Now()
	for _, d := range index.All() {
		if phase := d.PhaseAt(now); phase != shop.PhaseEarly && phase != shop.PhaseLive && phase != shop.PhaseAwarding {
			continue
		}
		for _, line := range d.Products {
			if line.Active {
				ids = append(ids, line.ProductID)
			}
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	held, err := s.c.Store.Stock.Held(ctx)
	if err != nil {
		return nil, err
	}
	products, err := s.c.Store.Products.ByIDs(ctx, ids)
	counts := map[int64]events.Count{}
	for _, p := range products {
		if free := p.Free(); free != nil {
			counts[p.ID] = events.Count{Free: *free, Held: held[p.ID]}
		}
	}
	return counts, err
}
