package sitefiles

import (
	"context"
	"fmt"
	"hash/fnv"
	"math"
	"net/http"
	"strconv"
	"strings"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// packArt serves a placeholder image for a product without a picture, in the shape and the color of its category's sign:
// /pack-art/{slug}.svg. Every slug has one, so that a page needs nothing but the slug to show it; only those of categories
// are cached, so that made-up slugs do not fill the cache. While the database is away an image that is not cached is the box.
func (s *Files) packArt(w http.ResponseWriter, r *http.Request, name string) {
	slug, ok := strings.CutSuffix(strings.TrimPrefix(name, packArtPrefix), ".svg")
	if !ok || strings.Contains(slug, "/") {
		s.pages.Page(w, r)
		return
	}
	f, bare := cachedFile{contentType: "image/svg+xml", cacheControl: "public, max-age=300"}, r.URL.Query().Has("bare")
	if bare {
		f.variant = "?bare"
	}
	entry, err := s.cached(r, f, func(ctx context.Context) ([]byte, error) {
		category, err := s.c.Catalog.CategoryBySlug(ctx, slug)
		if shop.CodeOf(err) == shop.NotFound {
			return nil, nil
		}
		return []byte(styleOf(category).svg(bare)), err
	})
	if err == nil && entry != nil {
		s.pages.Send(w, r, entry)
		return
	}
	if err != nil {
		f.cacheControl = "no-store"
	}
	w.Header().Set("Content-Type", f.contentType)
	w.Header().Set("Cache-Control", f.cacheControl)
	_, _ = w.Write([]byte(styleOf(shop.Category{Slug: slug}).svg(bare)))
}

const packArtPrefix = "pack-art/"

// packStyle is the color and the shape of a placeholder image.
type packStyle struct {
	hue, saturation, lightness int
	shape                      string
}

// packStyles are the shapes of the signs with their own colors. The box, which stands for everything, has a color by slug.
var packStyles = map[shop.Sign]packStyle{
	shop.SignBox:    {shape: boxShape},
	shop.SignBag:    {45, 100, 62, bagShape},
	shop.SignDrink:  {190, 88, 58, canShape},
	shop.SignCandy:  {328, 92, 72, candyShape},
	shop.SignBar:    {24, 58, 44, barShape},
	shop.SignCookie: {36, 66, 62, cookieShape},
	shop.SignBook:   {214, 72, 62, bookShape},
	shop.SignShirt:  {2, 78, 66, shirtShape},
	shop.SignRecord: {270, 62, 64, recordShape},
	shop.SignPlant:  {18, 62, 58, plantShape},
	shop.SignGem:    {172, 62, 56, gemShape},
}

// styleOf is how the products of a category look that have no picture; a category that does not exist has the box.
func styleOf(category shop.Category) packStyle {
	style, known := packStyles[category.Sign]
	if !known {
		style = packStyles[shop.SignBox]
	}
	switch {
	case category.Color != "":
		style.hue, style.saturation, style.lightness = hslOf(category.Color)
	case style.saturation == 0:
		style.hue, style.saturation, style.lightness = hueOf(category.Slug), 68, 64
	}
	return style
}

// hueOf spreads slugs over the circle of hues.
func hueOf(slug string) int {
	sum := fnv.New32a()
	_, _ = sum.Write([]byte(slug))
	return int(sum.Sum32() % 360)
}

// hslOf is the hue in degrees, the saturation and the lightness in percent of a color #rrggbb.
func hslOf(color string) (hue, saturation, lightness int) {
	rgb, _ := strconv.ParseUint(strings.TrimPrefix(color, "#"), 16, 32) // checked when it was saved
	r, g, b := float64(rgb>>16&0xff)/255, float64(rgb>>8&0xff)/255, float64(rgb&0xff)/255
	most, least := max(r, g, b), min(r, g, b)
	light, chroma := (most+least)/2, most-least
	if chroma == 0 {
		return 0, 0, percent(light)
	}
	var sixth float64
	switch most {
	case r:
		sixth = math.Mod((g-b)/chroma+6, 6)
	case g:
		sixth = (b-r)/chroma + 2
	default:
		sixth = (r-g)/chroma + 4
	}
	return int(math.Round(sixth * 60)), percent(chroma / (1 - math.Abs(2*light-1))), percent(light)
}

func percent(share float64) int { return int(math.Round(share * 100)) }

// svg is the image: a pale background, a shadow, and the pack with the gradients p (its color) and d (a deeper one) and the
// pattern o (dots). A bare one is the pack alone.
func (l packStyle) svg(bare bool) string {
	ground := `<path fill="url(#b)" d="M0 0h400v400H0z"/><ellipse cx="200" cy="356" rx="126" ry="17" fill="url(#g)"/>`
	if bare {
		ground = ""
	}
	color := func(lightness int) string {
		return fmt.Sprintf("hsl(%d %d%% %d%%)", l.hue, l.saturation, max(lightness, 0))
	}
	pale := func(lightness int) string {
		return fmt.Sprintf("hsl(%d %d%% %d%%)", l.hue, l.saturation*2/3, lightness)
	}
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" width="800" height="800"><defs>` +
		`<linearGradient id="p" x1="0" y1="0" x2=".7" y2="1"><stop stop-color="` + color(min(l.lightness+14, 90)) + `"/><stop offset=".55" stop-color="` + color(l.lightness) +
		`"/><stop offset="1" stop-color="` + color(l.lightness-20) + `"/></linearGradient>` +
		`<linearGradient id="s" x2="1"><stop stop-color="#fff" stop-opacity="0"/><stop offset=".3" stop-color="#fff" stop-opacity=".55"/><stop offset=".46" stop-color="#fff" stop-opacity="0"/>` +
		`<stop offset=".8" stop-color="#120a1f" stop-opacity="0"/><stop offset="1" stop-color="#120a1f" stop-opacity=".22"/></linearGradient>` +
		`<pattern id="o" width="34" height="34" patternUnits="userSpaceOnUse" patternTransform="rotate(28)"><circle cx="8" cy="8" r="5" fill="#fff" opacity=".4"/><circle cx="25" cy="25" r="3" fill="#120a1f" opacity=".16"/></pattern>` +
		`<radialGradient id="b" cy=".45"><stop stop-color="` + pale(95) + `"/><stop offset="1" stop-color="` + pale(84) + `"/></radialGradient>` +
		`<radialGradient id="g"><stop stop-color="#120a1f" stop-opacity=".32"/><stop offset="1" stop-color="#120a1f" stop-opacity="0"/></radialGradient></defs>` +
		ground + `<g transform="rotate(-4 200 200)" stroke-linejoin="round" stroke-linecap="round" fill="url(#p)">` +
		strings.NewReplacer("{d}", color(l.lightness-26), "{l}", color(min(l.lightness+24, 95))).Replace(l.shape) + `</g></svg>`
}
