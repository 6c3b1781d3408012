package media

import (
	"encoding/binary"
	"errors"

	"github.com/snackdrop/snackdrop/internal/shop"
)

var errCutShort = errors.New("the file ends too early")

// maxFrames bounds animations; together with MaxPixels over all frames, what decoding one may cost.
const maxFrames = 1000

// stripJPEG keeps what is needed to show the picture, colour profile included.
func stripJPEG(data []byte) ([]byte, orientation, error) {
	out := append(make([]byte, 0, len(data)), data[:2]...)
	turn := orientation(0)
	for i := 2; ; {
		if i+1 >= len(data) {
			return nil, 0, errCutShort
		}
		if data[i] != 0xff {
			return nil, 0, errors.New("no marker where one has to be")
		}
		marker := data[i+1]
		switch {
		case marker == 0xff: // a fill byte
			i++
			continue
		case marker == 0xd9: // the end; whatever follows is not the picture
			return append(out, 0xff, 0xd9), turn, nil
		case marker == 0x01 || marker >= 0xd0 && marker <= 0xd7:
			out = append(out, data[i:i+2]...)
			i += 2
			continue
		}
		if i+4 > len(data) {
			return nil, 0, errCutShort
		}
		end := i + 2 + int(binary.BigEndian.Uint16(data[i+2:]))
		if end < i+4 || end > len(data) {
			return nil, 0, errCutShort
		}
		body := data[i+4 : end]
		if marker == 0xe1 && len(body) > 6 && string(body[:6]) == "Exif\x00\x00" {
			turn = exifOrientation(body[6:])
		}
		if keepJPEG(marker, body) {
			out = append(out, data[i:end]...)
		}
		i = end
		if marker == 0xda { // the pixels: up to the next marker that is not part of them
			for i+1 < len(data) && (data[i] != 0xff || data[i+1] == 0 || data[i+1] >= 0xd0 && data[i+1] <= 0xd7) {
				i++
			}
			out = append(out, data[end:i]...)
		}
	}
}

func keepJPEG(marker byte, body []byte) bool {
	switch {
	case marker == 0xe0, marker == 0xee: // JFIF, and Adobe's note on the colour model
		return true
	case marker == 0xe2:
		return len(body) > 12 && string(body[:12]) == "ICC_PROFILE\x00"
	case marker >= 0xe0 && marker <= 0xef, marker == 0xfe:
		return false
	}
	return true
}

// exifOrientation reads tag 0x0112 of the first directory of a TIFF block.
func exifOrientation(tiff []byte) orientation {
	if len(tiff) < 8 {
		return 0
	}
	var order binary.ByteOrder = binary.LittleEndian
	if string(tiff[:2]) == "MM" {
		order = binary.BigEndian
	}
	at := uint64(order.Uint32(tiff[4:]))
	if at+2 > uint64(len(tiff)) {
		return 0
	}
	entries := int(order.Uint16(tiff[at:]))
	for n := range entries {
		entry := at + 2 + uint64(n)*12
		if entry+12 > uint64(len(tiff)) {
			return 0
		}
		if order.Uint16(tiff[entry:]) == 0x0112 {
			return orientation(order.Uint16(tiff[entry+8:]))
		}
	}
	return 0
}

// stripPNG keeps the chunks that say how the picture looks, an animation's too.
func stripPNG(data []byte) ([]byte, orientation, error) {
	out := append(make([]byte, 0, len(data)), data[:8]...)
	for i := 8; ; {
		if i+12 > len(data) {
			return nil, 0, errCutShort
		}
		size := uint64(binary.BigEndian.Uint32(data[i:]))
		if size > uint64(len(data)-i-12) {
			return nil, 0, errCutShort
		}
		end := i + 12 + int(size)
		kind := string(data[i+4 : i+8])
		switch kind {
		case "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "cICP", "sBIT", "pHYs", "acTL", "fcTL", "fdAT":
			out = append(out, data[i:end]...)
		}
		if kind == "IEND" {
			return out, 0, nil
		}
		i = end
	}
}

// stripWebP keeps pixels, alpha and colour profile.
func stripWebP(data []byte) ([]byte, orientation, error) {
	whole := uint64(binary.LittleEndian.Uint32(data[4:])) + 8
	if whole > uint64(len(data)) || whole < 20 {
		return nil, 0, errCutShort
	}
	out := append(make([]byte, 0, len(data)), data[:12]...)
	turn := orientation(0)
	for i := 12; i+8 <= int(whole); {
		kind := string(data[i : i+4])
		size := uint64(binary.LittleEndian.Uint32(data[i+4:]))
		if size > whole-uint64(i)-8 {
			return nil, 0, errCutShort
		}
		end := i + 8 + int(size)
		padded := min(end+int(size%2), int(whole))
		switch kind {
		case "ANIM", "ANMF":
			return nil, 0, shop.Errorf(shop.ImageType, "Animated WebP pictures cannot be used. Save it as a still picture, or as a GIF.")
		case "EXIF":
			turn = exifOrientation(data[i+8 : end])
		case "VP8X":
			if size < 10 {
				return nil, 0, errCutShort
			}
			start := len(out)
			out = append(out, data[i:padded]...)
			out[start+8] &^= 0x08 | 0x04 // no EXIF, no XMP any more
		case "VP8 ", "VP8L", "ALPH", "ICCP":
			out = append(out, data[i:padded]...)
		}
		i = padded
	}
	binary.LittleEndian.PutUint32(out[4:], uint32(len(out)-8))
	return out, turn, nil
}
