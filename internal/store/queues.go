package store

import (
	"context"
	"database/sql"
	"strconv"
	"strings"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store/internal/db"
)

// ScheduledQueue is a line of a scheduled drop.
type ScheduledQueue struct {
	shop.Queue
	DropVersion int64
}

// Scheduled lists the lines of all scheduled drops that are sold through one.
func (r QueueReader) Scheduled(ctx context.Context) ([]ScheduledQueue, error) {
	rows, err := r.q.ScheduledQueues(ctx)
	return mapRows(rows, func(row db.ScheduledQueuesRow) ScheduledQueue {
		return ScheduledQueue{queueOf(row.Queue), row.DropVersion}
	}), err
}

// OfDrop finds a line of a drop.
func (r QueueReader) OfDrop(ctx context.Context, dropID int64, line shop.QueueLine) (shop.Queue, error) {
	row, err := r.q.QueueOf(ctx, db.QueueOfParams{DropID: dropID, Line: string(line)})
	return queueOf(row), orNotFound(err, "Line")
}

// Lock reads a line and keeps others from changing it until this transaction ends.
func (tx QueueWriter) Lock(ctx context.Context, dropID int64, line shop.QueueLine) (shop.Queue, error) {
	if tx.engine == Postgres {
		// Entries do not refer to their queue, so this blocks nothing but other changes of the line.
		if _, err := tx.tx.ExecContext(ctx, "SELECT 1 FROM queues WHERE drop_id = $1 AND line = $2 FOR UPDATE", dropID, string(line)); err != nil {
			return shop.Queue{}, err
		}
	}
	return tx.OfDrop(ctx, dropID, line)
}

// NoteRefusedJoin notes that a join was refused because too many waited, at most once a second.
func (tx QueueWriter) NoteRefusedJoin(ctx context.Context, dropID int64, line shop.QueueLine, now time.Time) error {
	_, err := tx.q.RefuseQueueJoin(ctx, db.RefuseQueueJoinParams{Now: millis(now), DropID: dropID, Line: string(line), Before: millis(now.Add(-time.Second))})
	return err
}

// Freeze ends the list of those who are shuffled. It returns false when that was done before.
func (tx QueueWriter) Freeze(ctx context.Context, dropID int64, line shop.QueueLine) (bool, error) {
	return changed(tx.q.FreezeQueue(ctx, db.FreezeQueueParams{DropID: dropID, Line: string(line)}))
}

// numbersPerStatement is how many numbers a list in a statement has.
const numbersPerStatement = 2_000

// eachNumbers gives numbers as text for a statement: thousands of placeholders take longer than the statement.
func (r *connection) eachNumbers(numbers []int64, do func(list string) error) error {
	for start := 0; start < len(numbers); start += numbersPerStatement {
		some := numbers[start:min(start+numbersPerStatement, len(numbers))]
		list := make([]string, len(some))
		for i, n := range some {
			list[i] = strconv.FormatInt(n, 10)
		}
		if err := do(strings.Join(list, ", ")); err != nil {
			return err
		}
	}
	return nil
}

// StoreList stores the list of a shuffle and its digest.
func (tx QueueWriter) StoreList(ctx context.Context, dropID int64, line shop.QueueLine, parts []string, digest string) error {
	for i, content := range parts {
		if err := tx.q.InsertQueueList(ctx, db.InsertQueueListParams{DropID: dropID, Line: string(line), Part: int64(i), Content: content}); err != nil {
			return err
		}
	}
	return tx.q.SetEntriesDigest(ctx, db.SetEntriesDigestParams{Digest: digest, DropID: dropID, Line: string(line)})
}

// PublishedList is the list of a shuffle.
func (r QueueReader) PublishedList(ctx context.Context, dropID int64, line shop.QueueLine) (string, error) {
	parts, err := r.q.QueueList(ctx, db.QueueListParams{DropID: dropID, Line: string(line)})
	return strings.Join(parts, ""), err
}

// PublishSeed makes the seed of a line public, once its list is stored. It returns false when it was public before.
func (tx QueueWriter) PublishSeed(ctx context.Context, dropID int64, line shop.QueueLine, seed string, now time.Time) (bool, error) {
	return changed(tx.q.PublishSeed(ctx, db.PublishSeedParams{Seed: seed, Now: millis(now), DropID: dropID, Line: string(line)}))
}

// Serve moves on up to which rank people are called. It returns false when
// another instance did so in this second.
func (tx QueueWriter) Serve(ctx context.Context, q shop.Queue, serving int64, servedAt, now time.Time) (bool, error) {
	return changed(tx.q.ServeQueue(ctx, db.ServeQueueParams{Serving: serving, ServedAt: millis(servedAt), DropID: q.DropID, Line: string(q.Line), Before: millis(now.Add(-time.Second))}))
}

// Close closes a line for good. It returns false when it was closed before.
func (tx QueueWriter) Close(ctx context.Context, dropID int64, line shop.QueueLine, now time.Time) (bool, error) {
	at := millis(now)
	return changed(tx.q.CloseQueue(ctx, db.CloseQueueParams{Now: &at, DropID: dropID, Line: string(line)}))
}

func queueOf(q db.Queue) shop.Queue {
	return shop.Queue{DropID: q.DropID, Line: shop.QueueLine(q.Line), Joined: q.Joined, Shuffled: q.Shuffled, Serving: q.Serving, ServedAt: fromMillis(q.ServedAt),
		RefusedAt: fromMillis(q.RefusedAt), ClosedAt: timeOrNil(q.ClosedAt), SeedHash: q.SeedHash, SeedSealed: q.SeedSealed, Seed: q.Seed,
		EntriesDigest: q.EntriesDigest, Version: q.Version}
}

// Create makes a line of a drop with its committed seed. One that is there keeps its seed.
func (tx QueueWriter) Create(ctx context.Context, dropID int64, line shop.QueueLine, seedHash, seedSealed string) error {
	return tx.q.InsertQueue(ctx, db.InsertQueueParams{DropID: dropID, Line: string(line), SeedHash: seedHash, SeedSealed: seedSealed})
}

// Forget removes the lines of a drop and everybody in them.
func (tx QueueWriter) Forget(ctx context.Context, dropID int64) error {
	if err := tx.q.DeleteQueueEntries(ctx, dropID); err != nil {
		return err
	}
	return tx.q.DeleteQueues(ctx, dropID)
}

// Proofs finds the lines of drops, by drop.
func (r QueueReader) Proofs(ctx context.Context, dropIDs ...int64) (map[int64][]shop.QueueProof, error) {
	proofs := map[int64][]shop.QueueProof{}
	if len(dropIDs) == 0 {
		return proofs, nil
	}
	var w where
	query := "SELECT drop_id, line, seed_hash, entries_digest, seed FROM queues WHERE drop_id IN (" + placeholders(&w, dropIDs) + ") ORDER BY drop_id, line DESC"
	err := r.eachRow(ctx, query, w.args, func(rows *sql.Rows) error {
		var id int64
		var p shop.QueueProof
		if err := rows.Scan(&id, &p.Line, &p.SeedHash, &p.EntriesDigest, &p.Seed); err != nil {
			return err
		}
		proofs[id] = append(proofs[id], p)
		return nil
	})
	return proofs, err
}

// StorePart stores some lines of the list of a draw. Its digest is stored with the last.
func (tx QueueWriter) StorePart(ctx context.Context, dropID, part int64, content string) error {
	return tx.q.InsertQueueList(ctx, db.InsertQueueListParams{DropID: dropID, Line: string(shop.MainLine), Part: part, Content: content})
}

// StoreDigest stores the digest of a list whose parts are stored.
func (tx QueueWriter) StoreDigest(ctx context.Context, dropID int64, digest string) error {
	return tx.q.SetEntriesDigest(ctx, db.SetEntriesDigestParams{Digest: digest, DropID: dropID, Line: string(shop.MainLine)})
}

// EachPart gives the list of a shuffle part by part: a whole one may be large.
func (r QueueReader) EachPart(ctx context.Context, dropID int64, line shop.QueueLine, do func(content string) error) error {
	return r.eachRow(ctx, "SELECT content FROM queue_lists WHERE drop_id = $1 AND line = $2 ORDER BY part", []any{dropID, string(line)}, func(rows *sql.Rows) error {
		var content string
		if err := rows.Scan(&content); err != nil {
			return err
		}
		return do(content)
	})
}
