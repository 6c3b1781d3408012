// Package rehearsal plays the opening of a drop with a crowd of invented buyers against a copy of the shop, and reports
// whether everybody was treated as promised.
package rehearsal

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// Options says what is rehearsed, and with whom.
type Options struct {
	Data         string // folder of the shop
	Database     string // file or address of its database
	RehearsalURL string // an empty PostgreSQL database; for a shop on PostgreSQL
	SecretKey    string

	Drop           string // slug
	Buyers         int
	Instances      int
	Bots           int // percent of the buyers
	Scalper        bool
	ScalperDomains int
	Seed           uint64
	// OpensIn is how long after the start the drop opens, Stays how long the crowd stays after that.
	OpensIn time.Duration
	Stays   time.Duration
	Program string   // the program that serves the copy
	Env     []string // for it, beside what every program needs
}

// shopCopy is the copy of a shop, with the drop scheduled anew.
type shopCopy struct {
	dir      string
	location string // of its database
	onFile   bool
	key      string
	keys     *secrets.Keys
	store    *store.Store
	drop     shop.Drop
	town     shop.StoreSettings // where the shop is
	shift    time.Duration      // of the clock
	before   map[int64]int64
}

// makeCopy copies the shop into a temporary folder, or into the database of the rehearsal, and takes out what must not
// be touched: secrets, subscribers and mail that waits.
func makeCopy(ctx context.Context, o Options) (c *shopCopy, err error) {
	c = &shopCopy{onFile: o.RehearsalURL == "", key: o.SecretKey}
	if c.keys, err = secrets.New(o.SecretKey); err != nil {
		return nil, err
	}
	if c.dir, err = os.MkdirTemp("", "snackdrop-rehearsal-*"); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			c.remove()
		}
	}()
	source, err := store.Open(ctx, o.Database)
	if err != nil {
		return c, fmt.Errorf("the database does not answer: %w", err)
	}
	defer func() { _ = source.Close() }()
	c.location = o.RehearsalURL
	if c.onFile {
		c.location = filepath.Join(c.dir, "snackdrop.db")
		if err := source.CopyTo(ctx, c.location); err != nil {
			return c, err
		}
	}
	if c.store, err = store.Open(ctx, c.location); err != nil {
		return c, fmt.Errorf("the database of the rehearsal does not answer: %w", err)
	}
	if err := c.store.Migrate(ctx); err != nil {
		return c, err
	}
	if !c.onFile {
		if err := source.CopyCatalogue(ctx, c.store); err != nil {
			return c, err
		}
	}
	return c, c.prepare(ctx, o)
}

// prepare schedules the drop anew in the copy, with new seeds, by a clock that is shifted so that it opens soon.
func (c *shopCopy) prepare(ctx context.Context, o Options) error {
	a, err := services.New(ctx, services.Config{Store: c.store, Keys: c.keys, PublicURL: "http://localhost"})
	if err != nil {
		return err
	}
	d, err := c.store.Drops.BySlug(ctx, o.Drop)
	if err != nil {
		return err
	}
	if len(d.Products) == 0 {
		return errors.New("the drop has no products")
	}
	c.shift = d.OpensAt.Sub(a.Now()) - o.OpensIn
	a.Clock.Shift(c.shift)
	settings, err := a.Settings.Get(ctx)
	if err != nil {
		return err
	}
	c.town = settings.Store
	_, secret := settings.Staff()
	err = c.store.Write(ctx, func(tx *store.Tx) error {
		if err := tx.RemoveForRehearsal(ctx, secret); err != nil {
			return err
		}
		if err := tx.Queues.Forget(ctx, d.ID); err != nil {
			return err
		}
		d.ScheduledAt, d.WithdrawnAt, d.PausedAt, d.EndedAt = nil, nil, nil, nil
		if d.EndsAt != nil && d.EndsAt.Before(a.Now().Add(o.OpensIn+o.Stays)) {
			d.EndsAt = nil // the crowd needs time
		}
		return tx.Drops.Change(ctx, d, a.Now())
	})
	if err != nil {
		return err
	}
	scheduled, err := a.Drops.Schedule(ctx, d.ID, d.Version+1, audit.CommandLine)
	if err != nil {
		return fmt.Errorf("the drop cannot be scheduled: %w", err)
	}
	c.drop, c.before = scheduled.Drop, map[int64]int64{}
	for _, line := range c.drop.Products {
		units, err := c.store.Stock.Count(ctx, line.ProductID)
		if err != nil {
			return err
		}
		c.before[line.ProductID] = units.InStock + units.Reserved + units.Ordered
	}
	return nil
}

// remove deletes the copy. A database that was given stays, for whoever wants to look at it.
func (c *shopCopy) remove() {
	if c.store != nil {
		_ = c.store.Close()
	}
	_ = os.RemoveAll(c.dir)
}
