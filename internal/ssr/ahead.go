package ssr

import (
	"cmp"
	"context"
	"log/slog"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/snackdrop/snackdrop/internal/background"
	"github.com/snackdrop/snackdrop/internal/clock"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/sitefiles"
)

// A drop changes its phase by the clock alone, and then everybody requests the same pages at once. So these pages are rendered
// ahead, as of that moment, and replace the cached ones when it comes. Around the moment nothing is rendered, to leave the
// processor to orders.
const (
	aheadTime     = 90 * time.Second
	quietTime     = 5 * time.Second
	aheadInterval = time.Second
	// Pages of the cache that end at the moment are rendered too, beside those that a drop is sure to change.
	maxAhead = 50
)

// phaseChange is a moment at which drops change their phase.
type phaseChange struct {
	at    time.Time
	drops []shop.Drop
}

// changesWithin lists the moments after now and up to an end at which drops change, the next first.
func changesWithin(drops []shop.Drop, now, end time.Time) []phaseChange {
	var changes []phaseChange
	for _, d := range drops {
		for at, ok := d.NextChange(now); ok && !at.After(end); at, ok = d.NextChange(at) {
			i, there := slices.BinarySearchFunc(changes, at, func(c phaseChange, at time.Time) int { return c.at.Compare(at) })
			if !there {
				changes = slices.Insert(changes, i, phaseChange{at: at})
			}
			changes[i].drops = append(changes[i].drops, d)
		}
	}
	return changes
}

// The kinds of thing that fill the parameter of a page that changes with a drop's phase, in the order of rendering.
var eachChanged = []string{sitefiles.EachDrop, "", sitefiles.EachProduct}

// changedPages are the addresses of the pages that certainly change: the pages of the drops, those that show every drop,
// and the pages of the drops' products in the order of the drop.
func (s *Handler) changedPages(c phaseChange) []string {
	pages := slices.Clone(s.index.Phases)
	slices.SortStableFunc(pages, func(a, b sitefiles.ListedPage) int {
		return cmp.Compare(slices.Index(eachChanged, a.Each), slices.Index(eachChanged, b.Each))
	})
	var paths []string
	for _, page := range pages {
		switch page.Each {
		case "":
			paths = append(paths, page.Path)
		case sitefiles.EachDrop:
			for _, d := range c.drops {
				paths = append(paths, sitefiles.Fill(page.Path, d.Slug))
			}
		case sitefiles.EachProduct:
			for _, d := range c.drops {
				for _, p := range d.Products {
					paths = append(paths, sitefiles.Fill(page.Path, strconv.FormatInt(p.ProductID, 10)))
				}
			}
		}
	}
	return paths
}

// RunAhead renders pages ahead of every phase change until ctx ends.
func (s *Handler) RunAhead(ctx context.Context) {
	if s.script == nil {
		return
	}
	done := aheadPages{}
	background.Every(ctx, aheadInterval, func() {
		if err := s.renderAhead(ctx, done); err != nil && ctx.Err() == nil {
			slog.Warn("pages not rendered before a drop changes its phase", "error", err)
		}
	})
}

// aheadPages are the catalogue versions that pages were rendered from.
type aheadPages map[aheadPage]int64

type aheadPage struct {
	at   time.Time
	path string
}

// renderAhead renders the pages of all changes to come that are not rendered yet, or only from an older catalogue.
func (s *Handler) renderAhead(ctx context.Context, done aheadPages) error {
	now := s.c.Now()
	for page := range done {
		if page.at.Before(now) {
			delete(done, page)
		}
	}
	index, err := s.c.DropIndex.Get(ctx)
	if err != nil {
		return err
	}
	for _, change := range changesWithin(index.All(), now, now.Add(aheadTime)) {
		if change.at.Sub(now) < quietTime+2*aheadInterval {
			until := change.at.Add(quietTime)
			s.quiet.Store(&until)
		}
		s.renderChange(ctx, change, done)
	}
	return nil
}

// renderChange renders the pages of one change. When the catalogue changes meanwhile it ends, and begins again with the
// next tick. A page that is not ready shortly before the moment is sent as a shell.
func (s *Handler) renderChange(ctx context.Context, change phaseChange, done aheadPages) {
	version := s.c.Versions.Catalog()
	for _, path := range append(s.changedPages(change), s.pages.EndingAt(pageRoute, version, change.at, maxAhead)...) {
		page := aheadPage{change.at.UTC(), path}
		if rendered, ok := done[page]; ok && rendered == version {
			continue
		}
		if ctx.Err() != nil || s.c.Versions.Catalog() != version || change.at.Sub(s.c.Now()) < quietTime {
			return
		}
		if err := s.renderAt(ctx, path, change.at); err != nil {
			slog.Warn("page not rendered before a drop changes its phase", "path", path, "at", change.at, "error", err)
		}
		done[page] = version
	}
}

// renderAt makes one page as of a moment, at which it takes over.
func (s *Handler) renderAt(ctx context.Context, path string, at time.Time) error {
	address, err := url.Parse(path)
	if err != nil {
		return err
	}
	found, err := s.resolve(ctx, address)
	if err != nil || found.Client {
		return err
	}
	ctx, cancel := context.WithTimeout(clock.WithMoment(ctx, at), makeTime+2*renderTimeout)
	defer cancel()
	data, err := s.loadPage(ctx, found)
	if err != nil {
		return err
	}
	html, err := s.script.render(ctx, s.c.PublicURL+found.Key, data.json)
	if err != nil {
		return err
	}
	entry := s.assemble(found, data, html)
	entry.Version, entry.ValidFrom = data.version, at
	s.pages.Schedule(found.Key, entry)
	return nil
}

// quietTime is for how much longer nothing is to be rendered, because a drop is changing; 0 at other times.
func (s *Handler) quietTime() time.Duration {
	until := s.quiet.Load()
	if until == nil {
		return 0
	}
	return max(0, until.Sub(s.c.Now()))
}

// Rendered is how many pages were rendered since the start.
func (s *Handler) Rendered() int64 {
	if s.script == nil {
		return 0
	}
	return s.script.rendered.Load()
}
