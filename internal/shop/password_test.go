package shop

import (
	"crypto/sha256"
	"testing"
)

func TestCommonPasswordsAndOwnNamesAreRefused(t *testing.T) {
	t.Parallel()
	for password, want := range map[string]bool{
		"password": false, "12345678": false, "Baseball": false, "sunshine1!": false, "password1234": false, "qwertyuiop12": false, "iloveyou": false,
		"casey.miller@shop.test": false, "Casey.Miller": false, "casey.miller1": false, "snackfan99": false, "SNACKFAN99": false,
		"correct horse battery": true, "battery horse": true, "snacks for everyone": true, "a long enough password": true, "casey.miller loves snacks": true,
		"password of mine": true, "päßwörter": true,
	} {
		p := Problems{}
		CheckPassword(&p, password, false, "casey.miller@shop.test", "snackfan99")
		if ok := p.Message("password") == ""; ok != want {
			t.Errorf("%q: %q", password, p.Message("password"))
		}
	}
	p := Problems{}
	CheckPassword(&p, "password1234", true)
	if p.Message("password") == "" {
		t.Error("an admin may have a common password of twelve characters")
	}
}

func TestTheListOfCommonPasswordsIsSortedAndLong(t *testing.T) {
	t.Parallel()
	n := len(commonPasswords) / hashBytes
	if n < 10_000 || len(commonPasswords)%hashBytes != 0 {
		t.Fatalf("%d passwords in %d bytes", n, len(commonPasswords))
	}
	for i := 1; i < n; i++ {
		if commonPasswords[(i-1)*hashBytes:i*hashBytes] >= commonPasswords[i*hashBytes:(i+1)*hashBytes] {
			t.Fatalf("row %d is out of order", i)
		}
	}
	for _, row := range []int{0, n - 1} { // the ends of the search
		if !isCommonHash(commonPasswords[row*hashBytes : (row+1)*hashBytes]) {
			t.Errorf("row %d is not found", row)
		}
	}
	sum := sha256.Sum256([]byte("a password that nobody has 4711"))
	if isCommonHash(string(sum[:hashBytes])) {
		t.Error("any hash is found")
	}
}
