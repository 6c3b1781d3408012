package media

import (
	"fmt"
	"image"

	"golang.org/x/image/draw"
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

// apply turns and mirrors as EXIF says.
func (o orientation) apply(m image.Image) *image.NRGBA {
	b := m.Bounds()
	w, h := b.Dx(), b.Dy()
	outW, outH := o.size(image.Pt(w, h))
	out := image.NewNRGBA(image.Rect(0, 0, outW, outH))
	src, ok := m.(*image.NRGBA)
	if !ok {
		src = image.NewNRGBA(image.Rect(0, 0, w, h))
		draw.Draw(src, src.Rect, m, b.Min, draw.Src)
	}
	for y := range h {
		for x := range w {
			tx, ty := x, y
			switch o {
			case 2:
				tx = w - 1 - x
			case 3:
				tx, ty = w-1-x, h-1-y
			case 4:
				ty = h - 1 - y
			case 5:
				tx, ty = y, x
			case 6:
				tx, ty = h-1-y, x
			case 7:
				tx, ty = h-1-y, w-1-x
			case 8:
				tx, ty = y, w-1-x
			}
			from := src.PixOffset(src.Rect.Min.X+x, src.Rect.Min.Y+y)
			to := out.PixOffset(tx, ty)
			copy(out.Pix[to:to+4], src.Pix[from:from+4])
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

func resized(source image.Image, width, height int) *image.NRGBA {
	// NRGBA holds the result, but scaling has to weigh colours by their alpha: that is what RGBA is for.
	premultiplied := image.NewRGBA(image.Rect(0, 0, width, height))
	draw.CatmullRom.Scale(premultiplied, premultiplied.Rect, source, source.Bounds(), draw.Src, nil)
	out := image.NewNRGBA(premultiplied.Rect)
	draw.Draw(out, out.Rect, premultiplied, image.Point{}, draw.Src)
	return out
}

// dominant is the colour that most of a picture has, as #rrggbb: what stands
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
