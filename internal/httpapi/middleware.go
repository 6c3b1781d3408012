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
	"unicode/utf8"

	"github.com/snackdrop/snackdrop/internal/accounts"
	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/cdn"
	"github.com/snackdrop/snackdrop/internal/clock"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// requestInfo is what the middleware knows about a request: who sent it and which route serves it.
type requestInfo struct {
	Session   *accounts.Session
	Token     string
	Client    shop.Client
	RequestID string
	Key       *shop.APIKey // of a program of the owner; there is no session then
	extended  bool         // the session's expiry was moved, so its cookie has to be sent again
	route     string       // the mux pattern that serves it
	site      string       // the shop's address as the browser knows it; "" when only the public one counts
}

type requestInfoKey struct{}

func requestInfoFrom(ctx context.Context) *requestInfo {
	if info, ok := ctx.Value(requestInfoKey{}).(*requestInfo); ok {
		return info
	}
	return &requestInfo{}
}

// userID is the signed-in user's. The access table has made sure there is one.
func userID(ctx context.Context) int64 { return requestInfoFrom(ctx).Session.User.ID }

func actor(ctx context.Context) audit.Actor {
	if key := requestInfoFrom(ctx).Key; key != nil {
		return audit.Actor{Name: key.Name}
	}
	user := requestInfoFrom(ctx).Session.User
	return audit.Actor{ID: user.ID, Name: user.Email}
}

func (r Rule) body() int64 {
	if r.Body == 0 {
		return smallBody
	}
	return r.Body
}

func (r Rule) time() time.Duration {
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
	if s.stopping.Load() { // whoever asks again comes over a new connection, to an instance that stays
		w.Header()["Connection"] = closeConnection
	}
	if s.config.BehindCDN {
		w = &cdn.Writer{ResponseWriter: w, Now: s.services.Now}
	}
	if !asksForMoment(r) && s.serveCached(w, r, start) {
		return
	}
	info := &requestInfo{Client: s.client(r), RequestID: requestID(), site: s.visitorSite(r)}
	r = r.WithContext(context.WithValue(r.Context(), requestInfoKey{}, info))
	out := &recorder{ResponseWriter: w}
	out.Header().Set("X-Request-Id", info.RequestID)
	s.secureHeaders(out.Header())
	defer func() {
		if failure := recover(); failure != nil && failure != http.ErrAbortHandler {
			slog.Error("panic", "request_id", info.RequestID, "path", pathInLog(r), "panic", failure, "stack", string(debug.Stack()))
			if out.status == 0 {
				refuse(out, http.StatusInternalServerError, "internal", "Something went wrong on our side. Please try again.")
			}
		}
		s.finish(r, info.RequestID, info.route, out.status, out.bytes, time.Since(start))
	}()
	if !validURL(r) {
		refuse(out, http.StatusBadRequest, "bad_request", "The address holds characters that cannot be read.")
		return
	}
	s.authorize(out, r, info)
}

// finish records a finished request in the metrics and in the log.
func (s *Server) finish(r *http.Request, id, route string, status int, bytes int64, took time.Duration) {
	s.metrics.observe(route, status, took)
	level := slog.LevelInfo
	if status == http.StatusServiceUnavailable {
		logOnceASecond(level, "request not served", "route", route, "request_id", id, "method", r.Method, "path", pathInLog(r), "status", status, "ms", took.Milliseconds())
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
func (s *Server) authorize(w http.ResponseWriter, r *http.Request, info *requestInfo) {
	// No page of another site can make a browser send a key, and a request with one uses no cookie.
	if err := crossOrigin.Check(r); err != nil && keyOfRequest(r) == "" {
		slog.Warn("cross-site request refused", "request_id", info.RequestID, "path", pathInLog(r))
		refuse(w, http.StatusForbidden, "cross_site", "This request came from another site.")
		return
	}
	_, pattern := s.mux.Handler(r)
	info.route = pattern
	rule, ok := access[pattern]
	if !ok {
		refuse(w, http.StatusForbidden, shop.Forbidden, "This is not open to anybody.")
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
		s.serveCacheable(w, r, rule)
		return
	}
	if strings.HasPrefix(r.URL.Path, "/api/") {
		w.Header().Set("Cache-Control", "no-store") // the handler of a public response sets another
	}
	if status, code, detail := s.checkAccess(r, info, rule); status != 0 {
		refuse(w, status, code, detail)
		return
	}
	if info.extended {
		cookie := s.cookie(info.Token, info.Session.ExpiresAt)
		http.SetCookie(w, &cookie)
		if email := info.Session.User.Email; !info.Session.SecondFactorDue && !s.services.Accounts.KnowsDevice(email, info.Client) {
			device := s.deviceCookie(email)
			http.SetCookie(w, &device)
		}
	}
	s.serveWithLimits(w, r, rule)
}

// serveWithLimits hands the request to its handler within the rule's limits.
func (s *Server) serveWithLimits(w http.ResponseWriter, r *http.Request, rule Rule) {
	r.Body = http.MaxBytesReader(w, r.Body, rule.body())
	if limit := rule.time(); limit > 0 {
		ctx, cancel := context.WithTimeout(r.Context(), limit)
		defer cancel()
		if !rule.Offline {
			watched, done := s.services.WhileDatabaseAnswers(ctx)
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
	s.mux.ServeHTTP(w, r)
}

// checkAccess loads the session of the cookie, if there is one, and compares it with
// the role that the route requires; a status of 0 means allowed. When the session cannot
// be loaded the request fails: a database error must not turn a signed-in user into a
// guest. Pages and images are the same for everybody and load no session, nor does what
// is served without the database.
func (s *Server) checkAccess(r *http.Request, info *requestInfo, rule Rule) (int, shop.Code, string) {
	who := rule.Who
	if who == Visitor && (rule.Offline || !strings.HasPrefix(r.URL.Path, "/api/")) {
		return 0, "", ""
	}
	if key := keyOfRequest(r); key != "" {
		return s.checkKey(r, info, rule, key)
	}
	if token, old := s.sessionToken(r); token != "" {
		ctx, done := s.services.WhileDatabaseAnswers(r.Context())
		session, extended, err := s.loadSession(ctx, token, r.URL.Path)
		done()
		switch {
		case err == nil:
			info.Session, info.Token, info.extended = &session, token, extended || old
		case shop.CodeOf(err) != shop.NotFound:
			logOnceASecond(slog.LevelError, "session not read", "cause", outageCause(err), "request_id", info.RequestID)
			return http.StatusServiceUnavailable, shop.Unavailable, "Please try again in a moment."
		}
	}
	signedIn := info.Session != nil && !info.Session.SecondFactorDue
	switch {
	case who == Visitor:
		return 0, "", ""
	case !signedIn:
		return http.StatusUnauthorized, shop.Unauthorized, "Please log in first."
	case who == Admin && !info.Session.User.Admin:
		return http.StatusForbidden, shop.Forbidden, "This is for the shop's staff."
	case who == Admin && !rule.Enrols:
		return s.checkSecondFactor(r, info)
	}
	return 0, "", ""
}

// checkSecondFactor refuses an admin who has not yet set up the second factor that the
// shop requires.
func (s *Server) checkSecondFactor(r *http.Request, info *requestInfo) (int, shop.Code, string) {
	ctx, done := s.services.WhileDatabaseAnswers(r.Context())
	defer done()
	due, err := s.services.SecondFactor.DueFrom(ctx, info.Session.User)
	switch {
	case err != nil:
		logOnceASecond(slog.LevelError, "second factor not read", "cause", outageCause(err), "request_id", info.RequestID)
		return http.StatusServiceUnavailable, shop.Unavailable, "Please try again in a moment."
	case due:
		return http.StatusForbidden, shop.SecondFactorRequired, "The shop requires a second step at login of every admin. Set one up in My Account, Settings."
	}
	return 0, "", ""
}

// loadSession finds a session and keeps it alive. A page that listens for events does
// so without its user, who may have left long ago.
func (s *Server) loadSession(ctx context.Context, token, path string) (session accounts.Session, extended bool, err error) {
	if path == eventsPath {
		session, err = s.services.Accounts.UnusedSession(ctx, token)
		return session, false, err
	}
	return s.services.Accounts.Session(ctx, token)
}

// requestID lets support find the log line of a request; it is no secret.
func requestID() string { return strconv.FormatUint(rand.Uint64(), 36) }

// validURL is false for a path or query with bytes that are not UTF-8 or with a zero
// character, which PostgreSQL cannot store.
func validURL(r *http.Request) bool {
	clean := func(text string) bool { return utf8.ValidString(text) && !strings.ContainsRune(text, 0) }
	if !clean(r.URL.Path) {
		return false
	}
	if r.URL.RawQuery == "" {
		return true
	}
	for key, values := range r.URL.Query() {
		for _, value := range values {
			if !clean(key) || !clean(value) {
				return false
			}
		}
	}
	return true
}

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
