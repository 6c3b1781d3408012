package ssr

import (
	"html"
	"io/fs"
	"net/http"
	"path"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// vectorIcon is the built-in icon for browser tabs. A logo is not a vector picture: a shop that has one uses tabIcon.
const (
	vectorIcon = "icon.svg"
	tabIcon    = "icon-192.png"
)

// iconLinks are the elements of a page's head that name the shop's icons.
func iconLinks(brand shop.BrandSettings) string {
	return tabIconLink(brand) + `<link rel="manifest" href="/manifest.webmanifest"><link rel="apple-touch-icon" href="` +
		html.EscapeString(brand.IconAddress("apple-touch-icon.png")) + `">`
}

// tabIconLink is the element that names the icon of the browser's tab.
func tabIconLink(brand shop.BrandSettings) string {
	if brand.Logo == "" {
		return `<link rel="icon" href="/` + vectorIcon + `" type="image/svg+xml">`
	}
	return `<link rel="icon" href="` + html.EscapeString(brand.IconAddress(tabIcon)) + `" type="image/png">`
}

// isIcon says whether a file is one of the built-in icons, in the place of which a shop with a logo has its own.
func isIcon(name string) bool {
	_, made := shop.Icons[name]
	return made || name == vectorIcon
}

// icon sends an icon: made of the merchant's logo, or else the built-in one.
func (s *Handler) icon(w http.ResponseWriter, r *http.Request, name string) {
	shown, err := s.readTheme(r.Context())
	if err != nil {
		shown = s.lastThemeOrDefault(r.Context())
	}
	switch brand := shown.brand; {
	case err != nil && brand.Logo == "": // it may have one
		s.file(w, r, name, "no-cache")
	case brand.Logo == "" || s.c.Pictures == nil:
		s.file(w, r, name, forAnHour)
	case name == vectorIcon:
		w.Header().Set("Cache-Control", "no-cache")
		http.Redirect(w, r, brand.IconAddress(tabIcon), http.StatusFound)
	default:
		entry, err := s.data.Icon(r.Context(), name, types[path.Ext(name)], brand.Logo, func() ([]byte, error) { return fs.ReadFile(s.files, name) })
		if err != nil { // it takes too long, or the database is away: the next request may find it in the cache
			s.file(w, r, name, "no-cache")
			return
		}
		entry.ServeHTTP(w, r)
	}
}
