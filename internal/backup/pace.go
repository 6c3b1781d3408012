package backup

import (
	"context"
	"time"
)

// A backup works for a moment and then waits while people order. A shop that nobody orders from is saved without a pause.
const (
	workTime = 2 * time.Millisecond
	waitTime = 8 * time.Millisecond
)

// Idle waits until nobody has ordered for a moment, and not longer than most.
type Idle interface {
	WaitUntilIdle(ctx context.Context, most time.Duration)
}

// pacer makes a backup give way to orders: both share the processors and the disk.
type pacer struct {
	idle  Idle
	began time.Time
}

// pace makes the function that is called between small pieces of work. idle may be nil: nobody is in the way.
func pace(idle Idle) func(context.Context) {
	if idle == nil {
		return func(context.Context) {}
	}
	p := &pacer{idle, time.Now()}
	return p.rest
}

func (p *pacer) rest(ctx context.Context) {
	if time.Since(p.began) < workTime {
		return
	}
	p.idle.WaitUntilIdle(ctx, waitTime)
	p.began = time.Now()
}
