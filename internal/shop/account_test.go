package shop

import (
	"encoding/json"
	"math/rand/v2"
	"net/mail"
	"os"
	"regexp"
	"testing"
)

// What isPlainEmail accepts, the parser accepts too: it is only faster.
func TestPlainAddressesAreValid(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"maya@example.com", "maya.torres+drop@shop.example.co", "M_1-2@a.b"} {
		if !isPlainEmail(address) || !ValidEmail(address) {
			t.Errorf("%q is not plain or not valid", address)
		}
	}
	for _, address := range []string{"", "@", "a@", "@a.b", "a@b", ".a@b.c", "a.@b.c", "a..b@c.d", "a@.b.c", "a@b.c.", "a@b..c", "a@b@c.d", "a b@c.d", "a@b.c\n", "ä@b.c"} {
		if isPlainEmail(address) {
			t.Errorf("%q is plain", address)
		}
	}
	const letters = "aZ0.+-_@. "
	random, plain := rand.New(rand.NewPCG(1, 2)), 0
	for range 100_000 {
		text := make([]byte, 4+random.IntN(6))
		for i := range text {
			text[i] = letters[random.IntN(len(letters))]
		}
		address := string(text)
		if !isPlainEmail(address) {
			continue
		}
		plain++
		if parsed, err := mail.ParseAddress(address); err != nil || parsed.Address != address {
			t.Fatalf("%q is plain, and the parser says %v", address, err)
		}
	}
	if plain < 100 {
		t.Errorf("%d of the texts were plain addresses", plain)
	}
}

// Forms check the published pattern before they send an address: it must let through whatever the rule accepts.
// The tests of the forms read the same table.
func TestEmailPatternMatchesEveryValidAddress(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/emails.json")
	if err != nil {
		t.Fatal(err)
	}
	var table struct{ Valid, Invalid []string }
	if err := json.Unmarshal(text, &table); err != nil {
		t.Fatal(err)
	}
	pattern := regexp.MustCompile(EmailPattern)
	for _, address := range table.Valid {
		if !ValidEmail(address) || !pattern.MatchString(address) {
			t.Errorf("%q: valid %t, matched %t", address, ValidEmail(address), pattern.MatchString(address))
		}
	}
	for _, address := range table.Invalid {
		if ValidEmail(address) || pattern.MatchString(address) {
			t.Errorf("%q: valid %t, matched %t", address, ValidEmail(address), pattern.MatchString(address))
		}
	}
}
