package store

import (
	"cmp"
	"context"
	"database/sql"
	"slices"
	"time"

	"github.com/snackdrop/snackdrop/internal/store/internal/db"
)

// BestSeller is a product and how many units of it were sold.
type BestSeller struct {
	ProductID int64
	Units     int64
}

// BestSellers finds the products with the most units sold in this week and the
// weeks before it. It reads only the top of each week's list, and reads further
// while a product that it has not read could still be among the best.
func (r AnalyticsReader) BestSellers(ctx context.Context, now time.Time, weeks, many int) ([]BestSeller, error) {
	this := millis(now) / weekMillis
	for depth := int32(25); ; depth *= 4 {
		seen := map[int64]bool{}
		unseenAtMost, exhausted := int64(0), true
		for week := this - int64(weeks) + 1; week <= this; week++ {
			top, err := r.q.WeekBest(ctx, db.WeekBestParams{Week: week, Limit: depth})
			if err != nil {
				return nil, err
			}
			for _, row := range top {
				seen[row.ProductID] = true
			}
			if len(top) == int(depth) {
				unseenAtMost += top[depth-1].Units
				exhausted = false
			}
		}
		best, err := r.unitsOf(ctx, seen, this-int64(weeks)+1, this)
		if err != nil {
			return nil, err
		}
		best = best[:min(many, len(best))]
		if exhausted || len(best) == many && best[many-1].Units >= unseenAtMost {
			return best, nil
		}
	}
}

func (r AnalyticsReader) unitsOf(ctx context.Context, products map[int64]bool, first, last int64) ([]BestSeller, error) {
	ids := make([]int64, 0, len(products))
	for id := range products {
		ids = append(ids, id)
	}
	best := []BestSeller{}
	for chunk := range slices.Chunk(ids, 500) {
		var w where
		w.add("week >= " + w.arg(first))
		w.add("week <= " + w.arg(last))
		w.add("product_id IN (" + placeholders(&w, chunk) + ")")
		query := "SELECT product_id, CAST(SUM(units) AS BIGINT) FROM sales_weeks " + w.sql() + "GROUP BY product_id"
		err := r.eachRow(ctx, query, w.args, func(rows *sql.Rows) error {
			var b BestSeller
			err := rows.Scan(&b.ProductID, &b.Units)
			best = append(best, b)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	best = slices.DeleteFunc(best, func(b BestSeller) bool { return b.Units <= 0 })
	slices.SortFunc(best, func(a, b BestSeller) int {
		return cmp.Or(cmp.Compare(b.Units, a.Units), cmp.Compare(a.ProductID, b.ProductID))
	})
	return best, nil
}
