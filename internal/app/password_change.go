package app

import (
	"context"
	"log/slog"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// confirmPassword asks a signed-in person for the password again, before
// something that a borrowed browser must not do. Guessing is bounded as at the
// sign-in. Whatever is then written begins with lockUserIfPasswordUnchanged.
func (a *App) confirmPassword(ctx context.Context, userID int64, field, password string, client Client) (store.Account, error) {
	if err := a.Limits.TakeFrom(client, "password check", "address", client.Network(), signInPerAddress); err != nil {
		return store.Account{}, err
	}
	if err := a.Limits.TakeFrom(client, "password check", "account", idText(userID), signInPerAccount); err != nil {
		return store.Account{}, err
	}
	row, err := a.Store.AccountByID(ctx, userID)
	if err != nil {
		return row, err
	}
	ok, err := a.Passwords.matches(ctx, password, row.PasswordHash)
	if err != nil {
		return row, err
	}
	if !ok {
		slog.Info("password check refused", "user", userID, "ip", client.IP)
		return row, shop.FieldError(shop.Invalid, field, "This is not your password.")
	}
	a.Limits.Forget("password check account " + idText(userID))
	return row, nil
}

// ChangePassword sets a new password and ends every other session.
func (a *App) ChangePassword(ctx context.Context, session store.Session, current, next string, client Client) error {
	if err := checkNewPassword(next, session.User.Admin); err != nil {
		return err
	}
	row, err := a.confirmPassword(ctx, session.User.ID, "current_password", current, client)
	if err != nil {
		return err
	}
	hash, err := a.Passwords.hash(ctx, next)
	if err != nil {
		return err
	}
	return a.Store.Write(ctx, func(tx *store.Tx) error {
		row, err := lockUserIfPasswordUnchanged(ctx, tx, row)
		if err != nil {
			return err
		}
		return a.setPassword(ctx, tx, row, hash, session.ID)
	})
}
