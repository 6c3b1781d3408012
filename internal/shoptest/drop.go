package shoptest

import (
	"sync/atomic"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/demo"
	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

// Clock is a shop's time that a test sets.
type Clock struct{ at atomic.Pointer[time.Time] }

// NewClock makes a clock that stands at a moment.
func NewClock(at time.Time) *Clock {
	c := &Clock{}
	c.Set(at)
	return c
}

// Set moves the clock. It counts milliseconds, as the database does.
func (c *Clock) Set(at time.Time) {
	at = at.Truncate(time.Millisecond)
	c.at.Store(&at)
}

// Now is where the clock stands.
func (c *Clock) Now() time.Time { return *c.at.Load() }

// NewAt is New with a clock that stands at start.
func NewAt(t testing.TB, start time.Time) (*services.Services, *Clock) {
	t.Helper()
	clock := NewClock(start)
	return New(t, func(c *services.Config) { c.Now = clock.Now }), clock
}

// EachAt runs the test on a new shop of each engine, with a clock that stands at start.
func EachAt(t *testing.T, start time.Time, test func(t *testing.T, s *services.Services, clock *Clock)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		clock := NewClock(start)
		test(t, On(t, st, func(c *services.Config) { c.Now = clock.Now }), clock)
	})
}

// AddDemo fills a shop with the catalogue and the orders of the demo shop.
func AddDemo(t testing.TB, s *services.Services) {
	t.Helper()
	catalogue, err := demo.Load()
	if err != nil {
		t.Fatal(err)
	}
	if err := demo.Seed(t.Context(), s.Store, s.Media, catalogue, s.Now()); err != nil {
		t.Fatal(err)
	}
}

// AddDrop makes a product of 5 dollars with 40 units and schedules a drop that sells it for 3, teased an hour before it opens
// and for an hour. change may alter the drop before it is made.
func AddDrop(t testing.TB, s *services.Services, slug string, opens time.Time, change ...func(*shop.Drop)) (shop.Drop, shop.Product) {
	t.Helper()
	by := audit.Actor{ID: 1, Name: "staff"}
	units, price, ends := int64(40), shop.Cents(300), opens.Add(time.Hour)
	product, err := s.Catalog.CreateProduct(t.Context(), shop.ProductInput{Name: "Nori " + slug, Slug: slug, Description: "Thin.", Price: 500, InStock: true, Stock: &units}, by)
	if err != nil {
		t.Fatal(err)
	}
	d := shop.Drop{Slug: slug, Name: "Drop " + slug, Mode: shop.DropOpen, TeasedAt: opens.Add(-time.Hour), OpensAt: opens, EndsAt: &ends, EarlyAccess: shop.EarlyNone,
		LimitUnits: 2, ReservationTime: 8 * time.Minute, HoldTime: 10 * time.Minute, PassTime: 5 * time.Minute, ShuffleTime: 20 * time.Second,
		Products: []shop.DropProduct{{ProductID: product.ID, Units: units, Price: &price, Hidden: true}}}
	for _, alter := range change {
		alter(&d)
	}
	made, err := s.Drops.Create(t.Context(), d, by)
	if err != nil {
		t.Fatal(err)
	}
	if made, err = s.Drops.Schedule(t.Context(), made.ID, made.Version, by); err != nil {
		t.Fatal(err)
	}
	return made.Drop, product
}
