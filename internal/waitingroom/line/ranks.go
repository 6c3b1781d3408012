package line

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
)

// Ranks is the order in which a line is served. Numbers given after the shuffle keep
// their number as rank.
type Ranks struct {
	shuffled int64
	byNumber []int32 // rank of number i+1; 0: it has none
	numbers  []int32 // number of rank i+1
}

// Rank is the rank of a number. ok is false when it has none: it was withdrawn before the shuffle or never given.
func (r *Ranks) Rank(number int64) (rank int64, ok bool) {
	if number > r.shuffled {
		return number, true
	}
	if number < 1 {
		return 0, false
	}
	rank = int64(r.byNumber[number-1])
	return rank, rank > 0
}

// Number is the number that has a rank. ok is false when none has.
func (r *Ranks) Number(rank int64) (number int64, ok bool) {
	switch {
	case rank > r.shuffled:
		return rank, true
	case rank < 1 || rank > int64(len(r.numbers)):
		return 0, false
	}
	return int64(r.numbers[rank-1]), true
}

// Len is how many were shuffled and have a rank.
func (r *Ranks) Len() int64 { return int64(len(r.numbers)) }

// Shuffle ranks a list: tier 1 before tier 2, within a tier by HMAC-SHA-256 of the number
// under the key SHA-256(seed ‖ digest). Withdrawn entries get no rank. Seed and digest
// are hexadecimal; shuffled is the largest number that was given before the shuffle.
func Shuffle(list []Listed, seed, digest string, shuffled int64) (*Ranks, error) {
	seedBytes, err := hex.DecodeString(seed)
	if err != nil {
		return nil, fmt.Errorf("the seed of a line: %w", err)
	}
	digestBytes, err := hex.DecodeString(digest)
	if err != nil {
		return nil, fmt.Errorf("the digest of a line: %w", err)
	}
	key := sha256.Sum256(slices.Concat(seedBytes, digestBytes))
	type place struct {
		sum    [sha256.Size]byte
		tier   int64
		number int32
	}
	places := make([]place, 0, len(list))
	mac := hmac.New(sha256.New, key[:])
	var decimal []byte
	for _, e := range list {
		if e.Number < 1 || e.Number > shuffled {
			return nil, errList
		}
		if e.Withdrawn {
			continue
		}
		p := place{tier: e.Tier, number: int32(e.Number)}
		decimal = strconv.AppendInt(decimal[:0], e.Number, 10)
		mac.Reset()
		mac.Write(decimal)
		mac.Sum(p.sum[:0])
		places = append(places, p)
	}
	slices.SortFunc(places, func(a, b place) int {
		if a.tier != b.tier {
			return int(a.tier - b.tier)
		}
		return bytes.Compare(a.sum[:], b.sum[:])
	})
	r := &Ranks{shuffled: shuffled, byNumber: make([]int32, shuffled), numbers: make([]int32, len(places))}
	for i, p := range places {
		r.byNumber[p.number-1] = int32(i + 1)
		r.numbers[i] = p.number
	}
	return r, nil
}
