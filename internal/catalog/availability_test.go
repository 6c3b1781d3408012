package catalog_test

import (
	"strings"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/catalog"
	"github.com/snackdrop/snackdrop/internal/productcsv"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

func (r rig) reload(t *testing.T, id int64) shop.Product {
	t.Helper()
	p, err := r.Product(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestKeptBackAndPublishedFromAreSavedAndLeftAloneWhenLeftOut(t *testing.T) {
	each(t, func(t *testing.T, r rig) {
		ten, four, none := int64(10), int64(4), int64(0)
		later := time.Now().Add(time.Hour).Truncate(time.Millisecond)
		p := r.create(t, "Waves", func(in *shop.ProductInput) { in.Stock, in.SafetyStock, in.PublishedAt = &ten, &four, &later })
		if p.SafetyStock != 4 || p.PublishedAt == nil || !p.PublishedAt.Equal(later) {
			t.Fatalf("created with %d kept back, published at %v", p.SafetyStock, p.PublishedAt)
		}
		in := shop.ProductInput{Name: p.Name, Slug: p.Slug, Description: p.Description, Price: p.Price, Stock: p.Stock, InStock: true}
		p, err := r.ChangeProduct(t.Context(), p.ID, p.Version, in, staff)
		if err != nil {
			t.Fatal(err)
		}
		if p.SafetyStock != 4 || p.PublishedAt == nil {
			t.Errorf("a save that names neither left %d kept back, published at %v", p.SafetyStock, p.PublishedAt)
		}
		past := time.Now().Add(-time.Minute)
		in.SafetyStock, in.PublishedAt = &none, &past
		if p, err = r.ChangeProduct(t.Context(), p.ID, p.Version, in, staff); err != nil {
			t.Fatal(err)
		}
		if p.SafetyStock != 0 || p.PublishedAt != nil {
			t.Errorf("after a save %d are kept back, published at %v", p.SafetyStock, p.PublishedAt)
		}
		if in.Stock, in.SafetyStock = nil, &four; shop.CodeOf(in.Check()) != shop.Invalid {
			t.Error("units that are not counted are kept back")
		}
	})
}

func TestAPatchOfKeptBackAndPublicationCanBeTakenBack(t *testing.T) {
	each(t, func(t *testing.T, r rig) {
		ten, three := int64(10), int64(3)
		later := time.Now().Add(time.Hour).Truncate(time.Millisecond)
		p := r.create(t, "Waves", func(in *shop.ProductInput) { in.Stock = &ten })
		change := catalog.BulkChange{IDs: []int64{p.ID}, Set: shop.ProductPatch{SafetyStock: &three, PublishedAt: &later}}
		_, undo, err := r.ChangeProducts(t.Context(), []catalog.BulkChange{change}, staff)
		if err != nil {
			t.Fatal(err)
		}
		if now := r.reload(t, p.ID); now.SafetyStock != 3 || now.PublishedAt == nil || !now.PublishedAt.Equal(later) {
			t.Errorf("patched: %d kept back, published at %v", now.SafetyStock, now.PublishedAt)
		}
		if _, _, err := r.ChangeProducts(t.Context(), undo, staff); err != nil {
			t.Fatal(err)
		}
		if now := r.reload(t, p.ID); now.SafetyStock != 0 || now.PublishedAt != nil {
			t.Errorf("taken back: %d kept back, published at %v", now.SafetyStock, now.PublishedAt)
		}
		loose := r.create(t, "Mochi")
		_, err = r.PatchProduct(t.Context(), loose.ID, loose.Version, shop.ProductPatch{SafetyStock: &three}, staff)
		if shop.CodeOf(err) != shop.Invalid {
			t.Errorf("keeping back units that are not counted: %v", err)
		}
	})
}

func TestAnImportWritesKeptBackAndPublication(t *testing.T) {
	each(t, func(t *testing.T, r rig) {
		ten, four := int64(10), int64(4)
		later := time.Now().Add(time.Hour).Truncate(time.Millisecond)
		p := r.create(t, "Waves", func(in *shop.ProductInput) { in.Stock, in.SafetyStock, in.PublishedAt = &ten, &four, &later })
		plan, err := r.PlanImport(t.Context(), strings.NewReader(r.export(t)))
		if err != nil || plan.Counts[productcsv.ImportSame] != 1 {
			t.Fatalf("importing the export would change %+v, %v", plan, err)
		}
		imported := func(file string) shop.Product {
			t.Helper()
			if plan, err := r.ImportProducts(t.Context(), strings.NewReader(file), staff); err != nil || plan.Counts[productcsv.ImportError] > 0 {
				t.Fatalf("%q: %+v, %v", file, plan, err)
			}
			return r.reload(t, p.ID)
		}
		if now := imported("slug,price\nwaves,5.00\n"); now.SafetyStock != 4 || now.PublishedAt == nil {
			t.Errorf("without the columns: %d kept back, published at %v", now.SafetyStock, now.PublishedAt)
		}
		if now := imported("slug,safety_stock,published_at\nwaves,,\n"); now.SafetyStock != 0 || now.PublishedAt != nil {
			t.Errorf("with empty cells: %d kept back, published at %v", now.SafetyStock, now.PublishedAt)
		}
		if now := imported("slug,safety_stock,published_at\nwaves,2,2999-01-02T03:04:05Z\n"); now.SafetyStock != 2 || now.PublishedAt.Year() != 2999 {
			t.Errorf("with cells: %d kept back, published at %v", now.SafetyStock, now.PublishedAt)
		}
		if now := imported("slug,stock_quantity\nwaves,\n"); now.Stock != nil || now.SafetyStock != 0 {
			t.Errorf("no longer counted: stock %v, %d kept back", now.Stock, now.SafetyStock)
		}
		for _, row := range []string{"waves,x,", "waves,2,tomorrow", "waves,-1,"} {
			plan, err := r.PlanImport(t.Context(), strings.NewReader("slug,safety_stock,published_at\n"+row+"\n"))
			if err != nil || plan.Counts[productcsv.ImportError] != 1 {
				t.Errorf("%s: %+v, %v", row, plan, err)
			}
		}
	})
}

func TestAProductOfAnUnfinishedDropCannotBeDeleted(t *testing.T) {
	each(t, func(t *testing.T, r rig) {
		ten := int64(10)
		p := r.create(t, "Waves", func(in *shop.ProductInput) { in.Stock = &ten })
		now := time.Now()
		drop := shop.Drop{Slug: "noon", Name: "Noon", Mode: shop.DropQueue, TeasedAt: now, OpensAt: now.Add(time.Hour), EarlyAccess: shop.EarlyNone,
			LimitUnits: 1, Products: []shop.DropProduct{{ProductID: p.ID, Position: 1, Units: 5, Active: true}}}
		var id int64
		write := func(change func(tx *store.Tx) error) {
			t.Helper()
			if err := r.store.Write(t.Context(), change); err != nil {
				t.Fatal(err)
			}
		}
		update := func(change func(d *shop.Drop)) {
			t.Helper()
			write(func(tx *store.Tx) error {
				d, err := tx.Drops.ByID(t.Context(), id)
				if err != nil {
					return err
				}
				change(&d)
				return tx.Drops.Change(t.Context(), d, now)
			})
		}
		write(func(tx *store.Tx) (err error) {
			if id, err = tx.Drops.Create(t.Context(), drop, now); err != nil {
				return err
			}
			return tx.Drops.SetProducts(t.Context(), id, drop.Products)
		})
		update(func(d *shop.Drop) { d.ScheduledAt = &now })
		if err := r.DeleteProduct(t.Context(), p.ID, staff); shop.CodeOf(err) != shop.InUse {
			t.Errorf("deleting a product of a scheduled drop: %v", err)
		}
		if _, err := r.DeleteProducts(t.Context(), []int64{p.ID}, staff); shop.CodeOf(err) != shop.InUse {
			t.Errorf("deleting it in bulk: %v", err)
		}
		update(func(d *shop.Drop) { d.EndedAt = &now })
		if err := r.DeleteProduct(t.Context(), p.ID, staff); err != nil {
			t.Errorf("deleting a product of an ended drop: %v", err)
		}
	})
}
