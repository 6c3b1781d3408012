package httpapi

import (
	"context"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// StaffCategory is a category as staff edit it.
type StaffCategory struct {
	Category
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
}

func (in CategoryInput) shop() shop.CategoryInput {
	out := shop.CategoryInput{Name: in.Name, Slug: in.Slug, ImageURL: in.ImageURL}
	if in.Description != nil {
		out.Description = *in.Description
	}
	return out
}

func staffCategoryJSON(c shop.Category) StaffCategory {
	return StaffCategory{Category: categoryJSON(c), Version: c.Version}
}

func (s *Server) registerAdminCategories() {
	register(s, "GET", "/api/admin/categories", "admin-list-categories", "Every category for staff",
		func(ctx context.Context, _ *struct{}) (*body[StaffCategoryList], error) {
			categories, err := s.services.Catalog.CurrentCategories(ctx)
			if err != nil {
				return nil, err
			}
			out := StaffCategoryList{Items: make([]StaffCategory, 0, len(categories))}
			for _, c := range categories {
				out.Items = append(out.Items, staffCategoryJSON(c))
			}
			return &body[StaffCategoryList]{out}, nil
		})
	register(s, "GET", "/api/admin/categories/{id}", "admin-get-category", "One category for staff",
		func(ctx context.Context, in *IDPath) (*body[StaffCategory], error) {
			c, err := s.services.Catalog.Category(ctx, in.ID)
			if err != nil {
				return nil, err
			}
			return &body[StaffCategory]{staffCategoryJSON(c)}, nil
		})
	register(s, "POST", "/api/admin/categories", "admin-create-category", "Create a category",
		func(ctx context.Context, in *body[CategoryInput]) (*body[StaffCategory], error) {
			c, err := s.services.Catalog.CreateCategory(ctx, in.Body.shop(), actor(ctx))
			if err != nil {
				return nil, err
			}
			return &body[StaffCategory]{staffCategoryJSON(c)}, nil
		})
	register(s, "PUT", "/api/admin/categories/{id}", "admin-update-category", "Change a category",
		func(ctx context.Context, in *struct {
			IDPath
			Body struct {
				CategoryInput
				Version int64 `json:"version" doc:"The version the form was filled from"`
			}
		}) (*body[StaffCategory], error) {
			c, err := s.services.Catalog.ChangeCategory(ctx, in.ID, in.Body.Version, in.Body.shop(), actor(ctx))
			if err != nil {
				return nil, err
			}
			return &body[StaffCategory]{staffCategoryJSON(c)}, nil
		})
	register(s, "DELETE", "/api/admin/categories/{id}", "admin-delete-category", "Delete a category without products",
		func(ctx context.Context, in *IDPath) (*struct{}, error) {
			return nil, s.services.Catalog.DeleteCategory(ctx, in.ID, actor(ctx))
		})
}
