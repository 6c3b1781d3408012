package shop

import (
	"hash/fnv"
	"strconv"
)

// Icon is a picture of one size that stands for the shop in browsers and on home screens.
type Icon struct {
	Side int // pixels; it is a square
	Use  IconUse
}

// IconUse says what is around the logo of an icon.
type IconUse string

const (
	IconPlain    IconUse = "plain"    // nothing: it is shown as it is
	IconTouch    IconUse = "touch"    // a background up to the edges, of which the phone rounds the corners
	IconMaskable IconUse = "maskable" // the same, with room for a phone that cuts a circle out of it
)

// Icons are the icons of the shop by the names of their files.
var Icons = map[string]Icon{
	"favicon.ico":           {32, IconPlain},
	"icon-192.png":          {192, IconPlain},
	"icon-512.png":          {512, IconPlain},
	"icon-maskable-512.png": {512, IconMaskable},
	"apple-touch-icon.png":  {180, IconTouch},
}

// IconAddress is where an icon is. Browsers keep icons, so another logo has other addresses.
func (b BrandSettings) IconAddress(name string) string {
	if b.Logo == "" {
		return "/" + name
	}
	sum := fnv.New32a()
	_, _ = sum.Write([]byte(b.Logo)) // a hash has no error
	return "/" + name + "?v=" + strconv.FormatUint(uint64(sum.Sum32()), 36)
}
