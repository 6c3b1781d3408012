package operations

import (
	"context"
	"errors"
	"log/slog"
	"math"
	"math/rand/v2"
	"strconv"
	"sync"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// retryAfter is when a client should try again, in seconds: not all of them at the same moment.
func retryAfter() string { return strconv.Itoa(1 + rand.IntN(5)) }

// retryAfterLimit is the seconds until a limit allows the next try, and up to 3 more: not everybody comes back at once.
func retryAfterLimit(after time.Duration) string {
	return strconv.Itoa(max(1, int(math.Ceil(after.Seconds()))) + rand.IntN(4))
}

// Unavailable is the error of a request that needs the database while it is unavailable.
func Unavailable() *Problem {
	return problem(shop.Unavailable, "The shop cannot reach its data right now. Please try again in a moment.")
}

// OutageCause is the innermost error: the ones around it name the statement, and there are many of those.
func OutageCause(err error) string {
	for {
		inner := errors.Unwrap(err)
		if inner == nil {
			return err.Error()
		}
		err = inner
	}
}

// recentLines holds when each cause was last logged, and how often it came since.
var recentLines = struct {
	sync.Mutex
	at      map[string]time.Time
	skipped map[string]int
}{at: map[string]time.Time{}, skipped: map[string]int{}}

const mostCauses = 1000

// LogOnceASecond writes one line per message, cause and second: in an outage
// thousands of requests fail for one cause. The cause is the value of the first attribute.
func LogOnceASecond(level slog.Level, message, name, cause string, more ...any) {
	key, now := message+" "+cause, time.Now()
	recentLines.Lock()
	if now.Sub(recentLines.at[key]) < time.Second {
		recentLines.skipped[key]++
		recentLines.Unlock()
		return
	}
	if len(recentLines.at) > mostCauses {
		clear(recentLines.at)
		clear(recentLines.skipped)
	}
	skipped := recentLines.skipped[key]
	recentLines.at[key], recentLines.skipped[key] = now, 0
	recentLines.Unlock()
	slog.Log(context.Background(), level, message, append([]any{name, cause, "not_logged", skipped}, more...)...)
}
