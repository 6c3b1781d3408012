-- +goose Up
-- An index must not serve queries that do not name its column: PostgreSQL read all unpaid orders by it to find those of a mailbox.
DROP INDEX orders_unpaid_by_mailbox; -- orders_by_mailbox is enough: a mailbox has few orders
DROP INDEX orders_unpaid_by_network;
DROP INDEX orders_unpaid_by_network48;
CREATE INDEX orders_unpaid_by_network ON orders (network_key) WHERE stock_held AND payment_status = 'unpaid' AND network_key <> '';
CREATE INDEX orders_unpaid_by_network48 ON orders (network48_key) WHERE stock_held AND payment_status = 'unpaid' AND network48_key <> '';
