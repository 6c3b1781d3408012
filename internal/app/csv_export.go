package app

import (
	"context"
	"encoding/csv"
	"io"

	"github.com/snackdrop/snackdrop/internal/shop"
)

const productsPerRead = 500

// Spreadsheets take a file for UTF-8 only when it begins with this mark.
const utf8Mark = "\ufeff"

// ExportProducts writes the products that the filter lets through as CSV, a page
// at a time, so that a hundred thousand need no more memory than five hundred.
// flush is called after each page.
func (a *App) ExportProducts(ctx context.Context, f shop.ProductFilter, w io.Writer, flush func()) error {
	_, slugs, err := a.categoryNames(ctx)
	if err != nil {
		return err
	}
	if _, err := io.WriteString(w, utf8Mark); err != nil {
		return err
	}
	out := csv.NewWriter(w)
	if err := out.Write(csvColumns); err != nil {
		return err
	}
	for cursor := ""; ; {
		products, next, err := a.Store.Products(ctx, f, shop.ByOldest, productsPerRead, cursor)
		if err != nil {
			return err
		}
		for _, p := range products {
			row := rowOf(p.ID, inputOf(p), slugs)
			cells := make([]string, len(csvColumns))
			for i, column := range csvColumns {
				cells[i] = guardFormula(row[column])
			}
			if err := out.Write(cells); err != nil {
				return err
			}
		}
		out.Flush()
		if err := out.Error(); err != nil {
			return err
		}
		flush()
		if next == "" {
			return nil
		}
		cursor = next
	}
}
