package adminapi

import (
	"context"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/snackdrop/snackdrop/internal/catalog"
	"github.com/snackdrop/snackdrop/internal/operations"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// CategoryChoice is a category, or none.
type CategoryChoice struct {
	ID *int64 `json:"id" required:"false" doc:"Null for none"`
}

// ProductPatch changes the given fields and leaves the others.
type ProductPatch struct {
	Price       *operations.Dollars `json:"price,omitempty"`
	Category    *CategoryChoice     `json:"category,omitempty"`
	IsFeatured  *bool               `json:"is_featured,omitempty"`
	IsPopular   *bool               `json:"is_popular,omitempty"`
	InStock     *bool               `json:"in_stock,omitempty" doc:"The switch"`
	SafetyStock *int64              `json:"safety_stock,omitempty" minimum:"0" maximum:"1000000" doc:"Units kept back from sale"`
	PublishedAt *time.Time          `json:"published_at,omitempty" doc:"Hidden until then. A past time publishes it now"`
}

// Hundredths is a number with at most two decimals; it may be negative.
type Hundredths int64

// UnmarshalJSON reads it without a float in between.
func (h *Hundredths) UnmarshalJSON(text []byte) error {
	*h = Hundredths(operations.ParseHundredths(text))
	return nil
}

// Resolve refuses a number with more decimals.
func (h *Hundredths) Resolve(_ huma.Context, path *huma.PathBuffer) []error {
	return operations.UnlessAmount(int64(*h), path, "Enter a number with at most two decimals.")
}

// Schema describes it in the OpenAPI document.
func (Hundredths) Schema(huma.Registry) *huma.Schema {
	most := float64(shop.MaxPrice / 100)
	least := -most
	return &huma.Schema{Type: huma.TypeNumber, Description: "At most two decimals", Minimum: &least, Maximum: &most,
		Extensions: operations.Decimals(2), Examples: []any{-0.5}}
}

// PriceChange moves prices up or down.
type PriceChange struct {
	Amount  Hundredths `json:"amount,omitempty" doc:"Dollars"`
	Percent Hundredths `json:"percent,omitempty"`
}

// BulkChange applies the same change to several products.
type BulkChange struct {
	IDs         []int64       `json:"ids" minItems:"1" maxItems:"1000"`
	Set         *ProductPatch `json:"set,omitempty"`
	PriceChange *PriceChange  `json:"price_change,omitempty"`
}

// BulkResult is what a bulk change did.
type BulkResult struct {
	Changed int          `json:"changed"`
	Undo    []BulkChange `json:"undo" doc:"Send it as changes to take it back"`
}

func (p ProductPatch) shop() shop.ProductPatch {
	out := shop.ProductPatch{Price: (*shop.Cents)(p.Price), Featured: p.IsFeatured, Popular: p.IsPopular, InStock: p.InStock,
		SafetyStock: p.SafetyStock, PublishedAt: p.PublishedAt}
	if p.Category != nil {
		out.Category = &shop.CategoryChoice{ID: p.Category.ID}
	}
	return out
}

func patchJSON(p shop.ProductPatch) *ProductPatch {
	out := ProductPatch{Price: (*operations.Dollars)(p.Price), IsFeatured: p.Featured, IsPopular: p.Popular, InStock: p.InStock,
		SafetyStock: p.SafetyStock, PublishedAt: p.PublishedAt}
	if p.Category != nil {
		out.Category = &CategoryChoice{ID: p.Category.ID}
	}
	return &out
}

// ProductIDs are the products that match a filter.
type ProductIDs struct {
	IDs []int64 `json:"ids" doc:"The first 200,000"`
}

func (h productHandlers) bulkRoutes(s *operations.Registry) {
	operations.Register(s, "GET", "/api/admin/products/ids", "admin-product-ids", "The ids of all products that the filter lets through, to change them together",
		func(ctx context.Context, in *StaffProductQuery) (*operations.Body[ProductIDs], error) {
			ids, err := h.catalog.ProductIDs(ctx, in.staffFilter())
			if err != nil {
				return nil, err
			}
			return &operations.Body[ProductIDs]{Body: ProductIDs{ids}}, nil
		})
	operations.Register(s, "POST", "/api/admin/products/bulk", "admin-change-products", "Change many products together",
		func(ctx context.Context, in *operations.Body[struct {
			Changes []BulkChange `json:"changes" minItems:"1" maxItems:"1000"`
		}]) (*operations.Body[BulkResult], error) {
			changes := make([]catalog.BulkChange, 0, len(in.Body.Changes))
			for _, c := range in.Body.Changes {
				change := catalog.BulkChange{IDs: c.IDs}
				if c.Set != nil {
					change.Set = c.Set.shop()
				}
				if c.PriceChange != nil {
					change.Price = &shop.PriceChange{Amount: shop.Cents(c.PriceChange.Amount), Percent: int64(c.PriceChange.Percent)}
				}
				changes = append(changes, change)
			}
			changed, undo, err := h.catalog.ChangeProducts(ctx, changes, operations.Actor(ctx))
			if err != nil {
				return nil, err
			}
			out := BulkResult{Changed: changed, Undo: make([]BulkChange, 0, len(undo))}
			for _, u := range undo {
				out.Undo = append(out.Undo, BulkChange{IDs: u.IDs, Set: patchJSON(u.Set)})
			}
			return &operations.Body[BulkResult]{Body: out}, nil
		})
	operations.Register(s, "POST", "/api/admin/products/bulk-delete", "admin-delete-products", "Delete many products together",
		func(ctx context.Context, in *operations.Body[struct {
			IDs []int64 `json:"ids" minItems:"1" maxItems:"1000"`
		}]) (*operations.Body[struct {
			Deleted int `json:"deleted"`
		}], error) {
			deleted, err := h.catalog.DeleteProducts(ctx, in.Body.IDs, operations.Actor(ctx))
			if err != nil {
				return nil, err
			}
			return &operations.Body[struct {
				Deleted int `json:"deleted"`
			}]{Body: struct {
				Deleted int `json:"deleted"`
			}{deleted}}, nil
		})
	operations.Register(s, "PATCH", "/api/admin/products/{id}", "admin-patch-product", "Change some facts of a product",
		func(ctx context.Context, in *struct {
			operations.IDPath
			Body struct {
				ProductPatch
				Version int64 `json:"version" doc:"The version that was seen"`
			}
		}) (*operations.Body[StaffProduct], error) {
			p, err := h.catalog.PatchProduct(ctx, in.ID, in.Body.Version, in.Body.shop(), operations.Actor(ctx))
			return h.staffProduct(ctx, p, err)
		})
	operations.Register(s, "PUT", "/api/admin/products/{id}/stock", "admin-set-stock", "Write down a new count of units",
		func(ctx context.Context, in *struct {
			operations.IDPath
			Body struct {
				StockQuantity *int64 `json:"stock_quantity" minimum:"0" maximum:"1000000" doc:"Null stops counting"`
				StockSeen     *int64 `json:"stock_seen" doc:"The count that was on the screen; refused when it is another by now"`
			}
		}) (*operations.Body[StaffProduct], error) {
			p, err := h.catalog.SetStock(ctx, in.ID, in.Body.StockSeen, in.Body.StockQuantity, operations.Actor(ctx))
			return h.staffProduct(ctx, p, err)
		})
}
