package adminapi

import (
	"context"
	"encoding/json"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/snackdrop/snackdrop/internal/operations"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// Facts are the field values of an entity at one moment, by name; null when it did not exist.
type Facts json.RawMessage

// MarshalJSON writes the values as they were stored.
func (f Facts) MarshalJSON() ([]byte, error) {
	if len(f) == 0 {
		return []byte("null"), nil
	}
	return f, nil
}

// Schema describes them in the OpenAPI document.
func (Facts) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeObject, Nullable: true, AdditionalProperties: true, Description: "Facts by name; null when there was no such thing"}
}

// AuditEntry is one change.
type AuditEntry struct {
	ID       int64     `json:"id"`
	At       time.Time `json:"at"`
	Actor    string    `json:"actor" doc:"Who did it"`
	Action   string    `json:"action"`
	Entity   string    `json:"entity"`
	EntityID string    `json:"entity_id"`
	Before   Facts     `json:"before"`
	After    Facts     `json:"after"`
}

// AuditActor is a person by whom the log can be filtered.
type AuditActor struct {
	ID    int64  `json:"id"`
	Email string `json:"email"`
}

// AuditPage is one page of the audit log.
type AuditPage struct {
	Items      []AuditEntry `json:"items"`
	NextCursor *string      `json:"next_cursor"`
	Actors     []AuditActor `json:"actors" doc:"The staff"`
}

// AuditQuery filters the log.
type AuditQuery struct {
	Entity   string    `query:"entity" maxLength:"40"`
	EntityID string    `query:"entity_id" maxLength:"60"`
	Action   string    `query:"action" maxLength:"40"`
	ActorID  int64     `query:"actor_id" minimum:"1"`
	From     time.Time `query:"from" doc:"Inclusive"`
	Until    time.Time `query:"until" doc:"Exclusive"`
	Limit    int       `query:"limit" minimum:"1" maximum:"100" default:"50"`
	Cursor   string    `query:"cursor" maxLength:"2000"`
}

func (h reportHandlers) auditRoutes(s *operations.Registry) {
	operations.Register(s, "GET", "/api/admin/audit", "admin-audit", "Every change that staff made, the newest first",
		func(ctx context.Context, in *AuditQuery) (*operations.Body[AuditPage], error) {
			filter := shop.AuditFilter{Entity: in.Entity, EntityID: in.EntityID, Action: in.Action, ActorID: in.ActorID}
			if !in.From.IsZero() {
				filter.From = &in.From
			}
			if !in.Until.IsZero() {
				filter.Until = &in.Until
			}
			entries, next, err := h.audit.List(ctx, filter, in.Limit, in.Cursor)
			if err != nil {
				return nil, err
			}
			admins, err := h.admins.List(ctx)
			if err != nil {
				return nil, err
			}
			out := AuditPage{Items: make([]AuditEntry, 0, len(entries)), NextCursor: operations.OrNull(next), Actors: make([]AuditActor, 0, len(admins))}
			for _, e := range entries {
				out.Items = append(out.Items, AuditEntry{ID: e.ID, At: e.At, Actor: e.Actor, Action: e.Action, Entity: e.Entity, EntityID: e.EntityID,
					Before: Facts(e.Before), After: Facts(e.After)})
			}
			for _, admin := range admins {
				out.Actors = append(out.Actors, AuditActor{ID: admin.ID, Email: admin.Email})
			}
			return &operations.Body[AuditPage]{Body: out}, nil
		})
}
