package sitefiles

import (
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
	contentType string
	variant     string        // the part of the query that makes another file of it
	time        time.Duration // longest that making it may take; 0 means makeTime
	showsStock  bool          // it also shows whether products are in stock, which changes without the catalogue version
}

// serve serves a file under the address that was asked for. It is cached as pages are: until the catalogue changes, or
// until the moment that ends what it was made of. When make gives nothing there is no such file.
func (s *Files) serve(w http.ResponseWriter, r *http.Request, f cachedFile, make func(context.Context) ([]byte, error)) {
	key, version, stock := path.Clean(r.URL.Path)+f.variant, s.c.Versions.Catalog(), s.c.Versions.StockRevision()
	entry, ok := s.c.Cache.Get(key, version, s.c.Now)
	if ok && (entry.CreatedAt.Before(s.c.Hub.Since()) || f.showsStock && entry.StockRevision != stock && time.Since(entry.CreatedAt) >= maxFeedStockAge) {
		ok = false
	}
	if !ok {
		var err error
		entry, err = httpcache.Do(r.Context(), s.c.Cache, key, version, max(f.time, makeTime), func(ctx context.Context) (*httpcache.Entry, error) {
			ctx, done := s.c.Database.WhileDatabaseAnswers(ctx)
			defer done()
			ctx, validity := clock.WithValidity(ctx)
			begun := time.Now()
			text, err := make(ctx)
			if err != nil || text == nil {
				return nil, err
			}
			entry := httpcache.Compress(http.StatusOK, http.Header{"Content-Type": {f.contentType}, "Cache-Control": {"no-cache"}}, text)
			entry.Route, entry.Version, entry.CreatedAt, entry.ValidUntil = fileRoute, version, begun, validity.Until()
			entry.Volatile, entry.StockRevision = f.showsStock, stock
			s.c.Cache.Put(key, entry)
			return entry, nil
		})
		if err != nil {
			s.pages.FailOr(w, r, key, err)
			return
		}
	}
	if entry == nil {
		s.pages.Page(w, r)
		return
	}
	s.pages.Send(w, r, entry)
}
