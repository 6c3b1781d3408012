package analytics

import (
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// Sales is what came in over some time: paid orders, and their worth less what was given back.
type Sales struct {
	Orders  int64
	Revenue shop.Cents
}

func (s *Sales) add(hour store.SalesHour) {
	s.Orders += hour.Orders
	s.Revenue += hour.Revenue
}

// Period compares a number of days with as many days before them.
type Period struct {
	Days        int
	Now, Before Sales
}

// SalesDay is one day of the chart.
type SalesDay struct {
	Day string
	Sales
}

const chartDays = 30

// salesSince is the first hour that the figures need.
func salesSince(now time.Time) time.Time {
	return now.AddDate(0, 0, -2*chartDays-1)
}

// salesByDay adds hours up to the days of a time zone. Today is compared with
// yesterday up to the same hour, else every morning would look like a bad day.
func salesByDay(hours []store.SalesHour, now time.Time, zone *time.Location) (periods []Period, days []SalesDay) {
	now = now.In(zone)
	midnight := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, zone)
	byDay := map[string]*Sales{}
	var soFar, soFarYesterday Sales
	yesterday := now.AddDate(0, 0, -1)
	for _, hour := range hours {
		at := hour.Start.In(zone)
		key := at.Format(time.DateOnly)
		if byDay[key] == nil {
			byDay[key] = &Sales{}
		}
		byDay[key].add(hour)
		if !at.Before(midnight) {
			soFar.add(hour)
		}
		if !at.Before(midnight.AddDate(0, 0, -1)) && at.Before(yesterday) {
			soFarYesterday.add(hour)
		}
	}
	day := func(ago int) Sales {
		if s := byDay[midnight.AddDate(0, 0, -ago).Format(time.DateOnly)]; s != nil {
			return *s
		}
		return Sales{}
	}
	periods = []Period{{Days: 1, Now: soFar, Before: soFarYesterday}}
	for _, length := range []int{7, chartDays} {
		p := Period{Days: length}
		for ago := range length {
			now, before := day(ago), day(ago+length)
			p.Now.Orders, p.Now.Revenue = p.Now.Orders+now.Orders, p.Now.Revenue+now.Revenue
			p.Before.Orders, p.Before.Revenue = p.Before.Orders+before.Orders, p.Before.Revenue+before.Revenue
		}
		periods = append(periods, p)
	}
	for ago := 2*chartDays - 1; ago >= 0; ago-- {
		days = append(days, SalesDay{Day: midnight.AddDate(0, 0, -ago).Format(time.DateOnly), Sales: day(ago)})
	}
	return periods, days
}
