-- name: CartOf :many
SELECT product_id, quantity FROM cart_lines WHERE user_id = $1 ORDER BY added_at, product_id;

-- name: SetCartLine :exec
INSERT INTO cart_lines (user_id, product_id, quantity, added_at) VALUES ($1, $2, $3, $4)
ON CONFLICT (user_id, product_id) DO UPDATE SET quantity = excluded.quantity;

-- name: DeleteCartLine :execrows
DELETE FROM cart_lines WHERE user_id = $1 AND product_id = $2;

-- name: ClearCart :execrows
DELETE FROM cart_lines WHERE user_id = $1;

-- name: AddCartLine :exec
-- One statement, so that two concurrent merges are both counted.
INSERT INTO cart_lines (user_id, product_id, quantity, added_at) VALUES ($1, $2, $3, $4)
ON CONFLICT (user_id, product_id) DO UPDATE SET
    quantity = CASE WHEN cart_lines.quantity + excluded.quantity > 10000 THEN 10000 ELSE cart_lines.quantity + excluded.quantity END;

-- name: KeepCartLine :exec
INSERT INTO cart_lines (user_id, product_id, quantity, added_at) VALUES ($1, $2, $3, $4)
ON CONFLICT (user_id, product_id) DO UPDATE SET
    quantity = CASE WHEN cart_lines.quantity > excluded.quantity THEN cart_lines.quantity ELSE excluded.quantity END;
