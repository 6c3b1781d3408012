package adminapi_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/adminapi"
	"github.com/snackdrop/snackdrop/internal/shop"
)

func TestFiguresOfADropAreWrittenInSecondsAndMilliseconds(t *testing.T) {
	text, err := json.Marshal(adminapi.DropMetricsJSON(shop.DropMetrics{Second: time.Date(2026, 11, 1, 12, 0, 7, 0, time.UTC), P95: 1234567 * time.Microsecond,
		ClockOffset: -20 * time.Millisecond}))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"second":1793534407,`, `"p95_ms":1234,`, `"clock_offset_ms":-20,`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("%s lacks %s", text, want)
		}
	}
}
