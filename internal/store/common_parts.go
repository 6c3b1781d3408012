package store

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// commonParts are the parts of a filter that very many products match. For these
// it is cheaper to walk the list in its order and look at each product than to
// find all matches and sort them: the page is full after a few steps.
// PostgreSQL knows its data well enough to choose by itself.
type commonParts struct {
	search bool
	price  bool
}

// manyProducts is where finding all begins to cost more than walking.
const manyProducts = 800

func (s *Store) commonParts(ctx context.Context, f shop.ProductFilter, sort shop.ProductSort) (commonParts, error) {
	var common commonParts
	if s.engine != SQLite {
		return common, nil
	}
	many := func(from string, args ...any) (bool, error) {
		var n int
		err := s.reader.QueryRowContext(ctx, fmt.Sprintf("SELECT COUNT(*) FROM (SELECT 1 FROM %s LIMIT %d)", from, manyProducts), args...).Scan(&n)
		return n == manyProducts, err
	}
	var err error
	if text := SearchText(f.Search); utf8.RuneCountInString(text) >= 3 {
		common.search, err = many("products_fts WHERE products_fts MATCH $1", `"`+strings.ReplaceAll(text, `"`, `""`)+`"`)
		if err == nil && !common.search && f.InCategory {
			common.search, err = many(`products WHERE category_id IN (SELECT id FROM categories WHERE search_text LIKE $1 ESCAPE '\')`, "%"+escapeLike(text)+"%")
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
		common.price, err = many("products WHERE price_cents BETWEEN $1 AND $2", least, most)
	}
	return common, err
}
