-- +goose Up
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE INDEX products_search ON products USING gin (search_text gin_trgm_ops);
CREATE INDEX orders_search ON orders USING gin (search_text gin_trgm_ops);
