-- name: DropByID :one
SELECT sqlc.embed(d), t.done_at AS closed_at, q.closed_at AS line_closed_at FROM drops d
LEFT JOIN drop_tasks t ON t.drop_id = d.id AND t.task = 'close' LEFT JOIN queues q ON q.drop_id = d.id AND q.line = 'main' WHERE d.id = $1;

-- name: DropIDBySlug :one
SELECT id FROM drops WHERE slug = $1;

-- name: AllDrops :many
SELECT sqlc.embed(d), t.done_at AS closed_at, q.closed_at AS line_closed_at FROM drops d
LEFT JOIN drop_tasks t ON t.drop_id = d.id AND t.task = 'close' LEFT JOIN queues q ON q.drop_id = d.id AND q.line = 'main' ORDER BY d.opens_at DESC, d.id DESC LIMIT $1;

-- name: ScheduledDrops :many
SELECT sqlc.embed(d), t.done_at AS closed_at, q.closed_at AS line_closed_at FROM drops d
LEFT JOIN drop_tasks t ON t.drop_id = d.id AND t.task = 'close' LEFT JOIN queues q ON q.drop_id = d.id AND q.line = 'main'
WHERE d.scheduled_at IS NOT NULL AND d.withdrawn_at IS NULL ORDER BY d.opens_at DESC, d.id DESC LIMIT $1;

-- name: InsertDrop :one
INSERT INTO drops (slug, name, description, image_url, mode, teased_at, early_at, opens_at, ends_at, early_access, early_share, limit_units, building_units,
    reservation_seconds, hold_seconds, pass_seconds, shuffle_seconds, rate_per_minute, pay_at_pickup, sell_rest, next_draw_id, created_at, updated_at)
VALUES (sqlc.arg(slug), sqlc.arg(name), sqlc.arg(description), sqlc.narg(image_url), sqlc.arg(mode), sqlc.arg(teased_at), sqlc.narg(early_at), sqlc.arg(opens_at),
    sqlc.narg(ends_at), sqlc.arg(early_access), sqlc.arg(early_share), sqlc.arg(limit_units), sqlc.narg(building_units), sqlc.arg(reservation_seconds),
    sqlc.arg(hold_seconds), sqlc.arg(pass_seconds), sqlc.arg(shuffle_seconds), sqlc.narg(rate_per_minute), sqlc.arg(pay_at_pickup), sqlc.arg(sell_rest),
    sqlc.narg(next_draw_id), sqlc.arg(now), sqlc.arg(now)) RETURNING id;

-- name: UpdateDrop :execrows
UPDATE drops SET slug = sqlc.arg(slug), name = sqlc.arg(name), description = sqlc.arg(description), image_url = sqlc.narg(image_url), mode = sqlc.arg(mode),
    scheduled_at = sqlc.narg(scheduled_at), teased_at = sqlc.arg(teased_at), early_at = sqlc.narg(early_at), opens_at = sqlc.arg(opens_at), ends_at = sqlc.narg(ends_at),
    paused_at = sqlc.narg(paused_at), ended_at = sqlc.narg(ended_at), withdrawn_at = sqlc.narg(withdrawn_at), early_access = sqlc.arg(early_access),
    early_share = sqlc.arg(early_share), limit_units = sqlc.arg(limit_units), building_units = sqlc.narg(building_units),
    reservation_seconds = sqlc.arg(reservation_seconds), hold_seconds = sqlc.arg(hold_seconds), pass_seconds = sqlc.arg(pass_seconds),
    shuffle_seconds = sqlc.arg(shuffle_seconds), rate_per_minute = sqlc.narg(rate_per_minute), pay_at_pickup = sqlc.arg(pay_at_pickup),
    sell_rest = sqlc.arg(sell_rest), next_draw_id = sqlc.narg(next_draw_id), updated_at = sqlc.arg(now), version = version + 1
WHERE id = sqlc.arg(id) AND version = sqlc.arg(version);

-- name: DeleteDraft :execrows
DELETE FROM drops WHERE id = sqlc.arg(id) AND version = sqlc.arg(version) AND scheduled_at IS NULL;

-- name: UnfinishedDrops :one
-- Drops that are scheduled and not over, besides one.
SELECT COUNT(*) FROM drops WHERE id <> sqlc.arg(except_id) AND scheduled_at IS NOT NULL AND withdrawn_at IS NULL AND ended_at IS NULL
AND (ends_at IS NULL OR ends_at > CASE WHEN mode = 'draw' THEN CAST(sqlc.arg(draws_before) AS BIGINT) ELSE CAST(sqlc.arg(now) AS BIGINT) END);

-- name: DeleteDropProducts :exec
DELETE FROM drop_products WHERE drop_id = $1;

-- name: InsertDropProduct :exec
INSERT INTO drop_products (drop_id, product_id, position, price_cents, units, early_units, hidden, active)
VALUES (sqlc.arg(drop_id), sqlc.arg(product_id), sqlc.arg(position), sqlc.narg(price_cents), sqlc.arg(units), sqlc.arg(early_units), sqlc.arg(hidden), sqlc.arg(active));

-- name: ActiveDropOf :one
SELECT drop_id FROM drop_products WHERE product_id = $1 AND active;

-- name: DeactivateDropProduct :exec
UPDATE drop_products SET active = FALSE WHERE drop_id = $1 AND product_id = $2;

-- name: SetDropProductsActive :exec
UPDATE drop_products SET active = sqlc.arg(active) WHERE drop_id = sqlc.arg(drop_id);

-- name: TakeEarlyUnits :execrows
UPDATE drop_products SET early_units = early_units + sqlc.arg(units) WHERE drop_id = sqlc.arg(drop_id) AND product_id = sqlc.arg(product_id)
AND early_units + sqlc.arg(units) <= sqlc.arg(quota);

-- name: ReturnEarlyUnits :exec
UPDATE drop_products SET early_units = CASE WHEN early_units > sqlc.arg(units) THEN early_units - sqlc.arg(units) ELSE 0 END
WHERE drop_id = sqlc.arg(drop_id) AND product_id = sqlc.arg(product_id);

-- name: DropUnitsTaken :one
-- Units of a product that are held or ordered in a drop.
SELECT CAST(COALESCE((SELECT SUM(r.units) FROM reservations r WHERE r.product_id = sqlc.arg(product_id) AND r.drop_id = sqlc.arg(drop_id) AND r.state = 'held'), 0)
    + COALESCE((SELECT SUM(l.quantity) FROM order_lines l JOIN orders o ON o.id = l.order_id
        WHERE l.product_id = sqlc.arg(product_id) AND l.drop_id = sqlc.arg(drop_id) AND l.counted AND o.stock_held), 0) AS BIGINT) AS taken;

-- name: DropSales :many
-- Units of each drop in orders that hold units, and how many of them are paid.
SELECT l.drop_id, CAST(SUM(l.quantity) AS BIGINT) AS sold, CAST(SUM(CASE WHEN o.payment_status = 'unpaid' THEN 0 ELSE l.quantity END) AS BIGINT) AS paid
FROM order_lines l JOIN orders o ON o.id = l.order_id WHERE l.drop_id IS NOT NULL AND o.stock_held GROUP BY l.drop_id;

-- name: DropUnitCounts :many
-- Where the units of a drop's products are.
SELECT dp.product_id, dp.units, dp.early_units, CAST(COALESCE(s.quantity, 0) AS BIGINT) AS quantity, CAST(COALESCE(s.safety_stock, 0) AS BIGINT) AS safety_stock,
    CAST(COALESCE((SELECT SUM(r.units) FROM reservations r WHERE r.product_id = dp.product_id AND r.state = 'held'), 0)
    + COALESCE((SELECT SUM(l.quantity) FROM order_lines l JOIN orders o ON o.id = l.order_id
        WHERE l.drop_id = dp.drop_id AND l.product_id = dp.product_id AND l.counted AND o.stock_held AND o.payment_status = 'unpaid'), 0) AS BIGINT) AS held
FROM drop_products dp LEFT JOIN stock s ON s.product_id = dp.product_id WHERE dp.drop_id = sqlc.arg(drop_id) AND dp.active ORDER BY dp.product_id;

-- name: MarkDropSoldOut :execrows
INSERT INTO drops_sold_out (drop_id, at) VALUES ($1, $2) ON CONFLICT (drop_id) DO NOTHING;
