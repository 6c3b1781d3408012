package line

import (
	"math"
	"time"
)

const (
	// CalledFor is how long after the call somebody without a pass is still expected to come.
	CalledFor = 120 * time.Second
	// SampledAfter is how long after the call somebody is counted in the sample, as one who came or did not.
	SampledAfter = 30 * time.Second
	// Sample is how many of the last people who were called are counted to estimate how many come.
	Sample      = 200
	minSample   = 20
	minShare    = 0.05
	maxCatchUp  = 5 * time.Second
	callsPerBuy = 3 // calls to the payment provider that one order needs
	// usualCapacity of placing orders, per second, is assumed until enough were placed.
	usualCapacity = 100
	minPlaced     = 100
)

// ShowShare is the share of those called who fetch their pass.
func ShowShare(fetched, called int64) float64 {
	if called < minSample {
		return 1
	}
	return max(minShare, float64(fetched)/float64(called))
}

// CallState is what the next calls of a line depend on.
type CallState struct {
	Free     int64         // units that can be sold now
	Passes   int64         // valid ones whose owner holds no units yet
	Coming   int64         // called within CalledFor, without a pass yet
	Share    float64       // see ShowShare
	Rate     float64       // people per second at most
	Unserved time.Duration // since the last call
}

// Calls is how many people are called now, and by how much the time of the last call
// moves forward. Where the rate is the limit, that is less than the time that has passed: the
// remaining time, too short for one more person, counts for the next call. While units are the
// limit, no time is saved up for later calls.
func Calls(s CallState) (people int64, served time.Duration) {
	room := float64(s.Free-s.Passes) - s.Share*float64(s.Coming)
	byUnits := max(0, math.Floor(room/s.Share+1e-9))
	unserved := min(s.Unserved, max(maxCatchUp, seconds(1/s.Rate)))
	byRate := math.Floor(s.Rate*unserved.Seconds() + 1e-9)
	if byUnits < byRate {
		return int64(byUnits), s.Unserved
	}
	return int64(byRate), s.Unserved - unserved + min(unserved, seconds(byRate/s.Rate))
}

func seconds(n float64) time.Duration { return time.Duration(n * float64(time.Second)) }

// Capacity is what bounds how fast people are called.
type Capacity struct {
	PerMinute     *int64  // as staff said; nil: automatic
	ProviderCalls float64 // per second that the payment provider allows; 0: not limited
	Placed        int64   // orders in the last minute
	Placing       time.Duration
}

// Rate is how many people a second may be called: half of the orders that could be placed,
// the other half is for people who have a pass already. It is computed from how long an order takes and
// not from how many were placed, because few people called would mean few orders and an ever lower rate.
func (c Capacity) Rate() float64 {
	rate := usualCapacity / 2.0
	if c.Placed >= minPlaced && c.Placing > 0 {
		rate = float64(c.Placed) / c.Placing.Seconds() / 2
	}
	if c.ProviderCalls > 0 {
		rate = min(rate, c.ProviderCalls/callsPerBuy)
	}
	if c.PerMinute != nil {
		rate = min(rate, float64(*c.PerMinute)/60)
	}
	return rate
}

// Poll is the number of seconds between a browser's requests for the status, while its
// turn is not near. It grows with the number of people who wait.
func Poll(waiting int64) int64 { return min(60, max(5, waiting/1_700)) }

// Pace measures how fast a line moves, for estimates: by what was served in the last
// minute, and by the allowed rate until that is known.
type Pace struct{ seen []served }

type served struct {
	at      time.Time
	serving int64
}

const (
	paceWindow = time.Minute
	paceKnown  = 10 * time.Second
)

// See records up to which rank a line is served.
func (p *Pace) See(at time.Time, serving int64) {
	p.seen = append(p.seen, served{at, serving})
	for len(p.seen) > 2 && at.Sub(p.seen[1].at) >= paceWindow {
		p.seen = p.seen[1:]
	}
}

// PerMinute is how many ranks a minute are served. A line that has not moved is expected
// to move by one in as much time as it has stood still.
func (p *Pace) PerMinute(allowed float64) float64 {
	if len(p.seen) < 2 {
		return allowed * 60
	}
	first, last := p.seen[0], p.seen[len(p.seen)-1]
	took := last.at.Sub(first.at)
	moved := last.serving - first.serving
	switch {
	case took < paceKnown:
		return allowed * 60
	case moved == 0:
		return min(allowed*60, 1/took.Minutes())
	}
	return float64(moved) / took.Minutes()
}
