package httpapi

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"github.com/snackdrop/snackdrop/internal/shop"
)

func init() {
	// encoding/json also fills a field from a key in other letters ("Quantity"), which validation must not overlook:
	// such a key is an unexpected property.
	huma.ValidateStrictCasing = true
}

func marshal(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// unmarshal refuses text that the databases could not hold (bytes that are not
// UTF-8, the zero character) and objects with a key twice: validation and handler might read another one of the two.
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
	keys  map[string]bool // nil in an array
	name  string          // the key whose value comes next; "" while a key comes next
	index int
}

// duplicateKey finds a key that stands twice in one object and names it with
// its path, like lines[0].quantity. Broken JSON is for the decoder to refuse.
func duplicateKey(data []byte) string {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	var open []*scope
	for {
		token, err := decoder.Token()
		if err != nil {
			return ""
		}
		var inner *scope
		if len(open) > 0 {
			inner = open[len(open)-1]
		}
		switch token := token.(type) {
		case json.Delim:
			switch token {
			case '{':
				open = append(open, &scope{keys: map[string]bool{}})
				continue
			case '[':
				open = append(open, &scope{})
				continue
			}
			open = open[:len(open)-1]
			if len(open) == 0 {
				continue
			}
			inner = open[len(open)-1]
		case string:
			if inner != nil && inner.keys != nil && inner.name == "" {
				if inner.keys[token] {
					inner.name = token
					return pathOf(open)
				}
				inner.keys[token] = true
				inner.name = nameOrPlaceholder(token)
				continue
			}
		}
		if inner != nil { // a value has ended
			inner.name = ""
			inner.index++
		}
	}
}

// nameOrPlaceholder keeps an empty key apart from "a key comes next".
func nameOrPlaceholder(key string) string {
	if key == "" {
		return `""`
	}
	return key
}

func pathOf(open []*scope) string {
	var path strings.Builder
	for _, s := range open {
		switch {
		case s.keys == nil:
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
