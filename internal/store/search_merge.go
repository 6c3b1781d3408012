package store

import (
	"context"
	"time"
)

// The search indexes of a SQLite shop whose parts are merged here. That of the products is merged by SQLite: they are not
// changed while people wait.
var mergedIndexes = []string{"orders_fts", "customers_fts"}

const (
	// mergePages is how many pages one step of a merge writes: orders wait for one step, and are placed in the rest after it.
	mergePages = 16
	mergeRest  = 10 * time.Millisecond
	// mergeSteps is how many steps follow each other before the write-ahead log has its turn.
	mergeSteps = 16
)

// mergeIndexes merges the parts of the search indexes, so that a search reads few of them, in short transactions. It says
// whether nothing is left to merge.
func (c *checkpointer) mergeIndexes(ctx context.Context) (merged bool, err error) {
	for range mergeSteps {
		merged = true
		for _, index := range mergedIndexes {
			done, err := c.mergeStep(ctx, index)
			if err != nil {
				return false, err
			}
			merged = merged && done
		}
		if merged {
			break
		}
		select {
		case <-ctx.Done():
			return false, ctx.Err()
		case <-time.After(mergeRest):
		}
	}
	return merged, nil
}

// mergeStep says whether there was nothing to merge: SQLite then counts one changed row, that of the statement itself.
func (c *checkpointer) mergeStep(ctx context.Context, index string) (done bool, err error) {
	tx, err := c.writer.BeginTx(ctx, nil)
	if err != nil {
		return false, err
	}
	defer func() { _ = tx.Rollback() }()
	var before, after int64
	if err := tx.QueryRowContext(ctx, "SELECT total_changes()").Scan(&before); err != nil {
		return false, err
	}
	if _, err := tx.ExecContext(ctx, "INSERT INTO "+index+"("+index+", rank) VALUES ('merge', ?)", mergePages); err != nil {
		return false, err
	}
	if err := tx.QueryRowContext(ctx, "SELECT total_changes()").Scan(&after); err != nil {
		return false, err
	}
	return after-before < 2, tx.Commit()
}
