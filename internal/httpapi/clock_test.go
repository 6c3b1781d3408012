package httpapi_test

import (
	"encoding/json"
	"sync"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/httpapi/apitest"
	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/shoptest"
)

func TestTheClockIsTheShopsAndNotCached(t *testing.T) {
	at := time.Date(2031, 5, 6, 7, 8, 9, 10e6, time.UTC)
	var clocks sync.Map // by shop
	apitest.Each(t, func(t *testing.T, s *apitest.Shop) {
		visitor := s.Visitor(t)
		clock, _ := clocks.Load(s.Services.Store)
		for range 2 {
			answer := visitor.Must("GET", "/api/clock", nil, 200)
			var got struct{ Now int64 }
			if err := json.Unmarshal(answer.Body, &got); err != nil {
				t.Fatal(err)
			}
			if want := s.Services.Now().UnixMilli(); got.Now != want {
				t.Errorf("the clock says %d, the shop's time is %d", got.Now, want)
			}
			if control := answer.Header.Get("Cache-Control"); control != "no-store" {
				t.Errorf("Cache-Control is %q", control)
			}
			clock.(*shoptest.Clock).Set(s.Services.Now().Add(time.Second))
		}
	}, func(c *services.Config) {
		clock := shoptest.NewClock(at)
		c.Now = clock.Now
		clocks.Store(c.Store, clock)
	})
}
