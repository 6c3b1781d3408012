package main

import (
	"context"
	"errors"
	"fmt"
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
	backupRound  = 250 * time.Millisecond
)

// measureBackup sells while a SQLite shop saves itself, and as long afterwards. The waits of both are compared from the
// shortest to the longest order.
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
	if selling.process, err = b.openShopIn(ctx, data, "--backup-to", backups); err != nil {
		return err
	}
	defer selling.process.stop()
	crowd, err := selling.aim(backupBuyers, selling.products[0])
	if err != nil {
		return err
	}
	defer crowd.close()
	began := time.Now()
	with, err := waitsUntil(ctx, crowd, func() bool { return len(made(backups)) > 0 })
	if err != nil {
		return err
	}
	took := time.Since(began)
	if strings.Contains(selling.process.said.String(), "backup failed") {
		return errors.New("the backup failed")
	}
	pause(ctx, afterwards)
	end := time.Now().Add(took)
	without, err := waitsUntil(ctx, crowd, func() bool { return time.Now().After(end) })
	if err != nil {
		return err
	}
	added := worstDifference(with, without)
	b.add(row{what: fmt.Sprintf("a backup of %d orders while %d buyers order, SQLite: longest added to an order", size.Orders, backupBuyers),
		ours:   fmt.Sprintf("%s in %.1f s; p50 %s, p99 %s, longest %s", ms(added), took.Seconds(), ms(at(with, 0.5)), ms(at(with, 0.99)), ms(with[len(with)-1])),
		beside: fmt.Sprintf("without: p50 %s, p99 %s, longest %s", ms(at(without, 0.5)), ms(at(without, 0.99)), ms(without[len(without)-1])),
		goal:   "≤ " + ms(backupGoal), met: holds(added <= backupGoal)})
	return nil
}

// made lists the finished backups in a folder.
func made(folder string) []string {
	files, _ := filepath.Glob(filepath.Join(folder, "*.backup"))
	return files
}

// waitsUntil orders until done says so, and gives the time of every order, sorted.
func waitsUntil(ctx context.Context, crowd *buyers, done func() bool) (waits []time.Duration, err error) {
	for end := time.Now().Add(5 * time.Minute); !done() || len(waits) == 0; {
		if time.Now().After(end) {
			return nil, errors.New("the backup did not end")
		}
		l, err := crowd.fire(ctx, backupRound)
		if err != nil {
			return nil, err
		}
		waits = append(waits, l.waits...)
	}
	slices.Sort(waits)
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
