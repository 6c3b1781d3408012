-- +goose Up
-- A batch of orders is one statement: its ledger lines are one statement as well, not a call for each order.
DROP TRIGGER orders_ledger_insert ON orders;
-- +goose StatementBegin
CREATE FUNCTION new_orders_to_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO order_ledger (order_id, orders, status, payment_status, fulfillment_type, placed_at, revenue_cents, email_key)
    SELECT id, 1, status, payment_status, fulfillment_type, created_at,
        CASE payment_status WHEN 'unpaid' THEN 0 ELSE total_cents - refunded_cents END, email_key
    FROM new_orders ORDER BY id;
    RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION order_to_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO order_ledger (order_id, orders, status, payment_status, fulfillment_type, placed_at, revenue_cents, email_key)
    VALUES (old.id, -1, old.status, old.payment_status, old.fulfillment_type, old.created_at,
        CASE old.payment_status WHEN 'unpaid' THEN 0 ELSE old.refunded_cents - old.total_cents END, old.email_key),
        (new.id, 1, new.status, new.payment_status, new.fulfillment_type, new.created_at,
        CASE new.payment_status WHEN 'unpaid' THEN 0 ELSE new.total_cents - new.refunded_cents END, new.email_key);
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER orders_ledger_insert AFTER INSERT ON orders REFERENCING NEW TABLE AS new_orders
    FOR EACH STATEMENT EXECUTE FUNCTION new_orders_to_ledger();
DROP INDEX orders_by_user; -- orders of guests need no entry
CREATE INDEX orders_by_user ON orders (user_id, created_at, id) WHERE user_id IS NOT NULL;
