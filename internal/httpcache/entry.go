package httpcache

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Entry is one finished response with the state that it was made from. It is not changed once it is in the cache.
type Entry struct {
	Route     string    // the route pattern that made it, for the metrics
	Version   int64     // the version of the data it was made from
	CreatedAt time.Time // when making it began
	// ValidUntil is when time alone makes it outdated, ValidFrom when a scheduled entry takes over; both by the clock that
	// Get is given. Zero means always.
	ValidFrom, ValidUntil time.Time
	// FreshUntil is when a newer one should be made. This one may still be sent until that is there. Zero means never.
	FreshUntil time.Time
	// Volatile entries also show stock counts, which change without the version; StockRevision is the state of those.
	Volatile      bool
	StockRevision int64

	status  int
	noStore bool // Cache-Control: no-store
	header  []headerField
	plain   body // empty when there are compressed bodies: the few clients that accept none get gzip's unpacked
	br      *body
	gzip    *body
	size    int64
}

// headerField is one header. Its values are shared by all responses.
type headerField struct {
	name   string
	values []string
}

// body is a response body in one encoding, with the header values that go with it.
type body struct {
	bytes    []byte
	encoding []string // nil: not compressed
	etag     []string
	length   []string
}

var vary = []string{"Accept-Encoding"}

func newEntry(status int, header http.Header, plain []byte) (e *Entry, tag string) {
	e = &Entry{status: status, header: []headerField{{"Vary", vary}}}
	e.noStore = strings.Contains(header.Get("Cache-Control"), "no-store")
	for name, values := range header {
		e.header = append(e.header, headerField{name, values})
	}
	sum := sha256.Sum256(plain)
	tag = base64.RawURLEncoding.EncodeToString(sum[:12])
	e.plain = newBody(nil, tag, plain)
	e.size = int64(len(plain))
	return e, tag
}

func newBody(encoding []string, tag string, text []byte) body {
	return body{bytes.Clone(text), encoding, []string{`"` + tag + `"`}, []string{strconv.Itoa(len(text))}}
}

// Fresh says whether the entry is recent at a moment.
func (e *Entry) Fresh(now func() time.Time) bool {
	return e.FreshUntil.IsZero() || now().Before(e.FreshUntil)
}

// Status is the HTTP status of the response.
func (e *Entry) Status() int { return e.status }

// Body is the response body without compression.
func (e *Entry) Body() ([]byte, error) {
	if e.gzip == nil {
		return e.plain.bytes, nil
	}
	unpacked, err := gzip.NewReader(bytes.NewReader(e.gzip.bytes))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(unpacked)
}

// staleStatus tells clients that the response may be outdated, as RFC 9211 says it.
var staleStatus = []string{"snackdrop; hit; detail=stale"}

// SendStale is Send with headers that say that the response may be outdated, and how old it is. A response with
// no-store is sent without them: it is an empty page whose data the browser loads later.
func (e *Entry) SendStale(w http.ResponseWriter, r *http.Request) (status int) {
	if e.noStore {
		return e.Send(w, r)
	}
	w.Header()["Cache-Status"] = staleStatus
	w.Header()["Age"] = []string{strconv.Itoa(max(0, int(time.Since(e.CreatedAt).Seconds())))}
	return e.Send(w, r)
}

// ServeHTTP sends the smallest body that the client accepts, or 304 when it has it already.
func (e *Entry) ServeHTTP(w http.ResponseWriter, r *http.Request) { e.Send(w, r) }

// Send is ServeHTTP and returns the status that was sent.
func (e *Entry) Send(w http.ResponseWriter, r *http.Request) (status int) {
	b := e.negotiate(r.Header)
	h := w.Header()
	for _, f := range e.header {
		h[f.name] = f.values
	}
	h["Etag"] = b.etag
	if e.Route != "" && e.status == http.StatusOK {
		e.share(w)
	}
	if e.status == http.StatusOK && matches(first(r.Header, "If-None-Match"), b.etag[0]) {
		w.WriteHeader(http.StatusNotModified)
		return http.StatusNotModified
	}
	if b.encoding != nil {
		h["Content-Encoding"] = b.encoding
	}
	h["Content-Length"] = b.length
	w.WriteHeader(e.status)
	switch {
	case r.Method == http.MethodHead:
	case b == &e.plain:
		if plain, err := e.Body(); err == nil {
			_, _ = w.Write(plain) // an error means that the client has gone
		}
	default:
		_, _ = w.Write(b.bytes)
	}
	return e.status
}

// Sharing is a response writer that tells a shared cache in front of the program how long it may keep a response.
type Sharing interface {
	Share(until time.Time, volatile bool)
}

// share finds the Sharing writer among writers that wrap each other, if there is one.
func (e *Entry) share(w http.ResponseWriter) {
	for {
		switch writer := w.(type) {
		case Sharing:
			writer.Share(e.ValidUntil, e.Volatile)
			return
		case interface{ Unwrap() http.ResponseWriter }:
			w = writer.Unwrap()
		default:
			return
		}
	}
}

func (e *Entry) negotiate(request http.Header) *body {
	if e.br == nil {
		return &e.plain
	}
	accepted := first(request, "Accept-Encoding")
	switch {
	case Accepts(accepted, "br"):
		return e.br
	case Accepts(accepted, "gzip"):
		return e.gzip
	}
	return &e.plain
}

// first is Header.Get for a name in its canonical form.
func first(h http.Header, name string) string {
	if values := h[name]; len(values) > 0 {
		return values[0]
	}
	return ""
}

func matches(given, tag string) bool {
	return given != "" && (given == "*" || strings.Contains(given, tag))
}

// Accepts says whether an Accept-Encoding header accepts the encoding: it is named and does not have q=0.
func Accepts(header, name string) bool {
	for part := range strings.SplitSeq(header, ",") {
		word, rest, _ := strings.Cut(strings.TrimSpace(part), ";")
		if strings.EqualFold(strings.TrimSpace(word), name) {
			q := strings.ReplaceAll(rest, " ", "")
			return q != "q=0" && q != "q=0.0" && q != "q=0.00" && q != "q=0.000"
		}
	}
	return false
}
