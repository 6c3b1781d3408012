package httpapi_test

import (
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/snackdrop/snackdrop/internal/httpapi/apitest"
	"github.com/snackdrop/snackdrop/internal/shoptest"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

// threeInstances are of one shop.
func threeInstances(t *testing.T) []*apitest.Shop {
	location := storetest.Location(t, store.Postgres)
	shops := make([]*apitest.Shop, 3)
	for i := range shops {
		shops[i] = apitest.Serve(t, shoptest.On(t, storetest.Open(t, location)))
	}
	return shops
}

func TestLimitsHoldOverAllInstancesTogether(t *testing.T) {
	t.Parallel()
	shops := threeInstances(t)
	shops[0].Customer(t, "casey")
	for _, c := range []struct {
		name, path string
		body       func(i int) any
		past       int // status past the limit
		most       int64
	}{
		{"wrong passwords of one account", "/api/session", func(int) any {
			return map[string]string{"email": "casey@shop.test", "password": "a wrong one"}
		}, http.StatusTooManyRequests, 10},
		{"password resets", "/api/password-resets", func(int) any { return map[string]string{"email": "casey@shop.test"} }, http.StatusTooManyRequests, 5},
		{"contact messages", "/api/contact", func(i int) any {
			return map[string]string{"name": "Robin", "email": "robin@shop.test", "subject": "Chips", "message": fmt.Sprint("Are they back soon? ", i)}
		}, http.StatusTooManyRequests, 10},
		{"order links", "/api/order-links", func(int) any { return map[string]string{"number": "ORD-1", "email": "casey@shop.test"} }, http.StatusTooManyRequests, 5},
	} {
		var allowed atomic.Int64
		var group sync.WaitGroup
		for i := range 36 { // at the same time, in turns at all three
			group.Go(func() {
				if shops[i%3].Visitor(t).Do("POST", c.path, c.body(i)).Status != c.past {
					allowed.Add(1)
				}
			})
		}
		group.Wait()
		if allowed.Load() != c.most {
			t.Errorf("%s: %d were allowed, want %d", c.name, allowed.Load(), c.most)
		}
	}
}

func TestASuccessIsForgottenByAllInstances(t *testing.T) {
	t.Parallel()
	shops := threeInstances(t)
	shops[0].Customer(t, "casey")
	wrong := map[string]string{"email": "casey@shop.test", "password": "a wrong one"}
	right := map[string]string{"email": "casey@shop.test", "password": apitest.CustomerPassword}
	for round := range 2 {
		for i := range 8 {
			shops[i%3].Visitor(t).Must("POST", "/api/session", wrong, http.StatusUnauthorized)
		}
		shops[round].Visitor(t).Must("POST", "/api/session", right, 200)
	}
}

// Guesses of promo codes are counted inside the transactions of orders, so the instances agree a moment later.
func TestGuessesOfPromoCodesAreCountedTogether(t *testing.T) {
	t.Parallel()
	shops := threeInstances(t)
	admin := shops[0].Admin(t)
	admin.Must("POST", "/api/admin/products", newProduct("Chips"), 200)
	guess := func(i int) int {
		body := map[string]any{"code": fmt.Sprintf("GUESS%d", i), "lines": []map[string]any{{"product_id": 1, "quantity": 1}}}
		return shops[i%3].Visitor(t).Do("POST", "/api/promo", body).Status
	}
	for i := range 60 {
		if status := guess(i); status == http.StatusTooManyRequests {
			t.Fatalf("guess %d is refused", i)
		}
	}
	next := 60
	eventually(t, "the instances do not agree", func() bool {
		next++
		return guess(next) == http.StatusTooManyRequests && guess(next+1) == http.StatusTooManyRequests && guess(next+2) == http.StatusTooManyRequests
	})
	if next > 180 {
		t.Errorf("refused after %d guesses, want little more than 60", next)
	}
}
