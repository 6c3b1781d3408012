package httpapi_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/httpapi/apitest"
	"github.com/snackdrop/snackdrop/internal/shoptest"
)

func TestTheClockIsTheShopsAndNotCached(t *testing.T) {
	a, clock := shoptest.NewAt(t, time.Date(2031, 5, 6, 7, 8, 9, 10e6, time.UTC))
	visitor := apitest.Serve(t, a).Visitor(t)
	for range 2 {
		answer := visitor.Must("GET", "/api/clock", nil, 200)
		var got struct{ Now int64 }
		if err := json.Unmarshal(answer.Body, &got); err != nil {
			t.Fatal(err)
		}
		if want := clock.Now().UnixMilli(); got.Now != want {
			t.Errorf("the clock says %d, the shop's time is %d", got.Now, want)
		}
		if control := answer.Header.Get("Cache-Control"); control != "no-store" {
			t.Errorf("Cache-Control is %q", control)
		}
		clock.Set(clock.Now().Add(time.Second))
	}
}
