package shop

import (
	"slices"
	"testing"
	"time"
)

func TestWhatMayBeDoneWithAnOrder(t *testing.T) {
	soon := time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	all := DefaultSettings().Orders
	type may struct{ pay, markPaid, handOver, hold, cancel, customerCancel, refund bool }
	for _, c := range []struct {
		name  string
		order Order
		may   may
		later time.Duration // than the end of its reservation
	}{
		{"waits for its payment online", Order{Status: StatusPending, Payment: Unpaid, PaymentMethod: PayCard, ReservedUntil: &soon, Reserved: true},
			may{pay: true, cancel: true, customerCancel: true}, 0},
		{"expired unpaid", Order{Status: StatusCancelled, Payment: Unpaid, PaymentMethod: PayCard, ReservedUntil: &soon}, may{pay: true}, repayTime},
		{"expired unpaid long ago", Order{Status: StatusCancelled, Payment: Unpaid, PaymentMethod: PayCard, ReservedUntil: &soon}, may{}, repayTime + 1},
		{"paid online", Order{Status: StatusPending, Payment: Paid, PaymentMethod: PayCard, Total: 10},
			may{hold: true, cancel: true, customerCancel: true, refund: true}, 0},
		{"paid and half refunded", Order{Status: StatusProcessing, Payment: Paid, Total: 10, Refunded: 5}, may{hold: true, cancel: true, refund: true}, 0},
		{"all of it refunded", Order{Status: StatusProcessing, Payment: Paid, Total: 10, Refunded: 10}, may{hold: true, cancel: true}, 0},
		{"cost nothing", Order{Status: StatusPending, Payment: Paid, PaymentMethod: PayFree}, may{hold: true, cancel: true, customerCancel: true}, 0},
		{"paid at the shop later", Order{Status: StatusPending, Payment: Unpaid, PaymentMethod: PayManual, Fulfillment: Pickup},
			may{markPaid: true, hold: true, cancel: true, customerCancel: true}, 0},
		{"cancelled, was to be paid at the shop", Order{Status: StatusCancelled, Payment: Unpaid, PaymentMethod: PayManual}, may{}, 0},
		{"ready for pickup", Order{Status: StatusReadyForPickup, Payment: Paid, Fulfillment: Pickup, Total: 10},
			may{handOver: true, hold: true, cancel: true, refund: true}, 0},
		{"picked up before anybody marked it ready", Order{Status: StatusPending, Payment: Paid, Fulfillment: Pickup, Total: 10},
			may{handOver: true, hold: true, cancel: true, customerCancel: true, refund: true}, 0},
		{"picked up", Order{Status: StatusPickedUp, Payment: Paid, Fulfillment: Pickup, Total: 10}, may{refund: true}, 0},
		{"delivered", Order{Status: StatusDelivered, Payment: Paid, Fulfillment: Delivery, Total: 10}, may{refund: true}, 0},
		{"on hold", Order{Status: StatusOnHold, Payment: Paid, Fulfillment: Delivery, Total: 10}, may{cancel: true, customerCancel: true, refund: true}, 0},
		{"cancelled, its refund under way", Order{Status: StatusCancelled, Payment: Paid, Fulfillment: Pickup, Total: 10, Refunded: 10}, may{}, 0},
		{"refunded", Order{Status: StatusRefunded, Payment: MoneyReturned, Fulfillment: Pickup, Total: 10, Refunded: 10}, may{}, 0},
	} {
		o := c.order
		got := may{o.CanPay(soon.Add(c.later)), o.CanMarkPaid(), o.CanHandOver(all), o.CanHold(all), o.CanCancel(all), o.CanCustomerCancel(all), o.CanRefund()}
		if got != c.may {
			t.Errorf("an order that %s may %+v, want %+v", c.name, got, c.may)
		}
	}
}

func TestStatusesThatAreSwitchedOffAreNotOffered(t *testing.T) {
	order := Order{Status: StatusPending, Payment: Paid}
	if off := SettingsFrom(map[string]string{"status_cancelled": "disabled"}).Orders; order.CanCancel(off) || order.CanCustomerCancel(off) || !order.CanHold(off) {
		t.Error("an order can be cancelled although the status is switched off, or cannot be put on hold")
	}
	if off := SettingsFrom(map[string]string{"status_on-hold": "disabled"}).Orders; order.CanHold(off) || !order.CanCancel(off) {
		t.Error("an order can be put on hold although the status is switched off, or cannot be cancelled")
	}
}

func TestAnOrderMovesOnlyToStatusesThatAreInUse(t *testing.T) {
	soon := time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	all, off := DefaultSettings().Orders, SettingsFrom(map[string]string{"status_processing": "disabled", "status_completed": "disabled"}).Orders
	for _, c := range []struct {
		name     string
		order    Order
		settings OrderSettings
		next     Status
	}{
		{"was just paid", Order{Status: StatusPending, Payment: Paid}, all, StatusProcessing},
		{"was just paid, where nothing is processed", Order{Status: StatusPending, Payment: Paid}, off, ""},
		{"waits for its payment", Order{Status: StatusPending, Payment: Unpaid, PaymentMethod: PayCard, ReservedUntil: &soon}, all, ""},
		{"is paid at the shop", Order{Status: StatusPending, Payment: Unpaid, PaymentMethod: PayManual, ReservedUntil: &soon}, all, StatusProcessing},
		{"is prepared for pickup", Order{Status: StatusProcessing, Payment: Paid, Fulfillment: Pickup}, off, StatusReadyForPickup},
		{"is prepared for delivery", Order{Status: StatusProcessing, Payment: Paid, Fulfillment: Delivery}, off, StatusReadyForDelivery},
		{"was delivered", Order{Status: StatusDelivered, Payment: Paid}, all, StatusCompleted},
		{"was delivered, where nothing is completed", Order{Status: StatusDelivered, Payment: Paid}, off, ""},
		{"is over", Order{Status: StatusRefunded, Payment: MoneyReturned}, all, ""},
	} {
		if got := c.order.NextStep(c.settings); got != c.next {
			t.Errorf("the next step of an order that %s is %q, want %q", c.name, got, c.next)
		}
		if next := c.order.Status.Next(c.order.Fulfillment); next != "" && (c.order.CheckMove(next, c.settings) == nil) != (c.next != "") {
			t.Errorf("an order that %s: the next step is %q, moving there gives %v", c.name, c.next, c.order.CheckMove(next, c.settings))
		}
	}
}

func TestAnOrderCanMoveWhenOneOfTheStatusesOfStaffIsOpenToIt(t *testing.T) {
	soon := time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	settings := DefaultSettings().Orders
	for _, status := range AllStatuses {
		for _, method := range []string{PayCard, PayManual, PayFree} {
			for _, payment := range []PaymentStatus{Unpaid, Paid, MoneyReturned} {
				for _, until := range []*time.Time{nil, &soon} {
					o := Order{Status: status, Payment: payment, PaymentMethod: method, ReservedUntil: until}
					want := slices.ContainsFunc(Working, func(to Status) bool { return o.CheckMove(to, settings) == nil })
					if o.CanMove() != want {
						t.Errorf("an order that is %s, %s and paid by %s (until %v) can move: %t, want %t", status, payment, method, until, o.CanMove(), want)
					}
				}
			}
		}
	}
}

func TestWhatMayBePassedOn(t *testing.T) {
	all, off := DefaultSettings().Orders, SettingsFrom(map[string]string{"status_cancelled": "disabled"}).Orders
	paid := Order{Status: StatusPending, Payment: Paid, Reserved: true, Total: 10}
	for _, status := range AllStatuses {
		order := paid
		order.Status = status
		if may, want := order.CheckPassOn(all) == nil, order.CanCancel(all); may != want {
			t.Errorf("a paid order that is %s may be passed on: %t, may be cancelled: %t", status, may, want)
		}
		if CodeOf(order.CheckPassOn(off)) != Conflict {
			t.Errorf("an order that is %s is passed on in a shop that has switched cancelling off", status)
		}
	}
	for name, change := range map[string]func(*Order){
		"not paid":          func(o *Order) { o.Payment = Unpaid },
		"refunded":          func(o *Order) { o.Payment = MoneyReturned },
		"without its units": func(o *Order) { o.Reserved = false },
	} {
		order := paid
		change(&order)
		if CodeOf(order.CheckPassOn(all)) != Conflict {
			t.Errorf("an order that is %s is passed on", name)
		}
	}
}

func TestWhatIsLeftToRefund(t *testing.T) {
	for _, c := range []struct {
		order Order
		want  Cents
	}{
		{Order{Payment: Paid, Total: 10_00, Refunded: 2_50}, 7_50},
		{Order{Payment: Unpaid, Total: 10_00}, 0},
		{Order{Payment: MoneyReturned, Total: 10_00, Refunded: 10_00}, 0},
	} {
		if got := c.order.Refundable(); got != c.want {
			t.Errorf("%+v has %v left to refund, want %v", c.order, got, c.want)
		}
	}
}

func TestARefundIsAboveZeroAndNoMoreThanIsLeft(t *testing.T) {
	settings := DefaultSettings().Payments
	order := Order{Payment: Paid, Currency: "USD", Total: 10_00, Refunded: 2_50}
	for amount, want := range map[Cents]Code{-1: Invalid, 0: Invalid, 1: "", 7_50: "", 7_51: Conflict} {
		if got := CodeOf(order.CheckRefund(amount, settings)); got != want {
			t.Errorf("a refund of %v is refused with %q, want %q", amount, got, want)
		}
	}
}

func TestEveryStatusIsInTheTableOfTransitions(t *testing.T) {
	for _, from := range AllStatuses {
		next, ok := transitions[from]
		if !ok {
			t.Errorf("%s is missing", from)
		}
		for _, to := range next {
			if !to.Valid() {
				t.Errorf("%s may become %s, which is no status", from, to)
			}
		}
	}
	if len(transitions) != len(AllStatuses) {
		t.Errorf("the table has %d statuses, there are %d", len(transitions), len(AllStatuses))
	}
}
