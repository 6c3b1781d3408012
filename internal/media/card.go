package media

import (
	"context"
	_ "embed"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math"
	"strings"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// The face of headlines, as in web/src/fonts.
//
//go:embed fonts/dela-gothic-one.ttf
var displayFont []byte

var display = sync.OnceValues(func() (*sfnt.Font, error) { return opentype.Parse(displayFont) })

const (
	cardWidth, cardHeight = 1200, 630
	cardPicture           = 560 // the side of the square that the picture has
	cardMargin            = 64
	cardTextWidth         = 540 // the width of the text
)

var (
	ink   = color.RGBA{0x12, 0x0a, 0x1f, 0xff}
	paper = color.RGBA{0xfa, 0xf6, 0xef, 0xff}
	mist  = color.RGBA{0xc3, 0xb9, 0xd6, 0xff}
)

// Card renders the picture that a shared link shows, as a JPEG of 1200 by 630.
func (s *Store) Card(ctx context.Context, c shop.Card) ([]byte, error) {
	face, err := display()
	if err != nil {
		return nil, fmt.Errorf("the font of cards: %w", err)
	}
	glow := parseColor(c.Color)
	out := image.NewRGBA(image.Rect(0, 0, cardWidth, cardHeight))
	drawNight(out, glow)
	drawAwning(out, glow)
	if picture, err := s.cardPicture(ctx, c.Picture); err == nil {
		left, top := cardWidth-cardPicture-44, (cardHeight-cardPicture)/2+28
		draw.DrawMask(out, image.Rect(left, top, left+cardPicture, top+cardPicture), picture, image.Point{}, rounded(cardPicture, 44), image.Point{}, draw.Over)
	}
	w := writer{out, face}
	title := w.fitted(c.Title, cardTextWidth, 3, 112, 52)
	size, lines := title.size, title.lines
	y := 132 + size
	if height := float64(len(lines)) * size * 1.06; height < 330 {
		y += (330 - height) / 2
	}
	for _, line := range lines {
		w.write(line, cardMargin, y, size, mixed(glow, paper, 0.82))
		y += size * 1.06
	}
	for i, line := range c.When {
		const size = 44
		w.write(line, cardMargin, cardHeight-112-float64(len(c.When)-1-i)*size*1.2, size, mixed(glow, paper, 0.35))
	}
	w.write(c.Site, cardMargin, cardHeight-48, 30, mist)
	return encodeJPEG(out)
}

// cardPicture reads a picture of the shop and fits it into a square.
func (s *Store) cardPicture(ctx context.Context, url string) (*image.NRGBA, error) {
	full, release, err := s.readStored(ctx, url)
	if err != nil {
		return nil, err
	}
	defer release()
	size := full.Bounds().Size()
	scale := min(float64(cardPicture)/float64(size.X), float64(cardPicture)/float64(size.Y))
	fitted := resized(full, max(1, int(float64(size.X)*scale)), max(1, int(float64(size.Y)*scale)))
	square := image.NewNRGBA(image.Rect(0, 0, cardPicture, cardPicture))
	offset := image.Pt((cardPicture-fitted.Rect.Dx())/2, (cardPicture-fitted.Rect.Dy())/2)
	draw.Draw(square, fitted.Rect.Add(offset), fitted, image.Point{}, draw.Src)
	return square, nil
}

// drawNight fills the card with a night sky, lit from behind the picture.
func drawNight(out *image.RGBA, glow color.RGBA) {
	const x0, y0 = cardWidth - 44 - cardPicture/2, cardHeight/2 + 28
	white := color.RGBA{255, 255, 255, 255}
	for y := range cardHeight {
		for x := range cardWidth {
			dx, dy := float64(x-x0), float64(y-y0)
			far := math.Hypot(dx, dy)
			light := max(0, 1-far/620)
			c := mixed(ink, glow, light*light*0.85)
			c = mixed(c, white, 0.5*max(0, 1-far/250))
			if ray := math.Mod(math.Atan2(dy, dx)*180/math.Pi+364, 18); ray < 9 {
				c = mixed(c, white, 0.12*max(0, 1-far/520))
			}
			out.SetRGBA(x, y, c)
		}
	}
}

// drawAwning draws the edge of a market stall along the top.
func drawAwning(out *image.RGBA, glow color.RGBA) {
	const stripe, straight = 100, 34
	stripes := []color.RGBA{mixed(glow, ink, 0.18), paper}
	for x := range cardWidth {
		dx := float64(x%stripe) - stripe/2
		bottom := straight + int(math.Sqrt(stripe*stripe/4-dx*dx)*0.72)
		for y := range bottom {
			out.SetRGBA(x, y, stripes[x/stripe%2])
		}
	}
}

// writer renders text in the display font.
type writer struct {
	out  *image.RGBA
	font *sfnt.Font
}

type fittedText struct {
	size  float64
	lines []string
}

// fitted breaks a text into lines of a width: in the largest size that takes no more than so many of them, else shortened.
func (w writer) fitted(text string, width float64, most int, largest, smallest float64) fittedText {
	text = w.known(text)
	for size := largest; ; size -= 4 {
		lines := w.lines(text, width, size)
		fits := len(lines) <= most
		for _, line := range lines {
			fits = fits && w.width(line, size) <= width
		}
		if fits || size-4 < smallest {
			if len(lines) > most {
				lines = append(lines[:most-1], lines[most-1]+"…")
			}
			return fittedText{size, lines}
		}
	}
}

// lines breaks a text between words.
func (w writer) lines(text string, width, size float64) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		longer := strings.TrimSpace(line + " " + word)
		if line != "" && w.width(longer, size) > width {
			lines, longer = append(lines, line), word
		}
		line = longer
	}
	return append(lines, line)
}

// known leaves out letters that the face does not have.
func (w writer) known(text string) string {
	var buffer sfnt.Buffer
	return strings.Map(func(r rune) rune {
		if index, err := w.font.GlyphIndex(&buffer, r); err != nil || index == 0 {
			return ' '
		}
		return r
	}, text)
}

// face opens the font in one size. Its space is too narrow between such heavy letters: see wordSpacing.
func (w writer) face(size float64) (font.Face, error) {
	return opentype.NewFace(w.font, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingNone})
}

const wordSpacing = 0.14

func (w writer) width(text string, size float64) float64 {
	face, err := w.face(size)
	if err != nil {
		return 0
	}
	defer func() { _ = face.Close() }()
	return float64(font.MeasureString(face, text))/64 + float64(strings.Count(text, " "))*wordSpacing*size
}

func (w writer) write(text string, x, y, size float64, c color.RGBA) {
	face, err := w.face(size)
	if err != nil {
		return
	}
	defer func() { _ = face.Close() }()
	pen := font.Drawer{Dst: w.out, Src: image.NewUniform(c), Face: face, Dot: fixed.Point26_6{X: fixed.Int26_6(x * 64), Y: fixed.Int26_6(y * 64)}}
	for i, word := range strings.Split(w.known(text), " ") {
		if i > 0 {
			pen.Dot.X += font.MeasureString(face, " ") + fixed.Int26_6(wordSpacing*size*64)
		}
		pen.DrawString(word)
	}
}

// rounded is a square mask with round corners.
func rounded(side, radius int) *image.Alpha {
	mask := image.NewAlpha(image.Rect(0, 0, side, side))
	for y := range side {
		for x := range side {
			dx, dy := max(radius-x, x-(side-1-radius), 0), max(radius-y, y-(side-1-radius), 0)
			cover := float64(radius) - math.Hypot(float64(dx), float64(dy)) + 0.5
			mask.SetAlpha(x, y, color.Alpha{uint8(255 * min(1, max(0, cover)))})
		}
	}
	return mask
}

// mixed is t of the way from one colour to another.
func mixed(a, b color.RGBA, t float64) color.RGBA {
	t = min(1, max(0, t))
	channel := func(a, b uint8) uint8 { return uint8(float64(a) + (float64(b)-float64(a))*t + 0.5) }
	return color.RGBA{channel(a.R, b.R), channel(a.G, b.G), channel(a.B, b.B), 255}
}

// parseColor reads #rrggbb; anything else is the shop's violet.
func parseColor(text string) color.RGBA {
	c := color.RGBA{A: 255}
	if n, err := fmt.Sscanf(text, "#%02x%02x%02x", &c.R, &c.G, &c.B); n != 3 || err != nil {
		return color.RGBA{0x8b, 0x5c, 0xf6, 0xff}
	}
	return c
}
