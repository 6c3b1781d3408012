package app

import (
	"context"
	"log/slog"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// DeleteAccount removes the person: account, profile, picture, sessions, addresses, cart.
// Orders stay as the books need them, without the person. It waits for open
// orders: they could not be delivered to nobody.
func (a *App) DeleteAccount(ctx context.Context, session store.Session, password string, client Client) error {
	row, err := a.confirmPassword(ctx, session.User.ID, "password", password, client)
	if err != nil {
		return err
	}
	picture := ""
	err = a.Store.Write(ctx, func(tx *store.Tx) error {
		row, err := lockUserIfPasswordUnchanged(ctx, tx, row)
		if err != nil {
			return err
		}
		open, err := tx.CountOpenOrders(ctx, row.ID)
		if err != nil {
			return err
		}
		if open > 0 {
			return shop.Errorf(shop.InUse, "You have an order that is still open. Cancel it or wait until it is completed, then delete your account.")
		}
		if row.Admin {
			admins, err := tx.AdminUsers(ctx)
			if err != nil {
				return err
			}
			if len(admins) == 1 {
				return shop.Errorf(shop.InUse, "You are the only admin of this shop. Make another one first.")
			}
		}
		if err := tx.AnonymizeOrders(ctx, row, a.Now()); err != nil {
			return err
		}
		user, err := a.userWithProfile(ctx, tx, row)
		if err != nil {
			return err
		}
		picture = user.AvatarURL
		if err := tx.DeleteUser(ctx, row.ID); err != nil {
			return err
		}
		tx.Emit(shop.Event{Type: shop.EventSession, Audience: shop.ToUser, UserID: row.ID})
		slog.Info("account deleted", "user", row.ID)
		return nil
	})
	if err == nil {
		a.dropPicture(ctx, picture)
	}
	return err
}
