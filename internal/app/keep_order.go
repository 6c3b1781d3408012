package app

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/db"
)

var (
	lookUpPerAddress = Limit{Times: 20, Per: time.Hour}
	lookUpPerOrder   = Limit{Times: 5, Per: time.Hour}
)

// KeepOrder turns a guest's order into an account: the address of the order,
// a password of their choice, the order in its history. Only this order: others
// under the address may be somebody else's, since nobody has proved it.
func (a *App) KeepOrder(ctx context.Context, order shop.Order, password string, client Client) (token string, session store.Session, err error) {
	if order.UserID != nil {
		return "", session, shop.Errorf(shop.Conflict, "This order is in an account already.")
	}
	if !shop.ValidEmail(order.Email) { // its account was deleted, and the person with it
		return "", session, shop.Errorf(shop.Conflict, "This order belongs to an account that was deleted.")
	}
	p := shop.Problems{}
	shop.CheckPassword(&p, password, false)
	if err := p.Err(); err != nil {
		return "", session, err
	}
	if err := a.Limits.TakeFrom(client, "sign-up", "address", client.Network(), signUpPerAddress); err != nil {
		return "", session, err
	}
	hash, err := a.Passwords.hash(ctx, password)
	if err != nil {
		return "", session, err
	}
	err = a.Store.Write(ctx, func(tx *store.Tx) error {
		user := shop.User{Email: order.Email, FullName: order.Name, CreatedAt: a.Now()}
		var err error
		if user.Username, err = tx.FreeUsername(ctx, shop.UsernameFrom(order.Email)); err != nil {
			return err
		}
		if user.ID, err = tx.CreateUser(ctx, user, hash, a.Now()); err != nil {
			return err
		}
		n, err := tx.GiveOrderTo(ctx, db.GiveOrderToParams{UserID: &user.ID, UpdatedAt: a.Now().UnixMilli(), ID: order.ID})
		if err != nil {
			return err
		}
		if n == 0 {
			return shop.Errorf(shop.Conflict, "This order is in an account already.")
		}
		if order.Fulfillment == shop.Delivery {
			book := shop.SavedAddress{Name: order.Name, Line1: order.Address.Line1, Line2: order.Address.Line2, City: order.Address.City,
				State: order.Address.State, Zip: order.Address.Zip, Phone: order.Phone}
			if _, err := tx.SaveAddress(ctx, user.ID, book, a.Now()); err != nil {
				return err
			}
		}
		welcome := WelcomeLetter{Username: user.Username, ShopURL: a.PublicURL + "/products"}
		if err := a.queueMail(ctx, tx, user.Email, welcome, ""); err != nil {
			return err
		}
		token, session, err = a.openSession(ctx, tx, user, false, client)
		return err
	})
	return token, session, err
}

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
