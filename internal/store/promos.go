package store

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store/db"
)

// Promo finds a promotion by its code, in any spelling.
func (r *Reader) Promo(ctx context.Context, code string) (shop.Promotion, error) {
	row, err := r.PromoByKey(ctx, shop.PromoKey(code))
	if err != nil {
		return found(shop.Promotion{}, err, "Promotion")
	}
	return promotion(row), nil
}

func promotion(row db.Promotion) shop.Promotion {
	return shop.Promotion{ID: row.ID, Code: row.Code, Kind: shop.PromoKind(row.Kind), Value: row.Value, Minimum: shop.Cents(row.MinimumCents),
		StartsAt: timeOrNil(row.StartsAt), EndsAt: timeOrNil(row.EndsAt), MaxUses: row.MaxUses, MaxPerCustomer: row.MaxPerCustomer,
		Uses: row.Uses, Enabled: row.Enabled, Version: row.Version}
}

func timeOrNil(ms *int64) *time.Time {
	if ms == nil {
		return nil
	}
	t := fromMillis(*ms)
	return &t
}

// TaxRates is the table of rates by state, in parts per million.
func (r *Reader) TaxRates(ctx context.Context) (map[string]int64, error) {
	rows, err := r.TaxTable(ctx)
	rates := make(map[string]int64, len(rows))
	for _, row := range rows {
		rates[row.State] = row.RatePpm
	}
	return rates, err
}
