package app

import (
	"context"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/db"
)

// Devices lists the browsers where the person is signed in, the latest first.
func (a *App) Devices(ctx context.Context, userID int64) ([]db.Session, error) {
	return a.Store.SessionsOf(ctx, db.SessionsOfParams{UserID: userID, ExpiresAt: a.Now().UnixMilli()})
}

// SignOutDevice ends one of the person's own sessions.
func (a *App) SignOutDevice(ctx context.Context, userID, sessionID int64) error {
	return a.Store.Write(ctx, func(tx *store.Tx) error {
		n, err := tx.DeleteSessionOf(ctx, db.DeleteSessionOfParams{ID: sessionID, UserID: userID})
		if err == nil && n == 0 {
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
		_, err := tx.DeleteSessionsOf(ctx, db.DeleteSessionsOfParams{UserID: session.User.ID, But: session.ID})
		return err
	})
}
