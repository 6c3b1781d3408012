package waitingroom

import (
	"context"
	"log/slog"
	"time"

	"github.com/snackdrop/snackdrop/internal/drops"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/waitingroom/line"
)

const (
	// shuffleQuiet is the time without a refused join that must pass before the shuffle.
	shuffleQuiet = 5 * time.Second
	// maxShuffleDelay is the longest time that the shuffle waits for that.
	maxShuffleDelay = 120 * time.Second
)

// shuffler fixes the lists of lines and publishes their seeds.
type shuffler struct{ c Config }

// Tasks are the tasks of drops that the waiting room does.
func Tasks(c Config) map[shop.DropTask]drops.Task {
	s := shuffler{c}
	return map[shop.DropTask]drops.Task{
		shop.TaskShuffle: func(ctx context.Context, d shop.Drop) error {
			return s.shuffle(ctx, d, shop.MainLine, shop.TaskShuffle)
		},
		shop.TaskEarlyShuffle: func(ctx context.Context, d shop.Drop) error {
			return s.shuffle(ctx, d, shop.EarlyLine, shop.TaskEarlyShuffle)
		},
	}
}

// shuffle fixes and publishes the list of a line, and in the next transaction the seed:
// nobody who knows the seed can change the list. Several instances may try at once, and
// after a crash in between the same list gets the same seed.
func (s shuffler) shuffle(ctx context.Context, d shop.Drop, name shop.QueueLine, task shop.DropTask) error {
	q, err := s.c.Store.Queues.OfDrop(ctx, d.ID, name)
	if err != nil {
		return err
	}
	due, has := d.ShuffleDue(name)
	now := s.c.Now()
	switch {
	case !has || d.LineOver(name, now) && q.Shuffled == nil: // it ended before
		return s.c.Store.Write(ctx, func(tx *store.Tx) error {
			_, err := tx.DropTasks.Finish(ctx, d.ID, task, now)
			return err
		})
	case now.Before(due):
		return nil
	case refusing(q, due, now):
		return nil
	}
	frozen, err := s.freeze(ctx, d.ID, name, due)
	if err != nil || !frozen {
		return err
	}
	return s.publish(ctx, d.ID, name, task)
}

// refusing says whether the shuffle must wait because people who came in time were refused a moment ago. It waits for
// maxShuffleDelay at most.
func refusing(q shop.Queue, due, now time.Time) bool {
	return q.Shuffled == nil && now.Sub(q.RefusedAt) < shuffleQuiet && now.Before(due.Add(maxShuffleDelay))
}

// freeze stores the list of a line and its digest, once. It returns false when joins were refused since the line was read.
func (s shuffler) freeze(ctx context.Context, dropID int64, name shop.QueueLine, due time.Time) (frozen bool, err error) {
	err = s.c.Store.Write(ctx, func(tx *store.Tx) error {
		q, err := tx.Queues.Lock(ctx, dropID, name)
		if err != nil {
			return err
		}
		if frozen = !refusing(q, due, s.c.Now()); !frozen {
			return nil
		}
		first, err := tx.Queues.Freeze(ctx, dropID, name)
		if err != nil || !first {
			return err
		}
		entries, err := tx.QueueEntries.ToShuffle(ctx, dropID, name)
		if err != nil {
			return err
		}
		list, demoted := listOf(entries)
		if err := tx.QueueEntries.SetTiers(ctx, dropID, name, demoted); err != nil {
			return err
		}
		text := line.Text(list)
		return tx.Queues.StoreList(ctx, dropID, name, line.Parts(text), line.Digest(text))
	})
	return frozen, err
}

// listOf gives entries their tiers. demoted are the numbers in tier 2 whose mailbox is confirmed: their domain or network
// has too many places.
func listOf(entries []shop.QueueEntry) (list []line.Listed, demoted []int64) {
	candidates := make([]line.Candidate, len(entries))
	for i, e := range entries {
		candidates[i] = line.Candidate{Proven: e.Proven, Withdrawn: e.State == shop.QueueLeft, DomainKey: e.DomainKey, NetworkKey: e.NetworkKey, Network48Key: e.Network48Key}
	}
	list = make([]line.Listed, len(entries))
	for i, tier := range line.Tiers(candidates) {
		e := entries[i]
		list[i] = line.Listed{Number: e.Number, ReceiptHash: e.ReceiptHash, Tier: tier, Withdrawn: candidates[i].Withdrawn}
		if tier == 2 && e.Proven && !list[i].Withdrawn {
			demoted = append(demoted, e.Number)
		}
	}
	return list, demoted
}

// publish makes the seed of a frozen line public, from which the ranks follow.
func (s shuffler) publish(ctx context.Context, dropID int64, name shop.QueueLine, task shop.DropTask) error {
	q, err := s.c.Store.Queues.OfDrop(ctx, dropID, name)
	if err != nil {
		return err
	}
	seed, err := s.c.Keys.Open(q.SeedSealed)
	if err != nil {
		return err
	}
	now := s.c.Now()
	err = s.c.Store.Write(ctx, func(tx *store.Tx) error {
		if _, err := tx.DropTasks.Finish(ctx, dropID, task, now); err != nil {
			return err
		}
		first, err := tx.Queues.PublishSeed(ctx, dropID, name, seed, now)
		if err == nil && first {
			tx.Emit(shop.Event{Type: shop.EventDrop, ID: dropID})
		}
		return err
	})
	if err == nil && q.Shuffled != nil && q.Seed == "" {
		slog.Info("line shuffled", "drop", dropID, "line", name, "entries", *q.Shuffled)
	}
	return err
}

// EntriesCSV is the list that a line was shuffled from.
func (w *Service) EntriesCSV(ctx context.Context, slug string, name shop.QueueLine) (string, error) {
	view, err := w.view(ctx, slug, name)
	if err != nil {
		return "", err
	}
	text, err := w.c.Store.Queues.PublishedList(ctx, view.drop.ID, name)
	if err != nil {
		return "", err
	}
	q, err := w.c.Store.Queues.OfDrop(ctx, view.drop.ID, name)
	if err == nil && q.EntriesDigest == "" {
		err = shop.Errorf(shop.NotFound, "The line is not shuffled yet.")
	}
	return text, err
}
