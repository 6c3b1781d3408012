package rehearsal

import (
	"context"
	"math/rand/v2"
	"net/http"
	"sync"
	"time"
)

// lineStatus is the shared status of a line.
type lineStatus struct {
	Shuffled *int64
	Serving  int64
	Joined   int64
	Rate     float64
	Free     int64
	Held     int64
	Paused   bool
	Poll     float64
}

func (c *crowd) queuePath() string { return "/api/drops/" + c.copy.drop.Slug + "/queue" }

// join gets a ticket, twice at once after a double click: a mailbox has one place.
func (c *crowd) join(ctx context.Context, b *buyer, twice bool) (ticket string) {
	in := map[string]any{"email": b.email}
	if b.proof != "" {
		in["proof"] = b.proof
	}
	clicks := 1
	if twice {
		clicks = 2
	}
	type place struct {
		Number int64
		Ticket string
	}
	places := make([]place, clicks)
	var all sync.WaitGroup
	for i := range clicks {
		all.Go(func() { c.do(ctx, b, "join", "POST", c.queuePath()+"/entries", nil, in, &places[i]) })
	}
	all.Wait()
	for _, p := range places {
		if p.Ticket != "" {
			ticket = p.Ticket
			b.number, b.joined = p.Number, time.Now()
		}
	}
	return ticket
}

// waitForPass polls the shared status as the page does, asks for the own rank once, and gets in when it is called.
func (c *crowd) waitForPass(ctx context.Context, b *buyer, ticket string, random *rand.Rand) (pass string) {
	header := map[string]string{"Queue-Ticket": ticket}
	for {
		var status lineStatus
		if code := c.do(ctx, b, "status", "GET", c.queuePath(), nil, nil, &status); code != http.StatusOK {
			return ""
		}
		if status.Shuffled != nil && b.rank == 0 {
			if !sleep(ctx, time.Duration(random.Float64()*float64(status.Joined)/3_000*float64(time.Second))) {
				return ""
			}
			var entry struct{ Rank *int64 }
			if code := c.do(ctx, b, "rank", "GET", c.queuePath()+"/entry", header, nil, &entry); code == http.StatusOK && entry.Rank != nil {
				b.rank = *entry.Rank
			}
		}
		if b.rank > 0 && b.rank <= status.Serving {
			var got struct{ Pass string }
			code := c.do(ctx, b, "pass", "POST", c.queuePath()+"/pass", header, nil, &got)
			switch {
			case code == http.StatusOK && got.Pass != "":
				return got.Pass
			case code == http.StatusGone || code == http.StatusNotFound:
				return ""
			}
		}
		if status.Shuffled != nil && status.Free == 0 && status.Held == 0 {
			return "" // sold out
		}
		wait := max(status.Poll, 1) * (0.8 + 0.4*random.Float64())
		if !sleep(ctx, time.Duration(min(wait, 10)*float64(time.Second))) {
			return ""
		}
	}
}
