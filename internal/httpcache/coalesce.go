package httpcache

import (
	"context"
	"strconv"
	"time"
)

// Do computes a missing response once for all callers that ask for the key and version meanwhile. A caller that asks
// after a change of version does not get what was begun before it.
//
// compute must not end because the caller that happened to come first went away, for others wait for its result: its
// context has the first caller's values, but only the timeout ends it.
func Do[T any](ctx context.Context, c *Cache, key string, version int64, timeout time.Duration, compute func(context.Context) (T, error)) (T, error) {
	result, err, _ := c.inFlight.Do(strconv.FormatInt(version, 10)+" "+key, func() (any, error) {
		detached, cancel := context.WithTimeout(context.WithoutCancel(ctx), timeout)
		defer cancel()
		return compute(detached)
	})
	if err != nil {
		var none T
		return none, err
	}
	return result.(T), nil
}
