package operations

import (
	"errors"
	"net/http/httptest"
	"strconv"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/snackdrop/snackdrop/internal/ratelimit"
	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// Whoever is told to come back later comes at a random moment: those who were refused together do not come together again.
func TestRetriesAreSpread(t *testing.T) {
	ofError := func(err error) func() string {
		return func() string {
			answer, ok := errors.AsType[huma.HeadersError](ProblemOf(t.Context(), err))
			if !ok {
				t.Fatalf("%v: the answer has no headers", err)
			}
			return answer.GetHeaders().Get("Retry-After")
		}
	}
	written := func(code shop.Code) func() string {
		return func() string {
			w := httptest.NewRecorder()
			Refuse(w, code, "Later.")
			return w.Header().Get("Retry-After")
		}
	}
	for name, c := range map[string]struct {
		header      func() string
		least, most int
	}{
		"a busy shop":           {ofError(shop.Errorf(shop.Busy, "So many are buying right now.")), 1, 5},
		"a database away":       {ofError(services.ErrUnavailable), 1, 5},
		"outside of Huma":       {written(shop.Busy), 1, 5},
		"a limit":               {ofError(&ratelimit.TooManyError{After: 90 * time.Second}), 90, 93},
		"a limit almost over":   {ofError(&ratelimit.TooManyError{After: time.Millisecond}), 1, 4},
		"a part of a second":    {ofError(&ratelimit.TooManyError{After: 10100 * time.Millisecond}), 11, 14},
		"a limit outside of it": {func() string { return retryAfterLimit(time.Minute) }, 60, 63},
	} {
		seen := map[int]bool{}
		for range 300 {
			seconds, err := strconv.Atoi(c.header())
			if err != nil || seconds < c.least || seconds > c.most {
				t.Fatalf("%s: %d seconds, %v, want from %d to %d", name, seconds, err, c.least, c.most)
			}
			seen[seconds] = true
		}
		if len(seen) != c.most-c.least+1 {
			t.Errorf("%s: only %d different times", name, len(seen))
		}
	}
}
