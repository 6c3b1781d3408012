package httpapi

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
)

const readyTimeout = time.Second // leaves a busy machine another for the rest of the 2 s

// retryAfter is when a client should try again, in seconds: not all of them at the same moment.
func retryAfter() string { return strconv.Itoa(1 + rand.IntN(5)) }

// Watch checks the database regularly until ctx ends.
func (s *Server) Watch(ctx context.Context) { s.services.WatchDatabase(ctx) }

// Stop makes /readyz fail from now on, so that a load balancer sends no new requests.
func (s *Server) Stop() { s.stopping.Store(true) }

// readyz says whether a load balancer may send requests here: the program is not
// stopping, and the database responds and can write. It responds within 2 s.
func (s *Server) readyz(w http.ResponseWriter, r *http.Request) {
	if s.stopping.Load() {
		refuse(w, http.StatusServiceUnavailable, shop.Unavailable, "The shop is stopping.")
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), readyTimeout)
	defer cancel()
	if err := s.services.CanWrite(ctx); err != nil {
		logOnceASecond(slog.LevelError, "not ready", "cause", err.Error())
		refuse(w, http.StatusServiceUnavailable, shop.Unavailable, "The database does not answer, or cannot store anything.")
		return
	}
	s.healthz(w, r)
}

// unavailable is the error of a request that needs the database while it is unavailable.
func unavailable() *Problem {
	return &Problem{Type: "about:blank", Title: "Service Unavailable", Status: http.StatusServiceUnavailable, Code: string(shop.Unavailable),
		Detail: "The shop cannot reach its data right now. Please try again in a moment."}
}

// outageCause is the innermost error: the ones around it name the statement, and there are many of those.
func outageCause(err error) string {
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

// logOnceASecond writes one line per message, cause and second: in an outage
// thousands of requests fail for one cause. The cause is the value of the first attribute.
func logOnceASecond(level slog.Level, message, name, cause string, more ...any) {
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
