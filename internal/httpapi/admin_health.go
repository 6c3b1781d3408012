package httpapi

import (
	"context"
	"time"
)

// HealthRow is how one part of the shop is.
type HealthRow struct {
	ID     string `json:"id" enum:"version,database,mail,storage,payments,queue,backup,certificate,clock,disk"`
	Name   string `json:"name"`
	State  string `json:"state" enum:"good,attention,broken"`
	Text   string `json:"text" doc:"How it is"`
	Advice string `json:"advice" doc:"What to do; empty when there is nothing to do"`
	Link   string `json:"link" doc:"The page of the back office where it is done; empty: none"`
}

// Health is how the parts of the shop are.
type Health struct {
	CheckedAt time.Time   `json:"checked_at"`
	Rows      []HealthRow `json:"rows"`
}

func (s *Server) registerAdminHealth() {
	register(s, "GET", "/api/admin/health", "admin-health", "Check every part of the shop; takes at most 3 s",
		func(ctx context.Context, _ *struct{}) (*body[Health], error) {
			out := Health{CheckedAt: s.services.Now()}
			for _, row := range s.services.Health.Check(ctx) {
				out.Rows = append(out.Rows, HealthRow{ID: row.ID, Name: row.Name, State: string(row.State), Text: row.Text, Advice: row.Advice, Link: row.Link})
			}
			return &body[Health]{out}, nil
		})
}
