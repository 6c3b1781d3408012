package media

import (
	"bytes"
	"encoding/binary"
	"errors"
	"slices"
)

var errBoxes = errors.New("the boxes of the file make no sense")

func isAVIF(data []byte) bool {
	if len(data) < 16 || string(data[4:8]) != "ftyp" {
		return false
	}
	size := int(binary.BigEndian.Uint32(data))
	if size < 16 || size > len(data) {
		size = 16 // broken: let the decoder say so
	}
	brands := slices.Collect(slices.Chunk(data[8:size-size%4], 4))
	return slices.ContainsFunc(brands, func(b []byte) bool { return string(b) == "avif" || string(b) == "avis" })
}

// stripAVIF overwrites EXIF and XMP with zeros where they stand: their bytes
// are addressed from elsewhere in the file, so nothing may move.
func stripAVIF(data []byte) ([]byte, orientation, error) {
	out := bytes.Clone(data)
	turn := orientation(0)
	err := boxes(out, 0, len(out), func(kind string, from, to int) error {
		if kind != "meta" || to-from < 4 {
			return nil
		}
		var err error
		turn, err = stripMeta(out, from+4, to)
		return err
	})
	return out, turn, err
}

func stripMeta(data []byte, from, to int) (orientation, error) {
	turn := orientation(0)
	private := map[uint32]bool{}
	places := span{}
	inside := 0 // where the items start that this box holds itself
	err := boxes(data, from, to, func(kind string, from, to int) error {
		switch kind {
		case "iinf":
			return privateItems(data, from, to, private)
		case "iloc":
			places = span{from, to}
		case "idat":
			inside = from
		case "iprp":
			return boxes(data, from, to, func(kind string, from, to int) error {
				if kind != "ipco" {
					return nil
				}
				return boxes(data, from, to, func(kind string, from, to int) error {
					if to > from {
						turn = turned(turn, kind, data[from])
					}
					return nil
				})
			})
		}
		return nil
	})
	if err != nil || places == (span{}) {
		return turn, err
	}
	return turn, blank(data, places, uint64(inside), private)
}

type span struct{ from, to int }

// turned translates AVIF's own words for turning (anticlockwise quarters, a mirror) to EXIF's.
func turned(so orientation, kind string, value byte) orientation {
	switch kind {
	case "irot":
		return [4]orientation{so, 8, 3, 6}[value&3]
	case "imir":
		return [2]orientation{4, 2}[value&1]
	}
	return so
}

// boxes iterates over the boxes of data[from:to] and yields the content of each.
func boxes(data []byte, from, to int, visit func(kind string, from, to int) error) error {
	for at := from; at < to; {
		if at+8 > to {
			return errBoxes
		}
		size, head := uint64(binary.BigEndian.Uint32(data[at:])), 8
		switch size {
		case 0:
			size = uint64(to - at)
		case 1:
			if at+16 > to {
				return errBoxes
			}
			size, head = binary.BigEndian.Uint64(data[at+8:]), 16
		}
		if size < uint64(head) || size > uint64(to-at) {
			return errBoxes
		}
		end := at + int(size)
		if err := visit(string(data[at+4:at+8]), at+head, end); err != nil {
			return err
		}
		at = end
	}
	return nil
}

// privateItems notes which items are words about the picture.
func privateItems(data []byte, from, to int, private map[uint32]bool) error {
	head := 6
	if from < to && data[from] > 0 {
		head = 8
	}
	if from+head > to {
		return errBoxes
	}
	return boxes(data, from+head, to, func(kind string, from, to int) error {
		if kind != "infe" || to-from < 12 {
			return nil
		}
		id, rest := uint32(binary.BigEndian.Uint16(data[from+4:])), from+8
		if data[from] == 3 {
			id, rest = binary.BigEndian.Uint32(data[from+4:]), from+10
		}
		if rest+4 <= to && (string(data[rest:rest+4]) == "Exif" || string(data[rest:rest+4]) == "mime") {
			private[id] = true
		}
		return nil
	})
}

// blank overwrites the bytes of the private items that an iloc box points at.
func blank(data []byte, places span, inside uint64, private map[uint32]bool) error {
	r := &reader{data: data[:places.to], at: places.from}
	version := r.number(1)
	r.number(3)
	sizes := r.number(2)
	offsetSize, lengthSize, baseSize, indexSize := int(sizes>>12), int(sizes>>8&15), int(sizes>>4&15), int(sizes&15)
	idSize := 2
	if version == 2 {
		idSize = 4
	}
	for range r.number(idSize) {
		if r.failed {
			return errBoxes
		}
		id := uint32(r.number(idSize))
		method := uint64(0)
		if version > 0 {
			method = r.number(2) & 15
		}
		r.number(2)
		base := r.number(baseSize)
		for range r.number(2) {
			if version > 0 {
				r.number(indexSize)
			}
			start, length := base+r.number(offsetSize), r.number(lengthSize)
			if r.failed {
				return errBoxes
			}
			if !private[id] {
				continue
			}
			if method == 1 {
				start += inside
			}
			if start > uint64(len(data)) || length > uint64(len(data))-start {
				return errBoxes
			}
			clear(data[start : start+length])
		}
	}
	return nil
}

// reader takes big-endian numbers of any width up to eight bytes.
type reader struct {
	data   []byte
	at     int
	failed bool
}

func (r *reader) number(width int) uint64 {
	if r.failed || width > 8 || r.at+width > len(r.data) {
		r.failed = true
		return 0
	}
	var n uint64
	for range width {
		n = n<<8 | uint64(r.data[r.at])
		r.at++
	}
	return n
}
