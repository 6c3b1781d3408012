package shop

import (
	"errors"
	"testing"
)

func TestWhichSignsACategoryTakes(t *testing.T) {
	for _, c := range []struct {
		name  string
		sign  Sign
		color *string
		wrong string // the field that is refused
	}{
		{"neither", "", nil, ""},
		{"a sign and a color", SignBook, new("#1A2b3C"), ""},
		{"its own color", SignGem, new(""), ""},
		{"an unknown sign", "sock", nil, "sign"},
		{"a sign in capitals", "Book", nil, "sign"},
		{"a color by name", SignBook, new("red"), "color"},
		{"a short color", SignBook, new("#fff"), "color"},
		{"a color with more behind it", SignBook, new("#1a2b3c;"), "color"},
	} {
		err := CategoryInput{Name: "Novels", Slug: "novels", Sign: c.sign, Color: c.color}.Check()
		refusal, refused := errors.AsType[*Error](err)
		if (c.wrong != "") != refused {
			t.Errorf("%s: %v", c.name, err)
		} else if refused && (len(refusal.Fields) != 1 || refusal.Fields.Message(c.wrong) == "") {
			t.Errorf("%s: refused for %v, not for %s", c.name, refusal.Fields, c.wrong)
		}
	}
}
