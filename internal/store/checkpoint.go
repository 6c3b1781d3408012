package store

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/snackdrop/snackdrop/internal/background"
)

// How SQLite's write-ahead log is kept small.
const (
	// checkpointEvery is after how many transactions the log is copied into the database, checkpointPause after how long
	// when there were fewer.
	checkpointEvery = 16
	checkpointPause = time.Second
	// longLog is from how many pages on the log should begin anew, and shortRest how many pages may be left to copy while
	// orders wait for it.
	longLog   = 1_000
	shortRest = 256
	// maxPasses is how often the rest is copied beside writers before it is left to the next time.
	maxPasses = 4
)

// checkpointer copies the write-ahead log of a SQLite shop into its database, on a connection of its own beside those who
// write, and merges the search indexes. SQLite itself does both in the transaction that finds the log too long or the parts
// of an index too many: when somebody has read for a long time, as a backup does, one order would wait for all of it.
type checkpointer struct {
	own, writer *sql.DB
	commits     atomic.Int64
	many        chan struct{}
	stop        context.CancelFunc
	ended       chan struct{}
	failing     bool
}

func startCheckpoints(own, writer *sql.DB) *checkpointer {
	ctx, stop := context.WithCancel(context.Background())
	c := &checkpointer{own: own, writer: writer, many: make(chan struct{}, 1), stop: stop, ended: make(chan struct{})}
	background.Go("checkpoints", func() {
		defer close(c.ended)
		c.run(ctx)
	})
	return c
}

// committed is called after every transaction.
func (c *checkpointer) committed() {
	if c.commits.Add(1)%checkpointEvery == 0 {
		select {
		case c.many <- struct{}{}:
		default:
		}
	}
}

func (c *checkpointer) close() error {
	c.stop()
	<-c.ended
	return c.own.Close()
}

func (c *checkpointer) run(ctx context.Context) {
	tick := time.NewTicker(checkpointPause)
	defer tick.Stop()
	done := int64(0)
	for {
		select {
		case <-ctx.Done():
			return
		case <-c.many:
		case <-tick.C:
		}
		commits := c.commits.Load()
		if commits == done {
			continue
		}
		merged, err := c.mergeIndexes(ctx)
		left, checkpointErr := c.shorten(ctx)
		if err = errors.Join(err, checkpointErr); ctx.Err() != nil {
			return
		}
		if left == 0 && merged {
			done = commits
		}
		if err != nil && !c.failing { // a full disk, for example: said once
			slog.Warn("the write-ahead log is not copied into the database, or a search index is not merged", "error", err)
		}
		c.failing = err != nil
	}
}

// shorten copies what can be copied and says how much is left. What was written meanwhile is copied while nobody writes, if
// it is little, so that the next transaction begins the log anew.
func (c *checkpointer) shorten(ctx context.Context) (left int64, err error) {
	before := int64(-1)
	for range maxPasses {
		var pages int64
		if pages, left, err = checkpoint(ctx, c.own); err != nil || left == 0 || pages < longLog {
			return left, err
		}
		if left <= shortRest {
			_, left, err = checkpoint(ctx, c.writer)
			return left, err
		}
		if pages-left == before { // somebody still reads what the rest would overwrite
			return left, nil
		}
		before = pages - left
	}
	return left, nil
}

// checkpoint copies the log and says how many pages it has and how many of them could not be copied.
func checkpoint(ctx context.Context, on *sql.DB) (pages, left int64, err error) {
	var busy, copied int64
	if err = on.QueryRowContext(ctx, "PRAGMA wal_checkpoint(PASSIVE)").Scan(&busy, &pages, &copied); err != nil {
		return 0, 1, err
	}
	return pages, pages - copied, nil
}
