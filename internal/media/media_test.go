package media_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"testing"

	_ "github.com/gen2brain/avif"
	_ "golang.org/x/image/webp"

	"github.com/snackdrop/snackdrop/internal/media"
	"github.com/snackdrop/snackdrop/internal/shop"
)

func process(data []byte, filename string) (media.Picture, error) {
	return media.Process(context.Background(), bytes.NewReader(data), filename, media.ForStaff)
}

func near(a, b color.Color) bool {
	ar, ag, ab, _ := a.RGBA()
	br, bg, bb, _ := b.RGBA()
	far := func(x, y uint32) bool { return max(x, y)-min(x, y) > 40<<8 }
	return !far(ar, br) && !far(ag, bg) && !far(ab, bb)
}

// expectQuarters checks a picture's four quarters, row by row.
func expectQuarters(t *testing.T, what string, data []byte, want [4]color.NRGBA) {
	t.Helper()
	m, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	b := m.Bounds()
	for i, c := range want {
		x, y := b.Dx()*(1+2*(i%2))/4, b.Dy()*(1+2*(i/2))/4
		if got := m.At(b.Min.X+x, b.Min.Y+y); !near(got, c) {
			t.Errorf("%s: quarter %d is %v, want %v", what, i, got, c)
		}
	}
}

func TestProcessTakesEveryFormatAndMakesItsVersions(t *testing.T) {
	for name, data := range every(t, quarters(500, 250)) {
		t.Run(name, func(t *testing.T) {
			p, err := process(data, strings.ToUpper(name))
			if err != nil {
				t.Fatal(err)
			}
			if p.Width != 500 || p.Height != 250 || "."+p.Ext != path.Ext(name) {
				t.Errorf("%d×%d .%s", p.Width, p.Height, p.Ext)
			}
			var widths []int
			for _, v := range p.Versions {
				widths = append(widths, v.Width)
				config, kind, err := image.DecodeConfig(bytes.NewReader(v.Data))
				if err != nil || kind != v.Ext || config.Width != v.Width || config.Height != v.Width/2 {
					t.Errorf("version %d: %s %d×%d, %v", v.Width, kind, config.Width, config.Height, err)
				}
				expectQuarters(t, "version", v.Data, [4]color.NRGBA{red, green, blue, white})
			}
			if want := []int{320, 480, 500}; !slices.Equal(widths, want) {
				t.Errorf("widths %v, want %v", widths, want)
			}
			expectQuarters(t, "original", p.Original, [4]color.NRGBA{red, green, blue, white})
		})
	}
}

func TestVersionsAreNeverWiderThanThePicture(t *testing.T) {
	for width, want := range map[int][]int{1: {1}, 319: {319}, 320: {320}, 1200: {320, 480, 672, 960, 1200}, 1300: {320, 480, 672, 960, 1200}} {
		p, err := process(asPNG(t, quarters(width, 2)), "x.png")
		if err != nil {
			t.Fatal(err)
		}
		var got []int
		for _, v := range p.Versions {
			got = append(got, v.Width)
		}
		if !slices.Equal(got, want) {
			t.Errorf("a picture of %d px has versions %v, want %v", width, got, want)
		}
	}
}

func TestTheExtensionFollowsTheContentWhenTheNameLies(t *testing.T) {
	for name, want := range map[string]string{"a.jpeg": "jpeg", "a.JPG": "jpg", "a.png": "jpg", "a": "jpg", "a.html": "jpg", "../../etc/x.svg": "jpg"} {
		p, err := process(asJPEG(t, quarters(8, 8)), name)
		if err != nil || p.Ext != want {
			t.Errorf("%s: .%s, want .%s (%v)", name, p.Ext, want, err)
		}
	}
}

func TestPicturesAreTurnedUpright(t *testing.T) {
	upright := map[uint16][4]color.NRGBA{
		1: {red, green, blue, white}, 2: {green, red, white, blue},
		3: {white, blue, green, red}, 4: {blue, white, red, green},
		5: {red, blue, green, white}, 6: {blue, red, white, green},
		7: {white, green, blue, red}, 8: {green, white, red, blue},
	}
	for turn, want := range upright {
		for name, data := range map[string][]byte{
			"x.jpg":  withJPEGSegment(asJPEG(t, quarters(120, 60)), 0xe1, append([]byte("Exif\x00\x00"), exif(turn)...)),
			"x.webp": withWebPMeta(asWebP(t, quarters(120, 60)), 120, 60, turn),
		} {
			p, err := process(data, name)
			if err != nil {
				t.Fatalf("%s, orientation %d: %v", name, turn, err)
			}
			w, h := 120, 60
			if turn >= 5 {
				w, h = 60, 120
			}
			if p.Width != w || p.Height != h {
				t.Errorf("%s, orientation %d: %d×%d", name, turn, p.Width, p.Height)
			}
			expectQuarters(t, name, p.Original, want)
			for _, v := range p.Versions {
				expectQuarters(t, name, v.Data, want)
			}
		}
	}
}

func TestNothingIsLeftOfTheMetadata(t *testing.T) {
	m := quarters(24, 16)
	for name, data := range map[string][]byte{
		"exif.jpg":    withJPEGSegment(asJPEG(t, m), 0xe1, append([]byte("Exif\x00\x00"), exif(1)...)),
		"turned.jpg":  withJPEGSegment(asJPEG(t, m), 0xe1, append([]byte("Exif\x00\x00"), exif(6)...)),
		"comment.jpg": withJPEGSegment(asJPEG(t, m), 0xfe, []byte(secret)),
		"iptc.jpg":    withJPEGSegment(asJPEG(t, m), 0xed, []byte(secret)),
		"tail.jpg":    append(asJPEG(t, m), secret...),
		"text.png":    withPNGChunk(asPNG(t, m), "tEXt", []byte("Place\x00"+secret)),
		"exif.png":    withPNGChunk(asPNG(t, m), "eXIf", exif(1)),
		"tail.png":    append(asPNG(t, m), secret...),
		"exif.webp":   withWebPMeta(asWebP(t, m), 24, 16, 1),
		"comment.gif": withGIFComment(asGIF(t, m, 2)),
		"tail.gif":    append(asGIF(t, m, 2), secret...),
		"exif.avif":   withAVIFExif(t, asAVIF(t, m)),
	} {
		if !bytes.Contains(data, []byte(secret)) {
			t.Fatalf("%s: the sample holds no secret", name)
		}
		p, err := process(data, name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if bytes.Contains(p.Original, []byte(secret)) {
			t.Errorf("%s still tells where it was taken", name)
		}
		if _, _, err := image.Decode(bytes.NewReader(p.Original)); err != nil {
			t.Errorf("%s: what is left is broken: %v", name, err)
		}
		if _, err := process(p.Original, name); err != nil {
			t.Errorf("%s: what is left would be refused: %v", name, err)
		}
	}
}

func TestADominantColourIsThatOfMostOfThePicture(t *testing.T) {
	m := image.NewNRGBA(image.Rect(0, 0, 100, 100))
	for i := range 100 * 60 {
		m.SetNRGBA(i%100, i/100, color.NRGBA{R: 0x8b, G: 0x5c, B: 0xf6, A: 255})
	}
	p, err := process(asPNG(t, m), "x.png")
	if err != nil {
		t.Fatal(err)
	}
	if p.Color != "#8b5cf6" {
		t.Errorf("got %s", p.Color)
	}
}

func TestTransparencyStays(t *testing.T) {
	m := image.NewNRGBA(image.Rect(0, 0, 400, 400))
	for y := 100; y < 300; y++ {
		for x := 100; x < 300; x++ {
			m.SetNRGBA(x, y, red)
		}
	}
	p, err := process(asPNG(t, m), "x.png")
	if err != nil {
		t.Fatal(err)
	}
	got, _, err := image.Decode(bytes.NewReader(p.Versions[0].Data))
	if err != nil {
		t.Fatal(err)
	}
	if _, _, _, a := got.At(2, 2).RGBA(); a > 0x0800 {
		t.Errorf("the corner is not clear any more: alpha %x", a)
	}
	if c := got.At(160, 160); !near(c, red) {
		t.Errorf("the middle is %v", c)
	}
}

// huge is a tiny PNG that says it is 20,000 × 20,000.
func huge(t *testing.T) []byte {
	t.Helper()
	data := asPNG(t, quarters(4, 4))
	binary.BigEndian.PutUint32(data[16:], 20000)
	binary.BigEndian.PutUint32(data[20:], 20000)
	binary.BigEndian.PutUint32(data[29:], crc32.ChecksumIEEE(data[12:29]))
	return data
}

// storm is a GIF of a few kilobytes that unfolds to 60 gigabytes.
func storm(t *testing.T) []byte {
	t.Helper()
	one := asGIF(t, quarters(4, 4), 1)
	at := bytes.LastIndexByte(one[:len(one)-1], 0x2c)
	frame := bytes.Clone(one[at : len(one)-1])
	binary.LittleEndian.PutUint16(frame[5:], 8000)
	binary.LittleEndian.PutUint16(frame[7:], 8000)
	binary.LittleEndian.PutUint16(one[6:], 7000)
	binary.LittleEndian.PutUint16(one[8:], 7000)
	return append(append(bytes.Clone(one[:at]), bytes.Repeat(frame, 900)...), 0x3b)
}

func TestUnusablePicturesAreRefused(t *testing.T) {
	small := asPNG(t, quarters(4, 4))
	for name, c := range map[string]struct {
		data []byte
		want shop.Code
	}{
		"empty":             {nil, shop.ImageType},
		"SVG":               {[]byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`), shop.ImageType},
		"HTML":              {[]byte("<!doctype html><script>alert(1)</script>"), shop.ImageType},
		"HTML named as PNG": {[]byte("\x89PNG<!doctype html>"), shop.ImageType},
		"PDF":               {[]byte("%PDF-1.7"), shop.ImageType},
		"BMP":               {[]byte("BM\x00\x00\x00\x00"), shop.ImageType},
		"more than 10 MB":   {append(bytes.Clone(small), make([]byte, media.MaxBytes)...), shop.ImageTooLarge},
		"400 megapixels":    {huge(t), shop.ImageTooLarge},
		"a long thread":     {asPNG(t, quarters(10, 17000)), shop.ImageTooLarge},
		"900 large frames":  {storm(t), shop.ImageTooLarge},
		"1,001 frames":      {asGIF(t, quarters(2, 2), 1001), shop.ImageTooLarge},
		"only a signature":  {[]byte("\x89PNG\r\n\x1a\n"), shop.ImageBroken},
		"JPEG with garbage": {[]byte("\xff\xd8\xff\xe0garbage"), shop.ImageBroken},
		"animated WebP":     {animatedWebP(t), shop.ImageType},
	} {
		_, err := process(c.data, "x.png")
		if shop.CodeOf(err) != c.want {
			t.Errorf("%s: %q (%v), want %q", name, shop.CodeOf(err), err, c.want)
		}
	}
}

func animatedWebP(t *testing.T) []byte {
	t.Helper()
	data := withWebPMeta(asWebP(t, quarters(8, 8)), 8, 8, 1)
	data[20] |= 0x02
	return append(data[:len(data)-len(secret)-8], append([]byte("ANMF\x14\x00\x00\x00"), secret...)...)
}

// A file cut anywhere is refused with a code and never brings the program down.
func TestTruncatedFilesAreRefused(t *testing.T) {
	for name, data := range every(t, quarters(24, 16)) {
		step := 1
		if name == "pack.avif" {
			step = 23 // each try starts a decoder of its own, which takes 0.1 s with the race detector
		}
		for n := 0; n < len(data); n += step {
			_, err := process(data[:n], name)
			if code := shop.CodeOf(err); code != shop.ImageBroken && code != shop.ImageType {
				t.Fatalf("%s cut at %d of %d bytes: %v", name, n, len(data), err)
			}
		}
	}
}

// Damaged files may be refused or pass, but every refusal has a code and nothing panics.
func TestDamagedFilesNeverPanic(t *testing.T) {
	dice := rand.New(rand.NewPCG(1, 2))
	samples := every(t, quarters(24, 16))
	samples["meta.webp"] = withWebPMeta(asWebP(t, quarters(24, 16)), 24, 16, 6)
	samples["meta.jpg"] = withJPEGSegment(asJPEG(t, quarters(24, 16)), 0xe1, append([]byte("Exif\x00\x00"), exif(6)...))
	samples["meta.avif"] = withAVIFExif(t, asAVIF(t, quarters(24, 16)))
	for name, data := range samples {
		tries := 120
		if path.Ext(name) == ".avif" {
			tries = 15
		}
		for range tries {
			hurt := bytes.Clone(data)
			for range 1 + dice.IntN(4) {
				hurt[dice.IntN(len(hurt))] = byte(dice.Uint32())
			}
			if _, err := process(hurt, name); err != nil && shop.CodeOf(err) == "" {
				t.Fatalf("%s: refused without a code: %v", name, err)
			}
		}
	}
}
