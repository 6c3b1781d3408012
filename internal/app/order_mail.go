package app

import (
	"context"

	"github.com/snackdrop/snackdrop/internal/outbox"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// StoreAddress is where the shop stands and orders are picked up.
const StoreAddress = "7563 Melrose Ave, Los Angeles, CA 90046"

// orderInLetter is an order as a mail shows it, with the link that only its buyer gets.
func (a *App) orderInLetter(o shop.Order) OrderInLetter {
	out := OrderInLetter{Number: o.Number, CustomerName: o.Name, URL: a.orderURL(o.Number), Subtotal: o.Subtotal, Discount: o.Discount,
		PromoCode: o.PromoCode, Shipping: o.Shipping, Tax: o.Tax, TaxIncluded: o.TaxIncluded, Total: o.Total, Currency: o.Currency,
		Pickup: o.Fulfillment == shop.Pickup, PickupCode: o.PickupCode}
	for _, line := range o.Lines {
		out.Lines = append(out.Lines, LetterLine{Name: line.Name, Quantity: line.Quantity, Total: line.Price.Times(line.Quantity)})
	}
	if out.Pickup {
		out.PickupAt = StoreAddress
	} else {
		for _, part := range []string{o.Name, o.Address.Line1, o.Address.Line2, o.Address.City + ", " + o.Address.State + " " + o.Address.Zip} {
			if part != "" {
				out.Address = append(out.Address, part)
			}
		}
	}
	if o.Payment == shop.Unpaid && o.PaymentMethod == shop.PayManual {
		out.PaymentNote = "You pay when your order is delivered."
		if out.Pickup {
			out.PaymentNote = "You pay when you pick your order up."
		}
	}
	return out
}

// confirmByMail sends the confirmation, once per order, when the settings say
// so. A whole batch of orders costs one statement.
func (a *App) confirmByMail(ctx context.Context, tx *store.Tx, orders ...shop.Order) error {
	settings, err := a.Settings(ctx)
	if err != nil || !settings.Email.OrderConfirmation {
		return err
	}
	var emails []outbox.Addressed
	for _, order := range orders {
		emails = append(emails, outbox.Addressed{To: order.Email, Email: a.confirmation(order, settings), UniqueKey: "confirm-" + order.Number})
	}
	return a.Outbox.QueueEmails(ctx, tx, emails...)
}

// confirmation is the letter of a new order. Its page asks a guest for a
// password where accounts are made automatically, so the letter says so.
func (a *App) confirmation(order shop.Order, settings shop.Settings) OrderConfirmationLetter {
	offer := order.UserID == nil && settings.Customers.AccountCreation == shop.AccountAutomatic
	return OrderConfirmationLetter{Order: a.orderInLetter(order), OfferAccount: offer}
}

// MailsAbout says whether the settings let the customer have a mail about the status.
func MailsAbout(settings shop.Settings, status shop.Status) bool {
	return settings.Email.NotifiesOf(status)
}

// statusByMail tells the customer of a new status, when the settings say so.
func (a *App) statusByMail(ctx context.Context, tx *store.Tx, order shop.Order, status shop.Status, note string) error {
	settings, err := a.Settings(ctx)
	if err != nil {
		return err
	}
	if !MailsAbout(settings, status) {
		return nil
	}
	letter := OrderStatusLetter{Order: a.orderInLetter(order), Status: string(status), StatusText: status.Words(), Note: note}
	return a.queueMail(ctx, tx, order.Email, letter, "")
}
