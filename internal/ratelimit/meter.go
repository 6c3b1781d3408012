package ratelimit

import (
	"context"
	"sync/atomic"
)

// Meter counts the calls to a provider whose rate is limited.
type Meter struct {
	calls atomic.Int64
	rate  atomic.Pointer[func() int]
}

// Count counts the calls that acquire lets through. rate is how many a second there may be.
func (m *Meter) Count(acquire Acquire, rate func() int) Acquire {
	m.rate.Store(&rate)
	return func(ctx context.Context) error {
		err := acquire(ctx)
		if err == nil {
			m.calls.Add(1)
		}
		return err
	}
}

// Allowed is how many calls a second there may be; 0: any number.
func (m *Meter) Allowed() int64 {
	if rate := m.rate.Load(); rate != nil {
		return int64((*rate)())
	}
	return 0
}

// Take is how many calls were made since it was last asked, and how many a second there may be; 0: any number.
func (m *Meter) Take() (calls, allowed int64) {
	return m.calls.Swap(0), m.Allowed()
}
