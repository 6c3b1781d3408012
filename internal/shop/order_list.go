package shop

import (
	"slices"
	"time"
)

// OrderFilter says which orders staff want to see. Empty fields let all through.
type OrderFilter struct {
	Tab      OrderTab
	Status   string // one status, or StatusWaiting
	Search   string // part of the number, the name or the email
	From, To *time.Time
	Type     string // delivery or pickup
	Payment  string // unpaid, paid or refunded
	EmailKey string // of one customer
	DropID   int64  // sold in one drop
}

// StatusWaiting means, in a filter, every status of Waiting.
const StatusWaiting = "waiting"

// Statuses are those that both the tab and the status let through.
func (f OrderFilter) Statuses() []Status {
	all := f.Tab.Statuses()
	if f.Status == "" {
		return all
	}
	wanted := []Status{Status(f.Status)}
	if f.Status == StatusWaiting {
		wanted = Waiting
	}
	return slices.DeleteFunc(slices.Clone(all), func(s Status) bool { return !slices.Contains(wanted, s) })
}

// OrderRow is an order in a list.
type OrderRow struct {
	ID            int64
	Number        string
	CreatedAt     time.Time
	CustomerName  string
	Email         string
	Pickup        bool
	Status        Status
	PaymentStatus string
	Currency      string
	Total         Cents
	Refunded      Cents
	Units         int64
	HasNotes      bool
	PaymentMethod string
	ReservedUntil *time.Time
}

// Order is the row as the rules for orders look at it.
func (r OrderRow) Order() Order {
	fulfillment := Delivery
	if r.Pickup {
		fulfillment = Pickup
	}
	return Order{ID: r.ID, Number: r.Number, Status: r.Status, Payment: PaymentStatus(r.PaymentStatus), PaymentMethod: r.PaymentMethod,
		ReservedUntil: r.ReservedUntil, Fulfillment: fulfillment, Currency: r.Currency, Total: r.Total, Refunded: r.Refunded}
}

// OrderCounts is how many orders each tab lists, and how many nobody has started on.
type OrderCounts struct {
	All, Processing, Ready, Completed int64
	Waiting                           int64
}
