package media

import (
	"encoding/binary"
	"errors"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// stripGIF drops comments and foreign data, keeps the animation, and counts
// what its frames unfold to before anything is decoded.
func stripGIF(data []byte) ([]byte, orientation, error) {
	out, _, err := readGIF(data)
	return out, 0, err
}

// gifFramePixels is the size of all frames together.
func gifFramePixels(data []byte) int {
	_, pixels, _ := readGIF(data)
	return pixels
}

func readGIF(data []byte) (out []byte, pixels int, err error) {
	if len(data) < 13 {
		return nil, 0, errCutShort
	}
	i := 13 + colorTable(data[10])
	if i > len(data) {
		return nil, 0, errCutShort
	}
	out = append(make([]byte, 0, len(data)), data[:i]...)
	frames := 0
	for {
		if i >= len(data) {
			return nil, 0, errCutShort
		}
		start := i
		keep := true
		switch data[i] {
		case 0x3b: // the end
			return append(out, 0x3b), pixels, nil
		case 0x21: // an extension
			if i+3 > len(data) {
				return nil, 0, errCutShort
			}
			keep = keepGIF(data[i+1:])
			i += 2
		case 0x2c: // a frame
			if i+11 > len(data) {
				return nil, 0, errCutShort
			}
			frames++
			pixels += int(binary.LittleEndian.Uint16(data[i+5:])) * int(binary.LittleEndian.Uint16(data[i+7:]))
			if frames > maxFrames || pixels > MaxPixels {
				return nil, 0, shop.Errorf(shop.ImageTooLarge, "The animation is too long: at most %d frames and %d megapixels together.", maxFrames, MaxPixels/1_000_000)
			}
			i += 10 + colorTable(data[i+9]) + 1
		default:
			return nil, 0, errors.New("an unknown block")
		}
		for { // sub-blocks, the last of them empty
			if i >= len(data) {
				return nil, 0, errCutShort
			}
			size := int(data[i])
			i += 1 + size
			if size == 0 {
				break
			}
		}
		if keep {
			out = append(out, data[start:i]...)
		}
	}
}

func colorTable(flags byte) int {
	if flags&0x80 == 0 {
		return 0
	}
	return 3 << (flags&7 + 1)
}

// keepGIF says whether an extension belongs to the picture: timing, and how often it repeats.
func keepGIF(extension []byte) bool {
	switch extension[0] {
	case 0xf9:
		return true
	case 0xff:
		return len(extension) > 13 && string(extension[2:13]) == "NETSCAPE2.0"
	}
	return false
}
