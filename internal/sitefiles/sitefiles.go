// Package sitefiles makes the files of a shop that other programs read: the sitemap, feeds, calendars, pictures of shared
// links, icons of the merchant's logo, llms.txt and the pictures of products that have none. Pages are the work of package ssr.
package sitefiles

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/snackdrop/snackdrop/internal/catalog"
	"github.com/snackdrop/snackdrop/internal/events"
	"github.com/snackdrop/snackdrop/internal/httpcache"
	"github.com/snackdrop/snackdrop/internal/settings"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// makeTime is how long making a file may take: a visitor gets a response within 5 s, also when the database hangs.
const makeTime = 4 * time.Second

// fileRoute is the route of these files in the metrics. It differs from that of pages, which are rendered before a drop changes
// its phase: files are not.
const fileRoute = "/ files"

// Config is what the files need of the rest of the program.
type Config struct {
	Settings  *settings.Service
	Catalog   *catalog.Service
	DropIndex *catalog.DropIndexCache
	Versions  *events.Versions
	Hub       *events.Hub
	Database  Database
	Drops     DropFiles        // nil: drops have no calendars, feeds and pictures
	Pictures  Pictures         // nil: shared links have no pictures, and the icons are the built-in ones
	Now       func() time.Time // the shop's clock
	PublicURL string           // without a slash at the end
	Cache     *httpcache.Cache // finished files go into it, under their addresses
}

// Pictures renders pictures of what the shop says and shows; media.Store does.
type Pictures interface {
	// Card renders the picture of a shared link.
	Card(ctx context.Context, card shop.Card) ([]byte, error)
	// Icon renders one of shop.Icons from a logo, given its address.
	Icon(ctx context.Context, logo, name string) ([]byte, error)
}

// Database says whether the database is away; services.Services does.
type Database interface {
	DatabaseAway() bool
	WhileDatabaseAnswers(ctx context.Context) (context.Context, context.CancelFunc)
}

// Pages are what files leave to the pages: the page of an address that is no file, and what is sent when the
// data is away.
type Pages struct {
	Page   func(w http.ResponseWriter, r *http.Request)
	Fail   func(w http.ResponseWriter, r *http.Request, err error)
	FailOr func(w http.ResponseWriter, r *http.Request, key string, err error) // sends the outdated entry of the key if there is one
	Send   func(w http.ResponseWriter, r *http.Request, entry *httpcache.Entry)
}

// ListedPage is a page of the sitemap, or one for every thing of a kind.
type ListedPage struct {
	Path string `json:"path"`
	Each string `json:"each"` // "": the page itself; else the kind of thing that fills the path's parameter
}

// Files serves the files that are made of the shop's data.
type Files struct {
	// PerFile is how many products one file of the sitemap or of a feed may list.
	PerFile int64

	c      Config
	pages  Pages
	listed func() []ListedPage
	// rendering holds whoever renders a picture: one at a time is enough.
	rendering chan struct{}
}

// New makes it. listed gives the pages of the sitemap.
func New(c Config, pages Pages, listed func() []ListedPage) *Files {
	return &Files{c: c, pages: pages, listed: listed, PerFile: maxURLs, rendering: make(chan struct{}, 1)}
}

// Serve serves the file of a name, if it is one.
func (s *Files) Serve(w http.ResponseWriter, r *http.Request, name string) bool {
	switch {
	case name == "llms.txt":
		s.llms(w, r)
	case name == "sitemap.xml" || strings.HasPrefix(name, "sitemap-"):
		s.sitemap(w, r, name)
	case strings.HasPrefix(name, packArtPrefix):
		s.packArt(w, r, name)
	case s.c.Pictures != nil && name == "card.jpg":
		s.shopCard(w, r)
	case s.c.Drops != nil && feedNames[name]:
		s.feed(w, r, name)
	case strings.HasPrefix(name, productFeedPrefix):
		s.productFeed(w, r, name)
	default:
		return s.dropFile(w, r, name)
	}
	return true
}
