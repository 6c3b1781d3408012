package app

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

var (
	lookUpPerAddress = Limit{Times: 20, Per: time.Hour}
	lookUpPerOrder   = Limit{Times: 5, Per: time.Hour}
)

// MailOrderLink sends the link of an order to the address it was placed with.
// The answer is the same whether there is such an order or not.
func (a *App) MailOrderLink(ctx context.Context, number, email string, client Client) error {
	if !shop.ValidEmail(email) {
		return shop.FieldError(shop.Invalid, "email", "Enter an email address.")
	}
	if err := a.Limits.TakeFrom(client, "order link", "address", client.Network(), lookUpPerAddress); err != nil {
		return err
	}
	if err := a.Limits.TakeFrom(client, "order link", "order", number+" "+shop.EmailKey(email), lookUpPerOrder); err != nil {
		return err
	}
	return a.Store.Write(ctx, func(tx *store.Tx) error {
		order, err := tx.OrderNumbered(ctx, number)
		if shop.CodeOf(err) == shop.NotFound || err == nil && shop.EmailKey(order.Email) != shop.EmailKey(email) {
			return nil
		}
		if err != nil {
			return err
		}
		letter := OrderStatusLetter{Order: a.orderInLetter(order), Status: string(order.Status), StatusText: order.Status.Words(),
			Note: "You asked for the link to this order. It is below; nobody else has it."}
		return a.queueMail(ctx, tx, order.Email, letter, "")
	})
}
