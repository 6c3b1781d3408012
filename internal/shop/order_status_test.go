package shop

import "testing"

func TestTheNextStepDependsOnStatusAndFulfillment(t *testing.T) {
	for _, c := range []struct {
		status      Status
		fulfillment Fulfillment
		next        Status
	}{
		{StatusPending, Delivery, StatusProcessing},
		{StatusOnHold, Pickup, StatusProcessing},
		{StatusProcessing, Pickup, StatusReadyForPickup},
		{StatusProcessing, Delivery, StatusReadyForDelivery},
		{StatusReadyForPickup, Pickup, StatusPickedUp},
		{StatusReadyForDelivery, Delivery, StatusDelivered},
		{StatusPickedUp, Pickup, StatusCompleted},
		{StatusDelivered, Delivery, StatusCompleted},
	} {
		if got := c.status.Next(c.fulfillment); got != c.next {
			t.Errorf("%s (%s) goes on to %q, want %s", c.status, c.fulfillment, got, c.next)
		}
		if err := c.status.Move(c.next); err != nil {
			t.Errorf("%s must be able to become %s: %v", c.status, c.next, err)
		}
	}
	for _, s := range []Status{StatusCompleted, StatusCancelled, StatusRefunded} {
		if got := s.Next(Pickup); got != "" {
			t.Errorf("%s goes on to %s", s, got)
		}
	}
}

func TestTheSixCanFollowEachOtherInAnyOrder(t *testing.T) {
	for _, from := range Working {
		for _, to := range Working {
			if err := from.Move(to); err != nil {
				t.Errorf("%s to %s: %v", from, to, err)
			}
		}
	}
}

func TestWhatIsOverStaysOver(t *testing.T) {
	for _, to := range AllStatuses {
		if err := StatusRefunded.Move(to); CodeOf(err) != Conflict {
			t.Errorf("refunded to %s: %v", to, err)
		}
		if to != StatusRefunded && CodeOf(StatusCancelled.Move(to)) != Conflict {
			t.Errorf("cancelled may become %s", to)
		}
	}
	if CodeOf(StatusDelivered.Move(StatusCancelled)) != Conflict {
		t.Error("what was delivered can be cancelled")
	}
	if CodeOf(StatusPending.Move("lost")) != Invalid {
		t.Error("an unknown status is accepted")
	}
}

func TestStatusLabel(t *testing.T) {
	for status, want := range map[Status]string{
		StatusProcessing: "Processing", StatusReadyForPickup: "Ready For Pickup", StatusReadyForDelivery: "Ready For Delivery",
		StatusPickedUp: "Picked Up", StatusDelivered: "Delivered", StatusCompleted: "Completed", StatusPending: "Pending",
		StatusCancelled: "Cancelled", "lost": "Lost",
	} {
		if got := status.Label(); got != want {
			t.Errorf("%s reads %q, want %q", status, got, want)
		}
	}
}
