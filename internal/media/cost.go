package media

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// What encoding a version as WebP takes for each of its pixels: the scaled
// picture, the one it was scaled from, and the encoder's own copies.
const bytesPerVersionPixel = 18

// What writing a WebP picture anew, turned upright, takes for each pixel on top of decoding.
const bytesPerTurnedWebPPixel = 16

// cost is how many bytes decoding and scaling a picture takes at most. A
// picture that costs more than the limit is refused with a message that says
// how large it may be.
func cost(f format, config image.Config, data []byte, turn orientation, purpose Purpose) (int64, error) {
	limit := purpose.decodeLimit
	pixels := int64(config.Width) * int64(config.Height)
	perPixel := f.bytesPerPixel(config, data)
	if turn.needed() && f.name == "WebP" {
		perPixel += bytesPerTurnedWebPPixel
	}
	width, height := turn.size(image.Pt(config.Width, config.Height))
	widest := min(width, purpose.widths[len(purpose.widths)-1])
	version := int64(widest) * max(1, int64(height)*int64(widest)/int64(width))
	rest := version*bytesPerVersionPixel + int64(len(data))
	total := int64(float64(pixels)*perPixel) + rest
	if total <= limit {
		return total, nil
	}
	if rest >= limit/2 {
		return 0, shop.Errorf(shop.ImageTooLarge, "The picture is too long and narrow.")
	}
	most := float64(limit-rest) / perPixel / 1e6
	return 0, shop.Errorf(shop.ImageTooLarge,
		"The picture has %.1f megapixels. A %s picture of this kind may have %.1f here: please make it smaller.", float64(pixels)/1e6, f.name, most)
}

// pngBytesPerPixel reads the first chunk: 16 bits a channel take twice as much.
func pngBytesPerPixel(_ image.Config, data []byte) float64 {
	if len(data) < 29 {
		return 8
	}
	depth, kind, interlaced := data[24], data[25], data[28]
	perPixel := 4.0
	// Grey with one transparent shade is decoded to four channels.
	if kind == 3 || kind == 0 && !bytes.Contains(data, []byte("tRNS")) {
		perPixel = 1
	}
	if depth == 16 {
		perPixel *= 2
	}
	if interlaced != 0 {
		perPixel *= 1.5 // the largest of the seven passes is a picture of its own
	}
	return perPixel
}

// jpegBytesPerPixel reads the frame header: how the channels are sampled, and
// whether the decoder has to keep all coefficients (progressive).
func jpegBytesPerPixel(_ image.Config, data []byte) float64 {
	const worst = 20
	i := 2
	for i+4 <= len(data) && data[i] == 0xff {
		marker := data[i+1]
		if marker == 0xff { // a fill byte
			i++
			continue
		}
		if marker < 0xc0 || marker > 0xc2 {
			i += 2 + int(binary.BigEndian.Uint16(data[i+2:]))
			continue
		}
		if i+10 > len(data) {
			return worst
		}
		channels := int(data[i+9])
		if i+10+3*channels > len(data) || channels == 0 {
			return worst
		}
		samples, largest := 0, 1
		for c := range channels {
			sampling := data[i+10+3*c+1]
			area := int(sampling>>4) * int(sampling&15)
			samples += area
			largest = max(largest, area)
		}
		perPixel := float64(samples) / float64(largest)
		if channels == 1 {
			perPixel = 1
		}
		if marker == 0xc2 {
			perPixel *= 5 // four bytes for each coefficient beside the sample
		}
		if channels == 4 || holdsPlainRGB(data, data[i+10:i+10+3*channels]) {
			perPixel += 4 // converted as a whole
		}
		return perPixel
	}
	return worst
}

// holdsPlainRGB says whether the decoder will convert the picture to RGBA.
func holdsPlainRGB(data, channels []byte) bool {
	if len(channels) == 9 && channels[0] == 'R' && channels[3] == 'G' && channels[6] == 'B' {
		return true
	}
	for rest := data; ; {
		at := bytes.Index(rest, []byte("Adobe"))
		if at < 0 || at+12 > len(rest) {
			return false
		}
		if rest[at+11] == 0 {
			return true
		}
		rest = rest[at+5:]
	}
}

// gifBytesPerPixel: every frame, which strip bounds by MaxPixels, and a canvas of four channels.
func gifBytesPerPixel(config image.Config, data []byte) float64 {
	frames := gifFramePixels(data)
	return 4 + float64(frames)/float64(config.Width*config.Height)
}

func webpBytesPerPixel(config image.Config, _ []byte) float64 {
	switch config.ColorModel {
	case color.YCbCrModel:
		return 2
	case color.NYCbCrAModel:
		return 7 // the alpha channel is decoded as a picture of four channels first
	}
	return 6
}

// avifBytesPerPixel counts the decoder's frame, its output, and Go's picture.
func avifBytesPerPixel(config image.Config, _ []byte) float64 {
	if config.ColorModel == color.RGBA64Model {
		return 30
	}
	return 14
}
