package secrets

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strings"
	"sync"
	"testing"
)

// Links in emails and keys in the database were made by earlier versions: they never change, also when many are made at once.
func TestKeysOfLinksAndBuyersStayTheSame(t *testing.T) {
	t.Parallel()
	keys, err := New("a secret of sixteen characters")
	if err != nil {
		t.Fatal(err)
	}
	secret := sha256.Sum256([]byte("links a secret of sixteen characters"))
	mac := func(text string) []byte {
		h := hmac.New(sha256.New, secret[:])
		_, _ = h.Write([]byte(text))
		return h.Sum(nil)
	}
	var all sync.WaitGroup
	for n := range 8 {
		all.Go(func() {
			for i := range 200 {
				text := fmt.Sprintf("ORD-%d-%d", n, i)
				if got, want := keys.LinkKey(text), base64.RawURLEncoding.EncodeToString(mac(text)[:18]); got != want {
					t.Errorf("link of %s: %s, want %s", text, got, want)
				}
				if got, want := keys.BuyerKey("mailbox", text), base64.RawURLEncoding.EncodeToString(mac("buyer mailbox "+text)); got != want {
					t.Errorf("buyer %s: %s, want %s", text, got, want)
				}
			}
		})
	}
	all.Wait()
	if keys.BuyerKey("mailbox", "") != "" {
		t.Error("no value has a key")
	}
}

func TestACodeCanBeReadOut(t *testing.T) {
	code := Code(2000)
	if len(code) != 2000 || strings.Trim(code, "ABCDEFGHJKMNPQRSTUVWXYZ23456789") != "" {
		t.Errorf("the code is %q", code)
	}
	for _, letter := range "A9Z" {
		if !strings.ContainsRune(code, letter) {
			t.Errorf("no %q in 2,000 letters", letter)
		}
	}
}
