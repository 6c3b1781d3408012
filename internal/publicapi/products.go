package publicapi

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/operations"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// CategoryRef is a product's category.
type CategoryRef struct {
	_    struct{} `nullable:"true"`
	ID   int64    `json:"id"`
	Name string   `json:"name"`
	Slug string   `json:"slug"`
}

// Product is a product as shoppers see it.
type Product struct {
	ID            int64              `json:"id"`
	Name          string             `json:"name"`
	Slug          string             `json:"slug"`
	Description   string             `json:"description"`
	Price         operations.Dollars `json:"price"`
	ImageURL      string             `json:"image_url" doc:"The first image, empty when there is none"`
	Images        []shop.Image       `json:"images"`
	CategoryID    *int64             `json:"category_id"`
	Category      *CategoryRef       `json:"category"`
	Origin        string             `json:"origin"`
	IsFeatured    bool               `json:"is_featured"`
	IsPopular     bool               `json:"is_popular"`
	InStock       bool               `json:"in_stock" doc:"The flag is on and the count, where there is one, is above zero"`
	StockQuantity *int64             `json:"stock_quantity" doc:"Units left, null when they are not counted"`
	MaxPerOrder   *int64             `json:"max_per_order"`
	WaitlistUnits int64              `json:"waitlist_units,omitempty" doc:"The most units that one customer can wait for, when they are fewer than 10"`
	Rating        *operations.Rating `json:"rating"`
	Drop          *ProductDrop       `json:"drop,omitempty" doc:"The drop that it is in, from the tease on"`
	CreatedAt     time.Time          `json:"created_at"`
}

// ProductList is one page of products.
type ProductList struct {
	Items        []Product          `json:"items"`
	Total        int64              `json:"total"`
	NextCursor   *string            `json:"next_cursor" doc:"Give it as cursor to get the next page; null at the end"`
	HighestPrice operations.Dollars `json:"highest_price" doc:"The dearest product of the whole shop"`
}

// ProductJSON is a product as the API writes it, without the units of its drop that others hold.
func ProductJSON(p shop.Product) Product {
	out := Product{ID: p.ID, Name: p.Name, Slug: p.Slug, Description: p.Description, Price: operations.Dollars(p.Price), ImageURL: p.ImageURL(),
		Images: p.Images, Origin: p.Origin, IsFeatured: p.Featured, IsPopular: p.Popular, InStock: p.InStock(), StockQuantity: p.Free(),
		MaxPerOrder: p.MaxPerOrder, Rating: (*operations.Rating)(p.Rating), Drop: productDropJSON(p), CreatedAt: p.CreatedAt}
	if most := shop.MaxWaitlistUnits(p); most != shop.UsualWaitlistUnits {
		out.WaitlistUnits = most
	}
	if p.Category != nil {
		out.CategoryID = &p.Category.ID
		out.Category = &CategoryRef{ID: p.Category.ID, Name: p.Category.Name, Slug: p.Category.Slug}
	}
	return out
}

// ProductQuery has the filter, sort order and page of a product list. It is exported
// because Huma ignores unexported embedded fields.
type ProductQuery struct {
	ID       []int64  `query:"id,explode" maxItems:"100" doc:"These products and no others; one that is gone is left out"`
	Search   string   `query:"search" maxLength:"200" doc:"Case-insensitive substring of name or description"`
	MinPrice string   `query:"min_price" pattern:"^[0-9]{1,7}([.][0-9]{1,2})?$" doc:"Inclusive, in dollars"`
	MaxPrice string   `query:"max_price" pattern:"^[0-9]{1,7}([.][0-9]{1,2})?$" doc:"Inclusive, in dollars"`
	Category []string `query:"category,explode" maxItems:"50" doc:"Slugs; a product in any of them matches"`
	Featured string   `query:"featured" enum:"true,false"`
	InStock  string   `query:"in_stock" enum:"true,false"`
	Sort     string   `query:"sort" enum:"name,-name,price,-price,created_at,-created_at" default:"name"`
	Limit    int      `query:"limit" minimum:"1" maximum:"100" default:"24"`
	Cursor   string   `query:"cursor" maxLength:"2000"`
}

// Filter is the filter of the query.
func (q ProductQuery) Filter() shop.ProductFilter {
	return shop.ProductFilter{IDs: q.ID, Search: q.Search, MinPrice: operations.AmountParam(q.MinPrice), MaxPrice: operations.AmountParam(q.MaxPrice), Categories: q.Category,
		Featured: operations.FlagParam(q.Featured), InStock: operations.FlagParam(q.InStock)}
}

func (q *Queries) productRoutes(s *operations.Registry) {
	operations.Register(s, "GET", "/api/products", "list-products", "List, search and filter products",
		func(ctx context.Context, in *ProductQuery) (*operations.Body[ProductList], error) {
			page, err := q.catalog.PublicProducts(ctx, in.Filter(), shop.ProductSort(in.Sort), in.Limit, in.Cursor)
			if err != nil {
				return nil, err
			}
			highest, err := q.catalog.HighestPrice(ctx)
			if err != nil {
				return nil, err
			}
			out := ProductList{Items: make([]Product, 0, len(page.Products)), Total: page.Total, NextCursor: operations.OrNull(page.Next), HighestPrice: operations.Dollars(highest)}
			for _, p := range page.Products {
				product, err := q.productJSON(ctx, p)
				if err != nil {
					return nil, err
				}
				out.Items = append(out.Items, product)
			}
			return &operations.Body[ProductList]{Body: out}, nil
		})
	operations.Register(s, "GET", "/api/products/{id}", "get-product", "One product",
		func(ctx context.Context, in *operations.IDPath) (*operations.Body[Product], error) {
			p, err := q.catalog.PublicProduct(ctx, in.ID)
			if err != nil {
				return nil, err
			}
			product, err := q.productJSON(ctx, p)
			return &operations.Body[Product]{Body: product}, err
		})
}
