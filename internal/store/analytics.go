package store

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store/internal/db"
)

// SalesHour is what came in within one hour: paid orders, and their worth less what was given back.
type SalesHour struct {
	Start   time.Time
	Orders  int64
	Revenue shop.Cents
}

// SalesHours lists the sales by hour, from the hour of a time on. Hours without any are left out.
func (r AnalyticsReader) SalesHours(ctx context.Context, since time.Time) ([]SalesHour, error) {
	rows, err := r.q.SalesHours(ctx, millis(since)/hourMillis)
	hours := make([]SalesHour, len(rows))
	for i, row := range rows {
		hours[i] = SalesHour{Start: fromMillis(row.Hour * hourMillis), Orders: row.Orders, Revenue: shop.Cents(row.RevenueCents)}
	}
	return hours, err
}

// VisitCounts adds up the visits from a day (2026-11-01) on, by kind.
func (r AnalyticsReader) VisitCounts(ctx context.Context, sinceDay string) (map[string]int64, error) {
	rows, err := r.q.VisitCounts(ctx, sinceDay)
	counts := map[string]int64{}
	for _, row := range rows {
		counts[row.Kind] = row.Visits
	}
	return counts, err
}

// AddVisits adds to the visits of a day.
func (tx AnalyticsWriter) AddVisits(ctx context.Context, day, kind string, n int64) error {
	return tx.q.AddVisits(ctx, db.AddVisitsParams{Day: day, Kind: kind, Count: n})
}
