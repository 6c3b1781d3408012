package adminapi

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/backup"
	"github.com/snackdrop/snackdrop/internal/health"
	"github.com/snackdrop/snackdrop/internal/operations"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// StaffBackup is a backup that was made or tried.
type StaffBackup struct {
	ID        int64      `json:"id"`
	Status    string     `json:"status" enum:"running,done,failed,stopped"`
	StartedAt time.Time  `json:"started_at"`
	EndedAt   *time.Time `json:"ended_at"`
	AskedBy   string     `json:"asked_by" doc:"Who asked for it; empty: the schedule"`
	Target    string     `json:"target"`
	Name      string     `json:"name" doc:"Of the file at the target"`
	Encrypted bool       `json:"encrypted"`
	Bytes     int64      `json:"bytes"`
	RowsDone  int64      `json:"rows_done"`
	RowsTotal int64      `json:"rows_total" doc:"0 until they are counted"`
	Error     string     `json:"error" doc:"Why it failed"`
}

// Backups is how the backups of the shop stand.
type Backups struct {
	Target    string        `json:"target" doc:"Where they go; empty: none are made"`
	Fixed     bool          `json:"fixed" doc:"The program was started with --backup-to: the setting does not count"`
	Encrypted bool          `json:"encrypted" doc:"The next one is encrypted"`
	Schedule  string        `json:"schedule" enum:"hourly,daily,weekly,off"`
	NextAt    *time.Time    `json:"next_at" doc:"When the schedule makes one; null: it does not"`
	Late      bool          `json:"late" doc:"The schedule's backup is missing for hours"`
	Last      *StaffBackup  `json:"last" doc:"The newest good one at the target"`
	Running   *StaffBackup  `json:"running"`
	Items     []StaffBackup `json:"items" doc:"The last ones, the newest first"`
}

// BackupSummary is what the dashboard says of backups.
type BackupSummary struct {
	Configured bool       `json:"configured" doc:"There is a target"`
	LastAt     *time.Time `json:"last_at" doc:"When the newest good one was finished"`
	Bytes      int64      `json:"bytes" doc:"Its size"`
	FailedAt   *time.Time `json:"failed_at" doc:"When the newest one failed; null: it did not"`
	Error      string     `json:"error" doc:"Why"`
	Late       bool       `json:"late" doc:"The schedule's backup is missing for hours"`
	Running    bool       `json:"running"`
}

func backupJSON(b shop.Backup) StaffBackup {
	return StaffBackup{ID: b.ID, Status: string(b.Status), StartedAt: b.StartedAt, EndedAt: b.EndedAt, AskedBy: b.AskedBy, Target: b.Target, Name: b.Name,
		Encrypted: b.Encrypted, Bytes: b.Bytes, RowsDone: b.RowsDone, RowsTotal: b.RowsTotal, Error: b.Error}
}

func backupOrNull(b *shop.Backup) *StaffBackup {
	if b == nil {
		return nil
	}
	out := backupJSON(*b)
	return &out
}

func backupsJSON(s backup.Status) Backups {
	out := Backups{Target: s.Target, Fixed: s.Fixed, Encrypted: s.Encrypted, Schedule: s.Schedule, NextAt: s.Next, Late: s.Late, Last: backupOrNull(s.Last),
		Running: backupOrNull(s.Running), Items: make([]StaffBackup, 0, len(s.Recent))}
	for _, b := range s.Recent {
		out.Items = append(out.Items, backupJSON(b))
	}
	return out
}

func backupSummary(s backup.Status) BackupSummary {
	out := BackupSummary{Configured: s.Target != "", Late: s.Late, Running: s.Running != nil}
	if s.Last != nil {
		out.LastAt, out.Bytes = s.Last.EndedAt, s.Last.Bytes
	}
	if failed := s.Failed(); failed != nil {
		out.FailedAt, out.Error = failed.EndedAt, failed.Error
	}
	return out
}

// systemHandlers serve backups and the state of the parts to staff.
type systemHandlers struct {
	backups *backup.Service
	health  *health.Service
	now     func() time.Time
}

func (h systemHandlers) Routes(s *operations.Registry) {
	operations.Register(s, "GET", "/api/admin/backups", "admin-get-backups", "How the backups of the shop stand",
		func(ctx context.Context, _ *struct{}) (*operations.Body[Backups], error) {
			status, err := h.backups.Status(ctx)
			if err != nil {
				return nil, err
			}
			return &operations.Body[Backups]{Body: backupsJSON(status)}, nil
		})
	operations.Register(s, "POST", "/api/admin/backups", "admin-start-backup", "Begin a backup now; it goes on after the response",
		func(ctx context.Context, _ *struct{}) (*operations.Body[StaffBackup], error) {
			b, err := h.backups.Start(ctx, operations.Actor(ctx))
			if err != nil {
				return nil, err
			}
			return &operations.Body[StaffBackup]{Body: backupJSON(b)}, nil
		})
	h.healthRoutes(s)
}

// HealthRow is how one part of the shop is.
type HealthRow struct {
	ID     string `json:"id" enum:"version,database,mail,storage,payments,details,queue,backup,certificate,clock,disk"`
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

func (h systemHandlers) healthRoutes(s *operations.Registry) {
	operations.Register(s, "GET", "/api/admin/health", "admin-health", "Check every part of the shop; takes at most 3 s",
		func(ctx context.Context, _ *struct{}) (*operations.Body[Health], error) {
			out := Health{CheckedAt: h.now()}
			for _, row := range h.health.Check(ctx) {
				out.Rows = append(out.Rows, HealthRow{ID: row.ID, Name: row.Name, State: string(row.State), Text: row.Text, Advice: row.Advice, Link: row.Link})
			}
			return &operations.Body[Health]{Body: out}, nil
		})
}
