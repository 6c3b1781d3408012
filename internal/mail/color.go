package mail

import (
	"math"
	"strconv"

	"github.com/snackdrop/snackdrop/internal/shop"
)

const (
	ink   = "#120a1f"
	muted = "#5d5468" // the colour of small print
)

// safeColor is ink for anything but #rrggbb: other text in a style could load a picture
// from elsewhere. The settings take no other colours either.
func safeColor(color string) string {
	if !shop.IsColor(color) {
		return ink
	}
	return color
}

// textOn is the colour of text on a button: white or ink, whichever reads better.
func textOn(color string) string {
	if contrast(color, "#ffffff") >= contrast(color, ink) {
		return "#ffffff"
	}
	return ink
}

func contrast(a, b string) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// luminance as WCAG has it; anything that is not #rrggbb counts as black.
func luminance(color string) float64 {
	if len(color) != 7 {
		return 0
	}
	n, err := strconv.ParseUint(color[1:], 16, 32)
	if err != nil {
		return 0
	}
	part := func(shift uint) float64 {
		c := float64(n>>shift&0xff) / 255
		if c <= 0.04045 {
			return c / 12.92
		}
		return math.Pow((c+0.055)/1.055, 2.4)
	}
	return 0.2126*part(16) + 0.7152*part(8) + 0.0722*part(0)
}
