package shopapi

import (
	"context"
	"net/http"
	"time"

	"github.com/snackdrop/snackdrop/internal/analytics"
	"github.com/snackdrop/snackdrop/internal/clock"
	"github.com/snackdrop/snackdrop/internal/operations"
)

// visitHandlers count page views.
type visitHandlers struct {
	analytics *analytics.Service
}

// Routes counts page views without storing anything about visitors. Browsers send
// them with sendBeacon, whose body is plain text.
func (h visitHandlers) Routes(s *operations.Registry) {
	operations.Register(s, "POST", "/api/visits", "count-visit", "Count a page view of the day; nothing about the visitor is kept",
		func(ctx context.Context, in *struct {
			Kind string `query:"kind" required:"true" enum:"visit,product,cart,checkout"`
		}) (*struct{ Status int }, error) {
			if err := h.analytics.CountVisit(ctx, in.Kind); err != nil {
				return nil, err
			}
			return &struct{ Status int }{http.StatusNoContent}, nil
		})
}

// ClockResponse is the shop's time, by which pages count down.
type ClockResponse struct {
	Now int64 `json:"now" doc:"Milliseconds since 1970 in UTC, by the shop's clock"`
}

// clockHandlers tell the time.
type clockHandlers struct {
	now func() time.Time
}

func (h clockHandlers) Routes(s *operations.Registry) {
	operations.Register(s, http.MethodGet, "/api/clock", "read-clock", "The shop's time",
		func(ctx context.Context, _ *struct{}) (*struct{ Body ClockResponse }, error) {
			return &struct{ Body ClockResponse }{ClockResponse{clock.At(ctx, h.now).UnixMilli()}}, nil
		})
}
