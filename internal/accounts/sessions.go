package accounts

import (
	"context"
	"log/slog"
	"time"

	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// These bound how often a session in use is written: its expiry moves at most once in
// this time. An admin's session is shorter, so its last use is known better.
const (
	extendAfter      = time.Hour
	extendAdminAfter = 10 * time.Minute
)

// Session finds the session of a token. The expiry of a session in use is moved;
// extended says that it was.
func (s *Service) Session(ctx context.Context, token string) (session shop.Session, extended bool, err error) {
	session, err = s.UnusedSession(ctx, token)
	if err != nil {
		return session, false, err
	}
	after := extendAfter
	if session.User.Admin {
		after = extendAdminAfter
	}
	if s.now().Sub(session.LastSeenAt) <= after || session.SecondFactorDue {
		return session, false, nil
	}
	session.LastSeenAt, session.ExpiresAt = s.now(), s.now().Add(lifeOf(session.User))
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		return tx.Sessions.Extend(ctx, session.ID, session.LastSeenAt, session.ExpiresAt)
	})
	if err != nil {
		slog.Warn("session not extended", "error", err)
	}
	return session, err == nil, nil
}

// UnusedSession finds the session of a token for a request that an open page makes by itself,
// such as its stream of live updates. It does not extend the session.
func (s *Service) UnusedSession(ctx context.Context, token string) (shop.Session, error) {
	session, err := s.store.Sessions.ByToken(ctx, secrets.HashToken(token), s.now())
	if err == nil && s.now().Sub(session.LastSeenAt) >= lifeOf(session.User) { // stored by a version in which sessions of admins lasted longer
		return shop.Session{}, shop.Errorf(shop.NotFound, "Session not found.")
	}
	return session, err
}

// SignOut ends the session of a token.
func (s *Service) SignOut(ctx context.Context, token string) error {
	return s.store.Write(ctx, func(tx *store.Tx) error { return tx.Sessions.Delete(ctx, secrets.HashToken(token)) })
}

// Devices lists the browsers where the user is signed in, the latest first.
func (s *Service) Devices(ctx context.Context, userID int64) ([]shop.Session, error) {
	return s.store.Sessions.OfUser(ctx, userID, s.now())
}

// SignOutDevice ends one of the user's own sessions.
func (s *Service) SignOutDevice(ctx context.Context, userID, sessionID int64) error {
	return s.store.Write(ctx, func(tx *store.Tx) error {
		deleted, err := tx.Sessions.DeleteOfUser(ctx, userID, sessionID)
		if err != nil {
			return err
		}
		if !deleted {
			return shop.Errorf(shop.NotFound, "Device not found.")
		}
		emitSessionChange(tx, userID)
		return nil
	})
}

// SignOutOthers ends all of the user's sessions but the given one.
func (s *Service) SignOutOthers(ctx context.Context, session shop.Session) error {
	return s.store.Write(ctx, func(tx *store.Tx) error {
		emitSessionChange(tx, session.User.ID)
		return tx.Sessions.DeleteAllOfUser(ctx, session.User.ID, session.ID)
	})
}
