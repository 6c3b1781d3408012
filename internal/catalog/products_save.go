package catalog

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// CreateProduct adds a product.
func (s *Service) CreateProduct(ctx context.Context, in shop.ProductInput, by audit.Actor) (shop.Product, error) {
	in.Clean()
	if err := in.Check(); err != nil {
		return shop.Product{}, err
	}
	var saved shop.Product
	err := s.store.Write(ctx, func(tx *store.Tx) error {
		images, err := tx.Images.List(ctx, in.ImageURLs)
		if err != nil {
			return err
		}
		id, err := s.InsertProduct(ctx, tx, in, images)
		if err != nil {
			return err
		}
		if saved, err = tx.Products.ByID(ctx, id); err != nil {
			return err
		}
		if err := s.productChanged(ctx, tx, id); err != nil {
			return err
		}
		return s.Record(ctx, tx, by, "create", ProductEntity, id, nil, productFacts(saved))
	})
	return saved, err
}

// ChangeProduct saves a product, unless it was changed since the version that staff opened.
func (s *Service) ChangeProduct(ctx context.Context, id, version int64, in shop.ProductInput, by audit.Actor) (shop.Product, error) {
	in.Clean()
	if err := in.Check(); err != nil {
		return shop.Product{}, err
	}
	var saved shop.Product
	err := s.store.Write(ctx, func(tx *store.Tx) error {
		if err := s.units.LockDrops(ctx, tx, id); err != nil {
			return err
		}
		before, err := tx.Products.ByID(ctx, id)
		if err != nil {
			return err
		}
		images, err := tx.Images.List(ctx, in.ImageURLs)
		if err != nil {
			return err
		}
		if err := tx.Products.Change(ctx, id, version, in, images, s.now()); err != nil {
			return err
		}
		if err := s.KeepAndPublish(ctx, tx, before, in.SafetyStock, in.PublishedAt); err != nil {
			return err
		}
		if err := s.units.ReleaseUnits(ctx, tx, id, 0); err != nil {
			return err
		}
		if saved, err = tx.Products.ByID(ctx, id); err != nil {
			return err
		}
		if err := s.productChanged(ctx, tx, id); err != nil {
			return err
		}
		return s.Record(ctx, tx, by, "update", ProductEntity, id, productFacts(before), productFacts(saved))
	})
	return saved, err
}

// DeleteProduct removes a product. Orders keep its name and price.
func (s *Service) DeleteProduct(ctx context.Context, id int64, by audit.Actor) error {
	return s.store.Write(ctx, func(tx *store.Tx) error {
		if err := s.units.LockDrops(ctx, tx, id); err != nil {
			return err
		}
		before, err := tx.Products.ByID(ctx, id)
		if err != nil {
			return err
		}
		if err := s.deleteProduct(ctx, tx, before); err != nil {
			return err
		}
		if err := s.productChanged(ctx, tx, id); err != nil {
			return err
		}
		return s.Record(ctx, tx, by, "delete", ProductEntity, id, productFacts(before), nil)
	})
}

// InsertProduct inserts a product with its images. The caller records and announces it.
func (s *Service) InsertProduct(ctx context.Context, tx *store.Tx, in shop.ProductInput, images []shop.Image) (int64, error) {
	id, err := tx.Products.Create(ctx, in, images, s.now())
	if err != nil {
		return 0, err
	}
	return id, s.KeepAndPublish(ctx, tx, shop.Product{ID: id}, in.SafetyStock, in.PublishedAt)
}

// KeepAndPublish stores how many units are kept back and from when on the product is public, where they are given and
// new. The caller gives units that become free to those who wait.
func (s *Service) KeepAndPublish(ctx context.Context, tx *store.Tx, before shop.Product, kept *int64, published *time.Time) error {
	if kept != nil && *kept != before.SafetyStock {
		if err := tx.Stock.SetSafety(ctx, before.ID, *kept); err != nil && (*kept > 0 || shop.CodeOf(err) != shop.NotFound) {
			return err // nothing is kept back of units that are not counted
		}
	}
	now := s.now()
	if published == nil || before.PublishedAt == nil && !now.Before(*published) || before.PublishedAt != nil && before.PublishedAt.Equal(*published) {
		return nil
	}
	if !now.Before(*published) {
		published = nil
	}
	return tx.Products.SetPublishedAt(ctx, before.ID, published, now)
}

// deleteProduct refuses to remove a product that a drop sells or will sell, or of which units are set aside for somebody.
// The caller has locked its drop.
func (s *Service) deleteProduct(ctx context.Context, tx *store.Tx, p shop.Product) error {
	reserved, err := tx.Reservations.HasOfProduct(ctx, p.ID)
	if err != nil {
		return err
	}
	if reserved {
		return shop.Errorf(shop.InUse, "Units of %s are held for somebody. It can be deleted once they are bought or given back.", p.Name)
	}
	dropID, inDrop, err := tx.Drops.ActiveOf(ctx, p.ID)
	if err != nil {
		return err
	}
	if inDrop {
		drop, err := tx.Drops.ByID(ctx, dropID)
		if err != nil {
			return err
		}
		if drop.Unfinished(s.now()) {
			return shop.Errorf(shop.InUse, "%s is in the drop %s. It can be deleted once that is over.", p.Name, drop.Name)
		}
	}
	return tx.Products.Delete(ctx, p.ID)
}
