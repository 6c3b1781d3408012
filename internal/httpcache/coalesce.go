package httpcache

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/snackdrop/snackdrop/internal/background"
)

var errPanicked = errors.New("computing a response panicked")

// Do computes a missing response once for all callers that ask for the same key and version meanwhile. A caller with a
// newer version does not get a result that was begun for an older one.
//
// compute's context has the values of the first caller's context, but does not end with it, because others may wait for the
// result: only the timeout ends it. Each caller waits until its own context ends or the timeout is over, even if compute
// takes longer.
func Do[T any](ctx context.Context, c *Cache, key string, version int64, timeout time.Duration, compute func(context.Context) (T, error)) (T, error) {
	key = strconv.FormatInt(version, 10) + " " + key
	result := c.inFlight.DoChan(key, func() (value any, err error) {
		detached, cancel := context.WithTimeout(context.WithoutCancel(ctx), timeout)
		defer cancel()
		err = errPanicked // stays when compute panics, which Protect recovers from and logs
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
