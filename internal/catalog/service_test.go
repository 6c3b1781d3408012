package catalog_test

import (
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/catalog"
	"github.com/snackdrop/snackdrop/internal/events"
	"github.com/snackdrop/snackdrop/internal/productcsv"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

var staff = audit.Actor{ID: 1, Name: "staff@example.com"}

// fakeMedia accepts every image and stores no file.
type fakeMedia struct{}

func (fakeMedia) Remove(context.Context, string) error { return nil }

func (fakeMedia) Save(_ context.Context, _, filename string, _ io.Reader) (shop.Image, error) {
	return shop.Image{URL: "/site-assets/" + filename, Width: 10, Height: 10}, nil
}

type rig struct {
	*catalog.Service
	*productcsv.Files
	store *store.Store
	audit *audit.Log
}

// each runs the test with a catalogue on each database.
func each(t *testing.T, test func(t *testing.T, r rig)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		hub := events.NewHub(events.DefaultLimits())
		versions, err := events.NewVersions(t.Context(), hub, s.CatalogVersion)
		if err != nil {
			t.Fatal(err)
		}
		s.OnCommit(hub.Publish)
		err = s.Write(t.Context(), func(tx *store.Tx) error {
			_, err := tx.Accounts.CreateWithProfile(t.Context(), shop.User{Email: staff.Name, Username: "staff"}, "hash", time.Now())
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		log := audit.New(s, time.Now)
		products := catalog.New(s, versions, catalog.NewDropIndexCache(s, versions, time.Now), log, fakeMedia{}, nobodyWaits{}, time.Now)
		test(t, rig{products, productcsv.New(s, products, nobodyWaits{}, time.Now), s, log})
	})
}

// nobodyWaits is for tests without a waitlist.
type nobodyWaits struct{}

func (nobodyWaits) ReleaseUnits(context.Context, *store.Tx, int64, int64) error { return nil }
func (nobodyWaits) LockDrops(context.Context, *store.Tx, ...int64) error        { return nil }

func (r rig) create(t *testing.T, name string, edit ...func(*shop.ProductInput)) shop.Product {
	t.Helper()
	in := shop.ProductInput{Name: name, Slug: shop.Slug(name), Description: "Crunchy.", Price: 450, InStock: true}
	for _, change := range edit {
		change(&in)
	}
	p, err := r.CreateProduct(t.Context(), in, staff)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func (r rig) total(t *testing.T, f shop.ProductFilter) int64 {
	t.Helper()
	page, err := r.Products(t.Context(), f, shop.ByName, 1, "")
	if err != nil {
		t.Fatal(err)
	}
	return page.Total
}

func TestTotalsFollowTheCatalogueAndTheStock(t *testing.T) {
	each(t, func(t *testing.T, r rig) {
		units := int64(1)
		first := r.create(t, "One", func(in *shop.ProductInput) { in.Stock = &units })
		r.create(t, "Two")
		yes := true
		if n := r.total(t, shop.ProductFilter{}); n != 2 {
			t.Errorf("%d products, want 2", n)
		}
		if n := r.total(t, shop.ProductFilter{InStock: &yes}); n != 2 {
			t.Errorf("%d products in stock, want 2", n)
		}
		r.create(t, "Three")
		if n := r.total(t, shop.ProductFilter{}); n != 3 {
			t.Errorf("%d products after one more was created, want 3", n)
		}
		// A sale does not change the catalogue version.
		err := r.store.Write(t.Context(), func(tx *store.Tx) error { return tx.Stock.Take(t.Context(), map[int64]int64{first.ID: 1}) })
		if err != nil {
			t.Fatal(err)
		}
		if n := r.total(t, shop.ProductFilter{InStock: &yes}); n != 2 {
			t.Errorf("%d products in stock after the last unit of one was sold, want 2", n)
		}
	})
}

func TestARefusedChangeLeavesNoTrace(t *testing.T) {
	each(t, func(t *testing.T, r rig) {
		p := r.create(t, "Waves")
		in := shop.ProductInput{Name: "Waves", Slug: "waves", Description: "New.", Price: 500, InStock: true}
		refused := map[string]struct {
			do   func() error
			want shop.Code
		}{
			"an old version":     {func() error { _, err := r.ChangeProduct(t.Context(), p.ID, p.Version-1, in, staff); return err }, shop.Stale},
			"a taken slug":       {func() error { _, err := r.CreateProduct(t.Context(), in, staff); return err }, shop.Conflict},
			"an unknown product": {func() error { return r.DeleteProduct(t.Context(), 4711, staff) }, shop.NotFound},
			"an unknown image": {func() error {
				withImage := in
				withImage.ImageURLs = []string{"/site-assets/never-uploaded.webp"}
				_, err := r.ChangeProduct(t.Context(), p.ID, p.Version, withImage, staff)
				return err
			}, shop.Invalid},
			"units that moved": {func() error {
				seen, units := int64(3), int64(5)
				_, err := r.SetStock(t.Context(), p.ID, &seen, &units, staff)
				return err
			}, shop.Stale},
		}
		for name, c := range refused {
			if err := c.do(); shop.CodeOf(err) != c.want {
				t.Errorf("%s: %v, want the code %s", name, err, c.want)
			}
		}
		now, err := r.Product(t.Context(), p.ID)
		if err != nil {
			t.Fatal(err)
		}
		if now.Version != p.Version || now.Price != p.Price || now.Stock != nil {
			t.Errorf("the product changed: %+v", now)
		}
		entries, _, err := r.audit.List(t.Context(), shop.AuditFilter{}, 10, "")
		if err != nil {
			t.Fatal(err)
		}
		if len(entries) != 1 || entries[0].Action != "create" {
			t.Errorf("audit log: %+v, want the creation alone", entries)
		}
	})
}

func TestCategoriesAreReadAgainAfterAChange(t *testing.T) {
	each(t, func(t *testing.T, r rig) {
		ctx := t.Context()
		image, err := r.SaveImage(ctx, "product", "chips.webp", strings.NewReader("image"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.CategoryBySlug(ctx, "chips"); shop.CodeOf(err) != shop.NotFound {
			t.Errorf("before it exists: %v", err)
		}
		if _, err := r.CreateCategory(ctx, shop.CategoryInput{Name: "Chips", Slug: "chips", ImageURL: image.URL}, staff); err != nil {
			t.Fatal(err)
		}
		c, err := r.CategoryBySlug(ctx, "chips")
		if err != nil {
			t.Fatal(err)
		}
		if c.Image == nil || c.Image.URL != image.URL {
			t.Errorf("its image is %+v", c.Image)
		}
		r.create(t, "Waves", func(in *shop.ProductInput) { in.CategoryID = &c.ID })
		if c, err = r.CategoryBySlug(ctx, "chips"); err != nil || c.Products != 1 {
			t.Errorf("%d products in it, %v; want 1", c.Products, err)
		}
	})
}
