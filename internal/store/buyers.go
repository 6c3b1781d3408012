package store

import "context"

// Buyer has the keys under which limits count a buyer's orders: keyed hashes of the mailbox and the
// networks, and the account of somebody who is signed in.
type Buyer struct {
	EmailKey   string // of orders that were placed before there were mailbox keys
	MailboxKey string
	UserID     *int64
	Network    string // "" is not limited
	Network48  string
}

// lockKeys takes a lock for each text, always in the same order, until the transaction
// ends. On SQLite the transaction is alone anyway.
func (tx *Tx) lockKeys(ctx context.Context, keys []string) error {
	if tx.engine != Postgres {
		return nil
	}
	_, err := tx.tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock(key) FROM (SELECT DISTINCT hashtextextended(wanted, 0) AS key"+
		" FROM unnest(CAST($1 AS TEXT[])) AS wanted ORDER BY key) AS sorted", keys)
	return err
}
