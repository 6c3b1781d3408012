package httpcache

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/snackdrop/snackdrop/internal/background"
)

var errPanicked = errors.New("computing a response panicked")

// Do computes a missing response once for all callers that ask for the key and version meanwhile. A caller that asks
// after a change of version does not get what was begun before it.
//
// compute must not end because the caller that happened to come first went away, for others wait for its result: its
// context has the first caller's values, but only the timeout ends it. A caller waits until its own context ends, and
// not longer than the timeout, also when compute does.
func Do[T any](ctx context.Context, c *Cache, key string, version int64, timeout time.Duration, compute func(context.Context) (T, error)) (T, error) {
	key = strconv.FormatInt(version, 10) + " " + key
	result := c.inFlight.DoChan(key, func() (value any, err error) {
		detached, cancel := context.WithTimeout(context.WithoutCancel(ctx), timeout)
		defer cancel()
		err = errPanicked // of a panic, Protect logs the rest
		background.Protect("compute a response", func() { value, err = compute(detached) })
		return value, err
	})
	var none T
	wait := time.NewTimer(timeout)
	defer wait.Stop()
	select {
	case r := <-result:
		if r.Err != nil {
			return none, r.Err
		}
		return r.Val.(T), nil
	case <-ctx.Done():
		return none, context.Cause(ctx)
	case <-wait.C:
		c.inFlight.Forget(key) // the next caller tries again instead of waiting for the same
		return none, context.DeadlineExceeded
	}
}
