package httpapi_test

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/events"
	"github.com/snackdrop/snackdrop/internal/httpapi/apitest"
	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// In a rush of sales every page gets the last count, and far fewer counts than sales; the page beyond the
// cap is told to poll.
func TestPagesFollowARushOfSales(t *testing.T) {
	const pages, sales = 50, 1000
	apitest.Each(t, func(t *testing.T, s *apitest.Shop) {
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		var ready, done sync.WaitGroup
		counts := make([]int, pages)
		for i := range pages {
			ready.Add(1)
			done.Go(func() {
				r, _ := http.NewRequestWithContext(ctx, http.MethodGet, s.URL+"/api/events", nil)
				answer, err := http.DefaultClient.Do(r)
				if err != nil {
					t.Error(err)
					ready.Done()
					return
				}
				defer func() { _ = answer.Body.Close() }()
				ready.Done()
				for lines := bufio.NewScanner(answer.Body); lines.Scan(); {
					text, ok := strings.CutPrefix(lines.Text(), "data: ")
					var event shop.Event
					if !ok || json.Unmarshal([]byte(text), &event) != nil || event.Type != shop.EventStock {
						continue
					}
					counts[i]++
					if *event.Units == 0 {
						return
					}
				}
				t.Error("a stream ended before the last count")
			})
		}
		ready.Wait()
		answer := s.Visitor(t).Do("GET", "/api/events", nil)
		if answer.Status != http.StatusServiceUnavailable || answer.Header.Get("Retry-After") == "" {
			t.Errorf("the page beyond the cap: %d %v", answer.Status, answer.Header)
		}
		start := time.Now()
		for units := int64(sales - 1); units >= 0; units-- {
			s.Services.Hub.Publish([]shop.Event{{Type: shop.EventStock, ID: 1, Units: &units}})
		}
		done.Wait()
		most := 2 + int(time.Since(start)/(250*time.Millisecond))
		for i, n := range counts {
			if n > most {
				t.Errorf("page %d got %d counts of %d sales in %s", i, n, sales, time.Since(start))
			}
		}
	}, func(c *services.Config) { c.Streams = events.Limits{Total: pages, PerNetwork: pages} })
}
