package adminapi

import (
	"context"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/snackdrop/snackdrop/internal/catalog"
	"github.com/snackdrop/snackdrop/internal/operations"
	"github.com/snackdrop/snackdrop/internal/productcsv"
	"github.com/snackdrop/snackdrop/internal/publicapi"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/waitlist"
)

// StaffProduct is a product as staff edit it.
type StaffProduct struct {
	publicapi.Product
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
	Name           string             `json:"name" maxLength:"200"`
	Slug           string             `json:"slug" maxLength:"200"`
	Description    string             `json:"description" maxLength:"10000"`
	Price          operations.Dollars `json:"price"`
	ImageURL       string             `json:"image_url,omitempty" maxLength:"300" doc:"Shorthand for one image"`
	Images         []string           `json:"images,omitempty" maxItems:"12" doc:"Addresses of uploaded images, in order"`
	CategoryID     *int64             `json:"category_id,omitempty"`
	Origin         *string            `json:"origin,omitempty" maxLength:"100"`
	IsFeatured     bool               `json:"is_featured,omitempty"`
	IsPopular      bool               `json:"is_popular,omitempty"`
	InStock        *bool              `json:"in_stock,omitempty" doc:"The switch; on when left out"`
	StockQuantity  *int64             `json:"stock_quantity,omitempty" minimum:"0" maximum:"1000000"`
	MaxPerOrder    *int64             `json:"max_per_order,omitempty" minimum:"1" maximum:"1000000"`
	MaxPerCustomer *int64             `json:"max_per_customer,omitempty" minimum:"1" maximum:"1000000"`
	Rating         *operations.Rating `json:"rating,omitempty"`
	SafetyStock    *int64             `json:"safety_stock,omitempty" minimum:"0" maximum:"1000000" doc:"Units kept back from sale; left as they are when left out"`
	PublishedAt    *time.Time         `json:"published_at,omitempty" doc:"Hidden until then. A past time publishes it now; left as it is when left out"`
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
	out := StaffProduct{Product: publicapi.ProductJSON(p), InStockFlag: p.InStockFlag, SafetyStock: p.SafetyStock, MaxPerCustomer: p.MaxPerCustomer, PublishedAt: p.PublishedAt,
		UpdatedAt: p.UpdatedAt, Version: p.Version}
	out.StockQuantity = p.Stock
	return out
}

// StaffProductQuery adds the filters that only staff have.
type StaffProductQuery struct {
	publicapi.ProductQuery
	Popular       string `query:"popular" enum:"true,false"`
	Uncategorized bool   `query:"uncategorized"`
	LowStock      int64  `query:"low_stock" minimum:"-1" maximum:"1000000" default:"-1" doc:"Counted, and at most this many left; -1 for no such filter"`
}

func (q StaffProductQuery) staffFilter() shop.ProductFilter {
	f := q.Filter()
	f.InCategory, f.Popular, f.Uncategorized = true, operations.FlagParam(q.Popular), q.Uncategorized
	if q.LowStock >= 0 {
		f.LowStock = &q.LowStock
	}
	return f
}

// productHandlers serve products and pictures to staff.
type productHandlers struct {
	catalog  *catalog.Service
	files    *productcsv.Files
	waitlist *waitlist.Service
}

func (h productHandlers) Routes(s *operations.Registry) {
	operations.Register(s, "GET", "/api/admin/products", "admin-list-products", "List products for staff; the search also looks at the category's name",
		func(ctx context.Context, in *StaffProductQuery) (*operations.Body[StaffProductList], error) {
			page, err := h.catalog.Products(ctx, in.staffFilter(), shop.ProductSort(in.Sort), in.Limit, in.Cursor)
			if err != nil {
				return nil, err
			}
			out := StaffProductList{Items: make([]StaffProduct, 0, len(page.Products)), Total: page.Total, NextCursor: operations.OrNull(page.Next)}
			ids := make([]int64, 0, len(page.Products))
			for _, p := range page.Products {
				ids = append(ids, p.ID)
			}
			waiting, err := h.waitlist.WaitingCounts(ctx, ids)
			if err != nil {
				return nil, err
			}
			for _, p := range page.Products {
				item := staffProductJSON(p)
				item.Waiting = waiting[p.ID]
				out.Items = append(out.Items, item)
			}
			return &operations.Body[StaffProductList]{Body: out}, nil
		})
	operations.Register(s, "GET", "/api/admin/products/{id}", "admin-get-product", "One product for staff",
		func(ctx context.Context, in *operations.IDPath) (*operations.Body[StaffProduct], error) {
			p, err := h.catalog.Product(ctx, in.ID)
			return h.staffProduct(ctx, p, err)
		})
	operations.Register(s, "POST", "/api/admin/products", "admin-create-product", "Create a product",
		func(ctx context.Context, in *operations.Body[ProductInput]) (*operations.Body[StaffProduct], error) {
			p, err := h.catalog.CreateProduct(ctx, in.Body.shop(), operations.Actor(ctx))
			if err != nil {
				return nil, err
			}
			return &operations.Body[StaffProduct]{Body: staffProductJSON(p)}, nil
		})
	operations.Register(s, "PUT", "/api/admin/products/{id}", "admin-update-product", "Change a product",
		func(ctx context.Context, in *struct {
			operations.IDPath
			Body struct {
				ProductInput
				Version   int64      `json:"version" doc:"The version the form was filled from"`
				StockSeen *UnitsSeen `json:"stock_seen,omitempty" doc:"The count the form was filled from: refused when sales moved it and the form changes it"`
			}
		}) (*operations.Body[StaffProduct], error) {
			input := in.Body.shop()
			if in.Body.StockSeen != nil {
				input.StockSeen = &shop.UnitsSeen{Units: in.Body.StockSeen.Quantity}
			}
			p, err := h.catalog.ChangeProduct(ctx, in.ID, in.Body.Version, input, operations.Actor(ctx))
			return h.staffProduct(ctx, p, err)
		})
	operations.Register(s, "DELETE", "/api/admin/products/{id}", "admin-delete-product", "Delete a product",
		func(ctx context.Context, in *operations.IDPath) (*struct{}, error) {
			return nil, h.catalog.DeleteProduct(ctx, in.ID, operations.Actor(ctx))
		})
	h.waitlistRoutes(s)
	h.bulkRoutes(s)
	h.csvRoutes(s)
	h.uploadRoutes(s)
}

// staffProduct answers with one product and how many wait for it.
func (h productHandlers) staffProduct(ctx context.Context, p shop.Product, err error) (*operations.Body[StaffProduct], error) {
	if err != nil {
		return nil, err
	}
	waiting, err := h.waitlist.WaitingCounts(ctx, []int64{p.ID})
	out := staffProductJSON(p)
	out.Waiting = waiting[p.ID]
	return &operations.Body[StaffProduct]{Body: out}, err
}

func (in *ProductInput) Resolve(ctx huma.Context) []error {
	product := in.shop()
	product.Clean()
	found := in.Price.Resolve(ctx, operations.BodyPath("price"))
	if in.Rating != nil {
		found = append(found, in.Rating.Resolve(ctx, operations.BodyPath("rating"))...)
	}
	return append(found, operations.BrokenRules(product.Check())...)
}

func (h productHandlers) uploadRoutes(s *operations.Registry) {
	operations.Register(s, "POST", "/api/admin/uploads", "admin-upload", "Upload a picture (JPEG, PNG, WebP, GIF, AVIF; 10 MB, 112 MB when decoded)",
		func(ctx context.Context, in *struct {
			Kind string `query:"kind" enum:"product,logo,map,promo" default:"product"`
			operations.UploadBody
		}) (*operations.Body[shop.Image], error) {
			defer in.Drain()
			picture, err := h.catalog.SaveImage(ctx, in.Kind, in.Filename, in.File)
			if err != nil {
				return nil, err
			}
			return &operations.Body[shop.Image]{Body: picture}, nil
		})
}

// WaitlistEntry is one entry as staff see it.
type WaitlistEntry struct {
	ID       int64     `json:"id"`
	Email    string    `json:"email"`
	Units    int64     `json:"units"`
	State    string    `json:"state" enum:"waiting,offered"`
	Counts   bool      `json:"counts" doc:"The mailed link was opened"`
	JoinedAt time.Time `json:"joined_at"`
}

func (h productHandlers) waitlistRoutes(s *operations.Registry) {
	type entries struct {
		Items []WaitlistEntry `json:"items"`
	}
	operations.Register(s, "GET", "/api/admin/products/{id}/waitlist", "admin-list-waitlist", "Who waits for a product or has an offer, in order",
		func(ctx context.Context, in *operations.IDPath) (*operations.Body[entries], error) {
			list, err := h.waitlist.Entries(ctx, in.ID)
			if err != nil {
				return nil, err
			}
			out := entries{Items: make([]WaitlistEntry, 0, len(list))}
			for _, e := range list {
				out.Items = append(out.Items, WaitlistEntry{ID: e.ID, Email: e.Email, Units: e.Units, State: string(e.State), Counts: e.Proven, JoinedAt: e.CreatedAt})
			}
			return &operations.Body[entries]{Body: out}, nil
		})
	operations.Register(s, "DELETE", "/api/admin/products/{id}/waitlist/{entry}", "admin-remove-from-waitlist", "Take somebody off a product's waitlist",
		func(ctx context.Context, in *struct {
			operations.IDPath
			Entry int64 `path:"entry" minimum:"1" maximum:"9007199254740991"`
		}) (*struct{}, error) {
			return nil, h.waitlist.Remove(ctx, in.ID, in.Entry, operations.Actor(ctx))
		})
}
