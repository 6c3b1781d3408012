package ssr

import (
	"bytes"
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/snackdrop/snackdrop/internal/httpcache"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/waitingroom"
)

// Lines is the waiting room of drops; waitingroom.Service implements it.
type Lines interface {
	Status(ctx context.Context, slug string, line shop.QueueLine) (waitingroom.LineStatus, error)
	Entry(ctx context.Context, slug, ticket string) (waitingroom.EntryStatus, error)
}

//go:embed line.css
var lineCSS string

//go:embed line.js
var lineJS string

var (
	lineScript = sync.OnceValue(func() string { return smallerScript(lineJS) })
	lineStyle  = sync.OnceValue(func() string { return smallerStyle(lineCSS) })
)

var (
	comment      = regexp.MustCompile(`(?m)(^| )// .*$`)
	styleComment = regexp.MustCompile(`/\*.*?\*/`)
	// A line break after or before these characters does not end a statement and can be removed.
	goesOnAfter  = regexp.MustCompile(`([{(\[,;=?:&|])\n`)
	goesOnBefore = regexp.MustCompile(`\n([.?:&|)\]}])`)
	operator     = regexp.MustCompile(` ([=!<>?:&|+*/-]{1,3}) `)
	braces       = strings.NewReplacer("{ ", "{", " }", "}", ") {", "){", "if (", "if(", "for (", "for(")
	styleSpace   = regexp.MustCompile(`\s*([{};,])\s*`)
	afterColon   = regexp.MustCompile(`:\s+`)
)

// smallerScript removes comments and spaces. Line breaks that end statements stay. It would also change an operator between
// spaces in a string, so the script must have none.
func smallerScript(script string) string {
	script = joinLines(comment.ReplaceAllString(script, ""))
	script = goesOnBefore.ReplaceAllString(goesOnAfter.ReplaceAllString(script, "$1"), "$1")
	return braces.Replace(operator.ReplaceAllString(script, "$1"))
}

func smallerStyle(style string) string {
	style = styleSpace.ReplaceAllString(styleComment.ReplaceAllString(style, ""), "$1")
	return strings.ReplaceAll(afterColon.ReplaceAllString(style, ":"), ";}", "}")
}

// joinLines removes indentation and empty lines.
func joinLines(text string) string {
	var b strings.Builder
	for row := range strings.Lines(text) {
		if row = strings.TrimSpace(row); row != "" {
			b.WriteString(row + "\n")
		}
	}
	return b.String()
}

// lineView is what the page of a line shows. The page's script replaces it at once; a browser without scripts shows it.
type lineView struct {
	Brand                                      shop.BrandSettings
	Title, Slug, Say, Note, Safe, Error, Token string
	Form                                       bool          // the main line can be joined
	Over                                       bool          // the drop is over
	Wait                                       []lineProduct // all is sold, and one of these can be waited for
	Early                                      bool          // the early line can be joined, by a browser without scripts
	Link                                       string        // the token of the mailed link to it
	Own                                        ownPlace
	Style, Script                              string
	Config                                     lineConfig
}

// lineConfig is what the page's script needs beside the status.
type lineConfig struct {
	Slug    string    `json:"slug"`
	Name    string    `json:"name"`
	Site    string    `json:"site"`
	Zone    string    `json:"zone"`
	Opens   time.Time `json:"opens"`
	Early   bool      `json:"early"`
	Product int64     `json:"product"` // 0 unless the drop has exactly one
}

// linePath finds the slug of a line's page.
func linePath(name string) (slug string, ok bool) {
	rest, isDrop := strings.CutPrefix(name, "drop/")
	slug, isLine := strings.CutSuffix(rest, "/line")
	return slug, isDrop && isLine && slug != "" && !strings.Contains(slug, "/")
}

// ticketCookie stores the ticket of a browser without scripts.
const ticketCookie = "queue_ticket"

// line sends the page of a line: small, without the web app, the same for everybody who runs its script.
func (s *Handler) line(w http.ResponseWriter, r *http.Request, slug string) {
	ctx := context.WithoutCancel(r.Context())
	status, err := s.c.Lines.Status(ctx, slug, shop.MainLine)
	if shop.CodeOf(err) == shop.NotFound {
		s.page(w, r) // the page for an address that does not exist
		return
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	shown, err := s.readTheme(ctx)
	if err != nil {
		if shown = s.lastThemeOrDefault(ctx); !unavailable(ctx, err) {
			s.fail(w, r, err)
			return
		}
	}
	settings, err := s.c.Settings.Get(ctx)
	if err != nil {
		settings = shop.DefaultSettings()
	}
	view := s.viewOf(ctx, status, slug, shown, settings)
	switch {
	case !status.Closed || view.Over:
	case status.ProductID != 0:
		view.Wait = []lineProduct{{ID: status.ProductID}}
	default:
		view.Wait = s.lineProducts(ctx, slug)
	}
	own := s.ownView(ctx, r, &view, status, settings)
	var text bytes.Buffer
	text.Grow(len(view.Style) + len(view.Script) + lineElements)
	if err := lineHTML(view).Render(&text); err != nil {
		s.fail(w, r, err)
		return
	}
	h := http.Header{}
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("X-Robots-Tag", "noindex")
	h.Set("Cache-Control", "no-cache")
	h.Set("Content-Security-Policy", "default-src 'none'; script-src '"+hashOf(view.Script)+"'; style-src '"+hashOf(view.Style)+
		"'; connect-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
	if own {
		h.Set("Cache-Control", "no-store")
		httpcache.CompressFast(http.StatusOK, h, text.Bytes()).ServeHTTP(w, r)
		return
	}
	entry, err := s.lineEntry(ctx, slug, h, text.Bytes())
	if err != nil {
		s.fail(w, r, err)
		return
	}
	entry.ServeHTTP(w, r)
}

// lineEntry compresses a page once for all who ask for it while it stays the same. It depends on the state of the line,
// which has no version, so its key in the cache contains a hash of the page.
func (s *Handler) lineEntry(ctx context.Context, slug string, h http.Header, text []byte) (*httpcache.Entry, error) {
	sum := sha256.Sum256(text)
	key := "line/" + slug + " " + hex.EncodeToString(sum[:12])
	if entry, ok := s.pages.Get(key, 0, s.c.Now); ok {
		return entry, nil
	}
	return httpcache.Do(ctx, s.pages, key, 0, makeTime, func(context.Context) (*httpcache.Entry, error) {
		entry := httpcache.Compress(http.StatusOK, h, text)
		s.pages.Put(key, entry)
		return entry, nil
	})
}

// lineElements is how many bytes the page has beside its style and script, roughly.
const lineElements = 4 << 10

// lastThemeOrDefault is the theme as it was last read, or else that of the default settings.
func (s *Handler) lastThemeOrDefault(ctx context.Context) theme {
	if last := s.lastTheme.Load(); last != nil {
		return *last
	}
	return s.themeOf(ctx, shop.DefaultSettings())
}

// viewOf is the page for somebody without a place.
func (s *Handler) viewOf(ctx context.Context, status waitingroom.LineStatus, slug string, shown theme, settings shop.Settings) lineView {
	v := lineView{Title: "The line for " + status.Name, Brand: shown.brand, Slug: slug, Style: shown.css + lineStyle(), Script: lineScript(),
		Config: lineConfig{Slug: slug, Name: status.Name, Site: shown.brand.SiteName, Zone: settings.DropZone().String(), Opens: status.DropOpensAt, Early: status.HasEarly, Product: status.ProductID}}
	switch {
	case status.Phase == shop.PhaseEnded:
		v.Say, v.Over = "This drop is over", true
	case status.Closed:
		v.Say = "Sold out"
	case status.Now.Before(status.LineOpensAt):
		v.Say = "The line opens at " + timeOfDay(status.LineOpensAt, settings) + "."
	default:
		v.Form = true
	}
	if status.Shuffled == nil && !status.Closed {
		v.Note = "Everyone who is here by " + timeOfDay(status.ShuffleAt, settings) + " is shuffled. Being first does not help, refreshing does not hurt."
	}
	if !status.HasEarly || !status.Now.Before(status.DropOpensAt) {
		return v
	}
	if early, err := s.c.Lines.Status(ctx, slug, shop.EarlyLine); err == nil {
		v.Early = !early.Closed && !early.Now.Before(early.LineOpensAt)
	}
	return v
}

func timeOfDay(at time.Time, settings shop.Settings) string {
	return at.In(settings.DropZone()).Format("3:04:05 PM MST")
}
