package app

import (
	"context"
	"strings"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// CreatePromotion adds a promo code.
func (a *App) CreatePromotion(ctx context.Context, p shop.Promotion, by Actor) (shop.Promotion, error) {
	p.Code = strings.TrimSpace(p.Code)
	if err := p.Check(); err != nil {
		return p, err
	}
	var saved shop.Promotion
	err := a.Store.Write(ctx, func(tx *store.Tx) error {
		id, err := tx.CreatePromotion(ctx, p, a.Now())
		if err != nil {
			return err
		}
		if saved, err = tx.Promotion(ctx, id); err != nil {
			return err
		}
		return a.audit(ctx, tx, by, "create", "promotion", idText(id), nil, promotionFacts(saved))
	})
	return saved, err
}

// ChangePromotion saves a promo code that staff had opened at p.Version. Its
// count of uses stays what orders made it.
func (a *App) ChangePromotion(ctx context.Context, p shop.Promotion, by Actor) (shop.Promotion, error) {
	p.Code = strings.TrimSpace(p.Code)
	if err := p.Check(); err != nil {
		return p, err
	}
	var saved shop.Promotion
	err := a.Store.Write(ctx, func(tx *store.Tx) error {
		before, err := tx.Promotion(ctx, p.ID)
		if err != nil {
			return err
		}
		if err := tx.ChangePromotion(ctx, p, a.Now()); err != nil {
			return err
		}
		if saved, err = tx.Promotion(ctx, p.ID); err != nil {
			return err
		}
		return a.audit(ctx, tx, by, "update", "promotion", idText(p.ID), promotionFacts(before), promotionFacts(saved))
	})
	return saved, err
}

// DeletePromotion removes a promo code. Orders that used it keep their discount.
func (a *App) DeletePromotion(ctx context.Context, id int64, by Actor) error {
	return a.Store.Write(ctx, func(tx *store.Tx) error {
		before, err := tx.Promotion(ctx, id)
		if err != nil {
			return err
		}
		if err := tx.DeletePromotion(ctx, id); err != nil {
			return err
		}
		return a.audit(ctx, tx, by, "delete", "promotion", idText(id), promotionFacts(before), nil)
	})
}
