package ssr

// SplitSitemap makes a file of the sitemap as short as a test can fill.
func (s *Handler) SplitSitemap(most int64) { s.perSitemap = most }
