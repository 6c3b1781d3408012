package store

import (
	"encoding/base64"
	"encoding/json"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// cursor is the position of a page's last row in the list's sort order.
type cursor struct {
	Text string `json:"t,omitempty"`
	Num  int64  `json:"n,omitempty"`
	ID   int64  `json:"i"`
}

func encodeCursor(at cursor) string {
	text, _ := json.Marshal(at) // a struct of strings and numbers always marshals
	return base64.RawURLEncoding.EncodeToString(text)
}

func decodeCursor(text string) (cursor, error) {
	var at cursor
	raw, err := base64.RawURLEncoding.DecodeString(text)
	if err == nil {
		err = json.Unmarshal(raw, &at)
	}
	if err != nil {
		return at, shop.FieldError(shop.Invalid, "cursor", "This cursor is not one of ours.")
	}
	return at, nil
}
