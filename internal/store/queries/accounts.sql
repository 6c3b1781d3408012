-- name: SetEmail :execrows
UPDATE users SET email = $1, email_key = $2, updated_at = $3 WHERE id = $4;

-- name: DeleteUser :execrows
DELETE FROM users WHERE id = $1;

-- name: SetAvatar :execrows
UPDATE profiles SET avatar_url = $1, updated_at = $2 WHERE id = $3;

-- name: SessionsOf :many
SELECT * FROM sessions WHERE user_id = $1 AND expires_at > $2 AND NOT second_factor_due ORDER BY last_seen_at DESC, id DESC;

-- name: DeleteSessionOf :execrows
DELETE FROM sessions WHERE id = $1 AND user_id = $2;

-- name: DeleteLink :execrows
DELETE FROM links WHERE token_hash = $1;

-- name: InsertLinkOnce :execrows
INSERT INTO links (token_hash, kind, user_id, payload, created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (token_hash) DO NOTHING;

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

-- name: CartOf :many
SELECT product_id, quantity FROM cart_lines WHERE user_id = $1 ORDER BY added_at, product_id;

-- name: SetCartLine :exec
INSERT INTO cart_lines (user_id, product_id, quantity, added_at) VALUES ($1, $2, $3, $4)
ON CONFLICT (user_id, product_id) DO UPDATE SET quantity = excluded.quantity;

-- name: DeleteCartLine :execrows
DELETE FROM cart_lines WHERE user_id = $1 AND product_id = $2;

-- name: ClearCart :execrows
DELETE FROM cart_lines WHERE user_id = $1;

-- name: OrdersOf :many
SELECT * FROM orders WHERE user_id = sqlc.arg(user_id) AND (created_at < sqlc.arg(before) OR created_at = sqlc.arg(before) AND id < sqlc.arg(before_id))
ORDER BY created_at DESC, id DESC LIMIT sqlc.arg(most);

-- name: EventsOfOrder :many
SELECT * FROM order_events WHERE order_id = $1 ORDER BY id;

-- name: OpenOrdersOf :one
SELECT COUNT(*) FROM orders WHERE user_id = $1
    AND status IN ('pending', 'processing', 'ready_for_pickup', 'ready_for_delivery', 'on-hold');

-- name: AnonymizePromoUses :execrows
UPDATE promo_uses SET customer_key = '' WHERE order_id IN (SELECT o.id FROM orders o WHERE o.user_id = $1);

-- name: AnonymizeOrderActors :execrows
UPDATE order_events SET actor = 'customer' WHERE actor = sqlc.arg(actor) AND order_id IN (SELECT o.id FROM orders o WHERE o.user_id = sqlc.arg(user_id));

-- name: AnonymizeOrders :execrows
-- Number, date, goods, amounts, state and ZIP stay: accounting and tax law require them.
UPDATE orders SET user_id = NULL, email = '', email_key = '', mailbox_key = '', network_key = '', network48_key = '', customer_name = 'Deleted customer', phone = '', line1 = '', line2 = '',
    city = '', notes = '', staff_notes = '', pickup_code = '', request_hash = '', search_text = LOWER(number), updated_at = $1
WHERE user_id = $2;

-- name: AddCartLine :exec
-- One statement, so that two concurrent merges are both counted.
INSERT INTO cart_lines (user_id, product_id, quantity, added_at) VALUES ($1, $2, $3, $4)
ON CONFLICT (user_id, product_id) DO UPDATE SET
    quantity = CASE WHEN cart_lines.quantity + excluded.quantity > 10000 THEN 10000 ELSE cart_lines.quantity + excluded.quantity END;

-- name: KeepCartLine :exec
INSERT INTO cart_lines (user_id, product_id, quantity, added_at) VALUES ($1, $2, $3, $4)
ON CONFLICT (user_id, product_id) DO UPDATE SET
    quantity = CASE WHEN cart_lines.quantity > excluded.quantity THEN cart_lines.quantity ELSE excluded.quantity END;
