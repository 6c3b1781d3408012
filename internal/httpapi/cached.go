package httpapi

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/snackdrop/snackdrop/internal/background"
	"github.com/snackdrop/snackdrop/internal/clock"
	"github.com/snackdrop/snackdrop/internal/httpcache"
	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// maxStockAge is how long a cached response may show old unit counts while units are sold: open pages get every
// change by live updates.
const maxStockAge = time.Second

// computeTime is how long a public response may take: whoever waits for it is answered within 5 s, also when the database
// answers but hangs on one table.
const computeTime = 4 * time.Second

// maxKeyLength keeps long, made-up URLs from filling the cache with keys.
const maxKeyLength = 500

// serveCached responds from the cache if it can; most requests end here. Cached responses are public and the same for
// everybody, so this needs neither the route, nor the session, nor the limits of a handler.
func (s *Server) serveCached(w http.ResponseWriter, r *http.Request, start time.Time) bool {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		return false
	}
	entry, ok := s.cached(r.RequestURI)
	if !ok || entry.Status() != http.StatusOK {
		return false
	}
	h := w.Header()
	id := "" // only a log at debug level has a line for it, which needs an id
	if slog.Default().Enabled(r.Context(), slog.LevelDebug) {
		id = requestID()
		h["X-Request-Id"] = []string{id}
	}
	s.secureHeaders(h)
	status := s.send(entry, w, r)
	s.finish(r, id, entry.Route, status, 0, time.Since(start))
	return true
}

// send sends an entry that was not found outdated. While the database is away nobody can know, and the response says so.
func (s *Server) send(entry *httpcache.Entry, w http.ResponseWriter, r *http.Request) (status int) {
	if s.services.DatabaseAway() {
		return entry.SendStale(w, r)
	}
	return entry.Send(w, r)
}

// cached finds an entry that is not known to be outdated.
func (s *Server) cached(key string) (*httpcache.Entry, bool) {
	entry, ok := s.cache.Get(key, s.services.Versions.Catalog(), s.services.Now)
	if !ok || entry.CreatedAt.Before(s.services.Hub.Since()) || !entry.Fresh(s.services.Now) {
		return nil, false
	}
	if entry.Volatile && entry.StockRevision != s.services.Versions.StockRevision() && time.Since(entry.CreatedAt) >= maxStockAge {
		return nil, false
	}
	return entry, true
}

// serveCacheable sends a public response from the cache, or computes and caches it. When it cannot be computed because the
// database is away, an outdated one is sent that says so.
func (s *Server) serveCacheable(w http.ResponseWriter, r *http.Request, rule Rule) {
	key := r.URL.RequestURI()
	if entry, ok := s.cached(key); ok {
		s.send(entry, w, r)
		return
	}
	response, err := s.compute(r, rule, false)
	if err != nil && services.IsUnavailable(r.Context(), err) || err == nil && response.Status == http.StatusServiceUnavailable {
		if entry, ok := s.cache.Stale(key); ok {
			entry.SendStale(w, r)
			return
		}
	}
	switch {
	case err != nil && (r.Context().Err() != nil || services.IsUnavailable(r.Context(), err)):
		refuse(w, http.StatusServiceUnavailable, shop.Unavailable, unavailable().Detail)
	case err != nil:
		refuse(w, http.StatusInternalServerError, "internal", "Something went wrong on our side. Please try again.")
	case response.Status != http.StatusOK:
		response.ServeHTTP(w, r)
	default:
		response.entry().ServeHTTP(w, r)
	}
}

// PublicJSON gives the response body of a cacheable GET operation without HTTP in between: the bytes that the API
// sends, from the same cache. It never gives an outdated one: a page made of it would be cached as new. With a moment in the
// context it gives the response of that moment and schedules it, unless the current one is still valid then.
func (s *Server) PublicJSON(ctx context.Context, path string) (body []byte, status int, err error) {
	at, ahead := clock.Moment(ctx)
	if entry, ok := s.cached(path); ok && (!ahead || entry.ValidUntil.IsZero() || at.Before(entry.ValidUntil)) {
		clock.ValidUntil(ctx, entry.ValidUntil)
		clock.FreshUntil(ctx, entry.FreshUntil)
		body, err = entry.Body()
		return body, entry.Status(), err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, path, nil)
	if err != nil {
		return nil, 0, err
	}
	_, pattern := s.mux.Handler(r)
	rule := access[pattern]
	if !rule.Cacheable {
		return nil, 0, fmt.Errorf("%s is not a public query of the API", path)
	}
	if !validURL(r) {
		return nil, http.StatusBadRequest, nil
	}
	r = r.WithContext(context.WithValue(r.Context(), requestInfoKey{}, &requestInfo{route: pattern}))
	response, err := s.compute(r, rule, true)
	if err != nil {
		return nil, 0, err
	}
	return response.Body, response.Status, nil
}

// computed is a response that was not in the cache.
type computed struct {
	*httpcache.BufferedResponse
	entry func() *httpcache.Entry // compresses and caches it, once; for status 200 alone
	until time.Time               // when time alone makes it outdated; zero: never
	fresh time.Time               // until when it is recent; zero: always
}

// compute runs the operation's handler, once for all concurrent requests of the same response. A response that depends
// on the user is not Cacheable. A caller that needs the plain body does not wait for its compression.
func (s *Server) compute(r *http.Request, rule Rule, plain bool) (computed, error) {
	response, err := s.computeOnce(r, rule, plain)
	if _, ahead := clock.Moment(r.Context()); err == nil && !ahead && !response.until.IsZero() && !s.services.Now().Before(response.until) {
		response, err = s.computeOnce(r, rule, plain) // it was begun before a moment that has passed
	}
	if err == nil {
		clock.ValidUntil(r.Context(), response.until)
		clock.FreshUntil(r.Context(), response.fresh)
	}
	return response, err
}

func (s *Server) computeOnce(r *http.Request, rule Rule, plain bool) (computed, error) {
	key, version, stock := r.URL.RequestURI(), s.services.Versions.Catalog(), s.services.Versions.StockRevision()
	at, ahead := clock.Moment(r.Context())
	flight := key
	if ahead {
		flight = at.Format(time.RFC3339Nano) + " " + key
	}
	return httpcache.Do(r.Context(), s.cache, flight, version, computeTime, func(ctx context.Context) (computed, error) {
		ctx, validity := clock.WithValidity(ctx)
		start, buffer := time.Now(), httpcache.NewBufferedResponse()
		own := r.WithContext(ctx)
		own.Body = http.NoBody // the client's may end before this does
		s.serveWithLimits(buffer, own, rule)
		response := computed{BufferedResponse: buffer, until: validity.Until(), fresh: validity.Fresh()}
		if buffer.Status != http.StatusOK {
			return response, nil
		}
		buffer.Header().Set("Cache-Control", "no-cache")
		response.entry = sync.OnceValue(func() *httpcache.Entry {
			entry := httpcache.Compress(buffer.Status, buffer.Header(), buffer.Body)
			entry.Route, entry.Version, entry.CreatedAt = requestInfoFrom(ctx).route, version, start
			entry.Volatile, entry.StockRevision, entry.ValidUntil, entry.FreshUntil = true, stock, response.until, response.fresh
			switch {
			case len(key) >= maxKeyLength:
			case ahead:
				entry.ValidFrom = at
				s.cache.Schedule(key, entry)
			default:
				s.cache.Put(key, entry)
			}
			return entry
		})
		if plain {
			background.Go("compress a response", func() { response.entry() })
		} else {
			response.entry()
		}
		return response, nil
	})
}
