package accounts

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"

	"golang.org/x/crypto/argon2"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// Passwords hashes with argon2id. A hash takes 19 MiB and a whole core for some
// hundredths of a second. A rush of sign-ins must not slow down everybody else, so at
// most half of the cores and two hashes run at a time. The queue is bounded: who could
// not be served in time is refused at once.
type Passwords struct {
	cost    PasswordCost // of passwords set from now on; a stored hash carries its own
	slots   chan struct{}
	waiting atomic.Int64
}

// PasswordCost is the memory of one hash and the number of passes over it.
type PasswordCost struct{ KiB, Passes uint32 }

// maxWaiting is about as many as are served before their request times out.
const maxWaiting = 256

// NewPasswords makes a hasher. With the zero value for the cost it has that for production.
func NewPasswords(cost PasswordCost) *Passwords {
	return &Passwords{cost: cmp.Or(cost, PasswordCost{KiB: 19 * 1024, Passes: 2}), slots: make(chan struct{}, min(2, max(1, runtime.GOMAXPROCS(0)/2)))}
}

// acquire waits for a slot; the caller gives it back with release.
func (p *Passwords) acquire(ctx context.Context) error {
	defer p.waiting.Add(-1)
	if p.waiting.Add(1) > maxWaiting {
		return shop.Errorf(shop.Busy, "Many people are logging in right now. Please try again in a moment.")
	}
	select {
	case p.slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (p *Passwords) release() { <-p.slots }

func (p *Passwords) hash(ctx context.Context, password string) (string, error) {
	if err := p.acquire(ctx); err != nil {
		return "", err
	}
	defer p.release()
	salt := make([]byte, 16)
	_, _ = rand.Read(salt)
	return encode(p.cost, salt, argon2.IDKey([]byte(password), salt, p.cost.Passes, p.cost.KiB, 1, 32)), nil
}

func encode(cost PasswordCost, salt, sum []byte) string {
	return fmt.Sprintf("$argon2id$v=19$m=%d,t=%d,p=1$%s$%s", cost.KiB, cost.Passes,
		base64.RawStdEncoding.EncodeToString(salt), base64.RawStdEncoding.EncodeToString(sum))
}

// matches takes the same time for a wrong password and for no account: callers
// pass "" as the hash when there is none.
func (p *Passwords) matches(ctx context.Context, password, hash string) (bool, error) {
	known := hash != ""
	if !known {
		hash = encode(p.cost, make([]byte, 16), make([]byte, 32))
	}
	if err := p.acquire(ctx); err != nil {
		return false, err
	}
	defer p.release()
	var memory, time uint32
	var lanes uint8
	parts := strings.Split(hash, "$")
	if len(parts) != 6 {
		return false, fmt.Errorf("stored password hash has %d parts", len(parts))
	}
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &memory, &time, &lanes); err != nil {
		return false, fmt.Errorf("stored password hash: %w", err)
	}
	salt, err := base64.RawStdEncoding.DecodeString(parts[4])
	if err != nil {
		return false, fmt.Errorf("stored password salt: %w", err)
	}
	want, err := base64.RawStdEncoding.DecodeString(parts[5])
	if err != nil {
		return false, fmt.Errorf("stored password hash: %w", err)
	}
	got := argon2.IDKey([]byte(password), salt, time, memory, lanes, uint32(len(want)))
	return subtle.ConstantTimeCompare(got, want) == 1 && known, nil
}
