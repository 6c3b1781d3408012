package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/snackdrop/snackdrop/internal/store/bigshop"
)

const (
	backupGoal   = 50 * time.Millisecond // what a backup may add to an order
	backupBuyers = 8
	backupOrders = 500 // a second
	backupRound  = 250 * time.Millisecond
	backupTurns  = 3
	backupWarmUp = 5 * time.Second
)

// measureBackup sells while a SQLite shop backs itself up and while it does not, in turns of the same length. The waits of
// both are compared from the shortest to the longest order.
func measureBackup(ctx context.Context, b *bench) error {
	folder, err := os.MkdirTemp("", "snackdrop-backup-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	data, backups := filepath.Join(folder, "shop"), filepath.Join(folder, "backups")
	if err := os.Mkdir(data, 0o700); err != nil {
		return err
	}
	database := filepath.Join(data, "snackdrop.db")
	size := bigshop.Size{Products: 10_000, Orders: 100_000}
	if err := bigshop.Fill(ctx, database, size, func(string) {}); err != nil {
		return err
	}
	selling := sellingShop{}
	if selling.products, err = stock(ctx, database, 2); err != nil {
		return err
	}
	if err := b.createAdmin(ctx, data); err != nil {
		return err
	}
	if selling.process, err = b.openShopIn(ctx, data, "--backup-to", backups); err != nil {
		return err
	}
	defer selling.process.stop()
	saver := &saver{process: selling.process, folder: backups}
	if err := saver.first(ctx); err != nil {
		return err
	}
	crowd, err := selling.aim(backupBuyers, selling.products[0])
	if err != nil {
		return err
	}
	defer crowd.close()
	if _, err := crowd.fire(ctx, backupWarmUp); err != nil {
		return err
	}
	var with, without []time.Duration
	var lengths []time.Duration
	for range backupTurns {
		began := time.Now()
		done, err := saver.start(ctx)
		if err != nil {
			return err
		}
		if with, err = waitsUntil(ctx, crowd, with, done); err != nil {
			return err
		}
		lengths = append(lengths, time.Since(began))
		pause(ctx, afterwards)
		end := time.Now().Add(lengths[len(lengths)-1])
		if without, err = waitsUntil(ctx, crowd, without, func() bool { return time.Now().After(end) }); err != nil {
			return err
		}
		pause(ctx, afterwards)
	}
	slices.Sort(with)
	slices.Sort(without)
	added := worstDifference(with, without)
	b.add(row{what: fmt.Sprintf("a backup of %d orders while %d a second are placed, SQLite: longest added to an order", size.Orders, backupOrders),
		ours:   fmt.Sprintf("%s; %s; %.0f s each", ms(added), described(with), median(lengths).Seconds()),
		beside: "without: " + described(without), goal: "≤ " + ms(backupGoal), met: holds(added <= backupGoal)})
	return nil
}

// described is how long sorted orders took.
func described(waits []time.Duration) string {
	return fmt.Sprintf("%d orders, p50 %s, p99 %s, p99.9 %s, longest %s", len(waits), ms(at(waits, 0.5)), ms(at(waits, 0.99)), ms(at(waits, 0.999)), ms(waits[len(waits)-1]))
}

// saver makes backups of a shop by its button.
type saver struct {
	process *process
	folder  string
	cookies []*http.Cookie
}

// first waits for the backup that a shop makes when it is started, and signs in.
func (s *saver) first(ctx context.Context) (err error) {
	for end := time.Now().Add(2 * time.Minute); len(s.made()) == 0; pause(ctx, 50*time.Millisecond) {
		if time.Now().After(end) || ctx.Err() != nil || s.failed() {
			return errors.New("no backup was made: " + s.process.said.String())
		}
	}
	s.cookies, err = s.process.signIn(ctx)
	return err
}

// start begins a backup. done says whether it is finished.
func (s *saver) start(ctx context.Context) (done func() bool, err error) {
	before := len(s.made())
	client := &http.Client{Transport: withCookies(s.cookies), Timeout: 10 * time.Second}
	response, err := client.Post(s.process.url("/api/admin/backups"), "application/json", nil)
	if err != nil {
		return nil, err
	}
	_ = response.Body.Close()
	if response.StatusCode >= 300 {
		return nil, fmt.Errorf("'Back up now': %s", response.Status)
	}
	return func() bool { return len(s.made()) > before || s.failed() || ctx.Err() != nil }, nil
}

func (s *saver) failed() bool { return strings.Contains(s.process.said.String(), "backup failed") }

// made lists the finished backups.
func (s *saver) made() []string {
	files, _ := filepath.Glob(filepath.Join(s.folder, "*.backup"))
	return files
}

// waitsUntil orders until done says so, and adds the time of every order.
func waitsUntil(ctx context.Context, crowd *buyers, waits []time.Duration, done func() bool) ([]time.Duration, error) {
	for end := time.Now().Add(5 * time.Minute); !done() || len(waits) == 0; {
		if time.Now().After(end) {
			return nil, errors.New("the backup did not end")
		}
		l, err := pace(ctx, crowd.conns, backupOrders, backupRound, crowd.requests)
		if err != nil {
			return nil, err
		}
		waits = append(waits, l.waits...)
	}
	return waits, nil
}

// worstDifference is by how much an order of one run waited longer than the order of the same rank of another.
func worstDifference(with, without []time.Duration) (worst time.Duration) {
	for rank := range 1001 {
		share := float64(rank) / 1000
		worst = max(worst, at(with, share)-at(without, share))
	}
	return worst
}
