package drops

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"github.com/snackdrop/snackdrop/internal/catalog"
	"github.com/snackdrop/snackdrop/internal/clock"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// PublicDrop is a drop as shoppers see it at a moment.
type PublicDrop struct {
	shop.Drop
	Phase        shop.Phase
	Paused       bool
	Availability shop.DropAvailability
	Free, Held   int64
	Products     []PublicProduct
	Main, Early  *Line
}

// PublicProduct is a product of a drop.
type PublicProduct struct {
	shop.Product
	Units int64 // for the drop
	Held  int64
}

// Line is a line of a drop, or the entries of a draw: when it can be joined, when it is shuffled, and the proof of the shuffle.
type Line struct {
	OpensAt   time.Time
	ShuffleAt time.Time
	Proof     shop.QueueProof
}

// PublicDrops are the drops as shoppers see them.
type PublicDrops struct {
	c    PublicConfig
	held heldUnits
}

// PublicConfig is what PublicDrops need of the rest of the program.
type PublicConfig struct {
	Store     *store.Store
	Catalog   *catalog.Service
	DropIndex *catalog.DropIndexCache
	Now       func() time.Time
}

// NewPublicDrops makes them.
func NewPublicDrops(c PublicConfig) *PublicDrops { return &PublicDrops{c: c} }

// maxPublicDrops is how many drops a shopper sees.
const maxPublicDrops = 100

// PublicList lists the drops that shoppers may know of: the next opening first, then ended ones, the latest first.
func (s *PublicDrops) PublicList(ctx context.Context) ([]PublicDrop, error) {
	index, err := s.c.DropIndex.Get(ctx)
	if err != nil {
		return nil, err
	}
	at := clock.At(ctx, s.c.Now)
	coming, ended := known(ctx, index.All(), at)
	list := append(coming, ended...)
	list = list[:min(len(list), maxPublicDrops)]
	return s.show(ctx, at, list...)
}

// known are the drops that shoppers may know of at a moment: those that are not over, the next opening first, and ended
// ones, the latest first.
func known(ctx context.Context, all []shop.Drop, at time.Time) (coming, ended []shop.Drop) {
	for _, d := range all { // the latest opening first
		if next, changes := d.NextChange(at); changes {
			clock.ValidUntil(ctx, next)
		}
		switch d.PhaseAt(at) {
		case shop.PhaseDraft:
		case shop.PhaseEnded:
			ended = append(ended, d)
		default:
			coming = append(coming, d)
		}
	}
	slices.Reverse(coming)
	return coming, ended
}

// Next is the drop to look at now, see nextRank; nil when there is none.
func (s *PublicDrops) Next(ctx context.Context) (*PublicDrop, error) {
	index, err := s.c.DropIndex.Get(ctx)
	if err != nil {
		return nil, err
	}
	at := clock.At(ctx, s.c.Now)
	coming, _ := known(ctx, index.All(), at)
	if len(coming) == 0 {
		return nil, nil
	}
	shown, err := s.show(ctx, at, coming...)
	if err != nil {
		return nil, err
	}
	for _, d := range shown {
		if soon := d.OpensAt.Add(-soonOpening); soon.After(at) {
			clock.ValidUntil(ctx, soon)
		}
	}
	best := slices.MinFunc(shown, func(a, b PublicDrop) int { return cmp.Compare(a.nextRank(at), b.nextRank(at)) })
	return &best, nil
}

// soonOpening is how long before its opening a drop is announced before drops that are open already.
const soonOpening = time.Hour

// nextRank orders drops for whoever asks what is next: what opens within the hour (entries of a draw have time), what is open,
// what opens later, what is announced but sold out. Within a rank the earliest opening comes first.
func (d *PublicDrop) nextRank(at time.Time) int {
	open := !d.OpensAt.After(at)
	switch {
	case d.Phase == shop.PhaseAwarding || open && d.Mode != shop.DropDraw && d.Availability == shop.DropSoldOut:
		return 3
	case !open && d.Mode != shop.DropDraw && d.OpensAt.Sub(at) <= soonOpening:
		return 0
	case open:
		return 1
	}
	return 2
}

// Public finds a drop that shoppers may know of.
func (s *PublicDrops) Public(ctx context.Context, slug string) (PublicDrop, error) {
	at := clock.At(ctx, s.c.Now)
	d, err := s.public(ctx, slug, at)
	if shop.CodeOf(err) == shop.NotFound && clock.Previewed(ctx) {
		return s.previewDraft(ctx, slug, at)
	}
	if err != nil {
		return PublicDrop{}, err
	}
	if next, changes := d.NextChange(at); changes {
		clock.ValidUntil(ctx, next)
	}
	shown, err := s.show(ctx, at, d)
	if err != nil {
		return PublicDrop{}, err
	}
	return shown[0], nil
}

// public finds a drop that shoppers may know of at a moment.
func (s *PublicDrops) public(ctx context.Context, slug string, at time.Time) (shop.Drop, error) {
	index, err := s.c.DropIndex.Get(ctx)
	if err != nil {
		return shop.Drop{}, err
	}
	d, ok := index.BySlug(slug, at)
	if !ok {
		for _, d := range index.All() {
			if next, changes := d.NextChange(at); changes && d.Slug == slug {
				clock.ValidUntil(ctx, next) // it is teased then
			}
		}
		return d, shop.Errorf(shop.NotFound, "Drop not found.")
	}
	return d, nil
}

// show adds products and lines to drops. The number of queries does not depend on the number of drops.
func (s *PublicDrops) show(ctx context.Context, at time.Time, list ...shop.Drop) ([]PublicDrop, error) {
	held, err := s.Held(ctx)
	if err != nil {
		return nil, err
	}
	var ids, withLines []int64
	for _, d := range list {
		for _, line := range d.Products {
			ids = append(ids, line.ProductID)
		}
		if d.Mode != shop.DropOpen {
			withLines = append(withLines, d.ID)
		}
	}
	products, err := s.c.Catalog.PublicProductsByID(ctx, ids)
	if err != nil {
		return nil, err
	}
	proofs, err := s.c.Store.Queues.Proofs(ctx, withLines...)
	if err != nil {
		return nil, err
	}
	shown := make([]PublicDrop, 0, len(list))
	for _, d := range list {
		public := PublicDrop{Drop: d, Phase: d.PhaseAt(at), Paused: d.Paused(at)}
		public.addProducts(products, held)
		public.addLines(proofs[d.ID])
		shown = append(shown, public)
	}
	return shown, nil
}

func (d *PublicDrop) addProducts(products map[int64]shop.Product, held map[int64]int64) {
	for _, line := range d.Drop.Products {
		p, ok := products[line.ProductID]
		if !ok {
			continue
		}
		public := PublicProduct{Product: p, Units: line.Units}
		if line.Active {
			public.Held = held[p.ID]
			if free := p.Free(); free != nil {
				d.Free += *free
			}
			d.Held += public.Held
		}
		d.Products = append(d.Products, public)
	}
	d.Availability = shop.AvailabilityOf(d.Free, d.Held)
}

func (d *PublicDrop) addLines(proofs []shop.QueueProof) {
	for _, proof := range proofs {
		switch {
		case proof.Line == shop.EarlyLine && d.EarlyAt != nil:
			d.Early = &Line{latest(d.EarlyAt.Add(-shop.QueueBefore), d.TeasedAt), d.EarlyAt.Add(d.ShuffleTime), proof}
		case proof.Line == shop.MainLine && d.Mode == shop.DropDraw && d.EndsAt != nil:
			d.Main = &Line{d.OpensAt, *d.EndsAt, proof}
		case proof.Line == shop.MainLine:
			d.Main = &Line{latest(d.OpensAt.Add(-shop.QueueBefore), d.TeasedAt), d.OpensAt.Add(d.ShuffleTime), proof}
		}
	}
}

// heldUnits caches the numbers of held units for a second.
type heldUnits struct {
	mu     sync.Mutex
	at     time.Time
	units  map[int64]int64
	filled bool
}

const maxHeldAge = time.Second

// Held is how many units of each product in a drop are in reservations and unpaid orders, at most a second old. Callers
// must not change the map.
func (s *PublicDrops) Held(ctx context.Context) (map[int64]int64, error) {
	s.held.mu.Lock()
	defer s.held.mu.Unlock()
	if s.held.filled && s.c.Now().Sub(s.held.at).Abs() < maxHeldAge {
		return s.held.units, nil
	}
	units, err := s.c.Store.Stock.Held(ctx)
	if err != nil {
		return nil, err
	}
	s.held.at, s.held.units, s.held.filled = s.c.Now(), units, true
	return units, nil
}

// usualMailsPerMinute is how fast a small mail account sends. It is used until a mailing was measured.
const usualMailsPerMinute = 10 * 60

// AnnouncementMinutes is about how long it takes to mail an announcement to all subscribers.
func (s *Service) AnnouncementMinutes(ctx context.Context) (int64, error) {
	counts, err := s.c.Store.Inbox.SubscriberCounts(ctx)
	perMinute, measured := s.c.Outbox.BulkPerMinute()
	if !measured {
		perMinute = usualMailsPerMinute
	}
	return (counts["confirmed"] + perMinute - 1) / perMinute, err
}
