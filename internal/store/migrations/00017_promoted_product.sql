-- +goose Up
-- An empty title was the default one. Now it leaves the promoted product out of the home page.
DELETE FROM settings WHERE key = 'promo_title' AND value = '';
