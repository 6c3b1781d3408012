package accounts

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// The other tests hash cheaply; a shop does not.
func TestAPasswordIsExpensiveToGuess(t *testing.T) {
	t.Parallel()
	p := NewPasswords(PasswordCost{})
	hash, err := p.hash(t.Context(), "correct horse battery")
	if err != nil || !strings.HasPrefix(hash, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Fatalf("%s, %v", hash, err)
	}
	for password, right := range map[string]bool{"correct horse battery": true, "correct horse batterz": false, "": false} {
		if ok, err := p.matches(t.Context(), password, hash); ok != right || err != nil {
			t.Errorf("%q: %v, %v", password, ok, err)
		}
		if ok, err := p.matches(t.Context(), password, ""); ok || err != nil {
			t.Errorf("%q without an account: %v, %v", password, ok, err)
		}
	}
}

func TestAFullPasswordQueueRefusesAtOnce(t *testing.T) {
	t.Parallel()
	p := NewPasswords(PasswordCost{})
	hash, err := p.hash(t.Context(), "correct horse battery")
	if err != nil {
		t.Fatal(err)
	}
	for range cap(p.slots) { // every slot is taken
		p.slots <- struct{}{}
	}
	ctx, leave := context.WithCancel(t.Context())
	var queue sync.WaitGroup
	for range maxWaiting {
		queue.Go(func() { _, _ = p.matches(ctx, "correct horse battery", hash) })
	}
	for p.waiting.Load() < maxWaiting {
		time.Sleep(time.Millisecond)
	}
	for _, known := range []string{hash, ""} { // the same, whether there is such an account or not
		if _, err := p.matches(t.Context(), "correct horse battery", known); shop.CodeOf(err) != shop.Busy {
			t.Errorf("with the queue full: %v", err)
		}
	}
	leave()
	queue.Wait()
	for range cap(p.slots) {
		<-p.slots
	}
	if ok, err := p.matches(t.Context(), "correct horse battery", hash); !ok || err != nil {
		t.Errorf("when the queue is empty again: %v, %v", ok, err)
	}
}
