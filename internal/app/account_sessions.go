package app

import (
	"context"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// Devices lists the browsers where the person is signed in, the latest first.
func (a *App) Devices(ctx context.Context, userID int64) ([]store.Session, error) {
	return a.Store.UserSessions(ctx, userID, a.Now())
}

// SignOutDevice ends one of the person's own sessions.
func (a *App) SignOutDevice(ctx context.Context, userID, sessionID int64) error {
	return a.Store.Write(ctx, func(tx *store.Tx) error {
		deleted, err := tx.DeleteUserSession(ctx, userID, sessionID)
		if err == nil && !deleted {
			return shop.Errorf(shop.NotFound, "Device not found.")
		}
		tx.Emit(shop.Event{Type: shop.EventSession, Audience: shop.ToUser, UserID: userID})
		return err
	})
}

// SignOutOthers ends all of the person's sessions but the one that asks.
func (a *App) SignOutOthers(ctx context.Context, session store.Session) error {
	return a.Store.Write(ctx, func(tx *store.Tx) error {
		tx.Emit(shop.Event{Type: shop.EventSession, Audience: shop.ToUser, UserID: session.User.ID})
		return tx.DeleteUserSessions(ctx, session.User.ID, session.ID)
	})
}
