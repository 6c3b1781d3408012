package shop

import "time"

// Customer is everyone who has an account or has ordered, known by their address.
type Customer struct {
	ID          int64
	Email       string
	EmailKey    string
	Name        string
	Username    string // "" without an account
	UserID      int64  // 0 without an account
	Admin       bool
	Orders      int64
	Spent       Cents     // paid and not given back
	LastOrderAt time.Time // zero without an order
	CreatedAt   time.Time
}

// CustomerSort is an order of the list of customers.
type CustomerSort string

const (
	ByLastOrder CustomerSort = "last_order"
	BySpent     CustomerSort = "spent"
	ByOrders    CustomerSort = "orders"
)

// CustomerFilter says which customers staff want to see.
type CustomerFilter struct {
	Search string
	Sort   CustomerSort
}

// Subscriber is an address on the early-access list.
type Subscriber struct {
	ID          int64
	Email       string
	Status      string // pending, confirmed or unsubscribed
	CreatedAt   time.Time
	ConfirmedAt *time.Time
}
