// Package audit keeps the log of who changed what in the shop.
package audit

import (
	"context"
	"encoding/json"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// Actor is who does something.
type Actor struct {
	ID   int64
	Name string
}

// CommandLine is the actor of commands that are run on the shop's machine.
var CommandLine = Actor{Name: "command line"}

// Log is the audit log of one shop.
type Log struct {
	store *store.Store
	now   func() time.Time
}

// New gives the log that is kept in a store.
func New(s *store.Store, now func() time.Time) *Log { return &Log{s, now} }

// Record writes down who changed what, in the transaction of the change. before
// and after become JSON; nil is left out.
func (l *Log) Record(ctx context.Context, tx *store.Tx, by Actor, action, entity, id string, before, after any) error {
	entry := shop.AuditEntry{At: l.now(), ActorID: &by.ID, Actor: by.Name, Action: action, Entity: entity, EntityID: id}
	if by.ID == 0 { // no person: the command line or an API key
		entry.ActorID = nil
	}
	var err error
	if entry.Before, err = factsJSON(before); err != nil {
		return err
	}
	if entry.After, err = factsJSON(after); err != nil {
		return err
	}
	return tx.Audit.Insert(ctx, entry)
}

func factsJSON(facts any) (string, error) {
	if facts == nil {
		return "", nil
	}
	raw, err := json.Marshal(facts)
	return string(raw), err
}

// List gives a page of changes, the newest first, from after the cursor on.
func (l *Log) List(ctx context.Context, f shop.AuditFilter, limit int, cursor string) (entries []shop.AuditEntry, next string, err error) {
	return l.store.Audit.List(ctx, f, limit, cursor)
}
