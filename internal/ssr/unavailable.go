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

// retrySeconds is after how many seconds a client should ask again while the database is
// away. It is random, so that not all of them come at the same moment.
func retrySeconds() int { return 1 + rand.IntN(5) }

// theme is the shop's name, logo and colours. css has the colours as custom properties.
type theme struct {
	brand shop.BrandSettings
	css   string
}

// readTheme reads the theme from the settings and remembers it for when they cannot be read.
func (s *Handler) readTheme(ctx context.Context) (theme, error) {
	watched, done := s.c.Database.WhileDatabaseAnswers(ctx)
	defer done()
	settings, err := s.c.Settings.Get(watched)
	if err != nil {
		return theme{}, err
	}
	now := s.themeOf(ctx, settings)
	s.lastTheme.Store(&now)
	return now, nil
}

// themeOf computes the custom properties with the script that computes them in the browser, unless the colours are still the same.
func (s *Handler) themeOf(ctx context.Context, settings shop.Settings) theme {
	now := theme{brand: settings.Brand}
	primary, secondary := now.brand.PrimaryColor, now.brand.SecondaryColor
	if last := s.lastTheme.Load(); last != nil && last.brand.PrimaryColor == primary && last.brand.SecondaryColor == secondary {
		now.css = last.css
		return now
	}
	now.css = "html:root{--primary:" + primary + ";--secondary:" + secondary + "}"
	if s.script != nil {
		if css, err := s.script.theme(ctx, primary, secondary); err == nil {
			now.css = css
		}
	}
	return now
}

// unavailable says whether a page could not be made because the database is away.
func unavailable(ctx context.Context, err error) bool { return services.IsUnavailable(ctx, err) }

// send sends a page or file from the cache that is not known to be outdated. While the database is away it may be
// outdated all the same, so the response is then marked as stale.
func (s *Handler) send(w http.ResponseWriter, r *http.Request, entry *httpcache.Entry) {
	if s.c.Database.DatabaseAway() {
		entry.SendStale(w, r)
		return
	}
	entry.ServeHTTP(w, r)
}

// failOr sends the outdated page of the key when the database is away and the cache has one. Otherwise it calls fail.
func (s *Handler) failOr(w http.ResponseWriter, r *http.Request, key string, err error) {
	if unavailable(r.Context(), err) {
		if entry, ok := s.pages.Stale(key); ok {
			entry.SendStale(w, r)
			return
		}
	}
	s.fail(w, r, err)
}

// fail sends an error page. While the database is away that page asks to wait and reloads by itself.
func (s *Handler) fail(w http.ResponseWriter, r *http.Request, err error) {
	w.Header().Set("Cache-Control", "no-store")
	if !unavailable(r.Context(), err) {
		slog.Error("page not made", "path", shop.LogText(r.URL.Path), "error", err)
		http.Error(w, "Something went wrong on our side. Please try again.", http.StatusInternalServerError)
		return
	}
	style := s.lastThemeOrDefault(context.WithoutCancel(r.Context())).css + unavailableCSS
	var of, site, icon string
	if last := s.lastTheme.Load(); last != nil { // else the shop's name and logo are not known yet
		name := html.EscapeString(last.brand.SiteName)
		of, site, icon = " · "+name, `<p class="site">`+name+"</p>", tabIconLink(last.brand)
	}
	text := strings.NewReplacer("<!--of-->", of, "<!--site-->", site, "<!--links-->", icon+s.styleLinks, "<!--style-->", style).Replace(unavailableHTML)
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'self' '"+hashOf(style)+"'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
	h.Set("Retry-After", strconv.Itoa(retrySeconds()))
	w.WriteHeader(http.StatusServiceUnavailable)
	if r.Method != http.MethodHead {
		_, _ = w.Write([]byte(text)) // an error means that the client has gone
	}
}

var styleLink = regexp.MustCompile(`<link rel="(?:stylesheet|preload)"[^>]*>`)

// styleLinks are the elements of the web app's shell that load its style sheet and fonts.
func styleLinks(shell string) string { return strings.Join(styleLink.FindAllString(shell, -1), "") }
