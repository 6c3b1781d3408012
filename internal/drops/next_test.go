package drops

import (
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
)

func TestTheNextDropIsTheOneToLookAtNow(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	drop := func(phase shop.Phase, opens time.Duration, mode shop.DropMode, availability shop.DropAvailability) PublicDrop {
		return PublicDrop{Drop: shop.Drop{Mode: mode, OpensAt: now.Add(opens)}, Phase: phase, Availability: availability}
	}
	ordered := []struct {
		what string
		drop PublicDrop
	}{
		{"opens within the hour", drop(shop.PhaseEarly, time.Hour, shop.DropQueue, shop.DropAvailable)},
		{"a draw that takes entries", drop(shop.PhaseLive, -time.Hour, shop.DropDraw, shop.DropSoldOut)},
		{"opens in days", drop(shop.PhaseTeased, 48*time.Hour, shop.DropQueue, shop.DropAvailable)},
		{"sold out", drop(shop.PhaseLive, -time.Hour, shop.DropQueue, shop.DropSoldOut)},
	}
	for i, one := range ordered {
		if rank := one.drop.nextRank(now); rank != i {
			t.Errorf("%s: rank %d, want %d", one.what, rank, i)
		}
	}
	for what, d := range map[string]PublicDrop{"open": drop(shop.PhaseLive, 0, shop.DropQueue, shop.DropAvailable), "all held": drop(shop.PhaseLive, -time.Hour, shop.DropOpen, shop.DropAllHeld)} {
		if rank := d.nextRank(now); rank != 1 {
			t.Errorf("%s: rank %d, want 1", what, rank)
		}
	}
	if soon := drop(shop.PhaseTeased, time.Minute, shop.DropDraw, shop.DropAvailable); soon.nextRank(now) != 2 {
		t.Error("a draw that will take entries stands before what can be bought")
	}
	if done := drop(shop.PhaseAwarding, -24*time.Hour, shop.DropDraw, shop.DropAvailable); done.nextRank(now) != 3 {
		t.Error("a draw that is done stands before what is sold out")
	}
}
