package httpapi_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/snackdrop/snackdrop/internal/httpapi/apitest"
)

func TestMetricsShowTheOffsetOfTheClock(t *testing.T) {
	s := apitest.New(t)
	s = publicAt(t, s, "http://localhost")
	want := fmt.Sprintf("\nsnackdrop_clock_offset_seconds %v\n", s.Services.Clock.Offset().Seconds())
	if body := string(s.Visitor(t).Must("GET", "/metrics", nil, 200).Body); !strings.Contains(body, want) {
		t.Errorf("no line %q", want)
	}
}
