-- +goose Up
-- The same search text on both engines, so that data can be moved from one to the other.
UPDATE products SET search_text = search_text || chr(10) || chr(10);
