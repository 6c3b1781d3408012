package app

import (
	"context"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// CreateProduct puts a new product on the shelf.
func (a *App) CreateProduct(ctx context.Context, in shop.ProductInput, by Actor) (shop.Product, error) {
	in.Clean()
	if err := in.Check(); err != nil {
		return shop.Product{}, err
	}
	var saved shop.Product
	err := a.Store.Write(ctx, func(tx *store.Tx) error {
		images, err := tx.Images(ctx, in.ImageURLs)
		if err != nil {
			return err
		}
		id, err := tx.CreateProduct(ctx, in, images, a.Now())
		if err != nil {
			return err
		}
		if saved, err = tx.Product(ctx, id); err != nil {
			return err
		}
		if err := a.productChanged(ctx, tx, id); err != nil {
			return err
		}
		return a.audit(ctx, tx, by, "create", "product", idText(id), nil, productFacts(saved))
	})
	return saved, err
}

// ChangeProduct saves a product that staff had opened at the given version. If
// somebody else saved it since, nothing is overwritten.
func (a *App) ChangeProduct(ctx context.Context, id, version int64, in shop.ProductInput, by Actor) (shop.Product, error) {
	in.Clean()
	if err := in.Check(); err != nil {
		return shop.Product{}, err
	}
	var saved shop.Product
	err := a.Store.Write(ctx, func(tx *store.Tx) error {
		before, err := tx.Product(ctx, id)
		if err != nil {
			return err
		}
		images, err := tx.Images(ctx, in.ImageURLs)
		if err != nil {
			return err
		}
		if err := tx.ChangeProduct(ctx, id, version, in, images, a.Now()); err != nil {
			return err
		}
		if saved, err = tx.Product(ctx, id); err != nil {
			return err
		}
		if err := a.productChanged(ctx, tx, id); err != nil {
			return err
		}
		return a.audit(ctx, tx, by, "update", "product", idText(id), productFacts(before), productFacts(saved))
	})
	return saved, err
}

// DeleteProduct takes a product out of the shop. Orders keep its name and price.
func (a *App) DeleteProduct(ctx context.Context, id int64, by Actor) error {
	return a.Store.Write(ctx, func(tx *store.Tx) error {
		before, err := tx.Product(ctx, id)
		if err != nil {
			return err
		}
		if err := tx.DeleteProduct(ctx, id); err != nil {
			return err
		}
		if err := a.productChanged(ctx, tx, id); err != nil {
			return err
		}
		return a.audit(ctx, tx, by, "delete", "product", idText(id), productFacts(before), nil)
	})
}

func (a *App) productChanged(ctx context.Context, tx *store.Tx, id int64) error {
	if err := tx.TouchCatalog(ctx); err != nil {
		return err
	}
	tx.Emit(shop.Event{Type: shop.EventProduct, ID: id})
	return nil
}

// CreateCategory adds a category.
func (a *App) CreateCategory(ctx context.Context, in shop.CategoryInput, by Actor) (shop.Category, error) {
	in.Clean()
	if err := in.Check(); err != nil {
		return shop.Category{}, err
	}
	var saved shop.Category
	err := a.Store.Write(ctx, func(tx *store.Tx) error {
		id, err := tx.CreateCategory(ctx, in, a.Now())
		if err != nil {
			return err
		}
		if saved, err = tx.Category(ctx, id); err != nil {
			return err
		}
		if err := a.categoryChanged(ctx, tx, id); err != nil {
			return err
		}
		return a.audit(ctx, tx, by, "create", "category", idText(id), nil, categoryFacts(saved))
	})
	return saved, err
}

// ChangeCategory saves a category that staff had opened at the given version.
func (a *App) ChangeCategory(ctx context.Context, id, version int64, in shop.CategoryInput, by Actor) (shop.Category, error) {
	in.Clean()
	if err := in.Check(); err != nil {
		return shop.Category{}, err
	}
	var saved shop.Category
	err := a.Store.Write(ctx, func(tx *store.Tx) error {
		before, err := tx.Category(ctx, id)
		if err != nil {
			return err
		}
		if err := tx.ChangeCategory(ctx, id, version, in, a.Now()); err != nil {
			return err
		}
		if saved, err = tx.Category(ctx, id); err != nil {
			return err
		}
		if err := a.categoryChanged(ctx, tx, id); err != nil {
			return err
		}
		return a.audit(ctx, tx, by, "update", "category", idText(id), categoryFacts(before), categoryFacts(saved))
	})
	return saved, err
}

// DeleteCategory removes a category that has no products.
func (a *App) DeleteCategory(ctx context.Context, id int64, by Actor) error {
	return a.Store.Write(ctx, func(tx *store.Tx) error {
		before, err := tx.Category(ctx, id)
		if err != nil {
			return err
		}
		if err := tx.DeleteCategory(ctx, id); err != nil {
			return err
		}
		if err := a.categoryChanged(ctx, tx, id); err != nil {
			return err
		}
		return a.audit(ctx, tx, by, "delete", "category", idText(id), categoryFacts(before), nil)
	})
}

func (a *App) categoryChanged(ctx context.Context, tx *store.Tx, id int64) error {
	if err := tx.TouchCatalog(ctx); err != nil {
		return err
	}
	tx.Emit(shop.Event{Type: shop.EventCategory, ID: id})
	return nil
}
