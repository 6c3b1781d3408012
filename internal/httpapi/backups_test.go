package httpapi_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/adminapi"
	"github.com/snackdrop/snackdrop/internal/backup"
	"github.com/snackdrop/snackdrop/internal/httpapi/apitest"
	"github.com/snackdrop/snackdrop/internal/media"
	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

// saves lets a shop save itself into a folder once the settings say so.
func saves(t *testing.T) func(*services.Config) {
	folders := t.TempDir()
	return func(c *services.Config) {
		folder := filepath.Join(folders, string(c.Store.Engine())) // two shops with one key give their files the same names
		c.PublicURL = "http://localhost"                           // shows the metrics
		c.Backups = backup.Program{Shop: backup.Shop{Database: storetest.LocationOf(c.Store), Pictures: c.Media.(*media.Store), Key: "a key for tests only"}, Version: "test", Folder: folder}
	}
}

func TestStaffBackUpNow(t *testing.T) {
	apitest.Each(t, func(t *testing.T, s *apitest.Shop) {
		admin := s.Admin(t)
		read := func() adminapi.Backups {
			return apitest.Read[adminapi.Backups](t, admin.Must("GET", "/api/admin/backups", nil, 200))
		}
		if b := read(); b.Target != "" || b.NextAt != nil || len(b.Items) != 0 {
			t.Errorf("at first: %+v", b)
		}
		admin.Must("POST", "/api/admin/backups", nil, 422)
		if d := apitest.Read[adminapi.Dashboard](t, admin.Must("GET", "/api/admin/dashboard", nil, 200)); d.Backup.Configured || d.Backup.LastAt != nil {
			t.Errorf("the dashboard at first: %+v", d.Backup)
		}
		for _, target := range []string{"/etc", "s3://b?endpoint=http://10.0.0.1", "../x"} {
			admin.Must("PUT", "/api/admin/settings", map[string]any{"settings": map[string]string{"backup_target": target}}, 422)
		}
		admin.Must("PUT", "/api/admin/settings", map[string]any{"settings": map[string]string{"backup_target": "folder", "backup_schedule": "off"}}, 204)
		started := apitest.Read[adminapi.StaffBackup](t, admin.Must("POST", "/api/admin/backups", nil, 200))
		if started.Status != "running" || started.AskedBy != apitest.AdminEmail {
			t.Errorf("%+v", started)
		}
		var b adminapi.Backups
		for deadline := time.Now().Add(20 * time.Second); b.Last == nil; b = read() {
			if time.Now().After(deadline) {
				t.Fatalf("not made: %+v", b)
			}
		}
		if b.Last.ID != started.ID || b.Last.Bytes == 0 || b.Last.EndedAt == nil {
			t.Errorf("%+v", b.Last)
		}
		if d := apitest.Read[adminapi.Dashboard](t, admin.Must("GET", "/api/admin/dashboard", nil, 200)); d.Backup.LastAt == nil || d.Backup.Bytes != b.Last.Bytes || d.Backup.FailedAt != nil {
			t.Errorf("the dashboard: %+v", d.Backup)
		}
		if log := string(admin.Must("GET", "/api/admin/audit?entity=backup", nil, 200).Body); !strings.Contains(log, apitest.AdminEmail) {
			t.Errorf("the audit log does not say who asked: %s", log)
		}
		if err := s.Services.Backups.RunDue(t.Context()); err != nil { // looks, and makes none
			t.Fatal(err)
		}
		figures := string(s.Visitor(t).Must("GET", "/metrics", nil, 200).Body)
		for _, line := range []string{"snackdrop_backup_configured 1", "snackdrop_backup_failed 0", "snackdrop_backup_late 0", "snackdrop_backup_age_seconds ", "snackdrop_backup_size_bytes "} {
			if !strings.Contains(figures, "\n"+line) {
				t.Errorf("the metrics have no line %q", line)
			}
		}
	}, saves(t))
}

func TestTheHealthOfAShop(t *testing.T) {
	apitest.Each(t, func(t *testing.T, s *apitest.Shop) {
		admin := s.Admin(t)
		found := apitest.Read[adminapi.Health](t, admin.Must("GET", "/api/admin/health", nil, 200))
		states := map[string]string{}
		for _, row := range found.Rows {
			states[row.ID] = row.State
		}
		if len(states) != 11 || states["details"] != "attention" || states["database"] != "good" || states["storage"] != "good" || states["mail"] != "attention" || found.CheckedAt.IsZero() {
			t.Errorf("%+v", found)
		}
	})
}
