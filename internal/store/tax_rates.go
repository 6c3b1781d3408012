package store

import "context"

// TaxRates is the sales tax by state, in parts per million.
func (r *Reader) TaxRates(ctx context.Context) (map[string]int64, error) {
	rows, err := r.q.TaxTable(ctx)
	rates := make(map[string]int64, len(rows))
	for _, row := range rows {
		rates[row.State] = row.RatePpm
	}
	return rates, err
}

// DeleteTaxRate removes the tax of a state.
func (tx *Tx) DeleteTaxRate(ctx context.Context, state string) error {
	return tx.q.DeleteTaxRate(ctx, state)
}
