package store

import (
	"context"
	"encoding/json"
	"log/slog"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// Listen passes the events of every process on this database, its own included, to
// receive until ctx ends. Only PostgreSQL needs it; on SQLite it returns at once.
// Once it listens, also after a lost connection, it emits EventResync: events before that were missed.
func (s *Store) Listen(ctx context.Context, receive func([]shop.Event)) {
	s.ListenReady(ctx, receive, func() {})
}

// ListenReady is Listen that calls ready once it is subscribed.
func (s *Store) ListenReady(ctx context.Context, receive func([]shop.Event), ready func()) {
	if s.engine != Postgres {
		ready()
		return
	}
	ready = sync.OnceFunc(ready)
	for ctx.Err() == nil {
		err := s.listenOnce(ctx, receive, ready)
		if ctx.Err() != nil {
			return
		}
		slog.Warn("LISTEN connection lost, reconnecting", "error", err)
		select {
		case <-ctx.Done():
		case <-time.After(500 * time.Millisecond):
		}
	}
}

func (s *Store) listenOnce(ctx context.Context, receive func([]shop.Event), ready func()) error {
	config, _, err := s.postgresConfig(s.url)
	if err != nil {
		return err
	}
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	if _, err := conn.Exec(ctx, "LISTEN snackdrop"); err != nil {
		return err
	}
	// Other processes may have changed the catalogue, or sold units, between the start and the LISTEN.
	version, err := s.CatalogVersion(ctx)
	if err != nil {
		return err
	}
	receive([]shop.Event{{Type: shop.EventCatalog, ID: version, Audience: shop.ToServers}})
	receive([]shop.Event{{Type: shop.EventResync}})
	ready()
	for {
		note, err := conn.WaitForNotification(ctx)
		if err != nil {
			return err
		}
		var event shop.Event
		if err := json.Unmarshal([]byte(note.Payload), &event); err != nil {
			slog.Warn("live updates: unreadable event", "error", err)
			continue
		}
		receive([]shop.Event{event})
	}
}
