package publicapi

import (
	"context"

	"github.com/snackdrop/snackdrop/internal/operations"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// CategoryImage is the image on a category's card, or null.
type CategoryImage struct {
	_      struct{}         `nullable:"true"`
	URL    string           `json:"url"`
	Width  int              `json:"width"`
	Height int              `json:"height"`
	Color  string           `json:"color"`
	Sizes  []shop.ImageSize `json:"sizes"`
}

// Category is a category with its number of products.
type Category struct {
	ID           int64          `json:"id"`
	Name         string         `json:"name"`
	Slug         string         `json:"slug"`
	Description  *string        `json:"description"`
	ImageURL     string         `json:"image_url"`
	Image        *CategoryImage `json:"image"`
	Sign         shop.Sign      `json:"sign" doc:"The drawing that stands for it"`
	Color        string         `json:"color" doc:"Of the sign, #rrggbb; empty: the drawing's own"`
	ProductCount int64          `json:"product_count"`
}

// CategoryList is every category by name.
type CategoryList struct {
	Items []Category `json:"items"`
}

// CategoryJSON is a category as the API writes it.
func CategoryJSON(c shop.Category) Category {
	out := Category{ID: c.ID, Name: c.Name, Slug: c.Slug, Description: operations.OrNull(c.Description), Sign: c.Sign, Color: c.Color, ProductCount: c.Products}
	if c.Image != nil {
		out.ImageURL = c.Image.URL
		out.Image = &CategoryImage{URL: c.Image.URL, Width: c.Image.Width, Height: c.Image.Height, Color: c.Image.Color, Sizes: c.Image.Sizes}
	}
	return out
}

func (q *Queries) categoryRoutes(s *operations.Registry) {
	operations.Register(s, "GET", "/api/categories", "list-categories", "Every category by name",
		func(ctx context.Context, _ *struct{}) (*operations.Body[CategoryList], error) {
			categories, err := q.catalog.Categories(ctx)
			if err != nil {
				return nil, err
			}
			out := CategoryList{Items: make([]Category, 0, len(categories))}
			for _, c := range categories {
				out.Items = append(out.Items, CategoryJSON(c))
			}
			return &operations.Body[CategoryList]{Body: out}, nil
		})
	operations.Register(s, "GET", "/api/categories/{slug}", "get-category", "One category",
		func(ctx context.Context, in *struct {
			Slug string `path:"slug" maxLength:"200"`
		}) (*operations.Body[Category], error) {
			c, err := q.catalog.CategoryBySlug(ctx, in.Slug)
			if err != nil {
				return nil, err
			}
			return &operations.Body[Category]{Body: CategoryJSON(c)}, nil
		})
}
