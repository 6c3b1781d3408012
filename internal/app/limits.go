package app

import (
	"log/slog"
	"net/netip"
	"sync"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// Limit is how often something may happen within a span.
type Limit struct {
	Times int
	Per   time.Duration
}

var (
	signInPerAddress = Limit{60, 10 * time.Minute}
	signInPerAccount = Limit{10, 15 * time.Minute}
	signUpPerAddress = Limit{20, time.Hour}

	resetPerAddress  = Limit{20, time.Hour}
	resetPerAccount  = Limit{5, time.Hour}
	linksPerAddress  = Limit{60, 10 * time.Minute} // guessing tokens of links
	emailPerUser     = Limit{5, time.Hour}
	secondPerUser    = Limit{10, 15 * time.Minute}
	secondPerAddress = Limit{30, 15 * time.Minute}
	profilePerUser   = Limit{60, time.Hour} // finding out which usernames are taken
	avatarPerUser    = Limit{20, time.Hour}
	exportPerUser    = Limit{10, time.Hour}

	contactPerAddress   = Limit{10, time.Hour}
	subscribePerAddress = Limit{20, time.Hour}
	subscribePerEmail   = Limit{3, 24 * time.Hour}
)

// network is what limits per address count by. Whoever has one address of IPv6
// has the 2^64 beside it too, so those count as one.
func (c Client) network() string {
	ip, err := netip.ParseAddr(c.IP)
	if err != nil {
		return c.IP
	}
	if ip = ip.Unmap().WithZone(""); ip.Is4() {
		return ip.String()
	}
	return netip.PrefixFrom(ip, 64).Masked().String()
}

// limit counts one attempt and logs the refusal: by whom is guarded, never what was tried.
func (a *App) limit(what, by, key string, limit Limit, client Client) error {
	err := a.limits.take(what+" "+by+" "+key, limit, a.Now())
	if err != nil {
		slog.Warn("limited", "what", what, "by", by, "ip", client.IP)
	}
	return err
}

// TooManyError is a refusal that says when to come back.
type TooManyError struct {
	After time.Duration
}

func (e *TooManyError) Error() string { return "Too many attempts. Please try again later." }

// Unwrap gives the refusal its code.
func (e *TooManyError) Unwrap() error { return shop.Errorf(shop.TooMany, "%s", e.Error()) }

// limiter counts in this process's memory. Copies of the program count apart,
// so several of them allow several times as much; that still stops guessing.
type limiter struct {
	mu   sync.Mutex
	seen map[string]*window
}

type window struct {
	start time.Time
	per   time.Duration
	count int
}

const maxWindows = 100_000

func newLimiter() *limiter { return &limiter{seen: map[string]*window{}} }

// take counts one attempt under the key and refuses it past the limit.
func (l *limiter) take(key string, limit Limit, now time.Time) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	w := l.seen[key]
	if w == nil || now.Sub(w.start) >= w.per {
		if len(l.seen) >= maxWindows {
			l.sweep(now)
		}
		w = &window{start: now, per: limit.Per}
		l.seen[key] = w
	}
	if w.count >= limit.Times {
		return &TooManyError{After: w.per - now.Sub(w.start)}
	}
	w.count++
	return nil
}

// refused says whether the limit is used up, without counting an attempt.
func (l *limiter) refused(key string, limit Limit, now time.Time) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if w := l.seen[key]; w != nil && now.Sub(w.start) < w.per && w.count >= limit.Times {
		return &TooManyError{After: w.per - now.Sub(w.start)}
	}
	return nil
}

// forget lifts the count, after a success.
func (l *limiter) forget(key string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.seen, key)
}

// sweep drops what is over, and everything when that is not enough: memory stays bounded.
func (l *limiter) sweep(now time.Time) {
	for key, w := range l.seen {
		if now.Sub(w.start) >= w.per {
			delete(l.seen, key)
		}
	}
	if len(l.seen) >= maxWindows {
		clear(l.seen)
	}
}
