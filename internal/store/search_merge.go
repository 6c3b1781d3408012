package store

import (
	"context"
	"time"
)

// mergedIndexes are the full-text indexes of a SQLite shop whose segments are merged here. SQLite merges that of the products
// by itself, when one is saved: no buyer waits for that.
var mergedIndexes = []string{"orders_fts", "customers_fts"}

const (
	// mergePages is how many pages one step of a merge writes. Orders wait for one step at most: mergeRest after it is theirs.
	mergePages = 16
	mergeRest  = 10 * time.Millisecond
	// mergeSteps is how many steps are done before the write-ahead log is copied again.
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
