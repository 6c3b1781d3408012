package shop

import (
	"slices"
	"strings"
)

// Status is the state of an order's fulfilment. Its payment is separate.
type Status string

const (
	StatusPending          Status = "pending"
	StatusOnHold           Status = "on-hold"
	StatusProcessing       Status = "processing"
	StatusReadyForPickup   Status = "ready_for_pickup"
	StatusReadyForDelivery Status = "ready_for_delivery"
	StatusPickedUp         Status = "picked_up"
	StatusDelivered        Status = "delivered"
	StatusCompleted        Status = "completed"
	StatusCancelled        Status = "cancelled"
	StatusRefunded         Status = "refunded"
)

// Working are the six statuses that staff move an order through, in any order:
// the dropdown enforces none.
var Working = []Status{StatusProcessing, StatusReadyForPickup, StatusReadyForDelivery, StatusPickedUp, StatusDelivered, StatusCompleted}

// AllStatuses are all that an order can have.
var AllStatuses = append([]Status{StatusPending, StatusOnHold, StatusCancelled, StatusRefunded}, Working...)

// transitions says which statuses may follow each one. A cancelled or refunded order
// has given its units back, so no work follows. (An order that was cancelled because
// nobody paid in time is opened again by a payment: see store.Tx.OrderHolds.ReReserve.)
var transitions = func() map[Status][]Status {
	open := slices.Concat(Working, []Status{StatusOnHold, StatusCancelled, StatusRefunded})
	handedOver := slices.Concat(Working, []Status{StatusRefunded})
	return map[Status][]Status{
		StatusPending:          open,
		StatusOnHold:           open,
		StatusProcessing:       open,
		StatusReadyForPickup:   open,
		StatusReadyForDelivery: open,
		StatusPickedUp:         handedOver,
		StatusDelivered:        handedOver,
		StatusCompleted:        handedOver,
		StatusCancelled:        {StatusRefunded},
		StatusRefunded:         {},
	}
}()

// Next is the usual next step of an order, "" when nothing is left to do.
func (s Status) Next(fulfillment Fulfillment) Status {
	switch s {
	case StatusPending, StatusOnHold:
		return StatusProcessing
	case StatusProcessing:
		if fulfillment == Pickup {
			return StatusReadyForPickup
		}
		return StatusReadyForDelivery
	case StatusReadyForPickup:
		return StatusPickedUp
	case StatusReadyForDelivery:
		return StatusDelivered
	case StatusPickedUp, StatusDelivered:
		return StatusCompleted
	}
	return ""
}

// Valid says whether an order can have the status at all.
func (s Status) Valid() bool { _, ok := transitions[s]; return ok }

// Label is the status as people read it: ready_for_pickup is Ready For Pickup.
func (s Status) Label() string {
	words := strings.Split(string(s), "_")
	for i, word := range words {
		if word != "" {
			words[i] = strings.ToUpper(word[:1]) + word[1:]
		}
	}
	return strings.Join(words, " ")
}

// MayBecome says whether an order may move from one status to the other.
func (s Status) MayBecome(next Status) bool { return slices.Contains(transitions[s], next) }

// Over says whether nothing more will be done for the order.
func (s Status) Over() bool { return s == StatusCancelled || s == StatusRefunded }

// HandedOver says whether the goods have left the shop.
func (s Status) HandedOver() bool {
	return s == StatusPickedUp || s == StatusDelivered || s == StatusCompleted
}

// Move refuses a change of status that cannot be.
func (s Status) Move(next Status) error {
	switch {
	case !next.Valid():
		return FieldError(Invalid, "status", "There is no such status.")
	case s.MayBecome(next):
		return nil
	case s.Over():
		return Errorf(Conflict, "This order is %s and stays so.", s)
	}
	return Errorf(Conflict, "An order that is %s cannot become %s.", strings.ToLower(s.Label()), strings.ToLower(next.Label()))
}

// OrderTab is a group of statuses, as staff look at them.
type OrderTab string

const (
	TabAll        OrderTab = "all"
	TabProcessing OrderTab = "processing"
	TabReady      OrderTab = "ready"
	TabCompleted  OrderTab = "completed"
)

// Statuses are those of the tab.
func (t OrderTab) Statuses() []Status {
	switch t {
	case TabProcessing:
		return []Status{StatusProcessing}
	case TabReady:
		return []Status{StatusReadyForPickup, StatusReadyForDelivery}
	case TabCompleted:
		return []Status{StatusPickedUp, StatusDelivered, StatusCompleted}
	}
	return AllStatuses
}

// Waiting are the statuses of orders that nobody has begun.
var Waiting = []Status{StatusPending, StatusOnHold}
