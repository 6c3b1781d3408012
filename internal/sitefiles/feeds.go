package sitefiles

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/snackdrop/snackdrop/internal/clock"
	"github.com/snackdrop/snackdrop/internal/drops"
	"github.com/snackdrop/snackdrop/internal/feeds"
)

// feedNames are the feeds of drops.
var feedNames = map[string]bool{"drops.atom": true, "drops.json": true, "drops.ics": true}

// productFeedPrefix begins the names of the files of products: products.xml, products-2.xml, products.jsonl.
const productFeedPrefix = "feeds/products"

const (
	atomType     = "application/atom+xml; charset=utf-8"
	jsonFeedType = "application/feed+json; charset=utf-8"
	// feedTime is how long a file of 50,000 products may take; it stays below the time of a request.
	feedTime = 12 * time.Second
	// feedChunk is how many products are read at once.
	feedChunk = 1_000
)

// feedShop is what feeds say of the shop.
func (s *Files) feedShop(ctx context.Context) (feeds.Shop, error) {
	settings, err := s.c.Settings.Get(ctx)
	return feeds.Of(settings, s.c.PublicURL), err
}

// feed serves the drops from their tease on.
func (s *Files) feed(w http.ResponseWriter, r *http.Request, name string) {
	switch name {
	case "drops.atom":
		s.dropFeed(w, r, atomType, feeds.Atom)
	case "drops.json":
		s.dropFeed(w, r, jsonFeedType, feeds.JSON)
	default:
		s.calendar(w, r, "")
	}
}

func (s *Files) dropFeed(w http.ResponseWriter, r *http.Request, contentType string, write func(feeds.Shop, []drops.PublicDrop, time.Time) ([]byte, error)) {
	s.serve(w, r, cachedFile{contentType: contentType}, func(ctx context.Context) ([]byte, error) {
		about, err := s.feedShop(ctx)
		if err != nil {
			return nil, err
		}
		list, err := s.c.Drops.PublicList(ctx)
		if err != nil {
			return nil, err
		}
		return write(about, list, clock.At(ctx, s.c.Now))
	})
}

// productFeed serves the products: one file, or an index of files when there may be too many, as in the sitemap.
func (s *Files) productFeed(w http.ResponseWriter, r *http.Request, name string) {
	rest, ending, _ := strings.Cut(strings.TrimPrefix(name, productFeedPrefix), ".")
	format, ok := map[string]feeds.ProductFile{"xml": feeds.Merchant{}, "jsonl": feeds.Lines{}}[ending]
	number, isPart := strings.CutPrefix(rest, "-")
	part, err := strconv.ParseInt(number, 10, 32)
	if !ok || isPart && (err != nil || part < 1 || number != strconv.FormatInt(part, 10)) || !isPart && rest != "" {
		s.pages.Page(w, r)
		return
	}
	s.serve(w, r, cachedFile{contentType: format.ContentType(), time: feedTime, showsStock: true}, func(ctx context.Context) ([]byte, error) {
		highest, err := s.c.Catalog.HighestProductID(ctx)
		if err != nil {
			return nil, err
		}
		files := max(1, (highest+s.PerFile-1)/s.PerFile)
		switch {
		case isPart && (part > files || files == 1):
			return nil, nil
		case !isPart && files > 1:
			var addresses []string
			for i := range files {
				addresses = append(addresses, fmt.Sprintf("%s/%s-%d.%s", s.c.PublicURL, productFeedPrefix, i+1, ending))
			}
			return format.Index(addresses)
		}
		after := max(0, part-1) * s.PerFile
		return s.productFile(ctx, format, after, min(after+s.PerFile, highest))
	})
}

// productFile writes the public products of one file: those with ids above after and up to last.
func (s *Files) productFile(ctx context.Context, format feeds.ProductFile, after, last int64) ([]byte, error) {
	about, err := s.feedShop(ctx)
	if err != nil {
		return nil, err
	}
	file := bytes.NewBuffer([]byte{}) // a file without products is empty, not missing
	begin, err := format.Begin(about)
	if err != nil {
		return nil, err
	}
	file.Write(begin)
	for ; after < last; after += feedChunk {
		products, err := s.c.Catalog.PublicProductsBetween(ctx, after, min(after+feedChunk, last))
		if err != nil {
			return nil, err
		}
		for _, p := range products {
			text, err := format.Add(about, p)
			if err != nil {
				return nil, err
			}
			file.Write(text)
		}
	}
	file.Write(format.End())
	return file.Bytes(), nil
}
