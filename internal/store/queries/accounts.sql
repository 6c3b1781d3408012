-- name: SetEmail :execrows
UPDATE users SET email = $1, email_key = $2, updated_at = $3 WHERE id = $4;

-- name: DeleteUser :execrows
DELETE FROM users WHERE id = $1;

-- name: SetAvatar :execrows
UPDATE profiles SET avatar_url = $1, updated_at = $2 WHERE id = $3;

-- name: InsertUser :one
INSERT INTO users (email, email_key, password_hash, is_admin, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6) RETURNING id;

-- name: UserByEmail :one
SELECT * FROM users WHERE email_key = $1;

-- name: UserByID :one
SELECT * FROM users WHERE id = $1;

-- name: LockUser :one
-- Reads the current row and locks it until this transaction ends.
UPDATE users SET updated_at = updated_at WHERE id = $1 RETURNING *;

-- name: SetAdmin :execrows
UPDATE users SET is_admin = $1, updated_at = $2 WHERE id = $3;

-- name: SetPassword :execrows
UPDATE users SET password_hash = $1, updated_at = $2 WHERE id = $3;

-- name: Admins :many
SELECT * FROM users WHERE is_admin ORDER BY id;

-- name: InsertProfile :exec
INSERT INTO profiles (id, username, username_key, full_name, avatar_url, updated_at) VALUES ($1, $2, $3, $4, $5, $6);

-- name: ProfileByID :one
SELECT * FROM profiles WHERE id = $1;

-- name: ProfileIDByUsername :one
SELECT id FROM profiles WHERE username_key = $1;

-- name: UpdateProfile :execrows
UPDATE profiles SET username = $1, username_key = $2, full_name = $3, updated_at = $4 WHERE id = $5;

-- name: NameCustomer :exec
-- Lets staff find a customer by the account's names.
UPDATE customers SET account_text = sqlc.arg(account_text),
    search_text = substr(search_text, 1, length(search_text) - length(account_text)) || CAST(sqlc.arg(account_text) AS TEXT)
WHERE email_key = (SELECT u.email_key FROM users u WHERE u.id = sqlc.arg(user_id));
