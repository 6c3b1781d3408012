package ssr

import (
	"context"
	"net/http"

	"github.com/snackdrop/snackdrop/internal/httpcache"
	"github.com/snackdrop/snackdrop/internal/publicapi"
	"github.com/snackdrop/snackdrop/internal/services"
)

// ConfigOf is the configuration of a test's pages.
func ConfigOf(a *services.Services, cache *httpcache.Cache) Config {
	return Config{Settings: a.Settings, Catalog: a.Catalog, DropIndex: a.DropIndex, Versions: a.Versions, Hub: a.Hub, Database: a, Lines: a.WaitingRoom, Now: a.Now, PublicURL: a.PublicURL, Cache: cache, API: publicapi.New(a, cache)}
}

// API gives the JSON that the test's pages are made of.
func (s *Handler) API() PublicQueries { return s.c.API }

// SplitSitemap makes a file of the sitemap as short as a test can fill.
func (s *Handler) SplitSitemap(most int64) { s.data.PerFile = most }

// RenderAhead renders the pages of the phase changes to come, as RunAhead does every second.
func (s *Handler) RenderAhead(ctx context.Context) error { return s.renderAhead(ctx, aheadPages{}) }

// Busy says whether a page is being rendered.
func (s *Handler) Busy() bool { return s.busy() }

// Fail sends an error page.
func (s *Handler) Fail(w http.ResponseWriter, r *http.Request, err error) { s.fail(w, r, err) }

// RemoveScripts leaves rendering to browsers, as when the scripts are not built.
func (s *Handler) RemoveScripts() {
	s.script.close()
	s.script = nil
}
