package ssr

import (
	"context"
	_ "embed"
	"html"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"regexp"
	"strconv"
	"strings"

	"github.com/snackdrop/snackdrop/internal/httpcache"
	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/shop"
)

//go:embed unavailable.html
var unavailableHTML string

//go:embed unavailable.css
var unavailableCSS string

// retrySeconds is when a client should ask again for a page that needs the database
// while that is away: not all of them at the same moment.
func retrySeconds() int { return 1 + rand.IntN(5) }

// look is how the shop looked when its settings were last read.
type look struct{ site, primary, secondary, css string }

// readLook gives the shop's name and its colours as custom properties, computed by the code the browser uses for them.
func (s *Handler) readLook(ctx context.Context) (look, error) {
	watched, done := s.c.Database.WhileDatabaseAnswers(ctx)
	defer done()
	settings, err := s.c.Settings.Get(watched)
	if err != nil {
		return look{}, err
	}
	now := s.lookOf(ctx, settings)
	s.lastLook.Store(&now)
	return now, nil
}

func (s *Handler) lookOf(ctx context.Context, settings shop.Settings) look {
	now := look{site: settings.Brand.SiteName, primary: settings.Brand.PrimaryColor, secondary: settings.Brand.SecondaryColor}
	if last := s.lastLook.Load(); last != nil && last.primary == now.primary && last.secondary == now.secondary {
		now.css = last.css
		return now
	}
	now.css = "html:root{--primary:" + now.primary + ";--secondary:" + now.secondary + "}"
	if s.script != nil {
		if css, err := s.script.theme(ctx, now.primary, now.secondary); err == nil {
			now.css = css
		}
	}
	return now
}

// unavailable says whether a page could not be made because the database is away.
func unavailable(ctx context.Context, err error) bool { return services.IsUnavailable(ctx, err) }

// send sends a page or file that was not found outdated. While the database is away nobody can know, and the response says so.
func (s *Handler) send(w http.ResponseWriter, r *http.Request, entry *httpcache.Entry) {
	if s.c.Database.DatabaseAway() {
		entry.SendStale(w, r)
		return
	}
	entry.ServeHTTP(w, r)
}

// failOr sends the page of the key as it was, when the database is away and there is one. Otherwise it fails.
func (s *Handler) failOr(w http.ResponseWriter, r *http.Request, key string, err error) {
	if unavailable(r.Context(), err) {
		if entry, ok := s.pages.Stale(key); ok {
			entry.SendStale(w, r)
			return
		}
	}
	s.fail(w, r, err)
}

// fail sends a page that says what to do. While the database is away that is to wait: the page reloads by itself.
func (s *Handler) fail(w http.ResponseWriter, r *http.Request, err error) {
	w.Header().Set("Cache-Control", "no-store")
	if !unavailable(r.Context(), err) {
		slog.Error("page not made", "path", shop.LogText(r.URL.Path), "error", err)
		http.Error(w, "Something went wrong on our side. Please try again.", http.StatusInternalServerError)
		return
	}
	shown := s.lastLook.Load()
	if shown == nil {
		plain := s.lookOf(context.WithoutCancel(r.Context()), shop.DefaultSettings())
		shown = &plain
	}
	style := shown.css + unavailableCSS
	text := strings.NewReplacer("<!--site-->", html.EscapeString(shown.site), "<!--links-->", s.styleLinks, "<!--style-->", style).Replace(unavailableHTML)
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'self' '"+hashOf(style)+"'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
	h.Set("Retry-After", strconv.Itoa(retrySeconds()))
	w.WriteHeader(http.StatusServiceUnavailable)
	if r.Method != http.MethodHead {
		_, _ = w.Write([]byte(text)) // a client that goes away is no error of ours
	}
}

var styleLink = regexp.MustCompile(`<link rel="(?:stylesheet|preload)"[^>]*>`)

// styleLinks are the elements of the web app's shell that load its style sheet and fonts.
func styleLinks(shell string) string { return strings.Join(styleLink.FindAllString(shell, -1), "") }
