package store

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"sync"
	"sync/atomic"
	"time"
)

// How an outage is noticed: whatever waits for a database that hangs fails after watchInterval and watchTimeout
// together, below 5 s.
const (
	watchInterval = time.Second
	watchTimeout  = 2 * time.Second
	// awayInterval is how often a database that is away is asked: the shop sells again within 2 s of a promoted standby.
	awayInterval = 250 * time.Millisecond
)

// ErrAway is the cause of a context that ended because the database does not answer.
var ErrAway = errors.New("the database does not answer")

// outage knows whether the database answers. When it does not, whoever waits for it is released.
type outage struct {
	away    atomic.Bool
	mu      sync.Mutex
	waiting map[*context.CancelCauseFunc]struct{}
	conns   map[*watchedConn]struct{}
}

func newOutage() *outage {
	return &outage{waiting: map[*context.CancelCauseFunc]struct{}{}, conns: map[*watchedConn]struct{}{}}
}

// Away says whether the database did not answer when it was last checked.
func (s *Store) Away() bool { return s.outage.away.Load() }

// WhileAnswers gives a context that ends, with the cause ErrAway, when the database goes away; at once while it is.
func (s *Store) WhileAnswers(ctx context.Context) (context.Context, context.CancelFunc) {
	return s.outage.during(ctx)
}

// Watch checks the database regularly until ctx ends.
func (s *Store) Watch(ctx context.Context) { s.outage.watch(ctx, s.Responds) }

// watch asks until ctx ends. It logs changes, not every failure.
func (o *outage) watch(ctx context.Context, ask func(context.Context) error) {
	for {
		next := time.NewTimer(watchInterval)
		asking, cancel := context.WithTimeout(ctx, watchTimeout)
		err := ask(asking)
		cancel()
		if ctx.Err() != nil {
			next.Stop()
			return
		}
		o.set(err)
		if err != nil {
			next.Reset(awayInterval)
		}
		select {
		case <-ctx.Done():
			next.Stop()
			return
		case <-next.C:
		}
	}
}

// set ends the contexts and closes the connections of everybody who waits. A connection to a server that is gone would
// otherwise be waited for until the operating system gives it up, and the one that listens would miss every change.
func (o *outage) set(err error) {
	was := o.away.Swap(err != nil)
	switch {
	case err == nil && was:
		slog.Info("the database answers again")
	case err != nil && !was:
		slog.Error("the database does not answer", "error", err)
	}
	if err == nil {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	for cancel := range o.waiting {
		(*cancel)(ErrAway)
	}
	for conn := range o.conns {
		_ = conn.Conn.Close()
		delete(o.conns, conn)
	}
}

func (o *outage) during(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.away.Load() {
		cancel(ErrAway)
	}
	o.waiting[&cancel] = struct{}{}
	return ctx, func() {
		o.mu.Lock()
		delete(o.waiting, &cancel)
		o.mu.Unlock()
		cancel(nil)
	}
}

// watchedConn is a connection to the database that is closed when the database goes away.
type watchedConn struct {
	net.Conn
	outage *outage
}

// dial connects by the given function and remembers the connection until it is closed.
func (o *outage) dial(dial func(ctx context.Context, network, address string) (net.Conn, error)) func(context.Context, string, string) (net.Conn, error) {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		watched := &watchedConn{conn, o}
		o.mu.Lock()
		defer o.mu.Unlock()
		o.conns[watched] = struct{}{}
		return watched, nil
	}
}

// Close ends the connection.
func (c *watchedConn) Close() error {
	c.outage.mu.Lock()
	delete(c.outage.conns, c)
	c.outage.mu.Unlock()
	return c.Conn.Close()
}
