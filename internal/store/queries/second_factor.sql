-- name: SetTotp :execrows
UPDATE users SET totp_secret = $1, totp_last = 0, updated_at = $2 WHERE id = $3;

-- name: UseTotpStep :execrows
-- Guarded: a code that was used once is used up, even when two requests bring it at the same moment.
UPDATE users SET totp_last = $1 WHERE id = $2 AND totp_last < $1;

-- name: InsertRecoveryCode :exec
INSERT INTO recovery_codes (user_id, code_hash) VALUES ($1, $2);

-- name: UseRecoveryCode :execrows
DELETE FROM recovery_codes WHERE user_id = $1 AND code_hash = $2;

-- name: DeleteRecoveryCodes :execrows
DELETE FROM recovery_codes WHERE user_id = $1;

-- name: CountRecoveryCodes :one
SELECT COUNT(*) FROM recovery_codes WHERE user_id = $1;

-- name: PasskeysOf :many
SELECT * FROM passkeys WHERE user_id = $1 ORDER BY created_at, id;

-- name: CountPasskeys :one
SELECT COUNT(*) FROM passkeys WHERE user_id = $1;

-- name: InsertPasskey :exec
INSERT INTO passkeys (id, user_id, name, credential, created_at) VALUES ($1, $2, $3, $4, $5);

-- name: PasskeyUsed :execrows
UPDATE passkeys SET credential = $1, last_used_at = $2 WHERE id = $3 AND user_id = $4;

-- name: DeletePasskey :execrows
DELETE FROM passkeys WHERE id = $1 AND user_id = $2;

-- name: DeletePasskeys :execrows
DELETE FROM passkeys WHERE user_id = $1;
