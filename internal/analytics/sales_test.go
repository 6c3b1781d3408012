package analytics

import (
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/store"
)

func TestTodayIsComparedWithYesterdayUpToTheSameHour(t *testing.T) {
	zone, err := time.LoadLocation("America/Los_Angeles")
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 11, 10, 10, 30, 0, 0, zone)
	at := func(day, hour int) time.Time { return time.Date(2026, 11, day, hour, 0, 0, 0, zone).UTC() }
	periods, days := salesByDay([]store.SalesHour{
		{Start: at(9, 9), Orders: 2, Revenue: 200}, {Start: at(9, 18), Orders: 5, Revenue: 500}, // an evening that today has not reached
		{Start: at(10, 0), Orders: 1, Revenue: 100}, {Start: at(10, 10), Orders: 3, Revenue: 300},
	}, now, zone)
	if today := periods[0]; today.Days != 1 || today.Now != (Sales{4, 400}) || today.Before != (Sales{2, 200}) {
		t.Errorf("today: %+v", today)
	}
	if week := periods[1]; week.Days != 7 || week.Now != (Sales{11, 1100}) || week.Before != (Sales{}) {
		t.Errorf("week: %+v", week)
	}
	if len(days) != 60 || days[59].Day != "2026-11-10" || days[59].Orders != 4 || days[58].Orders != 7 {
		t.Errorf("%d days, the last two %+v", len(days), days[max(0, len(days)-2):])
	}
}
