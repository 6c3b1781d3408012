package sitefiles

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/snackdrop/snackdrop/internal/httpcache"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// retryLogo is how long the built-in icon stands in for one of a logo that could not be read.
const retryLogo = time.Minute

// Icon gives one of shop.Icons, made of the logo. While the logo cannot be read it gives the built-in icon.
func (s *Files) Icon(ctx context.Context, name, contentType, logo string, builtIn func() ([]byte, error)) (*httpcache.Entry, error) {
	return s.rendered(ctx, "icon "+name+" "+logo, func(ctx context.Context) (*httpcache.Entry, error) {
		header := http.Header{"Content-Type": {contentType}, "Cache-Control": {"public, max-age=300"}}
		var validUntil time.Time
		picture, err := s.c.Pictures.Icon(ctx, logo, name)
		if err != nil {
			slog.Warn("icon not made of the logo", "icon", name, "logo", shop.LogText(logo), "error", err)
			header.Set("Cache-Control", "no-cache")
			validUntil = s.c.Now().Add(retryLogo)
			if picture, err = builtIn(); err != nil {
				return nil, err
			}
		}
		entry := httpcache.Uncompressed(http.StatusOK, header, picture)
		entry.ValidUntil = validUntil
		return entry, nil
	})
}
