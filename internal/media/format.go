package media

import (
	"bytes"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"math"
	"slices"

	"github.com/gen2brain/avif"
	webpcodec "github.com/gen2brain/webp"
	"golang.org/x/image/webp"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// format is one kind of picture: how to know it, read it, and free it of metadata.
type format struct {
	name       string
	extensions []string // the usual one first
	matches    func(data []byte) bool
	config     func(data []byte) (image.Config, error)
	decode     func(data []byte) (image.Image, error)
	// bytesPerPixel is how much memory decoding takes at most, divided by the picture's size.
	bytesPerPixel func(config image.Config, data []byte) float64
	// strip removes camera, place, author and every other word about the picture
	// without touching its pixels, and says how it has to be turned.
	strip func(data []byte) ([]byte, orientation, error)
	// encode writes the picture anew, where turning it upright asks for that.
	encode func(m image.Image) ([]byte, error)
}

var formats = []format{
	{
		name: "JPEG", extensions: []string{"jpg", "jpeg"},
		matches: prefixed("\xff\xd8\xff"), config: with(jpeg.DecodeConfig), decode: with(jpeg.Decode),
		bytesPerPixel: jpegBytesPerPixel,
		strip:         stripJPEG, encode: encodeJPEG,
	},
	{
		name: "PNG", extensions: []string{"png"},
		matches: prefixed("\x89PNG\r\n\x1a\n"), config: with(png.DecodeConfig), decode: with(png.Decode),
		bytesPerPixel: pngBytesPerPixel,
		strip:         stripPNG,
	},
	{
		name: "GIF", extensions: []string{"gif"},
		matches: prefixed("GIF87a", "GIF89a"), config: with(gif.DecodeConfig), decode: decodeGIF,
		bytesPerPixel: gifBytesPerPixel,
		strip:         stripGIF,
	},
	{
		name: "WebP", extensions: []string{"webp"},
		matches: func(data []byte) bool {
			return len(data) >= 12 && string(data[:4]) == "RIFF" && string(data[8:12]) == "WEBP"
		},
		config: with(webp.DecodeConfig), decode: decodeWebP,
		bytesPerPixel: webpBytesPerPixel,
		strip:         stripWebP, encode: encodeWebPFine,
	},
	{
		name: "AVIF", extensions: []string{"avif"},
		matches: isAVIF, config: with(avif.DecodeConfig), decode: with(avif.Decode),
		bytesPerPixel: avifBytesPerPixel,
		strip:         stripAVIF,
	},
}

// sniff knows a picture by its first bytes, whatever its name says. Two formats
// that people often have, and that no browser or not every browser shows, are refused by name.
func sniff(data []byte) (format, error) {
	i := slices.IndexFunc(formats, func(f format) bool { return f.matches(data) })
	switch {
	case i >= 0:
		return formats[i], nil
	case isHEIC(data):
		return format{}, shop.Errorf(shop.ImageType, "HEIC pictures cannot be used: most browsers do not show them. Save it as a JPEG and upload that.")
	case isSVG(data):
		return format{}, shop.Errorf(shop.ImageType, "SVG pictures cannot be used: they can hold scripts. Save it as a PNG and upload that.")
	}
	return format{}, shop.Errorf(shop.ImageType, "The file is not a JPEG, PNG, WebP, GIF or AVIF picture.")
}

// isHEIC knows the container of AVIF with another codec inside.
func isHEIC(data []byte) bool {
	if len(data) < 12 || string(data[4:8]) != "ftyp" {
		return false
	}
	return slices.Contains([]string{"heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"}, string(data[8:12]))
}

// isSVG looks for the root element near the start, after a declaration or a comment.
func isSVG(data []byte) bool {
	start := bytes.ToLower(data[:min(len(data), 1024)])
	return bytes.HasPrefix(bytes.TrimLeft(start, "\ufeff \t\r\n"), []byte("<")) && bytes.Contains(start, []byte("<svg"))
}

func prefixed(prefixes ...string) func([]byte) bool {
	return func(data []byte) bool {
		return slices.ContainsFunc(prefixes, func(p string) bool { return bytes.HasPrefix(data, []byte(p)) })
	}
}

func with[T any](read func(io.Reader) (T, error)) func([]byte) (T, error) {
	return func(data []byte) (T, error) { return read(bytes.NewReader(data)) }
}

// decodeGIF reads every frame, so that a file broken in its middle is refused too.
func decodeGIF(data []byte) (image.Image, error) {
	all, err := gif.DecodeAll(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	first := all.Image[0]
	canvas := image.Rect(0, 0, all.Config.Width, all.Config.Height)
	if first.Bounds() == canvas {
		return first, nil
	}
	whole := image.NewNRGBA(canvas)
	for y := first.Rect.Min.Y; y < first.Rect.Max.Y; y++ {
		for x := first.Rect.Min.X; x < first.Rect.Max.X; x++ {
			whole.Set(x, y, first.At(x, y))
		}
	}
	return whole, nil
}

// decodeWebP reads a WebP picture. A lossy one has the range of video, in which 16 is black and 235 white, and the decoder
// leaves it so in an image type whose range is 0 to 255: white would be a light grey.
func decodeWebP(data []byte) (image.Image, error) {
	picture, err := webp.Decode(bytes.NewReader(data))
	switch picture := picture.(type) {
	case *image.YCbCr:
		toFullRange(picture)
	case *image.NYCbCrA:
		toFullRange(&picture.YCbCr)
	}
	return picture, err
}

func toFullRange(m *image.YCbCr) {
	var luma, chroma [256]byte
	for i := range 256 {
		luma[i] = byte(math.Round(min(max(float64(i-16)*255/219, 0), 255)))
		chroma[i] = byte(math.Round(min(max(float64(i-128)*255/224+128, 0), 255)))
	}
	for i, value := range m.Y {
		m.Y[i] = luma[value]
	}
	for _, plane := range [][]byte{m.Cb, m.Cr} {
		for i, value := range plane {
			plane[i] = chroma[value]
		}
	}
}

func encodeJPEG(m image.Image) ([]byte, error) {
	var out bytes.Buffer
	err := jpeg.Encode(&out, m, &jpeg.Options{Quality: 92})
	return out.Bytes(), err
}

func encodeWebP(m image.Image) ([]byte, error) {
	var out bytes.Buffer
	err := webpcodec.Encode(&out, m, webpcodec.Options{Quality: 80, Method: 4})
	return out.Bytes(), err
}

func encodeWebPFine(m image.Image) ([]byte, error) {
	var out bytes.Buffer
	err := webpcodec.Encode(&out, m, webpcodec.Options{Quality: 92, Method: 4})
	return out.Bytes(), err
}
