package shop

import (
	"strconv"
	"time"
)

// PaymentState is the state of one payment at its provider.
type PaymentState string

const (
	PaymentStateOpen     PaymentState = "open"
	PaymentStatePaid     PaymentState = "paid"
	PaymentStateFailed   PaymentState = "failed"
	PaymentStateRefunded PaymentState = "refunded"
)

// Payment is one attempt to pay for an order. An order has another one for each
// attempt after a failed one.
type Payment struct {
	ID         int64
	OrderID    int64
	Provider   string
	Ref        string // the provider's; UnstartedPaymentRef until it has given one
	CaptureRef string // what a refund names
	State      PaymentState
	Amount     Cents
	Currency   string
	PayURL     string // "" until the provider has opened a pay page
	CreatedAt  time.Time
	UpdatedAt  time.Time
}

const unstartedRef = "new:"

// UnstartedPaymentRef is a payment's reference until the provider has given its own.
func UnstartedPaymentRef(orderNumber string) string { return unstartedRef + orderNumber }

// Started says whether the provider knows of the payment.
func (p Payment) Started() bool {
	return len(p.Ref) < len(unstartedRef) || p.Ref[:len(unstartedRef)] != unstartedRef
}

// IdempotencyKey is the same for the same payment at every try, and differs from that
// of any other shop that uses the same account at the provider.
func (p Payment) IdempotencyKey(orderNumber string) string {
	return "snackdrop-" + orderNumber + "-" + idAndTime(p.ID, p.CreatedAt)
}

// RefundState is the state of a refund at its provider.
type RefundState string

const (
	RefundAsked  RefundState = "asked" // the provider has not confirmed it yet
	RefundDone   RefundState = "done"
	RefundFailed RefundState = "failed"
)

// Reasons the shop itself has for a refund; staff write their own.
const (
	RefundPaidTooLate = "paid_too_late" // the order could not be filled any more
	RefundPaidTwice   = "paid_twice"
	RefundCancelled   = "cancelled"
)

// Refund is money of a payment that goes back to the buyer.
type Refund struct {
	ID        int64
	PaymentID int64
	OrderID   int64
	Amount    Cents
	Reason    string
	State     RefundState
	Actor     string
	Attempts  int64
	NextAt    time.Time // when the provider is asked next
	CreatedAt time.Time
	UpdatedAt time.Time
}

// IdempotencyKey is the same for the same refund at every try.
func (r Refund) IdempotencyKey() string { return "snackdrop-refund-" + idAndTime(r.ID, r.CreatedAt) }

// idAndTime must not change its form: providers know the payments and refunds that
// are under way during an upgrade by it.
func idAndTime(id int64, at time.Time) string {
	return strconv.FormatInt(id, 10) + "-" + strconv.FormatInt(at.UnixMilli(), 10)
}

// OrderEvent is one thing that happened to an order.
type OrderEvent struct {
	At     time.Time
	Actor  string
	Kind   string // placed, paid, status, cancelled, …
	Detail string // of status: the new one
}

// CartItem is a product and how many of it are in a cart.
type CartItem struct {
	ProductID int64
	Quantity  int64
}
