package shop

import (
	"regexp"
	"strconv"
	"time"
)

// QuietHours are the hours of every day in which the shop expects nobody to act,
// in one time zone. The zero value has none.
type QuietHours struct {
	From, To int // full hours, 0 to 23; the time from From until before To; equal: none
	Zone     *time.Location
}

// quietHoursPattern is the text of the setting: two full hours, or nothing.
const quietHoursPattern = `^(2[0-3]|1?[0-9])-(2[0-3]|1?[0-9])$`

var quietHoursForm = regexp.MustCompile(quietHoursPattern)

// parseQuietHours reads "22-8". Any other text means none.
func parseQuietHours(text string, zone *time.Location) QuietHours {
	parts := quietHoursForm.FindStringSubmatch(text)
	if parts == nil || zone == nil {
		return QuietHours{}
	}
	from, _ := strconv.Atoi(parts[1])
	to, _ := strconv.Atoi(parts[2])
	return QuietHours{From: from, To: to, Zone: zone}
}

func (q QuietHours) none() bool { return q.Zone == nil || q.From == q.To }

// End is when the quiet hours around t are over; it is t itself outside of them.
func (q QuietHours) End(t time.Time) time.Time {
	if q.none() {
		return t
	}
	local := t.In(q.Zone)
	hour, day := local.Hour(), local.Day()
	switch {
	case q.From < q.To && (hour < q.From || hour >= q.To), q.From > q.To && hour < q.From && hour >= q.To:
		return t
	case q.From > q.To && hour >= q.From:
		day++
	}
	return time.Date(local.Year(), local.Month(), day, q.To, 0, 0, 0, q.Zone)
}

// next is when the next quiet hours after t begin; t is outside of them.
func (q QuietHours) next(t time.Time) time.Time {
	local := t.In(q.Zone)
	day := local.Day()
	if local.Hour() >= q.From {
		day++
	}
	return time.Date(local.Year(), local.Month(), day, q.From, 0, 0, 0, q.Zone)
}

// Add is the time when d has passed since t, without the quiet hours in between.
func (q QuietHours) Add(t time.Time, d time.Duration) time.Time {
	if q.none() {
		return t.Add(d)
	}
	for {
		t = q.End(t)
		quiet := q.next(t)
		awake := quiet.Sub(t)
		if d <= awake {
			return t.Add(d)
		}
		d -= awake
		t = quiet
	}
}
