package shop

import "testing"

func TestAddressesOfOnePersonAreOneMailbox(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"maya@example.com":                "maya@example.com",
		" Maya@Example.COM ":              "maya@example.com",
		"maya+drop@example.com":           "maya@example.com",
		"maya+a+b@example.com":            "maya@example.com",
		"maya@example.com.":               "maya@example.com",
		"ma.ya@example.com":               "ma.ya@example.com", // elsewhere dots tell people apart
		"m.a.y.a+1@gmail.com":             "maya@gmail.com",
		"Maya@GoogleMail.com":             "maya@gmail.com",
		"maya@mail.gmail.com":             "maya@mail.gmail.com",
		"+tag@example.com":                "+tag@example.com",
		"...@gmail.com":                   "...@gmail.com",
		`"maya@home+x"@example.com`:       `"maya@home@example.com`, // quoted: any key will do, as long as it is one
		"not an address":                  "not an address",
		"":                                "",
		"maya@xn--bcher-kva.example":      "maya@xn--bcher-kva.example",
		"maya+GROẞ@example.com":           "maya@example.com",
		"maya-torres_2@shop.example.com":  "maya-torres_2@shop.example.com",
		"maya+tag@localhost":              "maya@localhost",
		"m.aya+tag.with.dots@gmail.com":   "maya@gmail.com",
		"maya@gmail.com.attacker.example": "maya@gmail.com.attacker.example",
	} {
		if got := Mailbox(address); got != want {
			t.Errorf("%q is mailbox %q, want %q", address, got, want)
		}
	}
}
