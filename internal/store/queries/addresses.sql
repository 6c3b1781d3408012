-- name: AddressesOf :many
SELECT * FROM addresses WHERE user_id = $1 ORDER BY is_default DESC, id;

-- name: InsertAddress :one
INSERT INTO addresses (user_id, name, line1, line2, city, state, zip, phone, is_default, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING id;

-- name: UpdateAddress :execrows
UPDATE addresses SET name = $1, line1 = $2, line2 = $3, city = $4, state = $5, zip = $6, phone = $7 WHERE id = $8 AND user_id = $9;

-- name: SetDefaultAddress :execrows
-- One statement for all addresses of the user, so that exactly one is the default.
UPDATE addresses SET is_default = (id = sqlc.arg(id)) WHERE user_id = sqlc.arg(user_id);

-- name: DeleteAddress :execrows
DELETE FROM addresses WHERE id = $1 AND user_id = $2;
