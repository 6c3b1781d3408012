-- name: CustomerByID :one
SELECT sqlc.embed(c), u.id AS user_id, u.is_admin, u.created_at AS joined_at, p.username, p.full_name
FROM customers c LEFT JOIN users u ON u.email_key = c.email_key LEFT JOIN profiles p ON p.id = u.id WHERE c.id = $1;
