package store

import "context"

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
