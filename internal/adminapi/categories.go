package adminapi

import (
	"context"

	"github.com/danielgtaylor/huma/v2"

	"github.com/snackdrop/snackdrop/internal/catalog"
	"github.com/snackdrop/snackdrop/internal/operations"
	"github.com/snackdrop/snackdrop/internal/publicapi"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// StaffCategory is a category as staff edit it.
type StaffCategory struct {
	publicapi.Category
	Version int64 `json:"version" doc:"Send it back when saving"`
}

// StaffCategoryList is every category for staff.
type StaffCategoryList struct {
	Items []StaffCategory `json:"items"`
}

// CategoryInput is the body of creating or changing a category.
type CategoryInput struct {
	Name        string  `json:"name" maxLength:"100"`
	Slug        string  `json:"slug" maxLength:"200"`
	Description *string `json:"description,omitempty" maxLength:"2000"`
	ImageURL    string  `json:"image_url,omitempty" maxLength:"300"`
	Sign        string  `json:"sign,omitempty" doc:"The drawing that stands for it. Without one, a new category gets box and an old one keeps its own."`
	Color       *string `json:"color,omitempty" doc:"Of the sign, #rrggbb; empty: the drawing's own. Without it, a category keeps its own."`
}

func (in CategoryInput) shop() shop.CategoryInput {
	out := shop.CategoryInput{Name: in.Name, Slug: in.Slug, ImageURL: in.ImageURL, Sign: shop.Sign(in.Sign), Color: in.Color}
	if in.Description != nil {
		out.Description = *in.Description
	}
	return out
}

func staffCategoryJSON(c shop.Category) StaffCategory {
	return StaffCategory{Category: publicapi.CategoryJSON(c), Version: c.Version}
}

// categoryHandlers serve categories to staff.
type categoryHandlers struct {
	catalog *catalog.Service
}

func (h categoryHandlers) Routes(s *operations.Registry) {
	operations.Register(s, "GET", "/api/admin/categories", "admin-list-categories", "Every category for staff",
		func(ctx context.Context, _ *struct{}) (*operations.Body[StaffCategoryList], error) {
			categories, err := h.catalog.CurrentCategories(ctx)
			if err != nil {
				return nil, err
			}
			out := StaffCategoryList{Items: make([]StaffCategory, 0, len(categories))}
			for _, c := range categories {
				out.Items = append(out.Items, staffCategoryJSON(c))
			}
			return &operations.Body[StaffCategoryList]{Body: out}, nil
		})
	operations.Register(s, "GET", "/api/admin/categories/{id}", "admin-get-category", "One category for staff",
		func(ctx context.Context, in *operations.IDPath) (*operations.Body[StaffCategory], error) {
			c, err := h.catalog.Category(ctx, in.ID)
			if err != nil {
				return nil, err
			}
			return &operations.Body[StaffCategory]{Body: staffCategoryJSON(c)}, nil
		})
	operations.Register(s, "POST", "/api/admin/categories", "admin-create-category", "Create a category",
		func(ctx context.Context, in *operations.Body[CategoryInput]) (*operations.Body[StaffCategory], error) {
			c, err := h.catalog.CreateCategory(ctx, in.Body.shop(), operations.Actor(ctx))
			if err != nil {
				return nil, err
			}
			return &operations.Body[StaffCategory]{Body: staffCategoryJSON(c)}, nil
		})
	operations.Register(s, "PUT", "/api/admin/categories/{id}", "admin-update-category", "Change a category",
		func(ctx context.Context, in *struct {
			operations.IDPath
			Body struct {
				CategoryInput
				Version int64 `json:"version" doc:"The version the form was filled from"`
			}
		}) (*operations.Body[StaffCategory], error) {
			c, err := h.catalog.ChangeCategory(ctx, in.ID, in.Body.Version, in.Body.shop(), operations.Actor(ctx))
			if err != nil {
				return nil, err
			}
			return &operations.Body[StaffCategory]{Body: staffCategoryJSON(c)}, nil
		})
	operations.Register(s, "DELETE", "/api/admin/categories/{id}", "admin-delete-category", "Delete a category without products",
		func(ctx context.Context, in *operations.IDPath) (*struct{}, error) {
			return nil, h.catalog.DeleteCategory(ctx, in.ID, operations.Actor(ctx))
		})
}

func (in *CategoryInput) Resolve(huma.Context) []error {
	category := in.shop()
	category.Clean()
	return operations.BrokenRules(category.Check())
}
