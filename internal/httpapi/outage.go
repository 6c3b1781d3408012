package httpapi

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// How an outage of the database is detected. A request that waits for a database
// that hangs gets its response after watchPause plus watchPatience, below 5 s.
const (
	watchPause    = time.Second
	watchPatience = 2 * time.Second
	readyPatience = 1500 * time.Millisecond
	retryAfter    = "2"
)

var errDatabaseAway = errors.New("the database does not answer")

// databaseWatch knows whether the database responds, and cancels the requests
// that wait for it when it does not.
type databaseWatch struct {
	mu      sync.Mutex
	down    bool
	waiting map[*context.CancelCauseFunc]struct{}
}

func newDatabaseWatch() *databaseWatch {
	return &databaseWatch{waiting: map[*context.CancelCauseFunc]struct{}{}}
}

// watch checks the database until ctx ends. It logs changes, not every failure.
func (d *databaseWatch) watch(ctx context.Context, ask func(context.Context) error) {
	tick := time.NewTicker(watchPause)
	defer tick.Stop()
	for {
		asking, cancel := context.WithTimeout(ctx, watchPatience)
		err := ask(asking)
		cancel()
		if ctx.Err() != nil {
			return
		}
		d.set(err)
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

func (d *databaseWatch) set(err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case err != nil:
		if !d.down {
			slog.Error("the database does not answer", "error", err)
		}
		for cancel := range d.waiting {
			(*cancel)(errDatabaseAway)
		}
	case d.down:
		slog.Info("the database answers again")
	}
	d.down = err != nil
}

// during returns a context that is cancelled when the database becomes
// unavailable. While it is, statements fail at once and requests that need none
// are served.
func (d *databaseWatch) during(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.down {
		cancel(errDatabaseAway)
	}
	d.waiting[&cancel] = struct{}{}
	return ctx, func() {
		d.mu.Lock()
		delete(d.waiting, &cancel)
		d.mu.Unlock()
		cancel(nil)
	}
}

// Watch checks the database regularly until ctx ends.
func (s *Server) Watch(ctx context.Context) { s.database.watch(ctx, s.services.DatabaseResponds) }

// Stop makes /readyz fail from now on, so that a load balancer sends no new requests.
func (s *Server) Stop() { s.stopping.Store(true) }

// readyz says whether a load balancer may send requests here: the program is not
// stopping, and the database responds and can write. It responds within 2 s.
func (s *Server) readyz(w http.ResponseWriter, r *http.Request) {
	if s.stopping.Load() {
		refuse(w, http.StatusServiceUnavailable, shop.Unavailable, "The shop is stopping.")
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), readyPatience)
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

// isOutage says whether a request failed because the database is away.
func isOutage(ctx context.Context, err error) bool {
	return errors.Is(context.Cause(ctx), errDatabaseAway) || services.IsUnavailable(err)
}

// outageCause is the innermost error: the errors around it name the statement, and there are many statements.
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
