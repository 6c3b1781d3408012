package catalog

import (
	"context"
	"strings"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// Promotions lists every promo code, enabled ones first.
func (s *Service) Promotions(ctx context.Context) ([]shop.Promotion, error) {
	return s.store.Promotions.All(ctx)
}

// CreatePromotion adds a promo code.
func (s *Service) CreatePromotion(ctx context.Context, p shop.Promotion, by audit.Actor) (shop.Promotion, error) {
	p.Code = strings.TrimSpace(p.Code)
	if err := p.Check(); err != nil {
		return p, err
	}
	var saved shop.Promotion
	err := s.store.Write(ctx, func(tx *store.Tx) error {
		id, err := tx.Promotions.Create(ctx, p, s.now())
		if err != nil {
			return err
		}
		if saved, err = tx.Promotions.ByID(ctx, id); err != nil {
			return err
		}
		return s.Record(ctx, tx, by, "create", promotionEntity, id, nil, promotionFacts(saved))
	})
	return saved, err
}

// ChangePromotion saves a promo code, unless it was changed since p.Version. The
// count of its uses stays.
func (s *Service) ChangePromotion(ctx context.Context, p shop.Promotion, by audit.Actor) (shop.Promotion, error) {
	p.Code = strings.TrimSpace(p.Code)
	if err := p.Check(); err != nil {
		return p, err
	}
	var saved shop.Promotion
	err := s.store.Write(ctx, func(tx *store.Tx) error {
		before, err := tx.Promotions.ByID(ctx, p.ID)
		if err != nil {
			return err
		}
		if err := tx.Promotions.Change(ctx, p, s.now()); err != nil {
			return err
		}
		if saved, err = tx.Promotions.ByID(ctx, p.ID); err != nil {
			return err
		}
		return s.Record(ctx, tx, by, "update", promotionEntity, p.ID, promotionFacts(before), promotionFacts(saved))
	})
	return saved, err
}

// DeletePromotion removes a promo code. Orders that used it keep their discount.
func (s *Service) DeletePromotion(ctx context.Context, id int64, by audit.Actor) error {
	return s.store.Write(ctx, func(tx *store.Tx) error {
		before, err := tx.Promotions.ByID(ctx, id)
		if err != nil {
			return err
		}
		if err := tx.Promotions.Delete(ctx, id); err != nil {
			return err
		}
		return s.Record(ctx, tx, by, "delete", promotionEntity, id, promotionFacts(before), nil)
	})
}
