package media

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"math"
	"path"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// How much of an icon's side the logo takes, where it does not take all of it.
const (
	touchShare  = 0.8
	groundShare = 0.72
	// A phone may cut a circle of this diameter out of a maskable icon: all of the logo is within it.
	safeCircle = 0.8
)

// Icon renders one of shop.Icons from the shop's logo, which is fitted into the square, never cut or stretched.
func (s *Store) Icon(ctx context.Context, logo, name string) ([]byte, error) {
	icon, ok := shop.Icons[name]
	if !ok {
		return nil, fmt.Errorf("no icon is called %q", name)
	}
	picture, release, err := s.readStored(ctx, logo)
	if err != nil {
		return nil, err
	}
	defer release()
	size := picture.Bounds().Size()
	side := float64(icon.Side)
	out := image.NewNRGBA(image.Rect(0, 0, icon.Side, icon.Side))
	light, dark := shades(picture)
	ground := image.NewUniform(ink) // the colour of the header, on which the logo stands in the shop
	if dark {
		ground = image.NewUniform(paper)
	}
	share := side / float64(max(size.X, size.Y))
	switch icon.Use {
	case shop.IconTouch:
		draw.Draw(out, out.Rect, ground, image.Point{}, draw.Src)
		share *= touchShare
	case shop.IconMaskable:
		draw.Draw(out, out.Rect, ground, image.Point{}, draw.Src)
		share = side * safeCircle / math.Hypot(float64(size.X), float64(size.Y))
	case shop.IconPlain:
		if light {
			draw.DrawMask(out, out.Rect, ground, image.Point{}, rounded(icon.Side, icon.Side*23/100), image.Point{}, draw.Src)
			share *= groundShare
		}
	}
	fitted := resized(picture, max(1, int(float64(size.X)*share)), max(1, int(float64(size.Y)*share)))
	at := image.Pt((icon.Side-fitted.Rect.Dx())/2, (icon.Side-fitted.Rect.Dy())/2)
	draw.Draw(out, fitted.Rect.Add(at), fitted, image.Point{}, draw.Over)
	var file bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&file, out); err != nil {
		return nil, fmt.Errorf("encode an icon: %w", err)
	}
	if path.Ext(name) == ".ico" {
		return icoFile(file.Bytes(), icon.Side), nil
	}
	return file.Bytes(), nil
}

// shades says whether a logo without a background of its own would be lost on a white ground, as browsers show tabs, or on
// the dark one of the header.
func shades(picture image.Image) (light, dark bool) {
	const whole = 255 * 48 * 48
	small := resized(picture, 48, 48)
	seen, bright, dim := 0, 0, 0 // sums of alpha
	for i := 0; i < len(small.Pix); i += 4 {
		alpha := int(small.Pix[i+3])
		seen += alpha
		switch brightness := 299*int(small.Pix[i]) + 587*int(small.Pix[i+1]) + 114*int(small.Pix[i+2]); {
		case brightness > 200_000:
			bright += alpha
		case brightness < 60_000:
			dim += alpha
		}
	}
	if seen >= whole*98/100 {
		return false, false
	}
	return bright > seen/4, dim > seen/2
}

// icoFile is a PNG with the header of an ICO file around it: one entry of a table, then the picture.
func icoFile(picture []byte, side int) []byte {
	const headerSize = 22
	out := make([]byte, headerSize, headerSize+len(picture))
	order := binary.LittleEndian
	order.PutUint16(out[2:], 1) // an icon
	order.PutUint16(out[4:], 1) // one picture
	out[6], out[7] = byte(side), byte(side)
	order.PutUint16(out[10:], 1)
	order.PutUint16(out[12:], 32) // bits of a pixel
	order.PutUint32(out[14:], uint32(len(picture)))
	order.PutUint32(out[18:], headerSize)
	return append(out, picture...)
}
