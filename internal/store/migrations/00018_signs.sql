-- +goose Up
-- The drawing that stands for a category was chosen by its slug. Now it is the category's own.
ALTER TABLE categories ADD COLUMN sign TEXT NOT NULL DEFAULT 'box';
ALTER TABLE categories ADD COLUMN color TEXT NOT NULL DEFAULT ''; -- #rrggbb; empty: the drawing's own
UPDATE categories SET sign = CASE slug WHEN 'chips' THEN 'bag' WHEN 'drinks' THEN 'drink' WHEN 'candy' THEN 'candy'
    WHEN 'chocolate' THEN 'bar' WHEN 'cookies' THEN 'cookie' ELSE 'box' END;
UPDATE categories SET color = '#9C6CEF' WHERE slug = 'mystery';

-- A page showed the drawing of a category only where the shop's menu had it, else the box, which stands for everything. A shop
-- with a menu of its own keeps what it has. A row of the menu is a line: slug | name.
INSERT INTO settings (key, value, updated_at)
SELECT page.setting, 'box', menu.updated_at
FROM (
    SELECT updated_at, CHR(10) || REPLACE(REPLACE(REPLACE(REPLACE(value, ' ', ''), CHR(9), ''), CHR(13), ''), CHR(10), '|' || CHR(10)) || '|' AS lines
    FROM settings WHERE key = 'menu_categories'
) AS menu CROSS JOIN (
    SELECT 'shop_sign' AS setting, 'chips' AS slug UNION ALL SELECT 'contact_sign', 'drinks' UNION ALL SELECT 'faq_sign', 'cookies'
) AS page
WHERE REPLACE(menu.lines, CHR(10) || page.slug || '|', '') = menu.lines
ON CONFLICT (key) DO NOTHING;
