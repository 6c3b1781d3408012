package events

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"

	"github.com/snackdrop/snackdrop/internal/background"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// Versions are the catalogue version and the stock revision as this process knows
// them. What was computed under an older catalogue version is stale.
type Versions struct {
	catalog atomic.Int64
	stock   atomic.Int64
	drops   atomic.Int64
}

// NewVersions reads the catalogue version and follows it by the hub's events. load
// reads it from the database; it is asked again when events were missed.
func NewVersions(ctx context.Context, hub *Hub, load func(context.Context) (int64, error)) (*Versions, error) {
	version, err := load(ctx)
	if err != nil {
		return nil, err
	}
	v := &Versions{}
	v.catalog.Store(version)
	hub.Subscribe(func(e shop.Event) {
		switch e.Type {
		case shop.EventCatalog:
			v.advanceVersion(e.ID)
		case shop.EventStock:
			v.stock.Add(1)
		case shop.EventDrop:
			v.drops.Add(1)
			v.stock.Add(1) // responses that show a drop are at most as old as counts are
		case shop.EventResync:
			v.stock.Add(1)
			v.drops.Add(1)
			background.Go("catalogue version", func() {
				version, err := load(ctx)
				if err != nil {
					slog.Warn("catalogue version unknown", "error", err)
					return
				}
				v.advanceVersion(version)
			})
		}
	})
	return v, nil
}

// Catalog is the catalogue version. It changes with everything public except units left.
func (v *Versions) Catalog() int64 { return v.catalog.Load() }

// StockRevision moves on whenever units were sold or returned anywhere.
func (v *Versions) StockRevision() int64 { return v.stock.Load() }

// DropRevision moves on whenever a drop was changed or a task of it was done anywhere.
func (v *Versions) DropRevision() int64 { return v.drops.Load() }

// advanceVersion never decreases it: events of two instances may arrive in any order.
func (v *Versions) advanceVersion(version int64) {
	for {
		now := v.catalog.Load()
		if version <= now || v.catalog.CompareAndSwap(now, version) {
			return
		}
	}
}

// Cached holds one value for as long as the catalogue version stays the same.
type Cached[T any] struct {
	mu      sync.Mutex
	version int64
	value   T
	filled  bool
}

// Get gives the cached value of the version, or loads it. It loads without
// holding the lock, so a slow load delays nobody who needs another version.
func (c *Cached[T]) Get(version int64, load func() (T, error)) (T, error) {
	c.mu.Lock()
	value, fresh := c.value, c.filled && c.version == version
	c.mu.Unlock()
	if fresh {
		return value, nil
	}
	value, err := load()
	if err != nil {
		return value, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.filled || c.version <= version {
		c.value, c.version, c.filled = value, version, true
	}
	return value, nil
}
