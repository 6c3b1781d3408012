package accounts

import (
	"context"
	"log/slog"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// DeleteAccount deletes account, profile, picture, sessions, addresses and cart. What
// is held for the person goes to the next who waits. Orders stay for bookkeeping,
// without the person. It is refused while an order is open: it
// could not be delivered without an address.
func (s *Service) DeleteAccount(ctx context.Context, session shop.Session, password string, client shop.Client) error {
	account, err := s.confirmPassword(ctx, session.User.ID, "password", password, client)
	if err != nil {
		return err
	}
	avatar := ""
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		if account.Admin { // of two admins who delete themselves at once, the second must see that it is the last
			if err := tx.Accounts.LockAdmins(ctx); err != nil {
				return err
			}
		}
		account, err := lockUserIfPasswordUnchanged(ctx, tx, account)
		if err != nil {
			return err
		}
		if err := checkDeletable(ctx, tx, account); err != nil {
			return err
		}
		if err := tx.Orders.Anonymize(ctx, account, s.now()); err != nil {
			return err
		}
		if err := s.waitlist.ForgetAccount(ctx, tx, account.ID); err != nil {
			return err
		}
		if err := s.lines.ForgetAccount(ctx, tx, account.ID); err != nil {
			return err
		}
		user, err := s.withProfile(ctx, tx, account)
		if err != nil {
			return err
		}
		avatar = user.AvatarURL
		if err := tx.Accounts.Delete(ctx, account.ID); err != nil {
			return err
		}
		emitSessionChange(tx, account.ID)
		slog.Info("account deleted", "user", account.ID)
		return nil
	})
	if err == nil {
		s.removeImage(ctx, avatar)
	}
	return err
}

func checkDeletable(ctx context.Context, tx *store.Tx, account store.Account) error {
	open, err := tx.Orders.CountOpen(ctx, account.ID)
	if err != nil {
		return err
	}
	if open > 0 {
		return shop.Errorf(shop.InUse, "You have an order that is still open. Cancel it or wait until it is completed, then delete your account.")
	}
	if !account.Admin {
		return nil
	}
	admins, err := tx.Accounts.Admins(ctx)
	if err != nil {
		return err
	}
	if len(admins) == 1 {
		return shop.Errorf(shop.InUse, "You are the only admin of this shop. Make another one first.")
	}
	return nil
}
