package sitefiles

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/snackdrop/snackdrop/internal/drops"
	"github.com/snackdrop/snackdrop/internal/feeds"
	"github.com/snackdrop/snackdrop/internal/httpcache"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// DropFiles is what the files beside the pages of drops are made of.
type DropFiles interface {
	// Calendar lists the drops that belong into a calendar.
	Calendar(ctx context.Context) ([]drops.CalendarDrop, error)
	Public(ctx context.Context, slug string) (drops.PublicDrop, error)
	PublicList(ctx context.Context) ([]drops.PublicDrop, error)
}

const (
	dropPrefix   = "drop/"
	calendarType = "text/calendar; charset=utf-8"
)

// dropFile serves /drop/{slug}.ics and /drop/{slug}/card.jpg, and says whether the address is one of these.
func (s *Files) dropFile(w http.ResponseWriter, r *http.Request, name string) bool {
	rest, ok := strings.CutPrefix(name, dropPrefix)
	if !ok || s.c.Drops == nil {
		return false
	}
	if slug, ok := strings.CutSuffix(rest, ".ics"); ok && slug != "" && !strings.Contains(slug, "/") {
		s.calendar(w, r, slug)
		return true
	}
	if slug, ok := strings.CutSuffix(rest, "/card.jpg"); ok && s.c.Pictures != nil && slug != "" && !strings.Contains(slug, "/") {
		s.card(w, r, slug)
		return true
	}
	return false
}

// calendar serves the drops as a calendar: one of them, or all.
func (s *Files) calendar(w http.ResponseWriter, r *http.Request, slug string) {
	s.serve(w, r, cachedFile{contentType: calendarType}, func(ctx context.Context) ([]byte, error) {
		list, err := s.c.Drops.Calendar(ctx)
		if err != nil {
			return nil, err
		}
		var chosen []drops.CalendarDrop
		for _, d := range list {
			if slug == "" || d.Slug == slug {
				chosen = append(chosen, d)
			}
		}
		if slug != "" && len(chosen) == 0 {
			return nil, nil
		}
		about, err := s.feedShop(ctx)
		return feeds.Calendar(about, chosen), err
	})
}

// card serves the picture that a shared link to a drop shows.
func (s *Files) card(w http.ResponseWriter, r *http.Request, slug string) {
	ctx, done := s.c.Database.WhileDatabaseAnswers(r.Context())
	defer done()
	d, err := s.c.Drops.Public(ctx, slug)
	if shop.CodeOf(err) == shop.NotFound {
		s.pages.Page(w, r)
		return
	}
	if err != nil {
		s.pages.FailOr(w, r, r.URL.Path, err)
		return
	}
	settings, err := s.c.Settings.Get(ctx)
	if err != nil {
		s.pages.FailOr(w, r, r.URL.Path, err)
		return
	}
	s.sendCard(w, r, cardOf(d, settings))
}

// shopCard serves the picture of links to pages that have none of their own: what the shop says first, in its colour, with its logo.
func (s *Files) shopCard(w http.ResponseWriter, r *http.Request) {
	ctx, done := s.c.Database.WhileDatabaseAnswers(r.Context())
	defer done()
	settings, err := s.c.Settings.Get(ctx)
	if err != nil {
		s.pages.FailOr(w, r, r.URL.Path, err)
		return
	}
	brand := settings.Brand
	s.sendCard(w, r, shop.Card{Title: settings.Fill(settings.Home.HeroHeadline), Site: brand.SiteName, Color: brand.PrimaryColor, Picture: brand.Logo})
}

func (s *Files) sendCard(w http.ResponseWriter, r *http.Request, card shop.Card) {
	entry, err := s.cardEntry(r.Context(), card)
	if err != nil {
		s.pages.FailOr(w, r, r.URL.Path, err)
		return
	}
	entry.ServeHTTP(w, r)
}

// cardOf is what the picture of a shared link says of a drop: its name, and when it opens in the shop's time zone.
func cardOf(d drops.PublicDrop, settings shop.Settings) shop.Card {
	opens := d.OpensAt.In(settings.DropZone())
	card := shop.Card{Title: d.Name, When: []string{opens.Format("Mon, Jan 2"), opens.Format("3:04 PM MST")}, Site: settings.Brand.SiteName, Color: settings.Brand.PrimaryColor}
	image := d.Image
	if image == nil && len(d.Products) > 0 && len(d.Products[0].Images) > 0 {
		image = &d.Products[0].Images[0]
	}
	if image == nil {
		return card
	}
	card.Color, card.Picture = cmp.Or(image.Color, card.Color), image.URL
	for _, size := range image.Sizes { // large enough for the card, and not much more
		if size.Width >= 560 {
			card.Picture = size.URL
			break
		}
	}
	return card
}

// cardEntry gives a card. Its key is what it shows and not its address: the catalogue changes far more often than a card does.
func (s *Files) cardEntry(ctx context.Context, card shop.Card) (*httpcache.Entry, error) {
	sum := sha256.Sum256([]byte(strings.Join(append(slices.Clone(card.When), card.Title, card.Site, card.Color, card.Picture), "\n")))
	return s.rendered(ctx, "card "+hex.EncodeToString(sum[:12]), func(ctx context.Context) (*httpcache.Entry, error) {
		picture, err := s.c.Pictures.Card(ctx, card)
		if err != nil {
			return nil, err
		}
		return httpcache.Uncompressed(http.StatusOK, http.Header{"Content-Type": {"image/jpeg"}, "Cache-Control": {"public, max-age=300"}}, picture), nil
	})
}

// rendered gives a picture from the cache, or renders it, which takes a tenth of a second, while no other one is rendered.
func (s *Files) rendered(ctx context.Context, key string, render func(context.Context) (*httpcache.Entry, error)) (*httpcache.Entry, error) {
	if entry, ok := s.c.Cache.Get(key, 0, s.c.Now); ok {
		return entry, nil
	}
	return httpcache.Do(ctx, s.c.Cache, key, 0, makeTime, func(ctx context.Context) (*httpcache.Entry, error) {
		select {
		case s.rendering <- struct{}{}:
			defer func() { <-s.rendering }()
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
		if entry, ok := s.c.Cache.Get(key, 0, s.c.Now); ok { // rendered meanwhile for a request whose time was over
			return entry, nil
		}
		begun := time.Now()
		entry, err := render(ctx)
		if err != nil {
			return nil, err
		}
		entry.CreatedAt = begun
		s.c.Cache.Put(key, entry)
		return entry, nil
	})
}
