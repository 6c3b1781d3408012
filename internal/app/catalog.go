package app

import (
	"context"
	"fmt"
	"sync"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// ProductPage is one page of a product list.
type ProductPage struct {
	Products []shop.Product
	Total    int64
	Next     string
}

// Products lists products. The total is counted once per filter and catalogue
// version: at 100,000 products counting costs more than the page itself.
func (a *App) Products(ctx context.Context, f shop.ProductFilter, sort shop.ProductSort, limit int, cursor string) (ProductPage, error) {
	var page ProductPage
	version := a.Version()
	products, next, err := a.Store.Products(ctx, f, sort, limit, cursor)
	if err != nil {
		return page, err
	}
	page.Products, page.Next = products, next
	if cursor == "" && next == "" {
		page.Total = int64(len(products))
		return page, nil
	}
	if f.InStock != nil || f.LowStock != nil { // stock moves without the catalogue's version
		page.Total, err = a.Store.CountProducts(ctx, f)
		return page, err
	}
	page.Total, err = a.totals.get(version, fmt.Sprintf("%q", filterKey(f)), func() (int64, error) { return a.Store.CountProducts(ctx, f) })
	return page, err
}

func filterKey(f shop.ProductFilter) []string {
	text := func(v any) string {
		switch v := v.(type) {
		case *shop.Cents:
			if v != nil {
				return v.String()
			}
		case *bool:
			if v != nil {
				return fmt.Sprint(*v)
			}
		}
		return "-"
	}
	key := []string{fmt.Sprint(f.IDs), f.Search, fmt.Sprint(f.InCategory), fmt.Sprint(f.Uncategorized), text(f.MinPrice), text(f.MaxPrice), text(f.Featured), text(f.Popular)}
	return append(key, f.Categories...)
}

// totals remembers how many products a filter lets through.
type totals struct {
	mu      sync.Mutex
	version int64
	counts  map[string]int64
}

const maxTotals = 1_000

func (t *totals) get(version int64, key string, count func() (int64, error)) (int64, error) {
	t.mu.Lock()
	if t.version != version || len(t.counts) >= maxTotals || t.counts == nil {
		t.version, t.counts = version, map[string]int64{}
	}
	n, ok := t.counts[key]
	t.mu.Unlock()
	if ok {
		return n, nil
	}
	n, err := count()
	if err != nil {
		return 0, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.version == version {
		t.counts[key] = n
	}
	return n, nil
}

// Categories lists every category by name with its number of products, which are
// counted once per catalogue version.
func (a *App) Categories(ctx context.Context) ([]shop.Category, error) {
	version := a.Version()
	if last := a.categories.Load(); last != nil && last.version == version {
		return last.items, nil
	}
	categories, err := a.Store.Categories(ctx)
	if err == nil {
		a.categories.Store(&categoryList{version, categories})
	}
	return categories, err
}

// categoryList is the categories at one version of the catalogue. Nobody changes it.
type categoryList struct {
	version int64
	items   []shop.Category
}

// CategoryNamed finds a category by its slug.
func (a *App) CategoryNamed(ctx context.Context, slug string) (shop.Category, error) {
	categories, err := a.Categories(ctx)
	if err != nil {
		return shop.Category{}, err
	}
	for _, c := range categories {
		if c.Slug == slug {
			return c, nil
		}
	}
	return shop.Category{}, shop.Errorf(shop.NotFound, "Category not found.")
}

// HighestPrice is the dearest product's price, 0 in an empty shop.
func (a *App) HighestPrice(ctx context.Context) (shop.Cents, error) {
	return a.Store.HighestPrice(ctx)
}
