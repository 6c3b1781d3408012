-- +goose Up
-- Nothing to change here: PostgreSQL merges the pending list of its search indexes by itself.
SELECT 1;
