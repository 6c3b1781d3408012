package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"time"

	"github.com/snackdrop/snackdrop/internal/move"
	"github.com/snackdrop/snackdrop/internal/store/bigshop"
	"github.com/snackdrop/snackdrop/internal/store/transfer"
	"github.com/snackdrop/snackdrop/internal/testkit"
)

const moveGoal = 10 * time.Minute

// measureMove copies a very large shop from SQLite to PostgreSQL and back, with the comparison of all rows at the end.
func measureMove(ctx context.Context, b *bench) error {
	scratch, err := os.MkdirTemp("", "snackdrop-move-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(scratch) }()
	server, stop, err := testkit.StartPostgres(durable...)
	if err != nil {
		return err
	}
	defer stop()
	file, back := filepath.Join(scratch, "snackdrop.db"), filepath.Join(scratch, "back.db")
	database, err := testkit.NewDatabase(server, "moved")
	if err != nil {
		return err
	}
	if err := bigshop.Fill(ctx, file, largeShop, func(string) {}); err != nil {
		return err
	}
	var moved map[string]transfer.Digest
	for _, way := range []struct{ name, from, to string }{{"SQLite to PostgreSQL", file, database}, {"PostgreSQL to SQLite", database, back}} {
		start := time.Now()
		report, err := move.Run(ctx, move.Plan{From: way.from, To: way.to, Out: io.Discard})
		if err != nil {
			return fmt.Errorf("%s: %w", way.name, err)
		}
		took := time.Since(start)
		if moved != nil && !maps.Equal(moved, report.Tables) {
			return errors.New("the rows that came back are not those that went there")
		}
		moved = report.Tables
		b.add(row{what: "move " + way.name + ", 100,000 products, 1,000,000 orders, min", ours: fmt.Sprintf("%.1f", took.Minutes()),
			beside: fmt.Sprintf("%d rows copied and compared", report.Rows), goal: "≤ 10", met: holds(took <= moveGoal)})
	}
	return nil
}
