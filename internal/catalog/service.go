// Package catalog is what the shop sells: products, categories, images, stock
// counts and promo codes, one by one and in bulk. Files of products belong to package
// productcsv; selling is the work of package orders; files of images are stored behind the Media interface.
package catalog

import (
	"context"
	"io"
	"time"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/events"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// Media stores the files of images. Save refuses a file that is not an image the
// shop can show; kind is "product", "logo", "map" or "promo". Remove deletes what Save stored.
type Media interface {
	Save(ctx context.Context, kind, filename string, r io.Reader) (shop.Image, error)
	Remove(ctx context.Context, url string) error
}

// UnitReleaser gives units of a product to those who wait for it before anybody else
// can buy them. With 0 units it only looks whether somebody is next.
type UnitReleaser interface {
	ReleaseUnits(ctx context.Context, tx *store.Tx, productID, units int64) error
	// LockDrops locks the drops of products; whoever changes stock does that first.
	LockDrops(ctx context.Context, tx *store.Tx, productIDs ...int64) error
}

// Service has the use cases of the catalogue.
type Service struct {
	store     *store.Store
	versions  *events.Versions
	dropIndex *DropIndexCache
	audit     *audit.Log
	media     Media
	units     UnitReleaser
	now       func() time.Time

	counts     countCache
	categories events.Cached[[]shop.Category]
}

// New makes the service. versions tells when cached lists and counts are stale.
func New(s *store.Store, versions *events.Versions, index *DropIndexCache, log *audit.Log, media Media, units UnitReleaser, now func() time.Time) *Service {
	return &Service{store: s, versions: versions, dropIndex: index, audit: log, media: media, units: units, now: now}
}

// productChanged makes cached responses stale and tells open pages that a
// product changed; id 0 means several.
func (s *Service) productChanged(ctx context.Context, tx *store.Tx, id int64) error {
	if err := tx.TouchCatalog(ctx); err != nil {
		return err
	}
	tx.Emit(shop.Event{Type: shop.EventProduct, ID: id})
	return nil
}

// ProductsChanged does the same once for n products, and nothing for none.
func (s *Service) ProductsChanged(ctx context.Context, tx *store.Tx, n int) error {
	if n == 0 {
		return nil
	}
	return s.productChanged(ctx, tx, 0)
}

// categoryChanged is the same for a category.
func (s *Service) categoryChanged(ctx context.Context, tx *store.Tx, id int64) error {
	if err := tx.TouchCatalog(ctx); err != nil {
		return err
	}
	tx.Emit(shop.Event{Type: shop.EventCategory, ID: id})
	return nil
}

// The entities of the catalogue in the audit log.
const (
	ProductEntity   = "product"
	categoryEntity  = "category"
	promotionEntity = "promotion"
)

// Record writes a change to the audit log.
func (s *Service) Record(ctx context.Context, tx *store.Tx, by audit.Actor, action, entity string, id int64, before, after any) error {
	return s.audit.Record(ctx, tx, by, action, entity, shop.IDText(id), before, after)
}
