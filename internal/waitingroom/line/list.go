package line

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strconv"
	"strings"
)

// Listed is one line of entries.csv, the list that a shuffle is made of.
type Listed struct {
	Number      int64
	ReceiptHash string
	Tier        int64 // tier 1 ranks before tier 2
	Withdrawn   bool  // it left before the shuffle and gets no rank
}

// LinesPerPart is how many lines of entries.csv are stored together.
const LinesPerPart = 10_000

// Text is entries.csv: "number,receipt_hash,tier,withdrawn" by number, LF, no header.
func Text(list []Listed) string {
	var b strings.Builder
	b.Grow(len(list) * 80)
	for _, e := range list {
		withdrawn := byte('0')
		if e.Withdrawn {
			withdrawn = '1'
		}
		b.WriteString(strconv.FormatInt(e.Number, 10))
		b.WriteByte(',')
		b.WriteString(e.ReceiptHash)
		b.WriteByte(',')
		b.WriteString(strconv.FormatInt(e.Tier, 10))
		b.WriteByte(',')
		b.WriteByte(withdrawn)
		b.WriteByte('\n')
	}
	return b.String()
}

// Parts cuts the text for storing.
func Parts(text string) []string {
	var parts []string
	for text != "" {
		end, lines := 0, 0
		for lines < LinesPerPart && end < len(text) {
			end += strings.IndexByte(text[end:], '\n') + 1
			lines++
		}
		parts, text = append(parts, text[:end]), text[end:]
	}
	return parts
}

// Digest is the SHA-256 of entries.csv in hexadecimal.
func Digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

var errList = errors.New("the stored list of a line is damaged")

// Parse reads entries.csv.
func Parse(text string) ([]Listed, error) {
	list := make([]Listed, 0, strings.Count(text, "\n"))
	for row := range strings.Lines(text) {
		fields := strings.Split(strings.TrimSuffix(row, "\n"), ",")
		if len(fields) != 4 {
			return nil, errList
		}
		number, err := strconv.ParseInt(fields[0], 10, 64)
		tier, err2 := strconv.ParseInt(fields[2], 10, 64)
		if err != nil || err2 != nil {
			return nil, errList
		}
		list = append(list, Listed{number, fields[1], tier, fields[3] == "1"})
	}
	return list, nil
}
