-- +goose Up
DROP INDEX orders_by_user; -- orders of guests need no entry
CREATE INDEX orders_by_user ON orders (user_id, created_at, id) WHERE user_id IS NOT NULL;
