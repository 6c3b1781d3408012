package media_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/media"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// headerInk is the colour of the header, on which logos stand.
var headerInk = color.NRGBA{0x12, 0x0a, 0x1f, 0xff}

// uniform is a picture of one colour.
func uniform(w, h int, c color.Color) *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			m.Set(x, y, c)
		}
	}
	return m
}

// saveLogo stores a logo as an upload does.
func saveLogo(t *testing.T, s *media.Store, name string, file []byte) string {
	t.Helper()
	saved, err := s.Save(t.Context(), "logo", name, bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	return saved.URL
}

// readIcon renders an icon and decodes it.
func readIcon(t *testing.T, s *media.Store, logo, name string) image.Image {
	t.Helper()
	data, err := s.Icon(t.Context(), logo, name)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if dir := os.Getenv("SNACKDROP_ICONS"); dir != "" { // to look at them
		must(t, os.WriteFile(dir+"/"+strings.ReplaceAll(t.Name(), "/", "-")+"-"+name, data, 0o600))
	}
	if strings.HasSuffix(name, ".ico") {
		if binary.LittleEndian.Uint16(data[2:]) != 1 || data[6] != 32 || data[7] != 32 || int(binary.LittleEndian.Uint32(data[14:])) != len(data)-22 {
			t.Errorf("%s has the header % x", name, data[:22])
		}
		data = data[binary.LittleEndian.Uint32(data[18:]):]
	}
	icon, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if side := shop.Icons[name].Side; icon.Bounds() != image.Rect(0, 0, side, side) {
		t.Errorf("%s is %v", name, icon.Bounds())
	}
	return icon
}

// share is a point of an icon, given as shares of its side.
func share(icon image.Image, x, y float64) color.NRGBA {
	side := float64(icon.Bounds().Dx())
	return color.NRGBAModel.Convert(icon.At(int(x*side), int(y*side))).(color.NRGBA)
}

// like says whether two colours are the same but for what a lossy format changes.
func like(a, b color.NRGBA) bool {
	near := func(a, b uint8) bool { return math.Abs(float64(a)-float64(b)) < 24 }
	return near(a.R, b.R) && near(a.G, b.G) && near(a.B, b.B) && near(a.A, b.A)
}

func expectColor(t *testing.T, icon image.Image, what string, x, y float64, want color.NRGBA) {
	t.Helper()
	if got := share(icon, x, y); !like(got, want) {
		t.Errorf("%s: %v at %.2f, %.2f, want %v", what, got, x, y, want)
	}
}

func TestIconsAreMadeOfALogoOfEachFormat(t *testing.T) {
	onBoth(t, func(t *testing.T, s *media.Store) {
		for file, data := range every(t, quarters(24, 16)) {
			logo := saveLogo(t, s, file, data)
			icon := readIcon(t, s, logo, "icon-192.png")
			expectColor(t, icon, file, 0.35, 0.35, red)
			expectColor(t, icon, file, 0.65, 0.35, green)
			expectColor(t, icon, file, 0.35, 0.65, blue)
		}
	})
}

func TestAWebPLogoKeepsItsColors(t *testing.T) {
	s, err := media.Open(t.Context(), t.TempDir())
	must(t, err)
	for what, want := range map[string]color.NRGBA{"white": {255, 255, 255, 255}, "black": {0, 0, 0, 255}, "red": red, "glass": {20, 160, 240, 200}} {
		for _, width := range []int{100, 700} { // read as it was uploaded, and as the version of 672 px
			icon := readIcon(t, s, saveLogo(t, s, "logo.webp", asWebP(t, uniform(width, width, want))), "icon-192.png")
			got := share(icon, 0.5, 0.5)
			for i, pair := range [][2]uint8{{got.R, want.R}, {got.G, want.G}, {got.B, want.B}, {got.A, want.A}} {
				if max(pair[0], pair[1])-min(pair[0], pair[1]) > 5 {
					t.Errorf("%s, %d px wide: channel %d of %v is %d, want %d", what, width, i, got, pair[0], pair[1])
				}
			}
		}
	}
}

func TestALogoIsFittedIntoItsIcons(t *testing.T) {
	s, err := media.Open(t.Context(), t.TempDir())
	must(t, err)
	var none color.NRGBA
	for what, size := range map[string]image.Point{"square": {600, 600}, "wide": {800, 200}, "tall": {200, 800}} {
		logo := saveLogo(t, s, "logo.png", asPNG(t, uniform(size.X, size.Y, red)))
		wide, tall := size.X > size.Y, size.Y > size.X
		for _, name := range []string{"favicon.ico", "icon-192.png", "icon-512.png"} {
			icon := readIcon(t, s, logo, name)
			expectColor(t, icon, what+" "+name, 0.5, 0.5, red)
			above, beside := red, red
			if wide {
				above = none
			}
			if tall {
				beside = none
			}
			expectColor(t, icon, what+" "+name+" above the logo", 0.5, 0.1, above)
			expectColor(t, icon, what+" "+name+" beside the logo", 0.1, 0.5, beside)
		}
		touch := readIcon(t, s, logo, "apple-touch-icon.png")
		expectColor(t, touch, what+" touch", 0.5, 0.5, red)
		expectColor(t, touch, what+" touch", 0.01, 0.01, headerInk)
		maskable := readIcon(t, s, logo, "icon-maskable-512.png")
		expectColor(t, maskable, what+" maskable", 0.5, 0.5, red)
		farthest := 0.0
		for y := range 512 {
			for x := range 512 {
				c := color.NRGBAModel.Convert(maskable.At(x, y)).(color.NRGBA)
				if c.A != 255 {
					t.Fatalf("%s: the maskable icon is transparent at %d, %d", what, x, y)
				}
				if !like(c, headerInk) {
					farthest = max(farthest, math.Hypot(float64(x)-255.5, float64(y)-255.5))
				}
			}
		}
		// Phones cut a circle of 0.8 of the side out of it: all of the logo is in the circle, and fills it.
		if farthest > 0.4*512 || farthest < 0.37*512 {
			t.Errorf("%s: the logo in the maskable icon reaches %.0f px from its middle", what, farthest)
		}
	}
}

func TestALightLogoIsSeenInALightTab(t *testing.T) {
	s, err := media.Open(t.Context(), t.TempDir())
	must(t, err)
	ring := func(c color.Color) []byte {
		m := uniform(400, 400, c)
		for y := 100; y < 300; y++ {
			for x := 100; x < 300; x++ {
				m.Set(x, y, color.Transparent)
			}
		}
		return asPNG(t, m)
	}
	for what, logo := range map[string]struct {
		file []byte
		hole color.NRGBA // in the middle of the ring
	}{"white": {ring(white), headerInk}, "red": {ring(red), color.NRGBA{}}} {
		icon := readIcon(t, s, saveLogo(t, s, "ring.png", logo.file), "icon-192.png")
		expectColor(t, icon, what, 0.5, 0.5, logo.hole)
		expectColor(t, icon, what, 0.001, 0.001, map[bool]color.NRGBA{true: {}, false: red}[what == "white"])
	}
	// A white logo with a background of its own needs none.
	icon := readIcon(t, s, saveLogo(t, s, "white.png", asPNG(t, uniform(300, 300, white))), "icon-192.png")
	expectColor(t, icon, "opaque", 0.02, 0.02, white)
}

func TestADarkLogoIsSeenOnAHomeScreen(t *testing.T) {
	s, err := media.Open(t.Context(), t.TempDir())
	must(t, err)
	square := image.NewNRGBA(image.Rect(0, 0, 400, 400))
	draw.Draw(square, image.Rect(100, 100, 300, 300), image.NewUniform(color.Black), image.Point{}, draw.Src)
	logo := saveLogo(t, s, "dark.png", asPNG(t, square))
	for _, name := range []string{"apple-touch-icon.png", "icon-maskable-512.png"} {
		icon := readIcon(t, s, logo, name)
		expectColor(t, icon, name, 0.5, 0.5, color.NRGBA{0, 0, 0, 255})
		expectColor(t, icon, name, 0.02, 0.02, color.NRGBA{0xfa, 0xf6, 0xef, 0xff})
	}
}

// A small logo can be an animation whose frames together take as much memory as all pictures may.
func TestAnIconWaitsForTheMemoryOfItsLogo(t *testing.T) {
	s, err := media.Open(t.Context(), t.TempDir())
	must(t, err)
	logo := saveLogo(t, s, "logo.gif", asGIF(t, quarters(24, 16), 2))
	release, err := media.ReserveAll(t.Context())
	must(t, err)
	defer release()
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := s.Icon(ctx, logo, "icon-192.png"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("an icon was rendered without memory for its logo: %v", err)
	}
}

func TestIconsAreMadeOfAVeryLargeLogo(t *testing.T) {
	s, err := media.Open(t.Context(), t.TempDir())
	must(t, err)
	large := image.NewPaletted(image.Rect(0, 0, 3000, 2000), color.Palette{red})
	logo := saveLogo(t, s, "logo.png", asPNG(t, large))
	expectColor(t, readIcon(t, s, logo, "icon-512.png"), "large", 0.5, 0.5, red)
	// Without its smaller versions it is too much to decode for a visitor.
	must(t, s.Delete(t.Context(), strings.TrimSuffix(strings.TrimPrefix(logo, "/"), ".png")+"-672.webp"))
	if _, err := s.Icon(t.Context(), logo, "icon-512.png"); err == nil || !strings.Contains(err.Error(), "too large") {
		t.Errorf("a large original: %v", err)
	}
}

func TestNoIconIsMadeOfWhatIsNoPicture(t *testing.T) {
	onBoth(t, func(t *testing.T, s *media.Store) {
		must(t, s.Put(t.Context(), "site-assets/broken.png", asPNG(t, quarters(64, 64))[:90]))
		must(t, s.Put(t.Context(), "site-assets/words.png", []byte("not a picture")))
		must(t, s.Put(t.Context(), "site-assets/drawing.png", []byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`)))
		for _, logo := range []string{"/site-assets/broken.png", "/site-assets/words.png", "/site-assets/drawing.png", "/site-assets/none.png",
			"https://elsewhere.test/logo.png", "/../../etc/passwd", "", "/site-assets/logo-00000000-0000-4000-8000-000000000000.png"} {
			if data, err := s.Icon(t.Context(), logo, "icon-192.png"); err == nil {
				t.Errorf("an icon of %q: %d bytes", logo, len(data))
			}
		}
		if _, err := s.Icon(t.Context(), "/site-assets/broken.png", "icon.svg"); err == nil || !strings.Contains(err.Error(), "icon.svg") {
			t.Errorf("an icon of another name: %v", err)
		}
	})
}
