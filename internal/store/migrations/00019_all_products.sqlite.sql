-- +goose Up
-- A card of the home page led to all products if its category was * or vault. Now vault is a category like any other, so a shop
-- that has none means all products. A row is a line: category | name | text.
WITH RECURSIVE cards (place, line, rest) AS (
    SELECT 0, '', value || char(10) FROM settings WHERE key = 'home_categories'
    UNION ALL
    SELECT place + 1, substr(rest, 1, instr(rest, char(10)) - 1), substr(rest, instr(rest, char(10)) + 1) FROM cards WHERE rest <> ''
), split AS (
    SELECT place, line, trim(substr(line, 1, instr(line || '|', '|') - 1), ' ' || char(9, 13)) AS category, substr(line, instr(line || '|', '|')) AS texts FROM cards WHERE place > 0
)
UPDATE settings SET value = (
    SELECT group_concat(CASE WHEN category <> 'vault' THEN line WHEN texts = '' THEN '* | vault' ELSE '* ' || texts END, char(10) ORDER BY place) FROM split
)
WHERE key = 'home_categories' AND EXISTS (SELECT 1 FROM split WHERE category = 'vault') AND NOT EXISTS (SELECT 1 FROM categories WHERE slug = 'vault');
