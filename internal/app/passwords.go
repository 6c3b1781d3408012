package app

import (
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

// passwords hashes with argon2id. A hash takes 19 MiB and a whole core for some
// hundredths of a second, and shoppers who only look must not feel a login storm:
// half of the machine at most, and two at a time, so that its memory stays small.
// The queue is long, not endless: whoever would wait in vain is told at once.
type passwords struct {
	turn    chan struct{}
	waiting atomic.Int64
	dummy   string
}

// mostWaiting is about as many as have their turn before a request's time is up.
const mostWaiting = 256

const (
	argonMemory = 19 * 1024
	argonTime   = 2
	argonLanes  = 1
)

func newPasswords() *passwords {
	return &passwords{turn: make(chan struct{}, min(2, max(1, runtime.GOMAXPROCS(0)/2))), dummy: "$argon2id$v=19$m=19456,t=2,p=1$" +
		"c25hY2tkcm9wc25hY2tkcg$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}
}

func (p *passwords) wait(ctx context.Context) error {
	defer p.waiting.Add(-1)
	if p.waiting.Add(1) > mostWaiting {
		return shop.Errorf(shop.Busy, "Many people are logging in right now. Please try again in a moment.")
	}
	select {
	case p.turn <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (p *passwords) hash(ctx context.Context, password string) (string, error) {
	if err := p.wait(ctx); err != nil {
		return "", err
	}
	defer func() { <-p.turn }()
	salt := make([]byte, 16)
	_, _ = rand.Read(salt)
	sum := argon2.IDKey([]byte(password), salt, argonTime, argonMemory, argonLanes, 32)
	return fmt.Sprintf("$argon2id$v=19$m=%d,t=%d,p=%d$%s$%s", argonMemory, argonTime, argonLanes,
		base64.RawStdEncoding.EncodeToString(salt), base64.RawStdEncoding.EncodeToString(sum)), nil
}

// matches takes the same time for a wrong password and for no account: callers
// pass "" as the hash when there is none.
func (p *passwords) matches(ctx context.Context, password, hash string) (bool, error) {
	known := hash != ""
	if !known {
		hash = p.dummy
	}
	if err := p.wait(ctx); err != nil {
		return false, err
	}
	defer func() { <-p.turn }()
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
