package operations

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"github.com/snackdrop/snackdrop/internal/shop"
)

func init() {
	// encoding/json matches keys to fields whatever their case ("Quantity"), but validation does not: a key in another
	// case is refused as an unexpected property.
	huma.ValidateStrictCasing = true
}

// Marshal writes a value as the API does.
func Marshal(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// unmarshal refuses text that the databases could not hold (bytes that are not
// UTF-8, the zero character) and objects with a duplicate key: validation and handler might read different values.
// Huma calls it first with a *any to validate, then with the operation's type.
func unmarshal(data []byte, v any) error {
	parsed, first := v.(*any)
	if first {
		if !utf8.Valid(data) {
			return shop.Errorf(shop.Invalid, "The text is not valid UTF-8.")
		}
		if field := duplicateKey(data); field != "" { // fieldErrors names it
			return shop.Errorf(shop.Invalid, "The field %s stands there twice.", field)
		}
	}
	if err := json.Unmarshal(data, v); err != nil {
		if shop.CodeOf(err) != "" {
			return err
		}
		return shop.Errorf(shop.Invalid, "The request is not the JSON this expects.")
	}
	if first && holdsZero(*parsed) {
		return shop.Errorf(shop.Invalid, "The text holds a character that cannot be stored.")
	}
	return nil
}

// scope is an object or array that a walk over JSON is inside of.
type scope struct {
	object bool
	keys   []string
	many   map[string]bool // the keys when they are many
	name   string          // the key whose value comes next; "" while a key comes next
	index  int
}

// add notes a key and says whether it was there before.
func (s *scope) add(key string) bool {
	const few = 16
	if s.many != nil {
		twice := s.many[key]
		s.many[key] = true
		return twice
	}
	if s.keys == nil {
		s.keys = make([]string, 0, few/2)
	}
	if slices.Contains(s.keys, key) {
		return true
	}
	s.keys = append(s.keys, key)
	if len(s.keys) > few {
		s.many = make(map[string]bool, 4*few)
		for _, key := range s.keys {
			s.many[key] = true
		}
	}
	return false
}

// duplicateKey finds a key that occurs twice in one object and returns it with
// its path, like lines[0].quantity. Broken JSON is for the decoder to refuse. It
// walks over the bytes itself: the decoder's tokens cost as much as decoding.
func duplicateKey(raw []byte) string {
	data := string(raw) // keys are parts of it
	var open []scope
	for i := 0; i < len(data); i++ {
		switch c := data[i]; c {
		case '{', '[':
			open = append(open, scope{object: c == '{'})
		case '}', ']':
			if len(open) == 0 {
				return ""
			}
			open = open[:len(open)-1]
		case ',':
			if len(open) > 0 {
				inner := &open[len(open)-1]
				inner.name = ""
				inner.index++
			}
		case '"':
			end := stringEnd(data, i)
			if end < 0 {
				return ""
			}
			text := data[i : end+1]
			i = end
			if len(open) == 0 {
				continue
			}
			if inner := &open[len(open)-1]; inner.object && inner.name == "" {
				key, ok := keyOf(text)
				if !ok {
					return ""
				}
				twice := inner.add(key)
				inner.name = nameOrPlaceholder(key)
				if twice {
					return pathOf(open)
				}
			}
		}
	}
	return ""
}

// stringEnd is where the string that begins at start ends, -1 when it does not.
func stringEnd(data string, start int) int {
	for i := start + 1; i < len(data); i++ {
		switch data[i] {
		case '\\':
			i++
		case '"':
			return i
		}
	}
	return -1
}

// keyOf reads a key as the decoder does.
func keyOf(text string) (string, bool) {
	if strings.IndexByte(text, '\\') < 0 {
		return text[1 : len(text)-1], true
	}
	var key string
	err := json.Unmarshal([]byte(text), &key)
	return key, err == nil
}

// nameOrPlaceholder keeps an empty key apart from "a key comes next".
func nameOrPlaceholder(key string) string {
	if key == "" {
		return `""`
	}
	return key
}

func pathOf(open []scope) string {
	var path strings.Builder
	for _, s := range open {
		switch {
		case !s.object:
			fmt.Fprintf(&path, "[%d]", s.index)
		default:
			if path.Len() > 0 {
				path.WriteByte('.')
			}
			path.WriteString(s.name)
		}
	}
	const longest = 100 // it repeats what was sent
	text := path.String()
	if len(text) > longest {
		return "(a long name)"
	}
	return nameOrPlaceholder(text)
}

func holdsZero(v any) bool {
	switch v := v.(type) {
	case string:
		return strings.ContainsRune(v, 0)
	case []any:
		for _, item := range v {
			if holdsZero(item) {
				return true
			}
		}
	case map[string]any:
		for key, item := range v {
			if strings.ContainsRune(key, 0) || holdsZero(item) {
				return true
			}
		}
	}
	return false
}

// OrNull is null instead of an empty text.
func OrNull(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}
