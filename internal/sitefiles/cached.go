package sitefiles

import (
	"cmp"
	"context"
	"net/http"
	"path"
	"time"

	"github.com/snackdrop/snackdrop/internal/clock"
	"github.com/snackdrop/snackdrop/internal/httpcache"
)

const xmlType = "application/xml; charset=utf-8"

// maxFeedStockAge is how long a file may say of a product that it is in stock after units of anything were sold: it may
// list 50,000 products, and those who read it come a few times a day.
const maxFeedStockAge = time.Minute

// cachedFile is a file that is made of the shop's data.
type cachedFile struct {
	contentType  string
	cacheControl string        // empty: browsers ask each time
	variant      string        // the part of the query that makes another file of it
	time         time.Duration // longest that making it may take; 0 means makeTime
	showsStock   bool          // it also shows whether products are in stock, which changes without the catalogue version
}

// serve serves a file under the address that was asked for. When make gives nothing there is no such file.
func (s *Files) serve(w http.ResponseWriter, r *http.Request, f cachedFile, make func(context.Context) ([]byte, error)) {
	entry, err := s.cached(r, f, make)
	switch {
	case err != nil:
		s.pages.FailOr(w, r, f.key(r), err)
	case entry == nil:
		s.pages.Page(w, r)
	default:
		s.pages.Send(w, r, entry)
	}
}

func (f cachedFile) key(r *http.Request) string { return path.Clean(r.URL.Path) + f.variant }

// cached is a file as pages are cached: until the catalogue changes, or until the moment that ends what it was made of. It
// is nil when make gives nothing.
func (s *Files) cached(r *http.Request, f cachedFile, make func(context.Context) ([]byte, error)) (*httpcache.Entry, error) {
	key, version, stock := f.key(r), s.c.Versions.Catalog(), s.c.Versions.StockRevision()
	entry, ok := s.c.Cache.Get(key, version, s.c.Now)
	if ok && !entry.CreatedAt.Before(s.c.Hub.Since()) && !(f.showsStock && entry.StockRevision != stock && time.Since(entry.CreatedAt) >= maxFeedStockAge) {
		return entry, nil
	}
	return httpcache.Do(r.Context(), s.c.Cache, key, version, max(f.time, makeTime), func(ctx context.Context) (*httpcache.Entry, error) {
		ctx, done := s.c.Database.WhileDatabaseAnswers(ctx)
		defer done()
		ctx, validity := clock.WithValidity(ctx)
		begun := time.Now()
		text, err := make(ctx)
		if err != nil || text == nil {
			return nil, err
		}
		header := http.Header{"Content-Type": {f.contentType}, "Cache-Control": {cmp.Or(f.cacheControl, "no-cache")}}
		entry := httpcache.Compress(http.StatusOK, header, text)
		entry.Route, entry.Version, entry.CreatedAt, entry.ValidUntil = fileRoute, version, begun, validity.Until()
		entry.Volatile, entry.StockRevision = f.showsStock, stock
		s.c.Cache.Put(key, entry)
		return entry, nil
	})
}
