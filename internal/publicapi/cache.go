package publicapi

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/snackdrop/snackdrop/internal/background"
	"github.com/snackdrop/snackdrop/internal/clock"
	"github.com/snackdrop/snackdrop/internal/httpcache"
	"github.com/snackdrop/snackdrop/internal/operations"
	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// maxStockAge is how long a cached response may show old unit counts while units are sold: open pages get every
// change by live updates.
const maxStockAge = time.Second

// computeTime is how long computing a public response may take. It keeps the response time below 5 s, also when the database
// responds but hangs on one table.
const computeTime = 4 * time.Second

// maxKeyLength keeps long, made-up URLs from filling the cache with keys.
const maxKeyLength = 500

// Send sends an entry that is not known to be outdated. While the database is away it may be outdated all the same, so the
// response is then marked as stale.
func (q *Queries) Send(entry *httpcache.Entry, w http.ResponseWriter, r *http.Request) (status int) {
	if q.database.DatabaseAway() {
		return entry.SendStale(w, r)
	}
	return entry.Send(w, r)
}

// Cached finds an entry that is not known to be outdated.
func (q *Queries) Cached(key string) (*httpcache.Entry, bool) {
	entry, ok := q.Cache.Get(key, q.versions.Catalog(), q.now)
	if !ok || entry.CreatedAt.Before(q.hub.Since()) || !entry.Fresh(q.now) {
		return nil, false
	}
	if entry.Volatile && entry.StockRevision != q.versions.StockRevision() && time.Since(entry.CreatedAt) >= maxStockAge {
		return nil, false
	}
	return entry, true
}

// ServeCacheable sends a public response from the cache, or computes and caches it. When it cannot be computed because the
// database is away, an outdated one is sent that says so.
func (q *Queries) ServeCacheable(w http.ResponseWriter, r *http.Request) {
	key := r.URL.RequestURI()
	if entry, ok := q.Cached(key); ok {
		q.Send(entry, w, r)
		return
	}
	response, err := q.compute(r, false)
	if err != nil && services.IsUnavailable(r.Context(), err) || err == nil && response.Status == http.StatusServiceUnavailable {
		if entry, ok := q.Cache.Stale(key); ok {
			entry.SendStale(w, r)
			return
		}
	}
	switch {
	case err != nil && (r.Context().Err() != nil || services.IsUnavailable(r.Context(), err)):
		operations.Refuse(w, shop.Unavailable, operations.Unavailable().Detail)
	case err != nil:
		operations.Refuse(w, operations.CodeInternal, operations.Internal)
	case response.Status != http.StatusOK:
		response.ServeHTTP(w, r)
	default:
		response.entry().ServeHTTP(w, r)
	}
}

// PublicJSON gives the response body of a public query without HTTP in between: the bytes that the API
// sends, from the same cache. It never gives an outdated one: a page made of it would be cached as new. With a moment in the
// context it gives the response of that moment and schedules it, unless the current one is still valid then.
func (q *Queries) PublicJSON(ctx context.Context, path string) (body []byte, status int, err error) {
	at, ahead := clock.Moment(ctx)
	if entry, ok := q.Cached(path); ok && (!ahead || entry.ValidUntil.IsZero() || at.Before(entry.ValidUntil)) {
		clock.ValidUntil(ctx, entry.ValidUntil)
		clock.FreshUntil(ctx, entry.FreshUntil)
		body, err = entry.Body()
		return body, entry.Status(), err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, path, nil)
	if err != nil {
		return nil, 0, err
	}
	if _, pattern := q.Mux.Handler(r); pattern == "" {
		return nil, 0, fmt.Errorf("%s is not a public query of the API", path)
	}
	if !operations.ValidURL(r) {
		return nil, http.StatusBadRequest, nil
	}
	response, err := q.compute(r, true)
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
func (q *Queries) compute(r *http.Request, plain bool) (computed, error) {
	response, err := q.computeOnce(r, plain)
	if _, ahead := clock.Moment(r.Context()); err == nil && !ahead && !response.until.IsZero() && !q.now().Before(response.until) {
		response, err = q.computeOnce(r, plain) // it was begun before a moment that has passed
	}
	if err == nil {
		clock.ValidUntil(r.Context(), response.until)
		clock.FreshUntil(r.Context(), response.fresh)
	}
	return response, err
}

func (q *Queries) computeOnce(r *http.Request, plain bool) (computed, error) {
	key, version, stock := r.URL.RequestURI(), q.versions.Catalog(), q.versions.StockRevision()
	at, ahead := clock.Moment(r.Context())
	flight := key
	if ahead {
		flight = at.Format(time.RFC3339Nano) + " " + key
	}
	return httpcache.Do(r.Context(), q.Cache, flight, version, computeTime, func(ctx context.Context) (computed, error) {
		ctx, validity := clock.WithValidity(ctx)
		ctx, done := q.database.WhileDatabaseAnswers(ctx)
		defer done()
		start, buffer := time.Now(), httpcache.NewBufferedResponse()
		own := r.WithContext(ctx)
		own.Body = http.NoBody // the client's may end before this does
		_, route := q.Mux.Handler(own)
		q.Mux.ServeHTTP(buffer, own)
		response := computed{BufferedResponse: buffer, until: validity.Until(), fresh: validity.Fresh()}
		if buffer.Status != http.StatusOK {
			return response, nil
		}
		buffer.Header().Set("Cache-Control", "no-cache")
		response.entry = sync.OnceValue(func() *httpcache.Entry {
			entry := httpcache.Compress(buffer.Status, buffer.Header(), buffer.Body)
			entry.Route, entry.Version, entry.CreatedAt = route, version, start
			entry.Volatile, entry.StockRevision, entry.ValidUntil, entry.FreshUntil = true, stock, response.until, response.fresh
			switch {
			case len(key) >= maxKeyLength:
			case ahead:
				entry.ValidFrom = at
				q.Cache.Schedule(key, entry)
			default:
				q.Cache.Put(key, entry)
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
