package shop

import "time"

// AuditFilter says which lines of the audit log to show. Zero values mean no filter.
type AuditFilter struct {
	Entity   string
	EntityID string
	Action   string
	ActorID  int64
	From     *time.Time // inclusive
	Until    *time.Time // exclusive
}

// AuditEntry is one change: who, when, what, and the facts before and after as JSON.
type AuditEntry struct {
	ID       int64
	At       time.Time
	ActorID  *int64
	Actor    string
	Action   string
	Entity   string
	EntityID string
	Before   string
	After    string
}
