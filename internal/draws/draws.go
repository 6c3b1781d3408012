// Package draws chooses the winners of drops in mode draw and gives them reservations.
package draws

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/background"
	"github.com/snackdrop/snackdrop/internal/catalog"
	"github.com/snackdrop/snackdrop/internal/drops"
	"github.com/snackdrop/snackdrop/internal/outbox"
	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/waitingroom"
	"github.com/snackdrop/snackdrop/internal/waitingroom/line"
	"github.com/snackdrop/snackdrop/internal/webhooks"
)

// Service chooses the winners of drops in mode draw: a queue whose best ranks win reservations. Entering, confirming and
// withdrawing are the waiting room's.
type Service struct {
	c    Config
	room *waitingroom.Service
}

// Config is what draws need of the rest of the program.
type Config struct {
	Store       *store.Store
	DropIndex   *catalog.DropIndexCache
	WaitingRoom *waitingroom.Service
	Results     *Results
	Outbox      *outbox.Service
	Audit       *audit.Log
	Keys        *secrets.Keys
	Units       drops.Units
	Settings    func(context.Context) (shop.Settings, error)
	Now         func() time.Time
	Webhooks    *webhooks.Service
	Idle        outbox.IdleWaiter // emails to those who did not win give way to orders
}

// New makes the draws of one shop.
func New(c Config) *Service { return &Service{c: c, room: c.WaitingRoom} }

const drawsEvery = 5 * time.Second

// Run gives units to the next ranks, and enters people who did not win in the next draw, until ctx ends. Units that come back
// are given to the next rank by the transaction that returns them (NextBuyers). Run does what only the clock brings about, and
// continues where one transaction would have had too many winners.
func (s *Service) Run(ctx context.Context) {
	background.Every(ctx, drawsEvery, func() {
		if err := s.Tick(ctx); err != nil && ctx.Err() == nil {
			slog.Warn("tasks of draws failed", "error", err)
		}
	})
}

// Tick does once what Run does. A draw that fails does not keep the others waiting.
func (s *Service) Tick(ctx context.Context) error {
	index, err := s.c.DropIndex.Get(ctx)
	if err != nil {
		return err
	}
	now := s.c.Now()
	var failed error
	for _, d := range index.All() {
		if d.Mode != shop.DropDraw {
			continue
		}
		var err error
		switch d.PhaseAt(now) {
		case shop.PhaseAwarding:
			err = s.award(ctx, d)
		case shop.PhaseLive:
			err = s.enterNext(ctx, index.All(), d)
		}
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("draw of drop %d: %w", d.ID, err))
		}
	}
	return failed
}

// Draw closes a draw. In this order and each in its own transaction: the list and its digest are stored, the seed is published,
// the best ranks win. Nobody who knows the seed can change the list. It is a task of the drop: after a crash it goes on.
func (s *Service) Draw(ctx context.Context, d shop.Drop) error {
	return s.draw(ctx, d, audit.Actor{Name: "shop"})
}

// DrawNow chooses the winners at once when the task has not done it yet.
func (s *Service) DrawNow(ctx context.Context, id, version int64, by audit.Actor) error {
	d, err := s.c.Store.Drops.ByID(ctx, id)
	if err != nil {
		return err
	}
	done, err := s.c.Store.DropTasks.Done(ctx, id, shop.TaskDraw)
	if err != nil {
		return err
	}
	if d.Version != version {
		return store.ErrDropChanged
	}
	if err := d.CheckDraw(done, s.c.Now()); err != nil {
		return err
	}
	return s.draw(ctx, d, by)
}

func (s *Service) draw(ctx context.Context, d shop.Drop, by audit.Actor) error {
	if d.EndsAt == nil || s.c.Now().Before(*d.EndsAt) {
		return nil
	}
	if err := s.freeze(ctx, d.ID); err != nil {
		return err
	}
	if err := s.publish(ctx, d.ID); err != nil {
		return err
	}
	if err := s.award(ctx, d); err != nil {
		return err
	}
	if err := s.tellLosers(ctx, d.ID); err != nil {
		return err
	}
	return s.c.Store.Write(ctx, func(tx *store.Tx) error {
		d, err := tx.Drops.Lock(ctx, d.ID)
		if err != nil {
			return err
		}
		first, err := tx.DropTasks.Finish(ctx, d.ID, shop.TaskDraw, s.c.Now())
		if err != nil || !first {
			return err
		}
		q, err := tx.Queues.OfDrop(ctx, d.ID, shop.MainLine)
		if err != nil {
			return err
		}
		tx.Emit(shop.Event{Type: shop.EventDrop, ID: d.ID})
		if err := s.c.Webhooks.DrawDone(ctx, tx, d); err != nil {
			return err
		}
		return s.c.Audit.Record(ctx, tx, by, "draw", drops.Entity, shop.IDText(d.ID), nil,
			map[string]any{"name": d.Name, "entries_digest": q.EntriesDigest, "seed": q.Seed, "winners": q.Serving})
	})
}

// freeze stores the list of the entries that count and its digest, once. From then on nobody enters or withdraws.
func (s *Service) freeze(ctx context.Context, id int64) error {
	return s.c.Store.Write(ctx, func(tx *store.Tx) error {
		d, err := tx.Drops.Lock(ctx, id)
		if err != nil {
			return err
		}
		if _, err := tx.Queues.Lock(ctx, id, shop.MainLine); err != nil {
			return err
		}
		first, err := tx.Queues.Freeze(ctx, id, shop.MainLine)
		if err != nil || !first {
			return err
		}
		if d.PausedAt != nil { // the close of the entries ends a pause
			d.PausedAt = nil
			if err := tx.Drops.Change(ctx, d, s.c.Now()); err != nil {
				return err
			}
		}
		tx.Emit(shop.Event{Type: shop.EventDrop, ID: id})
		return storeDrawList(ctx, tx, id)
	})
}

// storeDrawList stores the list in several rows: in one it may be too large.
func storeDrawList(ctx context.Context, tx *store.Tx, id int64) error {
	places, digest := line.NewPlaces(), sha256.New()
	var demoted []int64
	for part, after := int64(0), int64(0); ; part++ {
		entries, err := tx.Draws.EntriesToDraw(ctx, id, after, line.LinesPerPart)
		if err != nil {
			return err
		}
		if len(entries) == 0 {
			break
		}
		list := make([]line.Listed, len(entries))
		for i, e := range entries {
			withdrawn := e.State == shop.QueueLeft
			tier := places.Tier(line.Candidate{Proven: true, Withdrawn: withdrawn, DomainKey: e.DomainKey, NetworkKey: e.NetworkKey, Network48Key: e.Network48Key})
			list[i] = line.Listed{Number: e.Number, ReceiptHash: e.ReceiptHash, Tier: tier, Withdrawn: withdrawn}
			if tier == 2 && !withdrawn {
				demoted = append(demoted, e.Number)
			}
			after = e.Number
		}
		text := line.Text(list)
		digest.Write([]byte(text))
		if err := tx.Queues.StorePart(ctx, id, part, text); err != nil {
			return err
		}
	}
	if err := tx.QueueEntries.SetTiers(ctx, id, shop.MainLine, demoted); err != nil {
		return err
	}
	return tx.Queues.StoreDigest(ctx, id, hex.EncodeToString(digest.Sum(nil)))
}

// publish makes the seed of a frozen draw public, from which the ranks follow.
func (s *Service) publish(ctx context.Context, id int64) error {
	q, err := s.c.Store.Queues.OfDrop(ctx, id, shop.MainLine)
	if err != nil || q.Seed != "" {
		return err
	}
	seed, err := s.c.Keys.Open(q.SeedSealed)
	if err != nil {
		return err
	}
	return s.c.Store.Write(ctx, func(tx *store.Tx) error {
		first, err := tx.Queues.PublishSeed(ctx, id, shop.MainLine, seed, s.c.Now())
		if err == nil && first {
			tx.Emit(shop.Event{Type: shop.EventDrop, ID: id})
		}
		return err
	})
}
