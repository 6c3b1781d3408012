package accounts

import (
	"context"
	"strings"

	"github.com/snackdrop/snackdrop/internal/outbox"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// SignUp creates an account and signs its owner in.
func (s *Service) SignUp(ctx context.Context, in shop.SignUp, client shop.Client) (token string, session shop.Session, err error) {
	in.Username, in.Email = strings.TrimSpace(in.Username), strings.TrimSpace(in.Email)
	if err := in.Check(); err != nil {
		return "", session, err
	}
	if err := s.limits.TakeNetwork(client, "sign-up", signUpPerNetwork); err != nil {
		return "", session, err
	}
	hash, err := s.passwords.hash(ctx, in.Password)
	if err != nil {
		return "", session, err
	}
	user := shop.User{Email: in.Email, Username: in.Username, CreatedAt: s.now()}
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		var err error
		if user.ID, err = tx.Accounts.CreateWithProfile(ctx, user, hash, s.now()); err != nil {
			return err
		}
		if err := s.welcome(ctx, tx, user); err != nil {
			return err
		}
		token, session, err = s.createSession(ctx, tx, user, false, client)
		return err
	})
	return token, session, err
}

func (s *Service) welcome(ctx context.Context, tx *store.Tx, user shop.User) error {
	return s.outbox.QueueEmail(ctx, tx, user.Email, outbox.WelcomeEmail{Username: user.Username, ShopURL: s.publicURL + "/products"}, "")
}

// SignUpWithOrder creates an account from a guest's order: its email and delivery
// address, a password of the guest's choice, and the order in the account's history. It
// takes only this order: nobody has proved that others under the same email are theirs.
func (s *Service) SignUpWithOrder(ctx context.Context, order shop.Order, password string, client shop.Client) (token string, session shop.Session, err error) {
	if order.UserID != nil {
		return "", session, shop.Errorf(shop.Conflict, "This order is in an account already.")
	}
	if !shop.ValidEmail(order.Email) { // its account was deleted, and the person with it
		return "", session, shop.Errorf(shop.Conflict, "This order belongs to an account that was deleted.")
	}
	if err := checkNewPassword(password, false, order.Email); err != nil {
		return "", session, err
	}
	if err := s.limits.TakeNetwork(client, "sign-up", signUpPerNetwork); err != nil {
		return "", session, err
	}
	hash, err := s.passwords.hash(ctx, password)
	if err != nil {
		return "", session, err
	}
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		user := shop.User{Email: order.Email, FullName: order.Name, CreatedAt: s.now()}
		var err error
		if user.Username, err = tx.Accounts.FreeUsername(ctx, shop.UsernameFrom(order.Email)); err != nil {
			return err
		}
		if user.ID, err = tx.Accounts.CreateWithProfile(ctx, user, hash, s.now()); err != nil {
			return err
		}
		assigned, err := tx.Orders.Assign(ctx, order.ID, user.ID, s.now())
		if err != nil {
			return err
		}
		if !assigned {
			return shop.Errorf(shop.Conflict, "This order is in an account already.")
		}
		if order.Fulfillment == shop.Delivery {
			address := shop.SavedAddress{Name: order.Name, Line1: order.Address.Line1, Line2: order.Address.Line2, City: order.Address.City,
				State: order.Address.State, Zip: order.Address.Zip, Phone: order.Phone}
			if _, err := tx.Addresses.Save(ctx, user.ID, address, s.now()); err != nil {
				return err
			}
		}
		if err := s.welcome(ctx, tx, user); err != nil {
			return err
		}
		token, session, err = s.createSession(ctx, tx, user, false, client)
		return err
	})
	return token, session, err
}
