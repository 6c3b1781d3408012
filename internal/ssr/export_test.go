package ssr

import (
	"github.com/snackdrop/snackdrop/internal/httpcache"
	"github.com/snackdrop/snackdrop/internal/services"
)

// ConfigOf is the configuration of a test's pages.
func ConfigOf(a *services.Services, cache *httpcache.Cache) Config {
	return Config{Settings: a.Settings, Catalog: a.Catalog, Versions: a.Versions, Hub: a.Hub, Database: a, PublicURL: a.PublicURL, Cache: cache}
}

// SplitSitemap makes a file of the sitemap as short as a test can fill.
func (s *Handler) SplitSitemap(most int64) { s.perSitemap = most }
