-- +goose Up
-- An empty text was the setting's default. Now the default is what is not stored, and an empty text leaves the words out.
DELETE FROM settings WHERE value = '';
