package media_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"os"
	"testing"

	"github.com/gen2brain/webp"
)

var (
	red   = color.NRGBA{R: 220, G: 30, B: 30, A: 255}
	green = color.NRGBA{R: 30, G: 200, B: 30, A: 255}
	blue  = color.NRGBA{R: 30, G: 30, B: 220, A: 255}
	white = color.NRGBA{R: 250, G: 250, B: 250, A: 255}
)

// quarters is red, green / blue, white.
func quarters(w, h int) *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			c := [2][2]color.NRGBA{{red, green}, {blue, white}}[y*2/h][x*2/w]
			m.SetNRGBA(x, y, c)
		}
	}
	return m
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func asJPEG(t testing.TB, m image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	must(t, jpeg.Encode(&out, m, nil))
	return out.Bytes()
}

func asPNG(t testing.TB, m image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	must(t, png.Encode(&out, m))
	return out.Bytes()
}

func asWebP(t testing.TB, m image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	must(t, webp.Encode(&out, m, webp.Options{Quality: 90}))
	return out.Bytes()
}

// asAVIF reads quarters() from a file: the encoder's start alone takes 20 s under the race detector.
func asAVIF(t testing.TB, m image.Image) []byte {
	t.Helper()
	data, err := os.ReadFile(fmt.Sprintf("testdata/quarters-%dx%d.avif", m.Bounds().Dx(), m.Bounds().Dy()))
	must(t, err)
	return data
}

func asGIF(t testing.TB, m image.Image, frames int) []byte {
	t.Helper()
	animation := &gif.GIF{}
	for range frames {
		frame := image.NewPaletted(m.Bounds(), color.Palette{red, green, blue, white})
		for y := range m.Bounds().Dy() {
			for x := range m.Bounds().Dx() {
				frame.Set(x, y, m.At(x, y))
			}
		}
		animation.Image = append(animation.Image, frame)
		animation.Delay = append(animation.Delay, 5)
	}
	var out bytes.Buffer
	must(t, gif.EncodeAll(&out, animation))
	return out.Bytes()
}

// every is the same picture in each format that the shop takes.
func every(t testing.TB, m image.Image) map[string][]byte {
	t.Helper()
	return map[string][]byte{
		"pack.jpg": asJPEG(t, m), "pack.png": asPNG(t, m), "pack.gif": asGIF(t, m, 2),
		"pack.webp": asWebP(t, m), "pack.avif": asAVIF(t, m),
	}
}

const secret = "34.0837 N 118.3614 W"

// exif is a TIFF block with an orientation and words that nobody should read.
func exif(turn uint16) []byte {
	b := []byte("II*\x00\x08\x00\x00\x00\x01\x00")
	b = binary.LittleEndian.AppendUint16(b, 0x0112)
	b = binary.LittleEndian.AppendUint16(b, 3)
	b = binary.LittleEndian.AppendUint32(b, 1)
	b = binary.LittleEndian.AppendUint32(b, uint32(turn))
	b = append(b, 0, 0, 0, 0)
	return append(b, secret...)
}

func withJPEGSegment(data []byte, marker byte, body []byte) []byte {
	segment := binary.BigEndian.AppendUint16([]byte{0xff, marker}, uint16(len(body)+2))
	return bytes.Join([][]byte{data[:2], segment, body, data[2:]}, nil)
}

func withPNGChunk(data []byte, kind string, body []byte) []byte {
	chunk := binary.BigEndian.AppendUint32(nil, uint32(len(body)))
	chunk = append(append(chunk, kind...), body...)
	chunk = binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(chunk[4:]))
	const afterIHDR = 8 + 25
	return bytes.Join([][]byte{data[:afterIHDR], chunk, data[afterIHDR:]}, nil)
}

// withWebPMeta wraps a simple WebP into the extended form with EXIF and XMP.
func withWebPMeta(data []byte, w, h int, turn uint16) []byte {
	chunk := func(kind string, body []byte) []byte {
		c := binary.LittleEndian.AppendUint32([]byte(kind), uint32(len(body)))
		c = append(c, body...)
		if len(body)%2 == 1 {
			c = append(c, 0)
		}
		return c
	}
	head := []byte{0x08 | 0x04, 0, 0, 0, byte(w - 1), byte((w - 1) >> 8), 0, byte(h - 1), byte((h - 1) >> 8), 0}
	body := bytes.Join([][]byte{
		[]byte("WEBP"), chunk("VP8X", head), data[12:], chunk("EXIF", exif(turn)), chunk("XMP ", []byte(secret)),
	}, nil)
	return append(binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(len(body))), body...)
}

func withGIFComment(data []byte) []byte {
	comment := append([]byte{0x21, 0xfe, byte(len(secret))}, secret...)
	return bytes.Join([][]byte{data[:len(data)-1], comment, {0, 0x3b}}, nil)
}

// withAVIFExif adds an Exif item to an AVIF file: an entry in iinf, one in iloc, and its bytes at the end.
func withAVIFExif(t testing.TB, data []byte) []byte {
	t.Helper()
	meta, iloc, iinf := bytes.Index(data, []byte("meta"))-4, bytes.Index(data, []byte("iloc"))-4, bytes.Index(data, []byte("iinf"))-4
	if meta < 0 || iloc < meta || iinf < iloc || data[iloc+8] != 0 || data[iinf+8] != 0 || data[iloc+12] != 0x44 || data[iloc+13] != 0 {
		t.Fatal("the encoder writes another layout than this helper knows")
	}
	size := func(at int) int { return int(binary.BigEndian.Uint32(data[at:])) }
	const id, grownInfe, grownIloc = 99, 21, 14
	infe := []byte{0, 0, 0, grownInfe, 'i', 'n', 'f', 'e', 2, 0, 0, 1, 0, id, 0, 0, 'E', 'x', 'i', 'f', 0}
	grown := grownInfe + grownIloc
	place := []byte{0, id, 0, 0, 0, 1}
	place = binary.BigEndian.AppendUint32(place, uint32(len(data)+grown))
	place = binary.BigEndian.AppendUint32(place, uint32(len(secret)))
	out := bytes.Clone(data)
	add32 := func(at, n int) { binary.BigEndian.PutUint32(out[at:], binary.BigEndian.Uint32(out[at:])+uint32(n)) }
	add16 := func(at, n int) { binary.BigEndian.PutUint16(out[at:], binary.BigEndian.Uint16(out[at:])+uint16(n)) }
	add32(meta, grown)
	add32(iloc, grownIloc)
	add32(iinf, grownInfe)
	items := int(binary.BigEndian.Uint16(out[iloc+14:]))
	for n := range items {
		add32(iloc+16+n*grownIloc+6, grown) // what they point at moves back
	}
	add16(iloc+14, 1)
	add16(iinf+12, 1)
	ilocEnd, iinfEnd := iloc+size(iloc), iinf+size(iinf)
	return bytes.Join([][]byte{out[:ilocEnd], place, out[ilocEnd:iinfEnd], infe, out[iinfEnd:], []byte(secret)}, nil)
}
