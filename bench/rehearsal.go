package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/snackdrop/snackdrop/internal/rehearsal"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/testkit"
)

const (
	rehearsalKey  = "a key for the rehearsal"
	rehearsalSlug = "midnight-box"
	rehearsalGoal = 90 * time.Second // of 2,000 buyers
	scalperGoal   = 15               // percent of the units
)

// measureRehearsal plays drops with crowds of growing size against copies of a shop.
func measureRehearsal(ctx context.Context, b *bench) error {
	folder, err := os.MkdirTemp("", "snackdrop-rehearsal-bench-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	file := filepath.Join(folder, "snackdrop.db")
	if err := shopWithDrop(ctx, file); err != nil {
		return err
	}
	small, err := b.rehearse(ctx, "2,000 buyers after 200 units, SQLite", rehearsal.Options{Data: folder, Database: file, Buyers: 2_000, Bots: 5, Stays: 60 * time.Second})
	if err != nil {
		return err
	}
	b.add(row{what: "rehearsal with 2,000 buyers takes", ours: fmt.Sprintf("%.0f s", small.Seconds), goal: "≤ 90 s", met: holds(small.Seconds <= rehearsalGoal.Seconds())})

	server, stop, err := testkit.StartPostgres(durable...)
	if err != nil {
		return err
	}
	defer stop()
	crowd := func(database, name string, o rehearsal.Options) (rehearsal.Report, error) {
		source, err := testkit.NewDatabase(server, database)
		if err != nil {
			return rehearsal.Report{}, err
		}
		if o.RehearsalURL, err = testkit.NewDatabase(server, database+"_copy"); err != nil {
			return rehearsal.Report{}, err
		}
		if err := shopWithDrop(ctx, source); err != nil {
			return rehearsal.Report{}, err
		}
		o.Data, o.Database, o.Buyers, o.Bots, o.Instances, o.Stays = folder, source, 10_000, 5, 2, 150*time.Second
		return b.rehearse(ctx, name, o)
	}
	if _, err := crowd("plain", "10,000 buyers, 2 instances, PostgreSQL", rehearsal.Options{}); err != nil {
		return err
	}
	scalped, err := crowd("scalped", "the same and a scalper on 20 domains", rehearsal.Options{Scalper: true, ScalperDomains: 20})
	if err != nil {
		return err
	}
	share := 100 * float64(scalped.Units.Scalper) / float64(scalped.Units.ForSale)
	b.add(row{what: "units of a scalper with 5,000 mailboxes on 20 domains, 500 networks", ours: fmt.Sprintf("%s; %.1f%% of all", scalperUnits(scalped), share),
		goal: fmt.Sprintf("≤ %d%%", scalperGoal), met: holds(share <= scalperGoal)})
	many, err := crowd("many", "the same and a scalper on 250 domains", rehearsal.Options{Scalper: true, ScalperDomains: 250})
	if err != nil {
		return err
	}
	b.add(row{what: "the same on 250 domains", ours: scalperUnits(many)})
	return nil
}

func scalperUnits(r rehearsal.Report) string {
	return fmt.Sprintf("%d of %d sold, %d after 'Cancel and pass on'", r.Units.Scalper, r.Units.Sold, r.Units.AfterReview())
}

// rehearse adds the five numbers that must be zero, who got the units, and how long requests took.
func (b *bench) rehearse(ctx context.Context, name string, o rehearsal.Options) (rehearsal.Report, error) {
	o.SecretKey, o.Drop, o.Seed, o.Program, o.OpensIn = rehearsalKey, rehearsalSlug, 1, b.program, 20*time.Second
	if o.ScalperDomains == 0 {
		o.ScalperDomains = 1
	}
	r, err := rehearsal.Run(ctx, o, func(string, int, int) {})
	if err != nil {
		return r, fmt.Errorf("%s: %w", name, err)
	}
	r.Write(os.Stderr)
	f := r.Findings
	b.add(row{what: name, ours: fmt.Sprintf("oversold %d, lost %d, double %d, charged %d, over the limit %d", f.Oversold, f.Lost, f.Double, f.Charged, f.OverTheLimit),
		goal: "all 0", met: holds(f.Zero())})
	b.add(row{what: name + ": units", ours: fmt.Sprintf("%d of %d sold, %d to people, %d to bots, %d to the scalper; correlation %.3f", r.Units.Sold, r.Units.ForSale,
		r.Units.Honest, r.Units.Bot, r.Units.Scalper, r.Units.Correlation)})
	for _, l := range r.Latencies {
		b.add(row{what: name + ": " + l.What, ours: fmt.Sprintf("p50 %s, p95 %s, p99 %s of %d", ms(l.P50), ms(l.P95), ms(l.P99), l.Count)})
		if l.ServerErrors > 0 {
			return r, errors.New(name + ": the server failed at " + l.What)
		}
	}
	return r, nil
}

// shopWithDrop makes a shop with a drop of 200 units in a line. Its times are short, so that units of people who leave come back.
func shopWithDrop(ctx context.Context, location string) error {
	_, _, err := openDropShopAt(ctx, location, rehearsalKey, rehearsalSlug, 7*24*time.Hour, func(d *shop.Drop) {
		d.ReservationTime, d.HoldTime, d.PassTime, d.ShuffleTime = 15*time.Second, 30*time.Second, 10*time.Second, 15*time.Second
	})
	return err
}
