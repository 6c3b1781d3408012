package operations

import (
	"net/http"
	"strings"
	"unicode/utf8"
)

// SlugPath is the slug of a drop in a path.
type SlugPath struct {
	Slug string `path:"slug" maxLength:"200"`
}

// ValidURL is false for a path or query with bytes that are not UTF-8 or with a zero
// character, which PostgreSQL cannot store.
func ValidURL(r *http.Request) bool {
	clean := func(text string) bool { return utf8.ValidString(text) && !strings.ContainsRune(text, 0) }
	if !clean(r.URL.Path) {
		return false
	}
	if r.URL.RawQuery == "" {
		return true
	}
	for key, values := range r.URL.Query() {
		for _, value := range values {
			if !clean(key) || !clean(value) {
				return false
			}
		}
	}
	return true
}

// IDPath is the id in a path.
type IDPath struct {
	ID int64 `path:"id" minimum:"1" maximum:"9007199254740991"`
}

// Body is a request or a response that is JSON.
type Body[T any] struct{ Body T }

// NumberPath is an order's number in a path.
type NumberPath struct {
	Number string `path:"number" maxLength:"30"`
}
