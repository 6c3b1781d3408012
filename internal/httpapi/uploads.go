package httpapi

import (
	"context"

	"github.com/danielgtaylor/huma/v2"

	"github.com/snackdrop/snackdrop/internal/shop"
)

func (s *Server) registerUploads() {
	type form struct {
		File huma.FormFile `form:"file" required:"true"`
	}
	register(s, "POST", "/api/admin/uploads", "admin-upload", "Upload a picture (JPEG, PNG, WebP, GIF, AVIF; 10 MB, 50 megapixels)",
		func(ctx context.Context, in *struct {
			Kind    string `query:"kind" enum:"product,logo" default:"product"`
			RawBody huma.MultipartFormFiles[form]
		}) (*body[shop.Image], error) {
			file := in.RawBody.Data().File
			defer func() { _ = file.Close() }()
			picture, err := s.app.Catalog.SaveImage(ctx, in.Kind, file.Filename, file)
			if err != nil {
				return nil, err
			}
			return &body[shop.Image]{picture}, nil
		})
}
