-- +goose Up
-- A text of one or two letters is found as the beginning of trigrams; every product's text gets an end for its last letters.
CREATE VIRTUAL TABLE products_trigrams USING fts5vocab('products_fts', 'instance');
UPDATE products SET search_text = search_text || char(10, 10);
