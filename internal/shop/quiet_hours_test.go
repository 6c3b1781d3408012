package shop

import (
	"testing"
	"time"
)

func TestQuietHours(t *testing.T) {
	zone, err := time.LoadLocation("America/Los_Angeles")
	if err != nil {
		t.Fatal(err)
	}
	at := func(text string) time.Time {
		at, err := time.ParseInLocation("2006-01-02 15:04", text, zone)
		if err != nil {
			t.Fatal(err)
		}
		return at
	}
	for _, c := range []struct {
		name, hours, from string
		add               time.Duration
		want              string
	}{
		{"none", "", "2026-11-16 21:00", 12 * time.Hour, "2026-11-17 09:00"},
		{"not a setting", "late", "2026-11-16 21:00", time.Hour, "2026-11-16 22:00"},
		{"equal hours mean none", "8-8", "2026-11-16 07:00", 2 * time.Hour, "2026-11-16 09:00"},
		{"by day", "22-8", "2026-11-16 09:00", 12 * time.Hour, "2026-11-16 21:00"},
		{"ends as they begin", "22-8", "2026-11-16 10:00", 12 * time.Hour, "2026-11-16 22:00"},
		{"over night", "22-8", "2026-11-16 20:00", 12 * time.Hour, "2026-11-17 18:00"},
		{"begun before midnight", "22-8", "2026-11-16 23:30", time.Hour, "2026-11-17 09:00"},
		{"begun after midnight", "22-8", "2026-11-16 03:00", time.Hour, "2026-11-16 09:00"},
		{"begun at their end", "22-8", "2026-11-16 08:00", time.Hour, "2026-11-16 09:00"},
		{"two nights", "22-8", "2026-11-16 21:00", 20 * time.Hour, "2026-11-18 13:00"},
		{"within a day", "12-14", "2026-11-16 11:00", 2 * time.Hour, "2026-11-16 15:00"},
		{"within a day, begun in them", "12-14", "2026-11-16 13:00", time.Hour, "2026-11-16 15:00"},
		{"from midnight", "0-6", "2026-11-16 23:00", 2 * time.Hour, "2026-11-17 07:00"},
		{"clocks go back", "22-8", "2026-10-31 21:00", 2 * time.Hour, "2026-11-01 09:00"},
		{"clocks go forward", "22-8", "2026-03-07 21:00", 2 * time.Hour, "2026-03-08 09:00"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := parseQuietHours(c.hours, zone).Add(at(c.from), c.add)
			if !got.Equal(at(c.want)) {
				t.Errorf("%s + %s = %s, want %s", c.from, c.add, got, c.want)
			}
		})
	}
	if q := parseQuietHours("22-8", zone); !q.End(at("2026-11-16 23:00")).Equal(at("2026-11-17 08:00")) || !q.End(at("2026-11-16 12:00")).Equal(at("2026-11-16 12:00")) {
		t.Error("wrong end of the quiet hours")
	}
}
