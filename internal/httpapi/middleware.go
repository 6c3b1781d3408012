package httpapi

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/snackdrop/snackdrop/internal/cdn"
	"github.com/snackdrop/snackdrop/internal/clock"
	"github.com/snackdrop/snackdrop/internal/operations"
	"github.com/snackdrop/snackdrop/internal/shop"
)

func (r Rule) bodyLimit() int64 {
	if r.Body == 0 {
		return smallBody
	}
	return r.Body
}

func (r Rule) timeLimit() time.Duration {
	if r.Time == 0 {
		return usualTime
	}
	return r.Time
}

var closeConnection = []string{"close"}

// slowRequest is logged even when it succeeded.
const slowRequest = time.Second

// ServeHTTP does what every request needs before its handler: id, log line,
// headers, cross-site check, access, limits.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	start := time.Now()
	if s.stopping.Load() { // the client's next request then opens a new connection, which the load balancer gives to another instance
		w.Header()["Connection"] = closeConnection
	}
	if s.config.BehindCDN {
		w = &cdn.Writer{ResponseWriter: w, Now: s.now}
	}
	if !asksForMoment(r) && s.serveCached(w, r, start) {
		return
	}
	info := &operations.RequestInfo{Client: s.client(r), RequestID: requestID(), Site: s.visitorSite(r)}
	r = r.WithContext(context.WithValue(r.Context(), operations.RequestKey{}, info))
	out := &recorder{ResponseWriter: w}
	out.Header().Set("X-Request-Id", info.RequestID)
	s.secureHeaders(out.Header())
	defer func() {
		if failure := recover(); failure != nil && failure != http.ErrAbortHandler {
			slog.Error("panic", "request_id", info.RequestID, "path", pathInLog(r), "panic", failure, "stack", string(debug.Stack()))
			if out.status == 0 {
				operations.Refuse(out, operations.CodeInternal, operations.Internal)
			}
		}
		s.finish(r, info.RequestID, info.Route, out.status, out.bytes, time.Since(start))
	}()
	if !operations.ValidURL(r) {
		operations.Refuse(out, operations.CodeBadRequest, "The address holds characters that cannot be read.")
		return
	}
	s.authorize(out, r, info)
}

// finish records a finished request in the metrics and in the log.
func (s *Server) finish(r *http.Request, id, route string, status int, bytes int64, took time.Duration) {
	s.metrics.observe(route, status, took)
	level := slog.LevelInfo
	if status == http.StatusServiceUnavailable {
		operations.LogOnceASecond(level, "request not served", "route", route, "request_id", id, "method", r.Method, "path", pathInLog(r), "status", status, "ms", took.Milliseconds())
		return
	}
	if r.Method == http.MethodGet && status < 400 && took < slowRequest {
		level = slog.LevelDebug // a busy shop reads thousands of times a second
	}
	if slog.Default().Enabled(r.Context(), level) {
		slog.Log(r.Context(), level, "request", "request_id", id, "method", r.Method, "path", pathInLog(r),
			"status", status, "bytes", bytes, "ms", took.Milliseconds())
	}
}

var crossOrigin = http.NewCrossOriginProtection()

// authorize checks origin, route and role, then serves the request.
func (s *Server) authorize(w http.ResponseWriter, r *http.Request, info *operations.RequestInfo) {
	// No page of another site can make a browser send a key, and a request with one uses no cookie.
	if err := crossOrigin.Check(r); err != nil && operations.KeyOfRequest(r) == "" {
		slog.Warn("cross-site request refused", "request_id", info.RequestID, "path", pathInLog(r))
		operations.Refuse(w, operations.CodeCrossSite, "This request came from another site.")
		return
	}
	_, pattern := s.Mux.Handler(r)
	info.Route = pattern
	rule, ok := access[pattern]
	if !ok {
		operations.Refuse(w, shop.Forbidden, "This is not open to anybody.")
		return
	}
	previewed := false
	if asksForMoment(r) && strings.HasPrefix(r.URL.Path, "/api/") {
		if r, ok = s.atMoment(w, r, info); !ok {
			return
		}
		_, previewed = clock.Moment(r.Context())
	}
	if rule.Cacheable && !previewed && (r.Method == http.MethodGet || r.Method == http.MethodHead) {
		s.public.ServeCacheable(w, r)
		return
	}
	if strings.HasPrefix(r.URL.Path, "/api/") {
		w.Header().Set("Cache-Control", "no-store") // the handler of a public response sets another
	}
	if err := s.checkAccess(r, info, rule); err != nil {
		operations.RefuseError(w, r, err)
		return
	}
	if info.Extended {
		cookie := s.sessions.Cookie(info.Token, info.Session.ExpiresAt)
		http.SetCookie(w, &cookie)
		if email := info.Session.User.Email; !info.Session.SecondFactorDue && !s.accounts.KnowsDevice(email, info.Client) {
			device := s.sessions.DeviceCookie(email)
			http.SetCookie(w, &device)
		}
	}
	s.serveWithLimits(w, r, rule)
}

// serveWithLimits hands the request to its handler within the rule's limits.
func (s *Server) serveWithLimits(w http.ResponseWriter, r *http.Request, rule Rule) {
	r.Body = http.MaxBytesReader(w, r.Body, rule.bodyLimit())
	if limit := rule.timeLimit(); limit > 0 {
		ctx, cancel := context.WithTimeout(r.Context(), limit)
		defer cancel()
		if !rule.Offline {
			watched, done := s.database.WhileDatabaseAnswers(ctx)
			defer done()
			ctx = watched
		}
		r = r.WithContext(ctx)
		control := http.NewResponseController(w)
		if r.ContentLength != 0 { // a body will be read
			_ = control.SetReadDeadline(time.Now().Add(limit))
		}
		_ = control.SetWriteDeadline(time.Now().Add(limit + 5*time.Second))
	}
	s.Mux.ServeHTTP(w, r)
}

// checkAccess loads the session of the cookie, if there is one, and compares it with
// the role that the route requires. When the session cannot
// be loaded the request fails: a database error must not turn a signed-in user into a
// guest. Pages and images are the same for everybody and load no session, nor does what
// is served without the database.
func (s *Server) checkAccess(r *http.Request, info *operations.RequestInfo, rule Rule) error {
	who := rule.Who
	if who == Visitor && (rule.Offline || !strings.HasPrefix(r.URL.Path, "/api/")) {
		return nil
	}
	if key := operations.KeyOfRequest(r); key != "" {
		return s.checkKey(r, info, rule, key)
	}
	if token, old := s.sessions.SessionToken(r); token != "" {
		ctx, done := s.database.WhileDatabaseAnswers(r.Context())
		session, extended, err := s.loadSession(ctx, token, r.URL.Path)
		done()
		switch {
		case err == nil:
			info.Session, info.Token, info.Extended = &session, token, extended || old
		case shop.CodeOf(err) != shop.NotFound:
			operations.LogOnceASecond(slog.LevelError, "session not read", "cause", operations.OutageCause(err), "request_id", info.RequestID)
			return shop.Errorf(shop.Unavailable, "Please try again in a moment.")
		}
	}
	signedIn := info.Session != nil && !info.Session.SecondFactorDue
	switch {
	case who == Visitor:
		return nil
	case !signedIn:
		return shop.Errorf(shop.Unauthorized, "Please log in first.")
	case who == Admin && !info.Session.User.Admin:
		return shop.Errorf(shop.Forbidden, "This is for the shop's staff.")
	case who == Admin && !rule.Enrols:
		return s.checkSecondFactor(r, info)
	}
	return nil
}

// checkSecondFactor refuses an admin who has not yet set up the second factor that the
// shop requires.
func (s *Server) checkSecondFactor(r *http.Request, info *operations.RequestInfo) error {
	ctx, done := s.database.WhileDatabaseAnswers(r.Context())
	defer done()
	due, err := s.secondFactor.DueFrom(ctx, info.Session.User)
	switch {
	case err != nil:
		operations.LogOnceASecond(slog.LevelError, "second factor not read", "cause", operations.OutageCause(err), "request_id", info.RequestID)
		return shop.Errorf(shop.Unavailable, "Please try again in a moment.")
	case due:
		return shop.Errorf(shop.SecondFactorRequired, "The shop requires a second step at login of every admin. Set one up in My Account, Settings.")
	}
	return nil
}

// loadSession finds a session and extends it. A stream of live updates does not extend it: a page may keep
// one open long after its user has left.
func (s *Server) loadSession(ctx context.Context, token, path string) (session shop.Session, extended bool, err error) {
	if path == eventsPath {
		session, err = s.accounts.UnusedSession(ctx, token)
		return session, false, err
	}
	return s.accounts.Session(ctx, token)
}

// requestID lets support find the log line of a request; it is no secret.
func requestID() string { return strconv.FormatUint(rand.Uint64(), 36) }

// recorder remembers status and size of the response, for the log.
type recorder struct {
	http.ResponseWriter
	status int
	bytes  int64
}

func (r *recorder) WriteHeader(status int) {
	if r.status == 0 && status >= 200 {
		r.status = status
	}
	r.ResponseWriter.WriteHeader(status)
}

func (r *recorder) Write(data []byte) (int, error) {
	if r.status == 0 {
		r.status = http.StatusOK
	}
	n, err := r.ResponseWriter.Write(data)
	r.bytes += int64(n)
	return n, err
}

// Unwrap lets http.ResponseController reach the real writer.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// serveCached responds from the cache if it can; most requests end here. Cached responses are public and the same for
// everybody, so this needs neither the route, nor the session, nor the limits of a handler.
func (s *Server) serveCached(w http.ResponseWriter, r *http.Request, start time.Time) bool {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		return false
	}
	entry, ok := s.public.Cached(r.RequestURI)
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
	status := s.public.Send(entry, w, r)
	s.finish(r, id, entry.Route, status, 0, time.Since(start))
	return true
}
