-- name: SetStock :exec
INSERT INTO stock (product_id, quantity) VALUES ($1, $2)
ON CONFLICT (product_id) DO UPDATE SET quantity = excluded.quantity;

-- name: ForgetStock :exec
DELETE FROM stock WHERE product_id = $1;

-- name: RecountStock :execrows
UPDATE stock SET quantity = sqlc.arg(units) WHERE product_id = sqlc.arg(product_id) AND quantity = sqlc.arg(seen);

-- name: StartStock :execrows
INSERT INTO stock (product_id, quantity) VALUES ($1, $2) ON CONFLICT (product_id) DO NOTHING;

-- name: StopStock :execrows
DELETE FROM stock WHERE product_id = $1 AND quantity = sqlc.arg(seen);

-- name: HeldOfDrops :many
-- Units in reservations and unpaid orders, by product, of the products that are in a drop.
SELECT dp.product_id,
    CAST(COALESCE((SELECT SUM(r.units) FROM reservations r WHERE r.product_id = dp.product_id AND r.state = 'held'), 0)
    + COALESCE((SELECT SUM(l.quantity) FROM order_lines l JOIN orders o ON o.id = l.order_id
        WHERE l.drop_id = dp.drop_id AND l.product_id = dp.product_id AND l.counted AND o.stock_held AND o.payment_status = 'unpaid'), 0) AS BIGINT) AS held
FROM drop_products dp WHERE dp.active;

-- name: SetSafetyStock :execrows
UPDATE stock SET safety_stock = sqlc.arg(units) WHERE product_id = sqlc.arg(product_id);

-- name: StockOf :one
SELECT quantity FROM stock WHERE product_id = $1;

-- name: StockRow :one
SELECT quantity, safety_stock, unoffered FROM stock WHERE product_id = $1;

-- name: ChangeStock :execrows
-- Units are never taken below safety_stock.
UPDATE stock SET quantity = quantity + sqlc.arg(change), unoffered = sqlc.arg(unoffered)
WHERE product_id = sqlc.arg(product_id) AND (sqlc.arg(change) >= 0 OR quantity + sqlc.arg(change) >= safety_stock);

-- name: UnitCount :one
SELECT s.quantity, s.unoffered,
    CAST(COALESCE((SELECT SUM(r.units) FROM reservations r WHERE r.product_id = s.product_id AND r.state = 'held'), 0) AS BIGINT) AS reserved,
    CAST(COALESCE((SELECT SUM(l.quantity) FROM order_lines l JOIN orders o ON o.id = l.order_id
        WHERE l.product_id = s.product_id AND l.counted AND o.stock_held), 0) AS BIGINT) AS ordered
FROM stock s WHERE s.product_id = $1;

-- name: LowStock :many
SELECT p.id, p.name, CAST(s.quantity - s.safety_stock AS BIGINT) AS free FROM stock s JOIN products p ON p.id = s.product_id
WHERE s.quantity - s.safety_stock >= 1 AND s.quantity - s.safety_stock <= sqlc.arg(at_most) AND p.in_stock ORDER BY s.quantity - s.safety_stock, s.product_id LIMIT sqlc.arg(many);

-- name: SoldOutFeatured :many
SELECT p.id, p.name FROM products p LEFT JOIN stock s ON s.product_id = p.id
WHERE p.is_featured AND (NOT p.in_stock OR s.quantity - s.safety_stock <= 0) ORDER BY p.name_key, p.id LIMIT $1;
