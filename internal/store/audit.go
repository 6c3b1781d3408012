package store

import (
	"context"
	"database/sql"
	"strconv"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store/internal/db"
)

// List lists changes, the newest first, from after the cursor on.
func (r AuditReader) List(ctx context.Context, f shop.AuditFilter, limit int, after string) ([]shop.AuditEntry, string, error) {
	var w where
	equal := func(column, value string) {
		if value != "" {
			w.add(column + " = " + w.arg(value))
		}
	}
	equal("entity", f.Entity)
	equal("entity_id", f.EntityID)
	equal("action", f.Action)
	if f.ActorID != 0 {
		w.add("actor_id = " + w.arg(f.ActorID))
	}
	if f.From != nil {
		w.add("at >= " + w.arg(millis(*f.From)))
	}
	if f.Until != nil {
		w.add("at < " + w.arg(millis(*f.Until)))
	}
	if after != "" {
		at, err := decodeCursor(after)
		if err != nil {
			return nil, "", err
		}
		w.add("id < " + w.arg(at.ID))
	}
	query := "SELECT id, at, actor_id, actor, action, entity, entity_id, before, after FROM audit_log " + w.sql() + "ORDER BY id DESC LIMIT " + strconv.Itoa(limit+1)
	entries := []shop.AuditEntry{}
	err := r.eachRow(ctx, query, w.args, func(rows *sql.Rows) error {
		var e shop.AuditEntry
		var at int64
		err := rows.Scan(&e.ID, &at, &e.ActorID, &e.Actor, &e.Action, &e.Entity, &e.EntityID, &e.Before, &e.After)
		e.At = fromMillis(at)
		entries = append(entries, e)
		return err
	})
	if err != nil || len(entries) <= limit {
		return entries, "", err
	}
	entries = entries[:limit]
	return entries, encodeCursor(cursor{ID: entries[limit-1].ID}), nil
}

// Insert writes one change down. Its id is given by the database.
func (tx AuditWriter) Insert(ctx context.Context, e shop.AuditEntry) error {
	return tx.q.InsertAudit(ctx, db.InsertAuditParams{At: millis(e.At), ActorID: e.ActorID, Actor: e.Actor, Action: e.Action,
		Entity: e.Entity, EntityID: e.EntityID, Before: e.Before, After: e.After})
}
