package site

// SplitSitemap makes a file of the sitemap as short as a test can fill.
func (s *Site) SplitSitemap(most int64) { s.perMap = most }
