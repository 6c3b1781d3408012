package main

import (
	"context"
	"net/http"

	"github.com/snackdrop/snackdrop/internal/background"
	"github.com/snackdrop/snackdrop/internal/cdn"
	"github.com/snackdrop/snackdrop/internal/events"
	"github.com/snackdrop/snackdrop/internal/httpapi"
	"github.com/snackdrop/snackdrop/internal/httpcache"
	"github.com/snackdrop/snackdrop/internal/publicapi"
	"github.com/snackdrop/snackdrop/internal/ssr"
)

// newHandlers makes what responds to requests: the pages and the whole server.
func newHandlers(o *options, s servedShop) (*ssr.Handler, *httpapi.Server, error) {
	proxies, err := o.trustProxy.proxies()
	if err != nil {
		return nil, nil, err
	}
	cache := httpcache.New(o.cacheMB << 20)
	public := publicapi.New(s.Services, cache)
	pages, err := ssr.New(ssr.Config{Settings: s.Settings, Catalog: s.Catalog, DropIndex: s.DropIndex, Versions: s.Versions, Hub: s.Hub, Database: s.Services,
		Lines: s.WaitingRoom, Drops: s.PublicDrops, Pictures: s.pictures, Now: s.Now, PublicURL: s.PublicURL, Cache: cache, API: public})
	if err != nil {
		return nil, nil, err
	}
	api, err := httpapi.New(s.Services, httpapi.Config{Version: version, Assets: s.pictures, Pages: pages,
		Preview: http.HandlerFunc(pages.Preview), Rendered: pages.Rendered, DemoPay: s.demoPay, TrustProxy: proxies,
		BehindCDN: o.cdn, Public: public, ReferenceScript: pages.BuiltFile("api-reference", ".js"),
		ReferenceStyle: pages.BuiltFile("api-reference", ".css")})
	if err != nil {
		pages.Close()
		return nil, nil, err
	}
	return pages, api, nil
}

// purgeCDN calls the shared cache in front of the shop when what it keeps is outdated, where it can be called.
func purgeCDN(ctx context.Context, o *options, hub *events.Hub) error {
	if o.cdnPurgeURL == "" {
		return nil
	}
	purger, err := cdn.NewPurger(o.cdnPurgeURL, o.cdnPurgeHeader)
	if err != nil {
		return err
	}
	hub.Subscribe(purger.Receive)
	background.Go("purge the shared cache", func() { background.Run(ctx, "purge the shared cache", purger.Run) })
	return nil
}
