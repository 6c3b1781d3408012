package store

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// commonParts are the parts of a filter that very many products match. For these
// it is cheaper to walk the list in its order and look at each product than to
// find all matches and sort them: the page is full after a few steps.
// PostgreSQL knows its data well enough to choose by itself.
type commonParts struct {
	search bool
	price  bool

	categories []int64 // those whose name holds the text, where staff search
	counting   bool    // all of them are wanted, in no order
}

// manyProducts is where finding all begins to cost more than walking.
const manyProducts = 800

func (r *Reader) commonParts(ctx context.Context, f shop.ProductFilter, sort shop.ProductSort) (commonParts, error) {
	var common commonParts
	var err error
	many := func(limit int, from string, args ...any) (bool, error) {
		var n int
		err := r.conn.QueryRowContext(ctx, fmt.Sprintf("SELECT COUNT(*) FROM (SELECT 1 FROM %s LIMIT %d) AS first_ones", from, limit), args...).Scan(&n)
		return n == limit, err
	}
	text := SearchText(f.Search)
	if text != "" && f.InCategory {
		if common.categories, err = r.categoriesHolding(ctx, text); err != nil {
			return common, err
		}
	}
	if r.engine != SQLite {
		return common, nil
	}
	if text != "" {
		var w where
		common.search, err = many(manyProducts, "("+w.idsHolding(text)+") AS found", w.args...)
		if err == nil && !common.search && len(common.categories) > 0 {
			var w where
			common.search, err = many(manyProducts, "products WHERE category_id IN ("+marks(&w, common.categories)+")", w.args...)
		}
		if err != nil {
			return common, err
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
		common.price, err = many(manyProducts, "products WHERE price_cents BETWEEN $1 AND $2", least, most)
	}
	return common, err
}

func (r *Reader) searchArgs(search string, args []any) []any {
	if search == "" {
		return args
	}
	return r.engine.plannedAnew(args)
}

// plannedAnew has PostgreSQL plan a statement for these very arguments. The plan of
// a statement that it has seen before is made for any, at the size that the table
// had then: it walks through everything for a text that nobody has, and for keys
// that were few when the shop was new.
func (e Engine) plannedAnew(args []any) []any {
	if e != Postgres {
		return args
	}
	return append([]any{pgx.QueryExecModeExec}, args...)
}

func (r *Reader) categoriesHolding(ctx context.Context, text string) ([]int64, error) {
	return r.ids(ctx, `SELECT id FROM categories WHERE search_text LIKE $1 ESCAPE '\'`, "%"+escapeLike(text)+"%")
}

// productText matches a product by its text, or by the name of its category.
func (w *where) productText(engine Engine, search string, common commonParts) string {
	text := SearchText(search)
	match := ""
	switch {
	case engine == Postgres: // a text without a trigram is read through, in one go
		match = "p.search_text LIKE " + w.arg("%"+escapeLike(text)+"%") + ` ESCAPE '\'`
	case common.search && !(common.counting && utf8.RuneCountInString(text) >= trigram):
		match = "instr(p.search_text, " + w.arg(text) + ") > 0"
	default:
		match = "p.id IN (" + w.idsHolding(text)
		if len(common.categories) > 0 && !common.counting {
			// Two lists of ids in one: SQLite would read every product for an OR.
			return match + " UNION SELECT id FROM products WHERE category_id IN (" + marks(w, common.categories) + "))"
		}
		match += ")"
	}
	if len(common.categories) == 0 {
		return match
	}
	return "(" + match + " OR p.category_id IN (" + marks(w, common.categories) + "))"
}

// trigram is what the text indexes are made of.
const trigram = 3

// idsHolding are SQLite's products with the text. A shorter one than a trigram is the
// beginning of some: ProductText sees to it that also the last letters begin one.
func (w *where) idsHolding(text string) string {
	if utf8.RuneCountInString(text) < trigram {
		return "SELECT DISTINCT doc FROM products_trigrams WHERE term >= " + w.arg(text) + " AND term <= " + w.arg(text+"\U0010FFFF\U0010FFFF")
	}
	return "SELECT rowid FROM products_fts WHERE products_fts MATCH " + w.arg(`"`+strings.ReplaceAll(text, `"`, `""`)+`"`)
}
