package httpapi

import (
	"context"
	"net/http"
)

// registerVisits counts page views without storing anything about visitors. Browsers send
// them with sendBeacon, whose body is plain text.
func (s *Server) registerVisits() {
	register(s, "POST", "/api/visits", "count-visit", "Count a page view of the day; nothing about the visitor is kept",
		func(ctx context.Context, in *struct {
			Kind string `query:"kind" required:"true" enum:"visit,product,cart,checkout"`
		}) (*struct{ Status int }, error) {
			if err := s.services.Analytics.CountVisit(ctx, in.Kind); err != nil {
				return nil, err
			}
			return &struct{ Status int }{http.StatusNoContent}, nil
		})
}
