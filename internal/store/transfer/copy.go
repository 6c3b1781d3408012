package transfer

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"golang.org/x/sync/errgroup"
)

// Step says what is being done.
type Step string

// The steps of filling a database, in their order.
const (
	Copying  Step = "copying"
	Indexing Step = "making indexes"
	Checking Step = "checking"
)

// Progress is how far a step has come: of a table's rows, or of the indexes.
type Progress struct {
	Step     Step
	Table    string
	Done, Of int64
}

// Copy fills the target with all rows of the source and compares every row afterwards.
// The source must be exclusive. It gives the digest of every table.
func Copy(ctx context.Context, from *Source, to *Target, say func(Progress)) (map[string]Digest, error) {
	if err := from.current(); err != nil {
		return nil, err
	}
	for _, table := range from.Tables {
		if err := copyTable(ctx, from, to, table, say); err != nil {
			return nil, err
		}
	}
	if err := to.remake(ctx, func(done, of int) { say(Progress{Step: Indexing, Done: int64(done), Of: int64(of)}) }); err != nil {
		return nil, err
	}
	digests := map[string]Digest{}
	for _, table := range from.Tables {
		say(Progress{Step: Checking, Table: table.Name, Of: to.copied[table.Name]})
		digest, err := compare(ctx, from.conn, to.conn, table)
		if err != nil {
			return nil, err
		}
		digests[table.Name] = digest
		say(Progress{Step: Checking, Table: table.Name, Done: digest.Rows, Of: digest.Rows})
	}
	sequences, err := from.sequences(ctx)
	if err != nil {
		return nil, err
	}
	return digests, to.finish(ctx, sequences)
}

func (s *Source) sequences(ctx context.Context) (map[string]int64, error) {
	out := map[string]int64{}
	for _, table := range s.Tables {
		if !table.Identity {
			continue
		}
		last, err := s.conn.sequence(ctx, table.Name)
		if err != nil {
			return nil, err
		}
		out[table.Name] = last
	}
	return out, nil
}

// A batch of a copy is bounded by rows, and for wide ones by the size of their texts.
const (
	batchRows  = 20_000
	batchBytes = 8 << 20
)

// batches gathers rows so that each batch is one transaction of the target.
func batches(rows iter.Seq2[Row, error]) iter.Seq2[[]Row, error] {
	return func(yield func([]Row, error) bool) {
		var batch []Row
		size := 0
		for row, err := range rows {
			if err != nil {
				yield(nil, err)
				return
			}
			batch = append(batch, row)
			for _, value := range row {
				if text, ok := value.(string); ok {
					size += len(text)
				}
			}
			if len(batch) >= batchRows || size >= batchBytes {
				if !yield(batch, nil) {
					return
				}
				batch, size = nil, 0
			}
		}
		if len(batch) > 0 {
			yield(batch, nil)
		}
	}
}

// copyTable reads the next batch while the one before is written.
func copyTable(ctx context.Context, from *Source, to *Target, table Table, say func(Progress)) error {
	total, err := number(ctx, from.conn, "SELECT COUNT(*) FROM "+quote(table.Name))
	if err != nil {
		return err
	}
	done := to.copied[table.Name]
	say(Progress{Step: Copying, Table: table.Name, Done: done, Of: total})
	if done > total {
		return fmt.Errorf("%s has fewer rows than were copied before: the shop was changed meanwhile. Empty the target and start again", table.Name)
	}
	read := make(chan []Row, 1)
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		defer close(read)
		for batch, err := range batches(rows(ctx, from.conn, table, done)) {
			if err != nil {
				return err
			}
			select {
			case read <- batch:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	})
	group.Go(func() error {
		for batch := range read {
			if err := to.append(ctx, table, batch); err != nil {
				return err
			}
			say(Progress{Step: Copying, Table: table.Name, Done: to.copied[table.Name], Of: total})
		}
		return nil
	})
	return group.Wait()
}

// compare reads a table on both sides and gives its digest when they are equal.
func compare(ctx context.Context, a, b connection, table Table) (Digest, error) {
	sides := [2]Digest{}
	group, both := errgroup.WithContext(ctx)
	for i, conn := range []connection{a, b} {
		group.Go(func() (err error) {
			sides[i], err = digestOf(rows(both, conn, table, 0))
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return Digest{}, fmt.Errorf("%s: %w", table.Name, err)
	}
	if sides[0] != sides[1] {
		return Digest{}, difference(ctx, a, b, table)
	}
	return sides[0], nil
}

func digestOf(rows iter.Seq2[Row, error]) (Digest, error) {
	d := newDigester()
	for row, err := range rows {
		if err != nil {
			return Digest{}, err
		}
		if _, err := d.add(row); err != nil {
			return Digest{}, err
		}
	}
	return d.digest(), nil
}

// errDiffers: a row of the target is not the source's.
var errDiffers = errors.New("the copy differs from the shop")

// difference names the first row that is not the same on both sides.
func difference(ctx context.Context, a, b connection, table Table) error {
	nextA, stopA := iter.Pull2(rows(ctx, a, table, 0))
	defer stopA()
	nextB, stopB := iter.Pull2(rows(ctx, b, table, 0))
	defer stopB()
	for {
		rowA, errA, okA := nextA()
		rowB, errB, okB := nextB()
		if err := errors.Join(errA, errB); err != nil {
			return err
		}
		if !okA && !okB {
			return fmt.Errorf("%w in %s, and then no more: is somebody writing?", errDiffers, table.Name)
		}
		if okA && okB && slices.Equal(rowA, rowB) {
			continue
		}
		if !okA {
			rowA = rowB
		}
		return fmt.Errorf("%w in %s at %s. Empty the target and start again", errDiffers, table.Name, keyText(table, rowA))
	}
}

// keyText is a row's key, like id=12.
func keyText(table Table, row Row) (text string) {
	for _, key := range table.Key {
		at := slices.Index(table.Columns, key)
		text += fmt.Sprintf(" %s=%v", key.Name, row[at])
	}
	return text[1:]
}
