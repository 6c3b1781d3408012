package httpapi

import "context"

func (s *Server) registerSettings() {
	register(s, "GET", "/api/settings", "get-settings", "The settings that a shopper may know",
		func(ctx context.Context, _ *struct{}) (*body[map[string]string], error) {
			settings, err := s.app.Settings(ctx)
			if err != nil {
				return nil, err
			}
			return &body[map[string]string]{settings.Public()}, nil
		})
}
