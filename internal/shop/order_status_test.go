package shop

import "testing"

func TestQuickActionsFollowTheTable(t *testing.T) {
	for _, c := range []struct {
		status Status
		pickup bool
		name   string
		to     Status
	}{
		{StatusPending, false, "Process", StatusProcessing},
		{StatusOnHold, true, "Process", StatusProcessing},
		{StatusProcessing, true, "Mark Ready", StatusReadyForPickup},
		{StatusProcessing, false, "Mark Ready", StatusReadyForDelivery},
		{StatusReadyForPickup, true, "Mark Picked Up", StatusPickedUp},
		{StatusReadyForDelivery, false, "Mark Delivered", StatusDelivered},
		{StatusPickedUp, true, "Mark Completed", StatusCompleted},
		{StatusDelivered, false, "Mark Completed", StatusCompleted},
	} {
		got := c.status.Quick(c.pickup)
		if got == nil || got.Name != c.name || got.To != c.to {
			t.Errorf("%s (pickup %v): got %+v, want %s to %s", c.status, c.pickup, got, c.name, c.to)
		}
		if err := c.status.Move(c.to); err != nil {
			t.Errorf("%s must be able to become %s: %v", c.status, c.to, err)
		}
	}
	for _, s := range []Status{StatusCompleted, StatusCancelled, StatusRefunded} {
		if got := s.Quick(true); got != nil {
			t.Errorf("%s has the quick action %s", s, got.Name)
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

func TestBadgesAndWords(t *testing.T) {
	for status, want := range map[Status][2]string{
		StatusProcessing: {"blue", "Processing"}, StatusReadyForPickup: {"amber", "Ready For Pickup"},
		StatusReadyForDelivery: {"amber", "Ready For Delivery"}, StatusPickedUp: {"green", "Picked Up"},
		StatusDelivered: {"green", "Delivered"}, StatusCompleted: {"purple", "Completed"},
		StatusPending: {"grey", "Pending"}, StatusCancelled: {"grey", "Cancelled"}, "lost": {"grey", "Lost"},
	} {
		if status.Badge() != want[0] || status.Words() != want[1] {
			t.Errorf("%s: %s %q", status, status.Badge(), status.Words())
		}
	}
}
