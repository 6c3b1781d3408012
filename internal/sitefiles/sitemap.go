package sitefiles

import (
	"context"
	"encoding/xml"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/snackdrop/snackdrop/internal/clock"
	"github.com/snackdrop/snackdrop/internal/shop"
)

type urlset struct {
	XMLName xml.Name  `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
	URLs    []siteURL `xml:"url"`
}

type sitemapindex struct {
	XMLName xml.Name  `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 sitemapindex"`
	Maps    []siteURL `xml:"sitemap"`
}

type siteURL struct {
	Loc     string `xml:"loc"`
	LastMod string `xml:"lastmod,omitempty"`
}

// maxURLs is the protocol's limit for one file.
const maxURLs = 50_000

// sitemap lists every public page: one file, or an index of files when there
// may be too many products. A file holds a range of ids, so none needs counting.
// It is cached as pages are: a large shop's has megabytes.
func (s *Files) sitemap(w http.ResponseWriter, r *http.Request, name string) {
	s.serve(w, r, cachedFile{contentType: xmlType}, func(ctx context.Context) ([]byte, error) {
		list, err := s.listPages(ctx, name)
		if err != nil || list == nil {
			return nil, err
		}
		text, err := xml.Marshal(list)
		return append([]byte(xml.Header), text...), err
	})
}

// The kinds of thing that can fill the parameter of a page's path, as the pages name them.
const (
	EachProduct  = "products"
	eachCategory = "categories"
	EachDrop     = "drops"
)

// listPages is what a file of the sitemap holds, nil when there is no such file.
func (s *Files) listPages(ctx context.Context, name string) (any, error) {
	highest, err := s.c.Catalog.HighestProductID(ctx)
	if err != nil {
		return nil, err
	}
	files := (highest + s.PerFile - 1) / s.PerFile
	switch number, isPart := strings.CutPrefix(strings.TrimSuffix(name, ".xml"), "sitemap-"); {
	case !isPart && highest+200 <= s.PerFile:
		fixed, err := s.fixedPages(ctx)
		if err != nil {
			return nil, err
		}
		products, err := s.productPages(ctx, 0)
		return urlset{URLs: append(fixed, products...)}, err
	case !isPart:
		index := sitemapindex{Maps: []siteURL{{Loc: s.c.PublicURL + "/sitemap-pages.xml"}}}
		for i := range files {
			index.Maps = append(index.Maps, siteURL{Loc: fmt.Sprintf("%s/sitemap-%d.xml", s.c.PublicURL, i+1)})
		}
		return index, nil
	case number == "pages":
		fixed, err := s.fixedPages(ctx)
		return urlset{URLs: fixed}, err
	default:
		n, err := strconv.ParseInt(number, 10, 32)
		if err != nil || n < 1 || n > files || !strings.HasSuffix(name, ".xml") {
			return nil, nil
		}
		products, err := s.productPages(ctx, n-1)
		return urlset{URLs: products}, err
	}
}

// fixedPages are the pages of which there are few: all but those of products.
func (s *Files) fixedPages(ctx context.Context) ([]siteURL, error) {
	categories, err := s.c.Catalog.Categories(ctx)
	if err != nil {
		return nil, err
	}
	drops, err := s.c.DropIndex.Get(ctx)
	if err != nil {
		return nil, err
	}
	now := s.c.Now()
	var urls []siteURL
	for _, page := range s.listed() {
		switch page.Each {
		case "":
			urls = append(urls, siteURL{Loc: s.c.PublicURL + page.Path})
		case EachDrop:
			for _, d := range drops.All() {
				if next, changes := d.NextChange(now); changes {
					clock.ValidUntil(ctx, next)
				}
				if d.PhaseAt(now) != shop.PhaseDraft {
					urls = append(urls, siteURL{Loc: s.c.PublicURL + Fill(page.Path, d.Slug), LastMod: d.UpdatedAt.Format(time.DateOnly)})
				}
			}
		case eachCategory:
			for _, c := range categories {
				urls = append(urls, siteURL{Loc: s.c.PublicURL + Fill(page.Path, c.Slug)})
			}
		}
	}
	return urls, nil
}

// productPages are the pages of the products whose ids belong into the numbered file.
func (s *Files) productPages(ctx context.Context, file int64) ([]siteURL, error) {
	products, err := s.c.Catalog.ProductUpdates(ctx, file*s.PerFile, (file+1)*s.PerFile)
	if err != nil {
		return nil, err
	}
	var urls []siteURL
	for _, page := range s.listed() {
		if page.Each != EachProduct {
			continue
		}
		for _, p := range products {
			path := Fill(page.Path, strconv.FormatInt(p.ID, 10))
			urls = append(urls, siteURL{Loc: s.c.PublicURL + path, LastMod: p.UpdatedAt.Format(time.DateOnly)})
		}
	}
	return urls, nil
}

// Fill puts a value in the place of a path's one parameter, as in /product/:id.
func Fill(path, value string) string {
	before, parameter, ok := strings.Cut(path, ":")
	if !ok {
		return path
	}
	_, after, more := strings.Cut(parameter, "/")
	if more {
		after = "/" + after
	}
	return before + url.PathEscape(value) + after
}
