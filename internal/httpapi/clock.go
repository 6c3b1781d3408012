package httpapi

import (
	"context"
	"net/http"

	"github.com/snackdrop/snackdrop/internal/clock"
)

// ClockAnswer is the shop's time, by which pages count down.
type ClockAnswer struct {
	Now int64 `json:"now" doc:"Milliseconds since 1970 in UTC, by the shop's clock"`
}

func (s *Server) registerClock() {
	register(s, http.MethodGet, "/api/clock", "read-clock", "The shop's time",
		func(ctx context.Context, _ *struct{}) (*struct{ Body ClockAnswer }, error) {
			return &struct{ Body ClockAnswer }{ClockAnswer{clock.At(ctx, s.services.Now).UnixMilli()}}, nil
		})
}
