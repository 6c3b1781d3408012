-- +goose Up
-- +goose StatementBegin
CREATE FUNCTION order_to_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' THEN
        INSERT INTO order_ledger (order_id, orders, status, payment_status, fulfillment_type, placed_at, revenue_cents, email_key)
        VALUES (old.id, -1, old.status, old.payment_status, old.fulfillment_type, old.created_at,
            CASE old.payment_status WHEN 'unpaid' THEN 0 ELSE old.refunded_cents - old.total_cents END, old.email_key);
    END IF;
    INSERT INTO order_ledger (order_id, orders, status, payment_status, fulfillment_type, placed_at, revenue_cents, email_key)
    VALUES (new.id, 1, new.status, new.payment_status, new.fulfillment_type, new.created_at,
        CASE new.payment_status WHEN 'unpaid' THEN 0 ELSE new.total_cents - new.refunded_cents END, new.email_key);
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER orders_ledger_insert AFTER INSERT ON orders FOR EACH ROW EXECUTE FUNCTION order_to_ledger();
CREATE TRIGGER orders_ledger_update AFTER UPDATE OF status, payment_status, fulfillment_type, total_cents, refunded_cents, email_key, created_at ON orders
    FOR EACH ROW WHEN (old.status <> new.status OR old.payment_status <> new.payment_status OR old.fulfillment_type <> new.fulfillment_type
    OR old.total_cents <> new.total_cents OR old.refunded_cents <> new.refunded_cents OR old.email_key <> new.email_key OR old.created_at <> new.created_at)
    EXECUTE FUNCTION order_to_ledger();
-- +goose StatementBegin
CREATE FUNCTION user_to_customer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        DELETE FROM customers WHERE email_key = old.email_key AND orders = 0;
    END IF;
    IF TG_OP <> 'DELETE' THEN
        INSERT INTO customers (email, email_key, search_text, created_at) VALUES (new.email, new.email_key, new.email_key, new.created_at)
        ON CONFLICT (email_key) DO NOTHING;
    END IF;
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER users_customer_insert AFTER INSERT OR DELETE ON users FOR EACH ROW EXECUTE FUNCTION user_to_customer();
CREATE TRIGGER users_customer_update AFTER UPDATE OF email_key ON users FOR EACH ROW WHEN (old.email_key <> new.email_key)
    EXECUTE FUNCTION user_to_customer();
CREATE INDEX customers_search ON customers USING gin (search_text gin_trgm_ops);
