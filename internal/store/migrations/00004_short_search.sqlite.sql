-- +goose Up
-- A search term of one or two letters is found as the beginning of trigrams; padding at the end of each product's text makes its last letters begin one too.
CREATE VIRTUAL TABLE products_trigrams USING fts5vocab('products_fts', 'instance');
UPDATE products SET search_text = search_text || char(10, 10);
