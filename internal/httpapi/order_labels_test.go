package httpapi

import (
	"slices"
	"testing"

	"github.com/snackdrop/snackdrop/internal/operations"
	"github.com/snackdrop/snackdrop/internal/shop"
)

func TestEveryNextStepHasAQuickAction(t *testing.T) {
	for _, status := range shop.AllStatuses {
		for _, fulfillment := range []shop.Fulfillment{shop.Delivery, shop.Pickup} {
			next := status.Next(fulfillment)
			if next == "" {
				continue
			}
			name := operations.QuickActionNames[next]
			if name == "" || !slices.Contains(operations.StatusesOfQuickAction(name), next) {
				t.Errorf("%s goes on to %s by the quick action %q", status, next, name)
			}
		}
	}
	if got := operations.StatusesOfQuickAction("Mark Ready"); len(got) != 2 {
		t.Errorf("Mark Ready takes orders to %v, want both ready statuses", got)
	}
	if got := operations.StatusesOfQuickAction("Explode"); got != nil {
		t.Errorf("an unknown quick action takes orders to %v", got)
	}
}

func TestBadgesOfStatuses(t *testing.T) {
	for status, want := range map[shop.Status]string{
		shop.StatusProcessing: "blue", shop.StatusReadyForPickup: "amber", shop.StatusReadyForDelivery: "amber", shop.StatusPickedUp: "green",
		shop.StatusDelivered: "green", shop.StatusCompleted: "purple", shop.StatusPending: "grey", shop.StatusCancelled: "grey", "lost": "grey",
	} {
		if got := operations.StatusBadge(status); got != want {
			t.Errorf("%s is %s, want %s", status, got, want)
		}
	}
}
