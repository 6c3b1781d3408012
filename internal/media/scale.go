package media

import (
	"fmt"
	"image"
	"image/color"
)

// orientation is EXIF's number for how a picture has to be turned: 1 is upright, 0 is unknown.
type orientation int

func (o orientation) needed() bool   { return o > 1 && o <= 8 }
func (o orientation) sideways() bool { return o >= 5 && o <= 8 }

// size is how large a picture stored as s appears.
func (o orientation) size(s image.Point) (width, height int) {
	if o.sideways() {
		return s.Y, s.X
	}
	return s.X, s.Y
}

// source is the point of the stored picture of size w × h that appears at x, y.
func (o orientation) source(x, y, w, h int) (int, int) {
	switch o {
	case 2:
		return w - 1 - x, y
	case 3:
		return w - 1 - x, h - 1 - y
	case 4:
		return x, h - 1 - y
	case 5:
		return y, x
	case 6:
		return y, h - 1 - x
	case 7:
		return w - 1 - y, h - 1 - x
	case 8:
		return w - 1 - y, x
	}
	return x, y
}

// turnedView shows a picture turned and mirrored as EXIF says, without a copy of it.
type turnedView struct {
	image.Image
	turn orientation
}

func (v turnedView) Bounds() image.Rectangle {
	width, height := v.turn.size(v.Image.Bounds().Size())
	return image.Rect(0, 0, width, height)
}

func (v turnedView) At(x, y int) color.Color {
	b := v.Image.Bounds()
	sx, sy := v.turn.source(x, y, b.Dx(), b.Dy())
	return v.Image.At(b.Min.X+sx, b.Min.Y+sy)
}

// apply turns and mirrors as EXIF says. It is for small pictures: it makes a copy.
func (o orientation) apply(m *image.NRGBA) *image.NRGBA {
	w, h := m.Rect.Dx(), m.Rect.Dy()
	outW, outH := o.size(image.Pt(w, h))
	out := image.NewNRGBA(image.Rect(0, 0, outW, outH))
	for y := range outH {
		for x := range outW {
			sx, sy := o.source(x, y, w, h)
			from, to := m.PixOffset(m.Rect.Min.X+sx, m.Rect.Min.Y+sy), out.PixOffset(x, y)
			copy(out.Pix[to:to+4], m.Pix[from:from+4])
		}
	}
	return out
}

// scale makes a picture of the given width from source, which stands upright
// already or still has to be turned. fullW and fullH are its upright size.
func scale(source image.Image, turn orientation, upright bool, fullW, fullH, width int) *image.NRGBA {
	height := max(1, (fullH*width+fullW/2)/fullW)
	if upright || !turn.needed() {
		return resized(source, width, height)
	}
	w, h := turn.size(image.Pt(width, height))
	return turn.apply(resized(source, w, h))
}

// dominant is the colour that most of a picture has, as #rrggbb: what is shown
// in its place until it is there.
func dominant(m image.Image) string {
	small := resized(m, 48, 48)
	type group struct{ r, g, b, n int }
	var groups [512]group
	for i := 0; i < len(small.Pix); i += 4 {
		r, g, b, a := int(small.Pix[i]), int(small.Pix[i+1]), int(small.Pix[i+2]), small.Pix[i+3]
		if a < 128 {
			continue
		}
		near := &groups[r>>5<<6|g>>5<<3|b>>5]
		near.r, near.g, near.b, near.n = near.r+r, near.g+g, near.b+b, near.n+1
	}
	most := group{r: 0xee, g: 0xee, b: 0xee, n: 1} // nothing opaque: a light grey
	found := 0
	for _, g := range groups {
		if g.n > found {
			most, found = g, g.n
		}
	}
	return fmt.Sprintf("#%02x%02x%02x", most.r/most.n, most.g/most.n, most.b/most.n)
}
