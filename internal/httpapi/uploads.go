package httpapi

import (
	"context"

	"github.com/snackdrop/snackdrop/internal/shop"
)

func (s *Server) registerUploads() {
	register(s, "POST", "/api/admin/uploads", "admin-upload", "Upload a picture (JPEG, PNG, WebP, GIF, AVIF; 10 MB, 112 MB when decoded)",
		func(ctx context.Context, in *struct {
			Kind string `query:"kind" enum:"product,logo" default:"product"`
			UploadBody
		}) (*body[shop.Image], error) {
			defer in.drain()
			picture, err := s.services.Catalog.SaveImage(ctx, in.Kind, in.filename, in.file)
			if err != nil {
				return nil, err
			}
			return &body[shop.Image]{picture}, nil
		})
}
