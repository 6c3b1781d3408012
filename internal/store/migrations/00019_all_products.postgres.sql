-- +goose Up
-- A card of the home page led to all products if its category was * or vault. Now vault is a category like any other, so a shop
-- that has none means all products. A row is a line: category | name | text.
UPDATE settings
SET value = regexp_replace(regexp_replace(value, '^[ \t\r]*vault[ \t\r]*$', '* | vault', 'ng'), '^[ \t\r]*vault[ \t\r]*\|', '* |', 'ng')
WHERE key = 'home_categories' AND NOT EXISTS (SELECT 1 FROM categories WHERE slug = 'vault');
