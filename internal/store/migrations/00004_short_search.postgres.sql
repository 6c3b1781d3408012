-- +goose Up
-- The same text on both engines, so that a shop can be carried from one to the other.
UPDATE products SET search_text = search_text || chr(10) || chr(10);
