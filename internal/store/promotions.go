package store

import (
	"context"
	"slices"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store/internal/db"
)

// All lists every promo code, enabled ones first.
func (r PromotionReader) All(ctx context.Context) ([]shop.Promotion, error) {
	rows, err := r.q.Promotions(ctx)
	list := make([]shop.Promotion, 0, len(rows))
	for _, row := range rows {
		list = append(list, promotion(row))
	}
	return list, err
}

// ByID finds a promo code by its id.
func (r PromotionReader) ByID(ctx context.Context, id int64) (shop.Promotion, error) {
	row, err := r.q.PromotionByID(ctx, id)
	return promotion(row), orNotFound(err, "Promotion")
}

// ByCode finds a promo code by its code, in any spelling.
func (r PromotionReader) ByCode(ctx context.Context, code string) (shop.Promotion, error) {
	row, err := r.q.PromoByKey(ctx, shop.PromoKey(code))
	return promotion(row), orNotFound(err, "Promotion")
}

func promotion(row db.Promotion) shop.Promotion {
	return shop.Promotion{ID: row.ID, Code: row.Code, Kind: shop.PromoKind(row.Kind), Value: row.Value, Minimum: shop.Cents(row.MinimumCents),
		StartsAt: timeOrNil(row.StartsAt), EndsAt: timeOrNil(row.EndsAt), MaxUses: row.MaxUses, MaxPerCustomer: row.MaxPerCustomer,
		Uses: row.Uses, Enabled: row.Enabled, Version: row.Version}
}

// Create stores a new promo code. A taken code is a conflict.
func (tx PromotionWriter) Create(ctx context.Context, p shop.Promotion, now time.Time) (int64, error) {
	if err := tx.checkCode(ctx, p.Code, 0); err != nil {
		return 0, err
	}
	id, err := tx.q.InsertPromotion(ctx, db.InsertPromotionParams{Code: p.Code, CodeKey: shop.PromoKey(p.Code), Kind: string(p.Kind), Value: p.Value,
		MinimumCents: int64(p.Minimum), StartsAt: millisOrNil(p.StartsAt), EndsAt: millisOrNil(p.EndsAt), MaxUses: p.MaxUses,
		MaxPerCustomer: p.MaxPerCustomer, Enabled: p.Enabled, CreatedAt: millis(now), UpdatedAt: millis(now)})
	return id, mapError(err, meaning{uniqueTaken: codeTaken()})
}

// Change overwrites a promo code, unless it was changed since p.Version.
// The count of its uses stays.
func (tx PromotionWriter) Change(ctx context.Context, p shop.Promotion, now time.Time) error {
	if err := tx.checkCode(ctx, p.Code, p.ID); err != nil {
		return err
	}
	n, err := tx.q.UpdatePromotion(ctx, db.UpdatePromotionParams{Code: p.Code, CodeKey: shop.PromoKey(p.Code), Kind: string(p.Kind), Value: p.Value,
		MinimumCents: int64(p.Minimum), StartsAt: millisOrNil(p.StartsAt), EndsAt: millisOrNil(p.EndsAt), MaxUses: p.MaxUses,
		MaxPerCustomer: p.MaxPerCustomer, Enabled: p.Enabled, UpdatedAt: millis(now), ID: p.ID, Version: p.Version})
	if err == nil && n == 0 {
		return shop.Errorf(shop.Stale, "Somebody else changed this promotion in the meantime.")
	}
	return mapError(err, meaning{uniqueTaken: codeTaken()})
}

// Delete removes a promo code. Orders that used it keep their discount.
func (tx PromotionWriter) Delete(ctx context.Context, id int64) error {
	n, err := tx.q.DeletePromotion(ctx, id)
	if err == nil && n == 0 {
		return notFound("Promotion")
	}
	return err
}

func (tx PromotionWriter) checkCode(ctx context.Context, code string, except int64) error {
	row, err := tx.q.PromoByKey(ctx, shop.PromoKey(code))
	exists, err := optional(err)
	if err != nil || !exists || row.ID == except {
		return err
	}
	return codeTaken()
}

func codeTaken() error { return shop.FieldError(shop.Conflict, "code", "This code is already taken.") }

// UsesBy is how often a customer uses a promotion.
func (r PromotionReader) UsesBy(ctx context.Context, promotionID int64, customerKey string) (int64, error) {
	return r.q.PromoUsesOf(ctx, db.PromoUsesOfParams{PromotionID: promotionID, CustomerKey: customerKey})
}

// ForUse reads promotions by their folded codes and keeps others from using
// them until this transaction ends.
func (tx PromotionWriter) ForUse(ctx context.Context, codeKeys []string) (map[string]shop.Promotion, error) {
	out := map[string]shop.Promotion{}
	if len(codeKeys) == 0 {
		return out, nil
	}
	slices.Sort(codeKeys)
	codeKeys = slices.Compact(codeKeys)
	if tx.engine == Postgres {
		var w where
		query := "SELECT 1 FROM promotions WHERE code_key IN (" + placeholders(&w, codeKeys) + ") ORDER BY id FOR NO KEY UPDATE"
		if _, err := tx.tx.ExecContext(ctx, query, w.args...); err != nil {
			return nil, err
		}
	}
	for _, key := range codeKeys {
		row, err := tx.q.PromoByKey(ctx, key)
		exists, err := optional(err)
		if err != nil {
			return nil, err
		}
		if exists {
			out[key] = promotion(row)
		}
	}
	return out, nil
}

// Use counts n uses of a promotion. It returns false when that would be more than it allows.
func (tx PromotionWriter) Use(ctx context.Context, promotionID, n int64) (bool, error) {
	return changed(tx.q.UsePromo(ctx, db.UsePromoParams{N: n, ID: promotionID}))
}

// CreateUse notes which order uses a promotion, and for whom.
func (tx PromotionWriter) CreateUse(ctx context.Context, orderID, promotionID int64, customerKey string) error {
	return tx.q.InsertPromoUse(ctx, db.InsertPromoUseParams{OrderID: orderID, PromotionID: promotionID, CustomerKey: customerKey})
}

// ReleaseUse gives an order's use of a promotion back, if it has one.
func (tx PromotionWriter) ReleaseUse(ctx context.Context, orderID int64) error {
	promotionID, err := tx.q.ReleasePromoUse(ctx, orderID)
	if exists, err := optional(err); !exists {
		return err
	}
	return tx.q.UnusePromo(ctx, promotionID)
}
