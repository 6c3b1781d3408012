package store

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store/internal/db"
)

// Link is a single-use token: sent by email, or the state of a challenge between two
// requests.
type Link struct {
	Kind    string
	UserID  *int64
	Payload string
}

// Has says whether a link could still be used.
func (r LinkReader) Has(ctx context.Context, tokenHash, kind string, now time.Time) (bool, error) {
	n, err := r.q.LinkExists(ctx, db.LinkExistsParams{TokenHash: tokenHash, Kind: kind, ExpiresAt: millis(now)})
	return n > 0, err
}

// Email is the address of the account that a usable link belongs to.
func (r LinkReader) Email(ctx context.Context, tokenHash, kind string, now time.Time) (email string, usable bool, err error) {
	email, err = r.q.EmailOfLink(ctx, db.EmailOfLinkParams{TokenHash: tokenHash, Kind: kind, ExpiresAt: millis(now)})
	usable, err = optional(err)
	return email, usable, err
}

// Add stores a link under the hash of its token.
func (tx LinkWriter) Add(ctx context.Context, tokenHash string, link Link, now, expiresAt time.Time) error {
	return tx.q.InsertLink(ctx, db.InsertLinkParams{TokenHash: tokenHash, Kind: link.Kind, UserID: link.UserID, Payload: link.Payload,
		CreatedAt: millis(now), ExpiresAt: millis(expiresAt)})
}

// Use deletes a link and returns it. It is refused when it is unknown, used or expired.
func (tx LinkWriter) Use(ctx context.Context, tokenHash, kind string, now time.Time) (Link, error) {
	row, err := tx.q.UseLink(ctx, db.UseLinkParams{TokenHash: tokenHash, Kind: kind, ExpiresAt: millis(now)})
	return Link{Kind: row.Kind, UserID: row.UserID, Payload: row.Payload},
		mapError(err, meaning{noRow: shop.Errorf(shop.Expired, "This link was used already or is too old.")})
}

// Delete deletes the link of a token, if there is one.
func (tx LinkWriter) Delete(ctx context.Context, tokenHash string) error {
	_, err := tx.q.DeleteLink(ctx, tokenHash)
	return err
}

// DeleteOfUser deletes a user's links of some kinds.
func (tx LinkWriter) DeleteOfUser(ctx context.Context, userID int64, kinds ...string) error {
	for _, kind := range kinds {
		if _, err := tx.q.DeleteLinksOf(ctx, db.DeleteLinksOfParams{UserID: &userID, Kind: kind}); err != nil {
			return err
		}
	}
	return nil
}

// DeleteOfKind deletes everybody's links of a kind.
func (tx LinkWriter) DeleteOfKind(ctx context.Context, kind string) error {
	_, err := tx.q.DeleteLinksOfKind(ctx, kind)
	return err
}
