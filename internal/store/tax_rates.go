package store

import (
	"context"

	"github.com/snackdrop/snackdrop/internal/store/internal/db"
)

// All is the sales tax by state, in parts per million.
func (r TaxRateReader) All(ctx context.Context) (map[string]int64, error) {
	rows, err := r.q.TaxTable(ctx)
	rates := make(map[string]int64, len(rows))
	for _, row := range rows {
		rates[row.State] = row.RatePpm
	}
	return rates, err
}

// Delete removes the tax of a state.
func (tx TaxRateWriter) Delete(ctx context.Context, state string) error {
	return tx.q.DeleteTaxRate(ctx, state)
}

// Save stores the sales tax of one state, in parts per million.
func (t TaxRateWriter) Save(ctx context.Context, state string, ppm int64) error {
	return t.q.SaveTaxRate(ctx, db.SaveTaxRateParams{State: state, RatePpm: ppm})
}
