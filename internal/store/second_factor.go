package store

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store/internal/db"
)

// SetTOTPSecret stores the encrypted secret of an authenticator app; "" removes it.
func (tx SecondFactorWriter) SetTOTPSecret(ctx context.Context, userID int64, sealed string, now time.Time) error {
	var secret *string
	if sealed != "" {
		secret = &sealed
	}
	_, err := tx.q.SetTotp(ctx, db.SetTotpParams{TotpSecret: secret, UpdatedAt: millis(now), ID: userID})
	return err
}

// UseTOTPStep marks the code of a time step as used; fresh is false when it or a later
// one was used before.
func (tx SecondFactorWriter) UseTOTPStep(ctx context.Context, userID, step int64) (fresh bool, err error) {
	n, err := tx.q.UseTotpStep(ctx, db.UseTotpStepParams{TotpLast: step, ID: userID})
	return n > 0, err
}

// CountRecoveryCodes says how many unused recovery codes a user has.
func (r SecondFactorReader) CountRecoveryCodes(ctx context.Context, userID int64) (int64, error) {
	return r.q.CountRecoveryCodes(ctx, userID)
}

// ReplaceRecoveryCodes stores the hashes of new codes; the old codes stop working.
func (tx SecondFactorWriter) ReplaceRecoveryCodes(ctx context.Context, userID int64, hashes []string) error {
	if _, err := tx.q.DeleteRecoveryCodes(ctx, userID); err != nil {
		return err
	}
	for _, hash := range hashes {
		if err := tx.q.InsertRecoveryCode(ctx, db.InsertRecoveryCodeParams{UserID: userID, CodeHash: hash}); err != nil {
			return err
		}
	}
	return nil
}

// UseRecoveryCode deletes a code; valid is false when the user has no such code.
func (tx SecondFactorWriter) UseRecoveryCode(ctx context.Context, userID int64, hash string) (valid bool, err error) {
	n, err := tx.q.UseRecoveryCode(ctx, db.UseRecoveryCodeParams{UserID: userID, CodeHash: hash})
	return n > 0, err
}

// Passkeys lists a user's passkeys, the oldest first.
func (r SecondFactorReader) Passkeys(ctx context.Context, userID int64) ([]shop.Passkey, error) {
	rows, err := r.q.PasskeysOf(ctx, userID)
	out := make([]shop.Passkey, 0, len(rows))
	for _, row := range rows {
		out = append(out, shop.Passkey{ID: row.ID, Name: row.Name, Credential: row.Credential, CreatedAt: fromMillis(row.CreatedAt),
			LastUsedAt: timeOrNil(row.LastUsedAt)})
	}
	return out, err
}

// CountPasskeys says how many passkeys a user has.
func (r SecondFactorReader) CountPasskeys(ctx context.Context, userID int64) (int64, error) {
	return r.q.CountPasskeys(ctx, userID)
}

// AddPasskey enrols a key that nobody has enrolled.
func (tx SecondFactorWriter) AddPasskey(ctx context.Context, userID int64, key shop.Passkey) error {
	err := tx.q.InsertPasskey(ctx, db.InsertPasskeyParams{ID: key.ID, UserID: userID, Name: key.Name, Credential: key.Credential, CreatedAt: millis(key.CreatedAt)})
	return mapError(err, meaning{uniqueTaken: shop.Errorf(shop.Conflict, "This passkey is set up already.")})
}

// UpdateUsedPasskey stores what a use has changed in a credential, and when it was.
func (tx SecondFactorWriter) UpdateUsedPasskey(ctx context.Context, userID int64, id, credential string, now time.Time) error {
	at := millis(now)
	_, err := tx.q.PasskeyUsed(ctx, db.PasskeyUsedParams{Credential: credential, LastUsedAt: &at, ID: id, UserID: userID})
	return err
}

// DeletePasskey deletes one of a user's own keys.
func (tx SecondFactorWriter) DeletePasskey(ctx context.Context, userID int64, id string) error {
	n, err := tx.q.DeletePasskey(ctx, db.DeletePasskeyParams{ID: id, UserID: userID})
	if err == nil && n == 0 {
		return notFound("Passkey")
	}
	return err
}

// DeletePasskeys deletes all keys of a user.
func (tx SecondFactorWriter) DeletePasskeys(ctx context.Context, userID int64) error {
	_, err := tx.q.DeletePasskeys(ctx, userID)
	return err
}
