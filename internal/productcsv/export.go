// Package productcsv reads and writes the products of a shop as CSV: its own files, and those of Shopify and
// WooCommerce, whose pictures it fetches.
package productcsv

import (
	"context"
	"encoding/csv"
	"io"
	"time"

	"github.com/snackdrop/snackdrop/internal/catalog"
	"github.com/snackdrop/snackdrop/internal/publicnet"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// Files reads and writes the products of a shop as CSV.
type Files struct {
	// Pictures says from where an import may fetch pictures.
	Pictures publicnet.Policy

	store   *store.Store
	catalog *catalog.Service
	units   catalog.UnitReleaser
	now     func() time.Time
}

// New makes it.
func New(s *store.Store, catalog *catalog.Service, units catalog.UnitReleaser, now func() time.Time) *Files {
	return &Files{store: s, catalog: catalog, units: units, now: now, Pictures: publicnet.Policy{Redirects: 3}}
}

const exportPageSize = 500

// Spreadsheets read a file as UTF-8 only when it begins with a byte order mark.
const byteOrderMark = "\ufeff"

// ExportProducts writes the products that match the filter as CSV, in the order of their ids, a page at a
// time, so that a large shop needs no more memory than one page. flush is called
// after each page.
func (s *Files) ExportProducts(ctx context.Context, f shop.ProductFilter, w io.Writer, flush func()) error {
	_, slugs, err := s.categoryNames(ctx)
	if err != nil {
		return err
	}
	if _, err := io.WriteString(w, byteOrderMark); err != nil {
		return err
	}
	out := csv.NewWriter(w)
	if err := out.Write(csvHeader()); err != nil {
		return err
	}
	for cursor := ""; ; {
		products, next, err := s.store.Products.List(ctx, f, shop.ByID, exportPageSize, cursor)
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
