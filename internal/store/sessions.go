package store

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store/internal/db"
)

// ByToken finds the session of a token that has not expired.
func (r SessionReader) ByToken(ctx context.Context, tokenHash string, now time.Time) (shop.Session, error) {
	row, err := r.q.SessionByToken(ctx, db.SessionByTokenParams{TokenHash: tokenHash, ExpiresAt: millis(now)})
	if err != nil {
		return shop.Session{}, orNotFound(err, "Session")
	}
	s := session(row.Session)
	s.User = account(row.User).User()
	if row.Username != nil {
		s.User.Username, s.User.FullName, s.User.AvatarURL = *row.Username, *row.FullName, *row.AvatarUrl
	}
	return s, nil
}

// OfUser lists where a user is signed in, the latest first. Of the user only the
// id is set.
func (r SessionReader) OfUser(ctx context.Context, userID int64, now time.Time) ([]shop.Session, error) {
	rows, err := r.q.SessionsOf(ctx, db.SessionsOfParams{UserID: userID, ExpiresAt: millis(now)})
	out := make([]shop.Session, 0, len(rows))
	for _, row := range rows {
		out = append(out, session(row))
	}
	return out, err
}

func session(row db.Session) shop.Session {
	return shop.Session{ID: row.ID, User: shop.User{ID: row.UserID}, SecondFactorDue: row.SecondFactorDue, UserAgent: row.UserAgent, IP: row.Ip,
		CreatedAt: fromMillis(row.CreatedAt), LastSeenAt: fromMillis(row.LastSeenAt), ExpiresAt: fromMillis(row.ExpiresAt)}
}

// Create stores a session under the hash of its token and returns its id.
func (tx SessionWriter) Create(ctx context.Context, tokenHash string, s shop.Session) (int64, error) {
	return tx.q.InsertSession(ctx, db.InsertSessionParams{TokenHash: tokenHash, UserID: s.User.ID, SecondFactorDue: s.SecondFactorDue,
		UserAgent: s.UserAgent, Ip: s.IP, CreatedAt: millis(s.CreatedAt), LastSeenAt: millis(s.LastSeenAt), ExpiresAt: millis(s.ExpiresAt)})
}

// Extend moves a session's expiry.
func (tx SessionWriter) Extend(ctx context.Context, id int64, lastSeenAt, expiresAt time.Time) error {
	return tx.q.TouchSession(ctx, db.TouchSessionParams{LastSeenAt: millis(lastSeenAt), ExpiresAt: millis(expiresAt), ID: id})
}

// Delete ends the session of a token, if there is one.
func (tx SessionWriter) Delete(ctx context.Context, tokenHash string) error {
	_, err := tx.q.DeleteSession(ctx, tokenHash)
	return err
}

// DeleteOfUser ends one session of a user; deleted is false when they have no such session.
func (tx SessionWriter) DeleteOfUser(ctx context.Context, userID, id int64) (deleted bool, err error) {
	n, err := tx.q.DeleteSessionOf(ctx, db.DeleteSessionOfParams{ID: id, UserID: userID})
	return n > 0, err
}

// DeleteAllOfUser ends all sessions of a user but one; 0 keeps none.
func (tx SessionWriter) DeleteAllOfUser(ctx context.Context, userID, keep int64) error {
	_, err := tx.q.DeleteSessionsOf(ctx, db.DeleteSessionsOfParams{UserID: userID, But: keep})
	return err
}

// keepSent is how long the outbox remembers what it sent, so that nothing is queued twice.
const keepSent = 90 * 24 * time.Hour

// DeleteExpired deletes expired sessions, links and counts of attempts, old keys of buyers and old rows of the outbox.
func (tx SessionWriter) DeleteExpired(ctx context.Context, now time.Time) error {
	if _, err := tx.q.DeleteEndedSessions(ctx, millis(now)); err != nil {
		return err
	}
	if _, err := tx.q.DeleteEndedLinks(ctx, millis(now)); err != nil {
		return err
	}
	if err := tx.all.Purchases.DeleteBuyerKeys(ctx, now); err != nil {
		return err
	}
	if _, err := tx.tx.ExecContext(ctx, "DELETE FROM drop_metrics WHERE second < $1", now.Add(-keepDropMetrics).Unix()); err != nil {
		return err
	}
	if err := tx.all.Webhooks.deleteOld(ctx, now); err != nil {
		return err
	}
	if _, err := tx.tx.ExecContext(ctx, "DELETE FROM attempt_windows WHERE ends_at <= $1", millis(now)); err != nil {
		return err
	}
	before := now.Add(-keepSent)
	_, err := tx.all.Outbox.DeleteOld(ctx, before)
	return err
}
