package httpapi

import (
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"github.com/snackdrop/snackdrop/internal/answers"
)

// stockAge is how long a kept answer may show yesterday's unit counts while a
// rush is selling: open pages hear of each unit anyway.
const stockAge = time.Second

// sendKept answers what was asked before in the same words, which is most of a
// shop's day. Only public answers are kept and they depend on nobody, so it
// needs neither the route, nor the session, nor the limits that a handler has.
func (s *Server) sendKept(w http.ResponseWriter, r *http.Request, start time.Time) bool {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		return false
	}
	kept, ok := s.find(r.RequestURI)
	if !ok || kept.Status() != http.StatusOK {
		return false
	}
	h := w.Header()
	id := "" // a kept answer has a line in the log, and needs an id for it, only when all is logged
	if slog.Default().Enabled(r.Context(), slog.LevelDebug) {
		id = requestID()
		h["X-Request-Id"] = []string{id}
	}
	secureHeaders(h)
	status := kept.Send(w, r)
	s.finish(r, id, kept.Route, status, 0, time.Since(start))
	return true
}

// find looks for a kept answer that is still good.
func (s *Server) find(key string) (answers.Kept, bool) {
	kept, ok := s.kept.Get(key, s.app.Version())
	if !ok || kept.At.Before(s.app.Hub.Since()) || kept.Volatile && kept.Tick != s.app.StockTick() && time.Since(kept.At) >= stockAge {
		return answers.Kept{}, false
	}
	return kept, true
}

// serveKept sends a public answer that was computed before, or computes and keeps
// it. Nothing here depends on who asks.
func (s *Server) serveKept(w http.ResponseWriter, r *http.Request, rule Rule) {
	key := r.URL.RequestURI()
	version, tick := s.app.Version(), s.app.StockTick()
	if kept, ok := s.find(key); ok {
		kept.ServeHTTP(w, r)
		return
	}
	// A storm of misses computes once; but who asks after a change does not get what was begun before it.
	made, _, _ := s.making.Do(strconv.FormatInt(version, 10)+key, func() (any, error) {
		at, buffer := time.Now(), &held{header: http.Header{}, status: http.StatusOK}
		s.serveWithLimits(buffer, r, rule)
		for name := range w.Header() { // what every answer carries is not part of this one
			delete(buffer.header, name)
		}
		if buffer.status != http.StatusOK {
			return buffer, nil
		}
		buffer.header.Set("Cache-Control", "no-cache")
		route := requestInfoFrom(r.Context()).route
		keep := func() *answers.Answer {
			answer := answers.New(buffer.status, buffer.header, buffer.body)
			if len(key) < 500 {
				s.kept.Put(key, answers.Kept{Answer: answer, Route: route, Version: version, Volatile: true, Tick: tick, At: at})
			}
			return answer
		}
		if answers.WantsPlain(r.Context()) { // a page is waiting for it, and a shopper for the page
			go keep()
			return buffer, nil
		}
		return keep(), nil
	})
	made.(http.Handler).ServeHTTP(w, r)
}

// held is an answer that is not sent yet.
type held struct {
	header http.Header
	status int
	body   []byte
}

func (h *held) Header() http.Header    { return h.header }
func (h *held) WriteHeader(status int) { h.status = status }
func (h *held) Write(text []byte) (int, error) {
	h.body = append(h.body, text...)
	return len(text), nil
}

// ServeHTTP sends it as it is: refusals are not kept.
func (h *held) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	for name, values := range h.header {
		w.Header()[name] = values
	}
	w.WriteHeader(h.status)
	_, _ = w.Write(h.body)
}
