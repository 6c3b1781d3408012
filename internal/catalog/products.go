package catalog

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/snackdrop/snackdrop/internal/clock"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// ProductPage is one page of a product list.
type ProductPage struct {
	Products []shop.Product
	Total    int64
	Next     string // cursor of the next page, "" at the end
}

// PublicProducts lists products as shoppers see them: without those that are not
// published, and with the price and sale of the drop that they are in.
func (s *Service) PublicProducts(ctx context.Context, f shop.ProductFilter, sort shop.ProductSort, limit int, cursor string) (ProductPage, error) {
	index, err := s.dropIndex.Get(ctx)
	if err != nil {
		return ProductPage{}, err
	}
	at := clock.At(ctx, s.now)
	if until, hides := index.hides(at); hides {
		f.PublishedAt = &at
		clock.ValidUntil(ctx, until)
	}
	if f.InStock != nil {
		f.NotForSale = index.notForSale(ctx, at)
	}
	page, err := s.Products(ctx, f, sort, limit, cursor)
	for i, p := range page.Products {
		page.Products[i] = index.decorate(ctx, p, at)
	}
	return page, err
}

// PublicProduct finds a product as shoppers see it.
func (s *Service) PublicProduct(ctx context.Context, id int64) (shop.Product, error) {
	index, err := s.dropIndex.Get(ctx)
	if err != nil {
		return shop.Product{}, err
	}
	p, err := s.store.Products.ByID(ctx, id)
	if err != nil {
		return p, err
	}
	at := clock.At(ctx, s.now)
	if !p.Published(at) {
		clock.ValidUntil(ctx, *p.PublishedAt)
		return shop.Product{}, shop.Errorf(shop.NotFound, "Product not found.")
	}
	return index.decorate(ctx, p, at), nil
}

// PublicProductsByID finds those of the products that are public, as shoppers see them.
func (s *Service) PublicProductsByID(ctx context.Context, ids []int64) (map[int64]shop.Product, error) {
	index, err := s.dropIndex.Get(ctx)
	if err != nil {
		return nil, err
	}
	products, err := s.store.Products.ByIDs(ctx, ids)
	public := make(map[int64]shop.Product, len(products))
	for _, p := range index.public(ctx, products, clock.At(ctx, s.now)) {
		public[p.ID] = p
	}
	return public, err
}

// PublicProductsBetween lists the public products with ids above after and up to last as shoppers see them, for feeds.
func (s *Service) PublicProductsBetween(ctx context.Context, after, last int64) ([]shop.Product, error) {
	index, err := s.dropIndex.Get(ctx)
	if err != nil {
		return nil, err
	}
	products, err := s.store.Products.Between(ctx, after, last)
	return index.public(ctx, products, clock.At(ctx, s.now)), err
}

// Products lists products for staff. The total is counted once per filter and catalogue
// version: at 100,000 products counting costs more than the page itself.
func (s *Service) Products(ctx context.Context, f shop.ProductFilter, sort shop.ProductSort, limit int, cursor string) (ProductPage, error) {
	var page ProductPage
	version := s.versions.Catalog()
	products, next, err := s.store.Products.List(ctx, f, sort, limit, cursor)
	if err != nil {
		return page, err
	}
	page.Products, page.Next = products, next
	if cursor == "" && next == "" {
		page.Total = int64(len(products))
		return page, nil
	}
	if f.InStock != nil || f.LowStock != nil || f.PublishedAt != nil { // stock and time change without the catalogue version
		page.Total, err = s.store.Products.CountMatching(ctx, f)
		return page, err
	}
	page.Total, err = s.counts.get(version, countKey(f), func() (int64, error) { return s.store.Products.CountMatching(ctx, f) })
	return page, err
}

// Product finds one product for staff.
func (s *Service) Product(ctx context.Context, id int64) (shop.Product, error) {
	return s.store.Products.ByID(ctx, id)
}

// maxSelected is how many products can be selected by a filter.
const maxSelected = 200_000

// ProductIDs lists the ids of all products that match the filter, to change them in bulk.
func (s *Service) ProductIDs(ctx context.Context, f shop.ProductFilter) ([]int64, error) {
	return s.store.Products.IDs(ctx, f, maxSelected)
}

// HighestPrice is the price of the most expensive public product, 0 in an empty shop.
func (s *Service) HighestPrice(ctx context.Context) (shop.Cents, error) {
	return s.store.Products.HighestPrice(ctx, clock.At(ctx, s.now))
}

// HighestProductID is the id of the product that was created last, 0 in an empty shop.
func (s *Service) HighestProductID(ctx context.Context) (int64, error) {
	return s.store.Products.HighestID(ctx)
}

// ProductUpdates lists when the public products with ids above after and up to last were changed, for the sitemap.
func (s *Service) ProductUpdates(ctx context.Context, after, last int64) ([]shop.ProductUpdate, error) {
	index, err := s.dropIndex.Get(ctx)
	if err != nil {
		return nil, err
	}
	updates, err := s.store.Products.Updates(ctx, after, last)
	hidden := index.hidden(ctx, clock.At(ctx, s.now))
	if len(hidden) == 0 {
		return updates, err
	}
	return slices.DeleteFunc(updates, func(u shop.ProductUpdate) bool { return hidden[u.ID] }), err
}

// countCache remembers how many products match a filter, for one catalogue version.
type countCache struct {
	mu      sync.Mutex
	version int64
	counts  map[string]int64
}

const maxCounts = 1_000

func (c *countCache) get(version int64, key string, count func() (int64, error)) (int64, error) {
	c.mu.Lock()
	if c.version != version || len(c.counts) >= maxCounts || c.counts == nil {
		c.version, c.counts = version, map[string]int64{}
	}
	n, ok := c.counts[key]
	c.mu.Unlock()
	if ok {
		return n, nil
	}
	n, err := count()
	if err != nil {
		return 0, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.version == version {
		c.counts[key] = n
	}
	return n, nil
}

// countKey is different for filters with different counts.
func countKey(f shop.ProductFilter) string {
	return fmt.Sprintf("%v %q %t %t %s %s %s %s %q", f.IDs, f.Search, f.InCategory, f.Uncategorized,
		optional(f.MinPrice), optional(f.MaxPrice), optional(f.Featured), optional(f.Popular), f.Categories)
}

func optional[T any](value *T) string {
	if value == nil {
		return "-"
	}
	return fmt.Sprint(*value)
}
