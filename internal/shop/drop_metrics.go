package shop

import "time"

// DropFigure names something that is counted while a drop is open.
type DropFigure int

const (
	DropJoins        DropFigure = iota // places in line given
	DropPasses                         // passes given
	DropReservations                   // carts that hold units
	DropPlaced                         // orders
	DropPaid                           // orders
	DropAbandoned                      // reservations and order holds that ended unpaid
	DropBusy                           // calls refused because too many came
	DropLimited                        // calls refused by a limit
	DropErrors                         // calls that failed
	DropFigures                        // how many there are
)

// DropMetrics is what one instance counted in one second of a drop, and how things stood at its end.
type DropMetrics struct {
	DropID   int64
	Second   time.Time // when the second began
	Instance string
	Counts   [DropFigures]int64

	QueueLength int64         // orders that wait to be placed
	P95         time.Duration // of placing an order
	ClockOffset time.Duration
	PayCalls    int64 // to payment providers in this second
	PayLimit    int64 // how many they allow; 0: any number
	DropState
}

// DropState is how a drop stands.
type DropState struct {
	Waiting  int64 // in line
	Called   int64 // of them: whose turn it is and who have no pass yet
	Inside   int64 // valid passes
	Held     int64 // units in reservations and unpaid orders
	Free     int64 // units
	KeptBack int64 // units
}

// ReviewedOrder is a paid order of a drop, with the keys by which staff see who belongs together.
type ReviewedOrder struct {
	ID       int64
	Number   string
	Name     string
	Email    string
	Status   Status
	PlacedAt time.Time
	Units    int64 // of the drop
	Total    Cents
	Currency string
	Keys     map[string]string // by kind
}

// DropSales is how many units of a drop are in orders.
type DropSales struct {
	Sold int64
	Paid int64 // of them
}
