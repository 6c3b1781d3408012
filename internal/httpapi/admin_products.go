package httpapi

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// StaffProduct is a product as staff edit it.
type StaffProduct struct {
	Product
	InStockFlag    bool       `json:"in_stock_flag" doc:"The switch alone, whatever the count says"`
	SafetyStock    int64      `json:"safety_stock" doc:"Units kept back from sale, among those of stock_quantity"`
	MaxPerCustomer *int64     `json:"max_per_customer"`
	PublishedAt    *time.Time `json:"published_at" doc:"Shoppers may know of it from then on; null when they may"`
	Waiting        int64      `json:"waiting" doc:"Entries of its waitlist that count"`
	UpdatedAt      time.Time  `json:"updated_at"`
	Version        int64      `json:"version" doc:"Send it back when saving"`
}

// StaffProductList is one page of products for staff.
type StaffProductList struct {
	Items      []StaffProduct `json:"items"`
	Total      int64          `json:"total"`
	NextCursor *string        `json:"next_cursor"`
}

// ProductInput is the body of creating or changing a product.
type ProductInput struct {
	Name           string     `json:"name" maxLength:"200"`
	Slug           string     `json:"slug" maxLength:"200"`
	Description    string     `json:"description" maxLength:"10000"`
	Price          Dollars    `json:"price"`
	ImageURL       string     `json:"image_url,omitempty" maxLength:"300" doc:"Shorthand for one image"`
	Images         []string   `json:"images,omitempty" maxItems:"12" doc:"Addresses of uploaded images, in order"`
	CategoryID     *int64     `json:"category_id,omitempty"`
	Origin         *string    `json:"origin,omitempty" maxLength:"100"`
	IsFeatured     bool       `json:"is_featured,omitempty"`
	IsPopular      bool       `json:"is_popular,omitempty"`
	InStock        *bool      `json:"in_stock,omitempty" doc:"The switch; on when left out"`
	StockQuantity  *int64     `json:"stock_quantity,omitempty" minimum:"0" maximum:"1000000"`
	MaxPerOrder    *int64     `json:"max_per_order,omitempty" minimum:"1" maximum:"1000000"`
	MaxPerCustomer *int64     `json:"max_per_customer,omitempty" minimum:"1" maximum:"1000000"`
	Rating         *Rating    `json:"rating,omitempty"`
	SafetyStock    *int64     `json:"safety_stock,omitempty" minimum:"0" maximum:"1000000" doc:"Units kept back from sale; left as they are when left out"`
	PublishedAt    *time.Time `json:"published_at,omitempty" doc:"Hidden until then. A past time publishes it now; left as it is when left out"`
}

// UnitsSeen is the count of units that the form was filled from.
type UnitsSeen struct {
	Quantity *int64 `json:"quantity" doc:"Null when they were not counted"`
}

func (in ProductInput) shop() shop.ProductInput {
	out := shop.ProductInput{Name: in.Name, Slug: in.Slug, Description: in.Description, Price: shop.Cents(in.Price), ImageURLs: in.Images,
		CategoryID: in.CategoryID, Featured: in.IsFeatured, Popular: in.IsPopular, InStock: in.InStock == nil || *in.InStock,
		Stock: in.StockQuantity, MaxPerOrder: in.MaxPerOrder, MaxPerCustomer: in.MaxPerCustomer, Rating: (*int64)(in.Rating),
		SafetyStock: in.SafetyStock, PublishedAt: in.PublishedAt}
	if len(in.Images) == 0 && in.ImageURL != "" {
		out.ImageURLs = []string{in.ImageURL}
	}
	if in.Origin != nil {
		out.Origin = *in.Origin
	}
	return out
}

func staffProductJSON(p shop.Product) StaffProduct {
	out := StaffProduct{Product: productJSON(p), InStockFlag: p.InStockFlag, SafetyStock: p.SafetyStock, MaxPerCustomer: p.MaxPerCustomer, PublishedAt: p.PublishedAt,
		UpdatedAt: p.UpdatedAt, Version: p.Version}
	out.StockQuantity = p.Stock
	return out
}

// StaffProductQuery adds the filters that only staff have.
type StaffProductQuery struct {
	ProductQuery
	Popular       string `query:"popular" enum:"true,false"`
	Uncategorized bool   `query:"uncategorized"`
	LowStock      int64  `query:"low_stock" minimum:"-1" maximum:"1000000" default:"-1" doc:"Counted, and at most this many left; -1 for no such filter"`
}

func (q StaffProductQuery) staffFilter() shop.ProductFilter {
	f := q.filter()
	f.InCategory, f.Popular, f.Uncategorized = true, flagParam(q.Popular), q.Uncategorized
	if q.LowStock >= 0 {
		f.LowStock = &q.LowStock
	}
	return f
}

func (s *Server) registerAdminProducts() {
	register(s, "GET", "/api/admin/products", "admin-list-products", "List products for staff; the search also looks at the category's name",
		func(ctx context.Context, in *StaffProductQuery) (*body[StaffProductList], error) {
			page, err := s.services.Catalog.Products(ctx, in.staffFilter(), shop.ProductSort(in.Sort), in.Limit, in.Cursor)
			if err != nil {
				return nil, err
			}
			out := StaffProductList{Items: make([]StaffProduct, 0, len(page.Products)), Total: page.Total, NextCursor: orNull(page.Next)}
			ids := make([]int64, 0, len(page.Products))
			for _, p := range page.Products {
				ids = append(ids, p.ID)
			}
			waiting, err := s.services.Waitlist.WaitingCounts(ctx, ids)
			if err != nil {
				return nil, err
			}
			for _, p := range page.Products {
				item := staffProductJSON(p)
				item.Waiting = waiting[p.ID]
				out.Items = append(out.Items, item)
			}
			return &body[StaffProductList]{out}, nil
		})
	register(s, "GET", "/api/admin/products/{id}", "admin-get-product", "One product for staff",
		func(ctx context.Context, in *IDPath) (*body[StaffProduct], error) {
			p, err := s.services.Catalog.Product(ctx, in.ID)
			return s.staffProduct(ctx, p, err)
		})
	register(s, "POST", "/api/admin/products", "admin-create-product", "Create a product",
		func(ctx context.Context, in *body[ProductInput]) (*body[StaffProduct], error) {
			p, err := s.services.Catalog.CreateProduct(ctx, in.Body.shop(), actor(ctx))
			if err != nil {
				return nil, err
			}
			return &body[StaffProduct]{staffProductJSON(p)}, nil
		})
	register(s, "PUT", "/api/admin/products/{id}", "admin-update-product", "Change a product",
		func(ctx context.Context, in *struct {
			IDPath
			Body struct {
				ProductInput
				Version   int64      `json:"version" doc:"The version the form was filled from"`
				StockSeen *UnitsSeen `json:"stock_seen,omitempty" doc:"The count the form was filled from: refused when sales moved it and the form changes it"`
			}
		}) (*body[StaffProduct], error) {
			input := in.Body.shop()
			if in.Body.StockSeen != nil {
				input.StockSeen = &shop.UnitsSeen{Units: in.Body.StockSeen.Quantity}
			}
			p, err := s.services.Catalog.ChangeProduct(ctx, in.ID, in.Body.Version, input, actor(ctx))
			return s.staffProduct(ctx, p, err)
		})
	register(s, "DELETE", "/api/admin/products/{id}", "admin-delete-product", "Delete a product",
		func(ctx context.Context, in *IDPath) (*struct{}, error) {
			return nil, s.services.Catalog.DeleteProduct(ctx, in.ID, actor(ctx))
		})
}

// staffProduct answers with one product and how many wait for it.
func (s *Server) staffProduct(ctx context.Context, p shop.Product, err error) (*body[StaffProduct], error) {
	if err != nil {
		return nil, err
	}
	waiting, err := s.services.Waitlist.WaitingCounts(ctx, []int64{p.ID})
	out := staffProductJSON(p)
	out.Waiting = waiting[p.ID]
	return &body[StaffProduct]{out}, err
}
