-- +goose Up
CREATE VIRTUAL TABLE products_fts USING fts5(search_text, content='products', content_rowid='id', tokenize='trigram case_sensitive 1');
-- +goose StatementBegin
CREATE TRIGGER products_fts_insert AFTER INSERT ON products BEGIN
    INSERT INTO products_fts(rowid, search_text) VALUES (new.id, new.search_text);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER products_fts_delete AFTER DELETE ON products BEGIN
    INSERT INTO products_fts(products_fts, rowid, search_text) VALUES ('delete', old.id, old.search_text);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER products_fts_update AFTER UPDATE OF search_text ON products WHEN old.search_text <> new.search_text BEGIN
    INSERT INTO products_fts(products_fts, rowid, search_text) VALUES ('delete', old.id, old.search_text);
    INSERT INTO products_fts(rowid, search_text) VALUES (new.id, new.search_text);
END;
-- +goose StatementEnd
CREATE VIRTUAL TABLE orders_fts USING fts5(search_text, content='orders', content_rowid='id', tokenize='trigram case_sensitive 1');
-- +goose StatementBegin
CREATE TRIGGER orders_fts_insert AFTER INSERT ON orders BEGIN
    INSERT INTO orders_fts(rowid, search_text) VALUES (new.id, new.search_text);
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER orders_fts_update AFTER UPDATE OF search_text ON orders WHEN old.search_text <> new.search_text BEGIN
    INSERT INTO orders_fts(orders_fts, rowid, search_text) VALUES ('delete', old.id, old.search_text);
    INSERT INTO orders_fts(rowid, search_text) VALUES (new.id, new.search_text);
END;
-- +goose StatementEnd
