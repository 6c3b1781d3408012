package media

import (
	"bytes"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"slices"

	"github.com/gen2brain/avif"
	webpcodec "github.com/gen2brain/webp"
	"golang.org/x/image/webp"
)

// format is one kind of picture: how to know it, read it, and free it of metadata.
type format struct {
	name       string
	extensions []string // the usual one first
	matches    func(data []byte) bool
	config     func(data []byte) (image.Config, error)
	decode     func(data []byte) (image.Image, error)
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
		strip: stripJPEG, encode: encodeJPEG,
	},
	{
		name: "PNG", extensions: []string{"png"},
		matches: prefixed("\x89PNG\r\n\x1a\n"), config: with(png.DecodeConfig), decode: with(png.Decode),
		strip: stripPNG,
	},
	{
		name: "GIF", extensions: []string{"gif"},
		matches: prefixed("GIF87a", "GIF89a"), config: with(gif.DecodeConfig), decode: decodeGIF,
		strip: stripGIF,
	},
	{
		name: "WebP", extensions: []string{"webp"},
		matches: func(data []byte) bool {
			return len(data) >= 12 && string(data[:4]) == "RIFF" && string(data[8:12]) == "WEBP"
		},
		config: with(webp.DecodeConfig), decode: with(webp.Decode),
		strip: stripWebP, encode: encodeWebPFine,
	},
	{
		name: "AVIF", extensions: []string{"avif"},
		matches: isAVIF, config: with(avif.DecodeConfig), decode: with(avif.Decode),
		strip: stripAVIF,
	},
}

func sniff(data []byte) (format, bool) {
	i := slices.IndexFunc(formats, func(f format) bool { return f.matches(data) })
	if i < 0 {
		return format{}, false
	}
	return formats[i], true
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
