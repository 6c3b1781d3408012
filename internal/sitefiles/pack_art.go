package sitefiles

import (
	"fmt"
	"hash/fnv"
	"net/http"
	"strings"
)

// packArt serves a placeholder image for a product without a picture, in the colors of its category: /pack-art/{slug}.svg. Every
// slug has one, so that a page needs nothing but the slug to show it.
func (s *Files) packArt(w http.ResponseWriter, r *http.Request, name string) {
	slug, ok := strings.CutSuffix(strings.TrimPrefix(name, packArtPrefix), ".svg")
	if !ok || strings.Contains(slug, "/") {
		s.pages.Page(w, r)
		return
	}
	w.Header().Set("Content-Type", "image/svg+xml")
	w.Header().Set("Cache-Control", "public, max-age=86400")
	style, known := packStyles[slug]
	if !known {
		style = packStyle{hue: hueOf(slug), saturation: 68, lightness: 64, shape: bagShape}
	}
	_, _ = w.Write([]byte(style.svg(r.URL.Query().Has("bare"))))
}

const packArtPrefix = "pack-art/"

// packStyle is the color and the shape of a placeholder image.
type packStyle struct {
	hue, saturation, lightness int
	shape                      string
}

var packStyles = map[string]packStyle{
	"chips":     {45, 100, 62, bagShape},
	"drinks":    {190, 88, 58, canShape},
	"candy":     {328, 92, 72, candyShape},
	"chocolate": {24, 58, 44, barShape},
	"cookies":   {36, 66, 62, cookieShape},
	"mystery":   {262, 80, 68, boxShape},
}

// hueOf spreads slugs over the circle of hues.
func hueOf(slug string) int {
	sum := fnv.New32a()
	_, _ = sum.Write([]byte(slug))
	return int(sum.Sum32() % 360)
}

// svg is the image: a pale background, a shadow, and the pack with the gradients p (its color) and d (a deeper one) and the
// pattern o (dots). A bare one is the pack alone.
func (l packStyle) svg(bare bool) string {
	ground := `<path fill="url(#b)" d="M0 0h400v400H0z"/><ellipse cx="200" cy="356" rx="126" ry="17" fill="url(#g)"/>`
	if bare {
		ground = ""
	}
	color := func(lightness int) string { return fmt.Sprintf("hsl(%d %d%% %d%%)", l.hue, l.saturation, lightness) }
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

// plate is the label in the middle of a pack, with a star for a name.
const plate = `<g transform="translate(200 214)"><circle r="52" fill="#fffdf9"/><circle r="44" fill="none" stroke="{d}" stroke-width="3" stroke-dasharray="2 9"/>` +
	`<path fill="{d}" d="m0-30 8.500 18.300 20 2.400-14.800 13.700 3.900 19.800L0 14.500l-17.600 9.700 3.900-19.800L-28.500-9.300l20-2.400z"/></g>`

const bagOutline = `m108 74 16-16 16 16 16-16 15 16 15-16 15 16 15-16 16 16 16-16 16 16 16-16 12 16c-9 34-9 56-5 96s5 96-5 128l-12 20-15-14-15 14-16-14-15 14-15-14-16 14-15-14-15 14-16-14-15 14-12-20c-10-32-9-88-5-128s4-62-5-96z`

const bagShape = `<path d="` + bagOutline + `"/><path fill="url(#o)" d="` + bagOutline + `"/><path fill="{l}" opacity=".8" d="M110 96h180v10H110zM112 300h176v9H112z"/>` + plate + `<path fill="url(#s)" d="` + bagOutline + `"/>`

const canBody = `M128 92q0-12 18-20h108q18 8 18 20v220q0 16-20 24H148q-20-8-20-24z`

const canShape = `<path d="` + canBody + `"/><path fill="url(#o)" d="` + canBody + `"/><path fill="{l}" d="M128 108h144v12H128zM128 300h144v12H128z"/>` + plate +
	`<path fill="url(#s)" d="` + canBody + `"/><ellipse cx="200" cy="74" rx="58" ry="13" fill="#e9e6ef"/><ellipse cx="200" cy="74" rx="46" ry="8" fill="#bdb7c9"/><path fill="#f7f5fa" stroke="#8f88a0" stroke-width="3" d="M188 68h30q9 6 0 10h-30q-9-5 0-10z"/>`

const candyBody = `<ellipse cx="200" cy="204" rx="92" ry="84"/>`

const candyShape = `<path d="M120 204 44 138q10 24 0 42 22 8 22 24t-22 24q10 18 0 42zM280 204l76-66q-10 24 0 42-22 8-22 24t22 24q-10 18 0 42z"/>` +
	`<path fill="none" stroke="{d}" stroke-width="5" opacity=".5" d="m60 166 52 34M60 242l52-34M340 166l-52 34M340 242l-52-34"/>` + candyBody +
	`<g fill="url(#o)">` + candyBody + `</g>` + plate + `<g fill="url(#s)">` + candyBody + `</g>`

const barShape = `<rect x="122" y="52" width="156" height="150" rx="14" fill="#5b2f18"/><path stroke="#3c1d0d" stroke-width="6" d="M174 56v140M226 56v140M126 100h148M126 146h148"/>` +
	`<path fill="none" stroke="#8a5431" stroke-width="4" d="M130 62h36M182 62h36M234 62h36M130 108h36M182 108h36M234 108h36"/>` +
	`<path d="m114 164 16-12 16 12 18-12 18 12 18-12 18 12 18-12 18 12 16-12 16 12v172q0 10-10 10H124q-10 0-10-10z"/><path fill="url(#o)" d="M114 172h172v172H114z"/>` +
	`<g transform="translate(0 42)">` + plate + `</g><path fill="url(#s)" d="M114 164h172v182H114z"/>`

const cookieShape = `<circle cx="200" cy="206" r="132"/><circle cx="200" cy="206" r="132" fill="url(#s)" opacity=".6"/><circle cx="200" cy="206" r="120" fill="none" stroke="{d}" stroke-width="4" stroke-dasharray="3 15" opacity=".5"/>` +
	`<g fill="#4a2412"><circle cx="140" cy="160" r="17"/><circle cx="210" cy="128" r="14"/><circle cx="268" cy="176" r="18"/><circle cx="190" cy="204" r="20"/><circle cx="128" cy="236" r="14"/><circle cx="248" cy="250" r="17"/><circle cx="186" cy="286" r="15"/><circle cx="92" cy="196" r="8"/><circle cx="286" cy="226" r="8"/><circle cx="236" cy="302" r="8"/></g>` +
	`<g fill="#8a5431"><circle cx="135" cy="154" r="5"/><circle cx="206" cy="123" r="4"/><circle cx="262" cy="169" r="5"/><circle cx="184" cy="197" r="6"/><circle cx="244" cy="244" r="5"/></g>`

const boxShape = `<path d="M92 132h216v206H92z"/><path fill="url(#o)" d="M92 132h216v206H92z"/><path fill="{d}" d="M92 132h216v20H92z" opacity=".5"/><rect x="80" y="92" width="240" height="52" rx="8"/>` +
	`<path fill="{l}" d="M178 92h44v246h-44z"/><path fill="none" stroke="{l}" stroke-width="16" d="M200 92q-66-10-56-44 14-24 56 40 42-64 56-40 10 34-56 44"/>` + plate + `<path fill="url(#s)" d="M92 132h216v206H92z"/>`
