package shop

import (
	"slices"
	"strings"
)

// Status is where an order stands. Payment is a second, separate fact.
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

// QuickAction is the one button that takes an order to its next step.
type QuickAction struct {
	Name string
	To   Status
}

type statusRow struct {
	badge    string
	next     []Status // what staff or the shop may move it to
	pickup   *QuickAction
	delivery *QuickAction
}

func both(name string, to Status) (pickup, delivery *QuickAction) {
	action := &QuickAction{name, to}
	return action, action
}

// statuses says of each status its colour, what may follow it, and its quick
// action. A cancelled or refunded order has given its units back: nothing follows.
var statuses = func() map[Status]statusRow {
	process, processDelivery := both("Process", StatusProcessing)
	complete, completeDelivery := both("Mark Completed", StatusCompleted)
	ends := []Status{StatusCancelled, StatusRefunded}
	open := slices.Concat(Working, []Status{StatusOnHold}, ends)
	done := slices.Concat(Working, []Status{StatusRefunded})
	return map[Status]statusRow{
		StatusPending:    {"grey", open, process, processDelivery},
		StatusOnHold:     {"grey", open, process, processDelivery},
		StatusProcessing: {"blue", open, &QuickAction{"Mark Ready", StatusReadyForPickup}, &QuickAction{"Mark Ready", StatusReadyForDelivery}},
		StatusReadyForPickup: {"amber", open, &QuickAction{"Mark Picked Up", StatusPickedUp},
			&QuickAction{"Mark Picked Up", StatusPickedUp}},
		StatusReadyForDelivery: {"amber", open, &QuickAction{"Mark Delivered", StatusDelivered},
			&QuickAction{"Mark Delivered", StatusDelivered}},
		StatusPickedUp:  {"green", done, complete, completeDelivery},
		StatusDelivered: {"green", done, complete, completeDelivery},
		StatusCompleted: {"purple", done, nil, nil},
		StatusCancelled: {"grey", []Status{StatusRefunded}, nil, nil},
		StatusRefunded:  {"grey", nil, nil, nil},
	}
}()

// Valid says whether an order can have the status at all.
func (s Status) Valid() bool { _, ok := statuses[s]; return ok }

// Badge is the colour of the status's badge.
func (s Status) Badge() string {
	if row, ok := statuses[s]; ok {
		return row.badge
	}
	return "grey"
}

// Words is the status as people read it: ready_for_pickup is Ready For Pickup.
func (s Status) Words() string {
	words := strings.Split(string(s), "_")
	for i, word := range words {
		if word != "" {
			words[i] = strings.ToUpper(word[:1]) + word[1:]
		}
	}
	return strings.Join(words, " ")
}

// MayBecome says whether an order may move from one status to the other.
func (s Status) MayBecome(next Status) bool { return slices.Contains(statuses[s].next, next) }

// Over says whether nothing more will be done for the order.
func (s Status) Over() bool { return s == StatusCancelled || s == StatusRefunded }

// Quick is the quick action of an order, nil when it has none.
func (s Status) Quick(pickup bool) *QuickAction {
	if pickup {
		return statuses[s].pickup
	}
	return statuses[s].delivery
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
	return Errorf(Conflict, "An order that is %s cannot become %s.", strings.ToLower(s.Words()), strings.ToLower(next.Words()))
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
