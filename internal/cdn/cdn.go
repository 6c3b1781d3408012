// Package cdn has what the shop says to a shared cache in front of it: how long a response may be kept, and that what is
// kept is outdated.
package cdn

import (
	"fmt"
	"net/http"
	"time"
)

// Tag is on every response that a shared cache may keep. It is purged when anything public changes: the catalogue
// version is one for all of them.
const Tag = "snackdrop"

// lifetime is how long a response may be served by a shared cache, and how long after that while it is fetched again.
type lifetime struct{ fresh, stale int64 } // seconds

var (
	// Pages ask for what changed since they were rendered when they open live updates, and a change purges them.
	pages = lifetime{30, 5}
	// Stock counts change with every sale, which purges nothing, so they may be cached for one second only.
	counts = lifetime{1, 1}
)

const (
	// revalidate is the Cache-Control of public responses without a shared cache: browsers keep them and ask each time.
	revalidate = "no-cache"
	personal   = "private, no-store"
)

// Writer changes the Cache-Control of responses for a shared cache: a response that does not say that it is public is
// private.
type Writer struct {
	http.ResponseWriter
	Now func() time.Time

	wrote bool
}

// Share is called for a public response before its headers are sent. until is when time alone makes it outdated, zero:
// never. volatile says that it shows counts which change without a purge.
func (w *Writer) Share(until time.Time, volatile bool) {
	h := w.Header()
	if h.Get("Cache-Control") != revalidate || h.Get("Set-Cookie") != "" {
		return
	}
	keep := pages
	if volatile || h.Get("Cache-Status") != "" { // outdated in an outage: fetched again as soon as that is over
		keep = counts
	}
	if !until.IsZero() {
		left := max(0, int64(until.Sub(w.Now())/time.Second))
		keep.fresh = min(keep.fresh, left)
		keep.stale = min(keep.stale, left-keep.fresh)
	}
	if keep.fresh == 0 {
		return // browsers and the shared cache ask each time
	}
	h.Set("Cache-Control", fmt.Sprintf("public, max-age=0, s-maxage=%d, stale-while-revalidate=%d", keep.fresh, keep.stale))
	h.Set("Cache-Tag", Tag)
	h.Set("Surrogate-Key", Tag)
}

// WriteHeader sends the headers.
func (w *Writer) WriteHeader(status int) {
	if !w.wrote && status >= 200 {
		w.wrote = true
		h := w.Header()
		if kept := h.Get("Cache-Control"); kept == "" || kept == "no-store" || h.Get("Set-Cookie") != "" {
			h.Set("Cache-Control", personal)
		}
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write sends a part of the body.
func (w *Writer) Write(data []byte) (int, error) {
	if !w.wrote {
		w.WriteHeader(http.StatusOK)
	}
	return w.ResponseWriter.Write(data)
}

// Unwrap lets http.ResponseController reach the real writer.
func (w *Writer) Unwrap() http.ResponseWriter { return w.ResponseWriter }
