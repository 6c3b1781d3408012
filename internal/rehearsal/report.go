package rehearsal

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"
)

// Write prints the report for the terminal.
func (r Report) Write(out io.Writer) {
	line := func(format string, args ...any) { fmt.Fprintf(out, format+"\n", args...) }
	line("%s: %d buyers, %s, %d instance(s) on %s, %.0f s", r.Drop, r.Buyers, r.crowd(), r.Instances, r.Engine, r.Seconds)
	line("")
	for _, f := range r.zeros() {
		mark := "ok"
		if f.Value != 0 {
			mark = "WRONG"
		}
		line("  %-26s %6d  %s", f.Name, f.Value, mark)
	}
	line("")
	line("  %d of %d units sold, %d paid: %d to people, %d to bots, %d to the scalper", r.Units.Sold, r.Units.ForSale, r.Units.Paid, r.Units.Honest, r.Units.Bot, r.Units.Scalper)
	if r.Scalper {
		line("  with 'Cancel and pass on' for all that the review groups: %d to the scalper; %d units of people go back, too", r.Units.AfterReview(), r.Units.Reviewed.Honest)
	}
	line("  correlation of arrival and rank %.4f, forged passes accepted %d", r.Units.Correlation, r.Units.ForgedAccepted)
	line("")
	line("  %-12s %8s %9s %9s %9s %7s %7s", "request", "count", "p50", "p95", "p99", "later", "errors")
	for _, l := range r.Latencies {
		line("  %-12s %8d %9s %9s %9s %7d %7d", l.What, l.Count, ms(l.P50), ms(l.P95), ms(l.P99), l.Busy, l.ServerErrors)
	}
	line("")
	for _, what := range slices.Sorted(maps.Keys(r.Refusals)) {
		line("  refused: %-34s %6d", what, r.Refusals[what])
	}
	line("  peak %d requests/s, %d MB of memory", r.Peak, r.MemoryMB)
	line("  recommended people per minute: %s", r.recommended())
	line("  Crowd and shop shared %d cores, so a shop by itself is faster than this.", r.Cores)
}

func (r Report) crowd() string {
	parts := []string{fmt.Sprintf("%d%% bots", r.Bots)}
	if r.Scalper {
		parts = append(parts, fmt.Sprintf("a scalper with %d mailboxes on %d domains", scalperMailboxes, r.Domains))
	}
	return strings.Join(parts, ", ")
}

// Zero is a number that must be 0.
type Zero struct {
	Name  string
	Value int64
}

// zeros are the five promises.
func (r Report) zeros() []Zero {
	f := r.Findings
	return []Zero{{"Oversold", f.Oversold}, {"Lost", f.Lost}, {"Double", f.Double}, {"Charged without an order", f.Charged}, {"Over the limit", f.OverTheLimit}}
}

// recommended is the people per minute in words.
func (r Report) recommended() string {
	if r.PeoplePerMinute == 0 {
		return "unknown, too few orders were placed"
	}
	return fmt.Sprint(r.PeoplePerMinute)
}

func ms(d time.Duration) string { return fmt.Sprintf("%.1f ms", float64(d.Microseconds())/1000) }
