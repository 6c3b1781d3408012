package store

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store/db"
)

// AllPromotions lists every promo code, those that are on first.
func (r *Reader) AllPromotions(ctx context.Context) ([]shop.Promotion, error) {
	rows, err := r.Queries.Promotions(ctx)
	list := make([]shop.Promotion, 0, len(rows))
	for _, row := range rows {
		list = append(list, promotion(row))
	}
	return list, err
}

// Promotion finds a promo code as this transaction sees it.
func (tx *Tx) Promotion(ctx context.Context, id int64) (shop.Promotion, error) {
	row, err := tx.PromotionByID(ctx, id)
	if err != nil {
		return found(shop.Promotion{}, err, "Promotion")
	}
	return promotion(row), nil
}

// CreatePromotion stores a new promo code; a taken code is refused.
func (tx *Tx) CreatePromotion(ctx context.Context, p shop.Promotion, now time.Time) (int64, error) {
	if err := tx.freeCode(ctx, p.Code, 0); err != nil {
		return 0, err
	}
	id, err := tx.InsertPromotion(ctx, db.InsertPromotionParams{Code: p.Code, CodeKey: shop.PromoKey(p.Code), Kind: string(p.Kind), Value: p.Value,
		MinimumCents: int64(p.Minimum), StartsAt: millisOrNil(p.StartsAt), EndsAt: millisOrNil(p.EndsAt), MaxUses: p.MaxUses,
		MaxPerCustomer: p.MaxPerCustomer, Enabled: p.Enabled, CreatedAt: millis(now), UpdatedAt: millis(now)})
	if isUnique(err) {
		return 0, codeTaken()
	}
	return id, err
}

// ChangePromotion stores what staff said of a promo code, unless somebody else changed it since its version.
func (tx *Tx) ChangePromotion(ctx context.Context, p shop.Promotion, now time.Time) error {
	if err := tx.freeCode(ctx, p.Code, p.ID); err != nil {
		return err
	}
	n, err := tx.UpdatePromotion(ctx, db.UpdatePromotionParams{Code: p.Code, CodeKey: shop.PromoKey(p.Code), Kind: string(p.Kind), Value: p.Value,
		MinimumCents: int64(p.Minimum), StartsAt: millisOrNil(p.StartsAt), EndsAt: millisOrNil(p.EndsAt), MaxUses: p.MaxUses,
		MaxPerCustomer: p.MaxPerCustomer, Enabled: p.Enabled, UpdatedAt: millis(now), ID: p.ID, Version: p.Version})
	if isUnique(err) {
		return codeTaken()
	}
	if err == nil && n == 0 {
		return shop.Errorf(shop.Stale, "Somebody else changed this promotion in the meantime.")
	}
	return err
}

func (tx *Tx) freeCode(ctx context.Context, code string, but int64) error {
	row, err := tx.PromoByKey(ctx, shop.PromoKey(code))
	if noRows(err) || err == nil && row.ID == but {
		return nil
	}
	if err != nil {
		return err
	}
	return codeTaken()
}

func codeTaken() error { return shop.FieldError(shop.Conflict, "code", "This code is already taken.") }

func millisOrNil(t *time.Time) *int64 {
	if t == nil {
		return nil
	}
	ms := millis(*t)
	return &ms
}
