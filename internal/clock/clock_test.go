package clock_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/clock"
)

var noon = time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)

// world is a process and a database with clocks that the test sets.
type world struct {
	process, database time.Time
	trips             []trip // of the next questions; without any a question takes no time
	err               error
}

// trip is how long a question to the database travels there and back.
type trip struct{ there, back time.Duration }

func (w *world) now() time.Time { return w.process }

func (w *world) pass(d time.Duration) {
	w.process, w.database = w.process.Add(d), w.database.Add(d)
}

func (w *world) ask(context.Context) (time.Time, error) {
	var t trip
	if len(w.trips) > 0 {
		t, w.trips = w.trips[0], w.trips[1:]
	}
	w.pass(t.there)
	at := w.database
	w.pass(t.back)
	return at, w.err
}

func sync(t *testing.T, c *clock.Clock) {
	t.Helper()
	if err := c.Sync(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func TestTheDatabasesTimeIsUsed(t *testing.T) {
	for _, offset := range []time.Duration{-5 * time.Second, 0, 5 * time.Second} {
		w := &world{process: noon, database: noon.Add(offset)}
		c := clock.New(w.now, w.ask)
		sync(t, c)
		w.pass(time.Minute)
		if !c.Now().Equal(w.database) || c.Offset() != offset {
			t.Errorf("offset %v: the time is %v off, the offset %v", offset, c.Now().Sub(w.database), c.Offset())
		}
	}
}

func TestTheShortestOfThreeRoundTripsCounts(t *testing.T) {
	w := &world{process: noon, database: noon.Add(5 * time.Second),
		trips: []trip{{900 * time.Millisecond, 0}, {10 * time.Millisecond, 30 * time.Millisecond}, {0, 2 * time.Second}}}
	c := clock.New(w.now, w.ask)
	sync(t, c)
	if off := c.Now().Sub(w.database).Abs(); off > 20*time.Millisecond {
		t.Errorf("the time is %v off, more than half of the shortest trip", off)
	}
	if len(w.trips) != 0 {
		t.Errorf("%d questions were not asked", len(w.trips))
	}
}

func TestTimeNeverRunsBackwards(t *testing.T) {
	w := &world{process: noon, database: noon.Add(5 * time.Second)}
	c := clock.New(w.now, w.ask)
	sync(t, c)
	before := c.Now()
	w.database = w.database.Add(-2 * time.Second) // the offset shrinks
	sync(t, c)
	for range 30 {
		now := c.Now()
		if now.Before(before) {
			t.Fatalf("the time went from %v to %v", before, now)
		}
		before = now
		w.pass(100 * time.Millisecond)
	}
	if !c.Now().Equal(w.database) {
		t.Errorf("3 s later the time is still %v off", c.Now().Sub(w.database))
	}
}

func TestWithoutADatabaseServerItIsTheProcesssClock(t *testing.T) {
	w := &world{process: noon}
	c := clock.New(w.now, nil)
	sync(t, c)
	w.pass(time.Hour)
	if !c.Now().Equal(noon.Add(time.Hour)) || c.Offset() != 0 {
		t.Errorf("%v, offset %v", c.Now(), c.Offset())
	}
	c.Run(t.Context()) // returns at once: there is nothing to compare
}

func TestAFailedComparisonKeepsTheLastOne(t *testing.T) {
	w := &world{process: noon, database: noon.Add(5 * time.Second)}
	c := clock.New(w.now, w.ask)
	sync(t, c)
	w.err = errors.New("away")
	if err := c.Sync(t.Context()); !errors.Is(err, w.err) {
		t.Errorf("the error is %v", err)
	}
	if !c.Now().Equal(w.database) {
		t.Errorf("the time is %v off", c.Now().Sub(w.database))
	}
}

func TestALargeOffsetIsLoggedOncePerChange(t *testing.T) {
	var text bytes.Buffer
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&text, nil)))
	defer slog.SetDefault(before)
	w := &world{process: noon}
	c := clock.New(w.now, w.ask)
	for _, step := range []struct {
		offset time.Duration
		lines  int
	}{{time.Second, 0}, {3 * time.Second, 1}, {3*time.Second + 50*time.Millisecond, 0}, {10 * time.Second, 1}, {-10 * time.Second, 1}, {0, 1}, {0, 0}} {
		text.Reset()
		w.database = w.process.Add(step.offset)
		sync(t, c)
		if n := strings.Count(text.String(), "\n"); n != step.lines {
			t.Errorf("offset %v: %d lines, want %d: %s", step.offset, n, step.lines, text.String())
		}
	}
}
