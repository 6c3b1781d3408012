package catalog

import (
	"context"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/clock"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// Categories lists every category by name with its number of public products, read
// once per catalogue version. Callers must not change the list.
func (s *Service) Categories(ctx context.Context) ([]shop.Category, error) {
	index, err := s.dropIndex.Get(ctx)
	if err != nil {
		return nil, err
	}
	categories, err := s.categories.Get(s.versions.Catalog(), func() ([]shop.Category, error) { return s.store.Categories.All(ctx) })
	if err != nil {
		return nil, err
	}
	return index.withoutHidden(ctx, categories, clock.At(ctx, s.now)), nil
}

// CurrentCategories is the same, read from the database each time, for staff.
func (s *Service) CurrentCategories(ctx context.Context) ([]shop.Category, error) {
	return s.store.Categories.All(ctx)
}

// CategoryBySlug finds a category by its slug.
func (s *Service) CategoryBySlug(ctx context.Context, slug string) (shop.Category, error) {
	categories, err := s.Categories(ctx)
	if err != nil {
		return shop.Category{}, err
	}
	for _, c := range categories {
		if c.Slug == slug {
			return c, nil
		}
	}
	return shop.Category{}, shop.Errorf(shop.NotFound, "Category not found.")
}

// Category finds a category by its id.
func (s *Service) Category(ctx context.Context, id int64) (shop.Category, error) {
	return s.store.Categories.ByID(ctx, id)
}

// CreateCategory adds a category.
func (s *Service) CreateCategory(ctx context.Context, in shop.CategoryInput, by audit.Actor) (shop.Category, error) {
	in.Clean()
	if err := in.Check(); err != nil {
		return shop.Category{}, err
	}
	var saved shop.Category
	err := s.store.Write(ctx, func(tx *store.Tx) error {
		id, err := tx.Categories.Create(ctx, in, s.now())
		if err != nil {
			return err
		}
		if saved, err = tx.Categories.ByID(ctx, id); err != nil {
			return err
		}
		if err := s.categoryChanged(ctx, tx, id); err != nil {
			return err
		}
		return s.Record(ctx, tx, by, "create", categoryEntity, id, nil, categoryFacts(saved))
	})
	return saved, err
}

// ChangeCategory saves a category, unless it was changed since the version that staff opened.
func (s *Service) ChangeCategory(ctx context.Context, id, version int64, in shop.CategoryInput, by audit.Actor) (shop.Category, error) {
	in.Clean()
	if err := in.Check(); err != nil {
		return shop.Category{}, err
	}
	var saved shop.Category
	err := s.store.Write(ctx, func(tx *store.Tx) error {
		before, err := tx.Categories.ByID(ctx, id)
		if err != nil {
			return err
		}
		if err := tx.Categories.Change(ctx, id, version, in, s.now()); err != nil {
			return err
		}
		if saved, err = tx.Categories.ByID(ctx, id); err != nil {
			return err
		}
		if err := s.categoryChanged(ctx, tx, id); err != nil {
			return err
		}
		return s.Record(ctx, tx, by, "update", categoryEntity, id, categoryFacts(before), categoryFacts(saved))
	})
	return saved, err
}

// DeleteCategory removes a category that has no products.
func (s *Service) DeleteCategory(ctx context.Context, id int64, by audit.Actor) error {
	return s.store.Write(ctx, func(tx *store.Tx) error {
		before, err := tx.Categories.ByID(ctx, id)
		if err != nil {
			return err
		}
		if err := tx.Categories.Delete(ctx, id); err != nil {
			return err
		}
		if err := s.categoryChanged(ctx, tx, id); err != nil {
			return err
		}
		return s.Record(ctx, tx, by, "delete", categoryEntity, id, categoryFacts(before), nil)
	})
}
