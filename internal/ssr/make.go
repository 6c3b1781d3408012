package ssr

import (
	"context"
	"log/slog"
	"strconv"
	"time"

	"github.com/snackdrop/snackdrop/internal/background"
	"github.com/snackdrop/snackdrop/internal/httpcache"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// make loads a page's data and assembles it without its HTML, once for all requests that wait for it.
func (s *Handler) make(ctx context.Context, r route, version int64) (*httpcache.Entry, error) {
	return httpcache.Do(ctx, s.pages, r.Key, version, makeTime, func(ctx context.Context) (*httpcache.Entry, error) {
		data, err := s.loadPage(ctx, r)
		if err != nil {
			return nil, err
		}
		entry := s.assemble(r, data, "")
		entry.Version = version
		s.pages.Put(r.Key, entry)
		if data.renderable {
			s.renderAsync(r, entry, data)
		}
		return entry, nil
	})
}

// renderAsync renders a page once, however many asked for it, and replaces its shell in the cache. A shell that could not
// be rendered is removed after a while, so that the next request tries again.
func (s *Handler) renderAsync(r route, shell *httpcache.Entry, data pageData) {
	begun, later := s.renderOnce(r, shell, func(ctx context.Context) {
		html, err := s.script.render(ctx, s.c.PublicURL+r.Key, data.json)
		if err != nil {
			slog.Error("page not rendered", "path", shop.LogText(r.path()), "error", err)
			time.AfterFunc(s.retryAfter, func() { s.pages.Remove(r.Key, shell) })
			return
		}
		entry := s.assemble(r, data, html)
		entry.Version = shell.Version
		s.pages.Put(r.Key, entry)
	})
	if !begun && later > 0 {
		time.AfterFunc(later, func() { s.pages.Remove(r.Key, shell) })
	}
}

// renewAsync renders a page again that is not fresh any more (Entry.FreshUntil). Until that is done the older one is sent, so
// that everybody gets a rendered page.
func (s *Handler) renewAsync(r route, old *httpcache.Entry) {
	if s.script == nil {
		return
	}
	s.renderOnce(r, old, func(ctx context.Context) {
		data, err := s.loadPage(ctx, r)
		if err != nil {
			slog.Warn("page not rendered again", "path", shop.LogText(r.path()), "error", err)
			return
		}
		html, err := s.script.render(ctx, s.c.PublicURL+r.Key, data.json)
		if err != nil {
			slog.Error("page not rendered", "path", shop.LogText(r.path()), "error", err)
			return
		}
		entry := s.assemble(r, data, html)
		entry.Version = data.version
		s.pages.Put(r.Key, entry)
	})
}

// renderOnce runs work that replaces an entry of the cache, in the background and once for all requests. When nothing may be
// rendered now, it does not start the work, and later is the time after which to try again; 0 when it is already running.
func (s *Handler) renderOnce(r route, entry *httpcache.Entry, work func(context.Context)) (begun bool, later time.Duration) {
	once := r.Key + " " + strconv.FormatInt(entry.Version, 10) + " " + entry.ValidUntil.Format(time.RFC3339Nano)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.rendering[once] {
		return false, 0
	}
	if later = s.quietTime(); later == 0 && len(s.rendering) >= maxRendering {
		later = time.Second
	}
	if later > 0 {
		return false, later
	}
	s.rendering[once] = true
	background.Go("render a page", func() {
		defer func() {
			s.mu.Lock()
			delete(s.rendering, once)
			s.mu.Unlock()
		}()
		ctx, cancel := context.WithTimeout(context.Background(), makeTime+2*renderTimeout)
		defer cancel()
		work(ctx)
	})
	return true, 0
}
