package store

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store/internal/db"
)

// All lists the keys that are not revoked, the oldest first.
func (r APIKeyReader) All(ctx context.Context) ([]shop.APIKey, error) {
	rows, err := r.q.APIKeys(ctx)
	return mapRows(rows, apiKey), err
}

// ByHash finds a key by its hash, unless it was revoked.
func (r APIKeyReader) ByHash(ctx context.Context, hash string) (shop.APIKey, error) {
	row, err := r.q.APIKeyByHash(ctx, hash)
	return apiKey(row), orNotFound(err, "API key")
}

// ByID finds a key by its id, unless it was revoked.
func (r APIKeyReader) ByID(ctx context.Context, id int64) (shop.APIKey, error) {
	row, err := r.q.APIKeyByID(ctx, id)
	return apiKey(row), orNotFound(err, "API key")
}

// Lock makes others who add a key wait.
func (tx APIKeyWriter) Lock(ctx context.Context) error {
	_, err := tx.q.NextCounter(ctx, "api_keys")
	return err
}

// Create stores a new key under its hash.
func (tx APIKeyWriter) Create(ctx context.Context, k shop.APIKey, hash string) (int64, error) {
	return tx.q.InsertAPIKey(ctx, db.InsertAPIKeyParams{Name: k.Name, KeyHash: hash, Hint: k.Hint, Scopes: joinWords(k.Scopes), CreatedBy: k.CreatedBy, CreatedAt: millis(k.CreatedAt)})
}

// Revoke ends a key for good. It returns false when there is no such key any more.
func (tx APIKeyWriter) Revoke(ctx context.Context, id int64, now time.Time) (bool, error) {
	at := millis(now)
	return changed(tx.q.RevokeAPIKey(ctx, db.RevokeAPIKeyParams{Now: &at, ID: id}))
}

// Use notes that a key was used, unless that was noted after the given time.
func (tx APIKeyWriter) Use(ctx context.Context, id int64, now, notedBefore time.Time) error {
	at, before := millis(now), millis(notedBefore)
	_, err := tx.q.UseAPIKey(ctx, db.UseAPIKeyParams{Now: &at, ID: id, Before: &before})
	return err
}

func apiKey(row db.ApiKey) shop.APIKey {
	return shop.APIKey{ID: row.ID, Name: row.Name, Hint: row.Hint, Scopes: splitWords[shop.Scope](row.Scopes), CreatedBy: row.CreatedBy,
		CreatedAt: fromMillis(row.CreatedAt), LastUsed: timeOrNil(row.LastUsedAt)}
}
