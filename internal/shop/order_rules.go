package shop

import (
	"slices"
	"time"
)

// What may be done with an order is decided here and nowhere else: the services
// refuse by these rules, and the API reports them so that pages offer what will work.
// A Check says why something is refused, nil when it is allowed.

// AwaitsPayment says that the buyer is expected to pay online: the units are
// reserved until then, or were and may be reserved again.
func (o Order) AwaitsPayment() bool {
	return o.ReservedUntil != nil && o.Payment == Unpaid && o.PaymentMethod != PayManual
}

// ConfirmTime is how long units are held for a guest's order that is paid at the
// shop, until the link in its email is opened, where the shop asks for that.
const ConfirmTime = time.Hour

// ManualHoldEnd is when the units of an order that is paid at the shop go back,
// unless staff have begun to work on it.
func (s OrderSettings) ManualHoldEnd(placed time.Time, confirmed bool) time.Time {
	if s.ManualConfirm && !confirmed {
		return placed.Add(ConfirmTime)
	}
	return placed.Add(time.Duration(s.ManualHoldHours) * time.Hour)
}

// In gives the settings as they hold for an order: in a drop guests always confirm
// that they come to pay at the shop.
func (s OrderSettings) In(o Order) OrderSettings {
	s.ManualConfirm = s.ManualConfirm || o.InDrop()
	return s
}

// InDrop says whether something of the order was sold in a drop.
func (o Order) InDrop() bool {
	return slices.ContainsFunc(o.Lines, func(l OrderLine) bool { return l.DropID != nil })
}

// CheckConfirm refuses to confirm an order that does not wait for it.
func (o Order) CheckConfirm() error {
	if o.PaymentMethod == PayManual && o.Payment == Unpaid && o.Reserved {
		return nil
	}
	return Errorf(Conflict, "There is nothing to confirm for this order.")
}

// repayTime is how long an order can still be paid after its reservation ended. What
// it was agreed at does not hold for ever.
const repayTime = 24 * time.Hour

// Lapsed says that the time to pay ran out and the units went back.
func (o Order) Lapsed() bool { return o.AwaitsPayment() && !o.Reserved }

// CheckPay refuses to take a payment for an order that waits for none, or whose time
// to pay ran out long ago. A lapsed order must pass CheckQuote too.
func (o Order) CheckPay(now time.Time) error {
	switch {
	case !o.AwaitsPayment():
		return Errorf(Conflict, "There is nothing to pay for this order.")
	case o.Lapsed() && now.After(o.ReservedUntil.Add(repayTime)):
		return Errorf(Expired, "This order was not paid in time. You can order the same again at today's prices.")
	}
	return nil
}

// CheckQuote refuses to reserve again for a lapsed order that would not cost the same today.
func (o Order) CheckQuote(today Quote, currency string) error {
	same := o.Currency == currency && o.Subtotal == today.Subtotal && o.Discount == today.Discount && o.Shipping == today.Shipping &&
		o.Tax == today.Tax && o.TaxIncluded == today.TaxIncluded && o.Total == today.Total && len(o.Lines) == len(today.Lines)
	for i := range o.Lines {
		same = same && o.Lines[i].Price == today.Lines[i].Product.Price
	}
	if same {
		return nil
	}
	return Errorf(TotalChanged, "This order would cost something else today. You can order the same again at today's prices.")
}

// CheckRelease refuses to let a buyer go back on an order that waits for no payment.
func (o Order) CheckRelease() error {
	if o.AwaitsPayment() {
		return nil
	}
	return Errorf(Conflict, "This order does not wait for a payment any more.")
}

// CheckMarkPaid refuses to note a payment by hand for an order that is not paid at the shop.
func (o Order) CheckMarkPaid() error {
	if o.Payment == Unpaid && o.PaymentMethod == PayManual && !o.Status.Over() {
		return nil
	}
	return Errorf(Conflict, "Only an unpaid order that is paid at the shop can be marked as paid.")
}

// CheckMove refuses to take an order to a status that staff cannot give it.
func (o Order) CheckMove(to Status, settings OrderSettings) error {
	if err := settings.checkStatus(to); err != nil {
		return err
	}
	if o.AwaitsPayment() {
		return Errorf(Conflict, "This order waits for its payment. It can be worked on once that has come.")
	}
	return o.Status.Move(to)
}

// NextStep is the status that staff can take the order to with one click, "" when there is none.
func (o Order) NextStep(settings OrderSettings) Status {
	next := o.Status.Next(o.Fulfillment)
	if next == "" || o.CheckMove(next, settings) != nil {
		return ""
	}
	return next
}

// checkStatus refuses a status that is switched off.
func (s OrderSettings) checkStatus(status Status) error {
	if s.StatusEnabled(status) {
		return nil
	}
	return FieldError(Conflict, "status", "The status "+status.Label()+" is switched off in the settings.")
}

// CheckHandOver refuses to hand over an order at pickup that is delivered, not
// paid, over, or handed over already.
func (o Order) CheckHandOver(settings OrderSettings) error {
	switch {
	case o.Fulfillment != Pickup:
		return Errorf(Conflict, "This order is delivered, not picked up.")
	case o.Status.HandedOver():
		return Errorf(Conflict, "This order was handed over already.")
	case o.Payment != Paid:
		return Errorf(Conflict, "This order is not paid yet.")
	}
	return o.CheckMove(StatusPickedUp, settings)
}

// CheckCancel refuses to let staff cancel an order that is over or was handed over.
func (o Order) CheckCancel(settings OrderSettings) error {
	if err := settings.checkStatus(StatusCancelled); err != nil {
		return err
	}
	return o.Status.Move(StatusCancelled)
}

// CheckPassOn refuses to cancel an order of a drop and to give its units to the next buyer. It is a
// cancellation by staff, so a shop that switched cancelling off has none, and the order must be paid
// and have its units: there is nothing to refund or to give to the next otherwise.
func (o Order) CheckPassOn(settings OrderSettings) error {
	if err := settings.checkStatus(StatusCancelled); err != nil {
		return err
	}
	if o.Payment == Paid && o.Reserved && o.CheckCancel(settings) == nil {
		return nil
	}
	return Errorf(Conflict, "Order %s is not paid, over or handed over already.", o.Number)
}

// CheckCancelByCustomer refuses to let a customer cancel an order that somebody has begun to prepare.
func (o Order) CheckCancelByCustomer(settings OrderSettings) error {
	if err := settings.checkStatus(StatusCancelled); err != nil {
		return err
	}
	if o.Status != StatusPending && o.Status != StatusOnHold {
		return Errorf(Conflict, "This order cannot be cancelled any more. Write to us and we see what we can do.")
	}
	return nil
}

// Refundable is what can still be given back of what was paid.
func (o Order) Refundable() Cents {
	if o.Payment != Paid {
		return 0
	}
	return o.Total - o.Refunded
}

// CheckRefund refuses to give back nothing, or more than is left of what was paid.
func (o Order) CheckRefund(amount Cents, settings PaymentSettings) error {
	switch {
	case amount <= 0:
		return FieldError(Invalid, "amount", "Enter an amount above zero.")
	case amount > o.Refundable():
		return FieldError(Conflict, "amount", "This order has no more than "+MoneyText(o.Refundable(), o.Currency, settings.CurrencyFormat)+" left to refund.")
	}
	return nil
}

// CanPay says whether the buyer can pay online now.
func (o Order) CanPay(now time.Time) bool { return o.CheckPay(now) == nil }

// CanMarkPaid says whether staff can note that the order was paid at the shop.
func (o Order) CanMarkPaid() bool { return o.CheckMarkPaid() == nil }

// CanHandOver says whether the customer can collect the order now.
func (o Order) CanHandOver(settings OrderSettings) bool { return o.CheckHandOver(settings) == nil }

// CanMove says whether staff can take the order to another status that is switched on.
func (o Order) CanMove() bool { return !o.AwaitsPayment() && !o.Status.Over() }

// CanHold says whether staff can put the order on hold.
func (o Order) CanHold(settings OrderSettings) bool {
	return o.Status != StatusOnHold && o.CheckMove(StatusOnHold, settings) == nil
}

// CanCancel says whether staff can cancel the order.
func (o Order) CanCancel(settings OrderSettings) bool { return o.CheckCancel(settings) == nil }

// CanCustomerCancel says whether the customer can cancel the order in their account.
func (o Order) CanCustomerCancel(settings OrderSettings) bool {
	return o.CheckCancelByCustomer(settings) == nil
}

// CanRefund says whether money can be given back.
func (o Order) CanRefund() bool { return o.Refundable() > 0 }
