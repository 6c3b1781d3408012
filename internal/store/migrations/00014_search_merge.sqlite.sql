-- +goose Up
-- The search indexes of orders and customers are merged in small steps beside the orders, not in the transaction of the order
-- that finds them due: see checkpoint.go. crisismerge is how many parts are merged at once if that does not keep up.
INSERT INTO orders_fts(orders_fts, rank) VALUES ('automerge', 0);
INSERT INTO orders_fts(orders_fts, rank) VALUES ('usermerge', 16);
INSERT INTO orders_fts(orders_fts, rank) VALUES ('crisismerge', 500);
INSERT INTO customers_fts(customers_fts, rank) VALUES ('automerge', 0);
INSERT INTO customers_fts(customers_fts, rank) VALUES ('usermerge', 16);
INSERT INTO customers_fts(customers_fts, rank) VALUES ('crisismerge', 500);
