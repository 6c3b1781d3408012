package shop

import (
	"testing"
	"time"
)

func TestWhenABackupIsDue(t *testing.T) {
	zone, err := time.LoadLocation("America/Los_Angeles")
	if err != nil {
		t.Fatal(err)
	}
	at := func(text string) time.Time {
		moment, err := time.ParseInLocation("2006-01-02 15:04", text, zone)
		if err != nil {
			t.Fatal(err)
		}
		return moment
	}
	for _, c := range []struct{ schedule, last, due string }{
		{BackupDaily, "2026-11-16 04:00", "2026-11-17 04:00"},
		{BackupDaily, "2026-11-16 03:59", "2026-11-16 04:00"},
		{BackupDaily, "2026-11-16 21:30", "2026-11-17 04:00"},
		{BackupDaily, "2026-10-31 04:00", "2026-11-01 04:00"}, // the day has 25 hours
		{BackupDaily, "2026-03-07 04:00", "2026-03-08 04:00"}, // and this one 23
		{BackupWeekly, "2026-11-16 04:00", "2026-11-23 04:00"},
		{BackupHourly, "2026-11-16 04:20", "2026-11-16 05:00"},
		{BackupHourly, "2026-11-16 05:00", "2026-11-16 06:00"},
	} {
		due, ok := BackupSettings{Schedule: c.schedule, Hour: 4}.Due(at(c.last), zone)
		if !ok || !due.Equal(at(c.due)) {
			t.Errorf("%s after %s: %s, %v, want %s", c.schedule, c.last, due, ok, c.due)
		}
	}
	if _, ok := (BackupSettings{Schedule: BackupOff}).Due(at("2026-11-16 04:00"), zone); ok {
		t.Error("a backup is due though the schedule is off")
	}
}

// Staff choose where backups go; that must not reach another file or another server.
func TestTargetsOfBackupsThatStaffMayChoose(t *testing.T) {
	for target, ok := range map[string]bool{
		"": true, "folder": true, "s3://shop-backups": true, "s3://shop-backups/daily/one?region=eu-central-1": true,
		"/etc": false, "../data": false, "folder/../..": false, "file:///etc": false, "s3://x": false, "s3://shop/../other": false, "s3://shop/.hidden": false,
		"s3://shop-backups?endpoint=http://169.254.169.254": false, "s3://shop-backups?region=us-east-1&endpoint=http://10.0.0.1": false,
		"s3://key:secret@shop-backups": false, "S3://shop-backups": false, "mem://x": false, "s3://shop-backups?region=us-east-1\n": false,
	} {
		err := CheckSettings(map[string]string{"backup_target": target})
		if (err == nil) != ok {
			t.Errorf("%q: %v", target, err)
		}
	}
}
