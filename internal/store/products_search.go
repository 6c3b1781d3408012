package store

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// ProductText is the text that a product is found by. The line ends at its end
// let the last letters begin trigrams of their own: see matchingIDs.
func ProductText(name, description string) string { return SearchText(name, description) + "\n\n" }

// selectivity says which conditions of a filter match very many products. For
// those it is cheaper to read the list in its sort order and test each product
// than to find all matches and sort them: the page is full after a few rows.
// PostgreSQL chooses by its own statistics; this is for SQLite, which has none.
type selectivity struct {
	commonText  bool
	commonPrice bool

	categories []int64 // whose name contains the search text; only for staff
	wantsAll   bool    // the query needs all matches and no sort order
}

// manyProducts is the number of matches from which on finding all of them costs
// more than reading in sort order.
const manyProducts = 800

func (r ProductReader) selectivity(ctx context.Context, f shop.ProductFilter, sort shop.ProductSort) (selectivity, error) {
	var sel selectivity
	var err error
	many := func(from string, args ...any) (bool, error) {
		var n int
		query := fmt.Sprintf("SELECT COUNT(*) FROM (SELECT 1 FROM %s LIMIT %d) AS first_ones", from, manyProducts)
		err := r.conn.QueryRowContext(ctx, query, args...).Scan(&n)
		return n == manyProducts, err
	}
	text := SearchText(f.Search)
	if text != "" && f.InCategory {
		if sel.categories, err = r.categoriesContaining(ctx, text); err != nil {
			return sel, err
		}
	}
	if r.engine != SQLite {
		return sel, nil
	}
	if text != "" {
		var w where
		from := "(" + w.matchingIDs(text) + ") AS found"
		sel.commonText, err = many(from, w.args...)
		if err == nil && !sel.commonText && len(sel.categories) > 0 {
			var w where
			from := "products WHERE category_id IN (" + placeholders(&w, sel.categories) + ")"
			sel.commonText, err = many(from, w.args...)
		}
		if err != nil {
			return sel, err
		}
	}
	if (f.MinPrice != nil || f.MaxPrice != nil) && sort != shop.ByPrice && sort != shop.ByPriceDesc {
		least, most := int64(0), int64(shop.MaxPrice)
		if f.MinPrice != nil {
			least = int64(*f.MinPrice)
		}
		if f.MaxPrice != nil {
			most = int64(*f.MaxPrice)
		}
		sel.commonPrice, err = many("products WHERE price_cents BETWEEN $1 AND $2", least, most)
	}
	return sel, err
}

func (r ProductReader) searchArgs(search string, args []any) []any {
	if search == "" {
		return args
	}
	return r.engine.withFreshPlan(args)
}

// withFreshPlan makes PostgreSQL plan a statement for these arguments. Its cached
// plan of a prepared statement fits any arguments and the size that the table had
// when the plan was made: it would scan the whole table for a text that does not
// occur, or for keys that were few when the shop was new.
func (e Engine) withFreshPlan(args []any) []any {
	if e != Postgres {
		return args
	}
	return append([]any{pgx.QueryExecModeExec}, args...)
}

func (r ProductReader) categoriesContaining(ctx context.Context, text string) ([]int64, error) {
	return r.ids(ctx, `SELECT id FROM categories WHERE search_text LIKE $1 ESCAPE '\'`, "%"+escapeLike(text)+"%")
}

// productText matches a product by its text, or by the name of its category.
func (w *where) productText(engine Engine, search string, sel selectivity) string {
	text := SearchText(search)
	match := ""
	switch {
	case engine == Postgres: // a text shorter than a trigram needs a full scan, and one is enough
		match = "p.search_text LIKE " + w.arg("%"+escapeLike(text)+"%") + ` ESCAPE '\'`
	case sel.commonText && !(sel.wantsAll && utf8.RuneCountInString(text) >= trigram):
		match = "instr(p.search_text, " + w.arg(text) + ") > 0"
	default:
		match = "p.id IN (" + w.matchingIDs(text)
		if len(sel.categories) > 0 && !sel.wantsAll {
			// One list of ids instead of two: for an OR SQLite would read every product.
			return match + " UNION SELECT id FROM products WHERE category_id IN (" + placeholders(w, sel.categories) + "))"
		}
		match += ")"
	}
	if len(sel.categories) == 0 {
		return match
	}
	return "(" + match + " OR p.category_id IN (" + placeholders(w, sel.categories) + "))"
}

// trigram is the length of the pieces that both text indexes consist of.
const trigram = 3

// matchingIDs selects the products that contain the text, on SQLite. A text
// shorter than a trigram is looked up as the beginning of trigrams: ProductText
// makes sure that the last letters begin one, too.
func (w *where) matchingIDs(text string) string {
	if utf8.RuneCountInString(text) < trigram {
		return "SELECT DISTINCT doc FROM products_trigrams WHERE term >= " + w.arg(text) + " AND term <= " + w.arg(text+"\U0010FFFF\U0010FFFF")
	}
	return "SELECT rowid FROM products_fts WHERE products_fts MATCH " + w.arg(`"`+strings.ReplaceAll(text, `"`, `""`)+`"`)
}
