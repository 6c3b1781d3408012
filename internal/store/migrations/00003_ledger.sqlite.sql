-- +goose Up
-- +goose StatementBegin
CREATE TRIGGER orders_ledger_insert AFTER INSERT ON orders BEGIN
    INSERT INTO order_ledger (order_id, orders, status, payment_status, fulfillment_type, placed_at, revenue_cents, email_key)
    VALUES (new.id, 1, new.status, new.payment_status, new.fulfillment_type, new.created_at,
        CASE new.payment_status WHEN 'unpaid' THEN 0 ELSE new.total_cents - new.refunded_cents END, new.email_key);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER orders_ledger_update AFTER UPDATE OF status, payment_status, fulfillment_type, total_cents, refunded_cents, email_key, created_at ON orders
WHEN old.status <> new.status OR old.payment_status <> new.payment_status OR old.fulfillment_type <> new.fulfillment_type
    OR old.total_cents <> new.total_cents OR old.refunded_cents <> new.refunded_cents OR old.email_key <> new.email_key OR old.created_at <> new.created_at
BEGIN
    INSERT INTO order_ledger (order_id, orders, status, payment_status, fulfillment_type, placed_at, revenue_cents, email_key)
    VALUES (old.id, -1, old.status, old.payment_status, old.fulfillment_type, old.created_at,
        CASE old.payment_status WHEN 'unpaid' THEN 0 ELSE old.refunded_cents - old.total_cents END, old.email_key),
        (new.id, 1, new.status, new.payment_status, new.fulfillment_type, new.created_at,
        CASE new.payment_status WHEN 'unpaid' THEN 0 ELSE new.total_cents - new.refunded_cents END, new.email_key);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER users_customer_insert AFTER INSERT ON users BEGIN
    INSERT INTO customers (email, email_key, search_text, created_at) VALUES (new.email, new.email_key, new.email_key, new.created_at)
    ON CONFLICT (email_key) DO NOTHING;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER users_customer_update AFTER UPDATE OF email_key ON users WHEN old.email_key <> new.email_key BEGIN
    DELETE FROM customers WHERE email_key = old.email_key AND orders = 0;
    INSERT INTO customers (email, email_key, search_text, created_at) VALUES (new.email, new.email_key, new.email_key, new.created_at)
    ON CONFLICT (email_key) DO NOTHING;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER users_customer_delete AFTER DELETE ON users BEGIN
    DELETE FROM customers WHERE email_key = old.email_key AND orders = 0;
END;
-- +goose StatementEnd
CREATE VIRTUAL TABLE customers_fts USING fts5(search_text, content='customers', content_rowid='id', tokenize='trigram case_sensitive 1');
-- +goose StatementBegin
CREATE TRIGGER customers_fts_insert AFTER INSERT ON customers BEGIN
    INSERT INTO customers_fts(rowid, search_text) VALUES (new.id, new.search_text);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER customers_fts_delete AFTER DELETE ON customers BEGIN
    INSERT INTO customers_fts(customers_fts, rowid, search_text) VALUES ('delete', old.id, old.search_text);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER customers_fts_update AFTER UPDATE OF search_text ON customers WHEN old.search_text <> new.search_text BEGIN
    INSERT INTO customers_fts(customers_fts, rowid, search_text) VALUES ('delete', old.id, old.search_text);
    INSERT INTO customers_fts(rowid, search_text) VALUES (new.id, new.search_text);
END;
-- +goose StatementEnd
