package orders_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/orders"
	"github.com/snackdrop/snackdrop/internal/ratelimit"
	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// Without a database there is nothing that the time of the answer could tell.
func TestARequestForALinkIsAnsweredWithoutLookingForTheOrder(t *testing.T) {
	t.Parallel()
	keys, err := secrets.New("a key for tests only")
	if err != nil {
		t.Fatal(err)
	}
	service, _ := orders.New(orders.Config{Limits: ratelimit.New(time.Now), Secrets: keys, Now: time.Now})
	ask := func(n int) error {
		return service.EmailLink(t.Context(), fmt.Sprintf("ORD-%03d", n), "maya@example.com", shop.Client{IP: fmt.Sprintf("198.51.%d.%d", n/250, n%250)})
	}
	for n := range 1000 {
		if err := ask(n); err != nil {
			t.Fatal(err)
		}
	}
	wantCode(t, ask(1000), shop.Busy) // memory is bounded
}
