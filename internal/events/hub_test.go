package events

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
)

func TestEventsReachOnlyTheirAudience(t *testing.T) {
	h := NewHub(DefaultLimits())
	visitor, owner, other, staff := open(t, h, Listener{}), open(t, h, Listener{UserID: 1}), open(t, h, Listener{UserID: 2}), open(t, h, Listener{UserID: 3, Admin: true})
	h.Publish([]shop.Event{
		{Type: shop.EventProduct, ID: 1}, {Type: shop.EventOrder, ID: 2, Audience: shop.ToOwner, UserID: 1},
		{Type: shop.EventSession, ID: 3, Audience: shop.ToUser, UserID: 1}, {Type: shop.EventOrder, ID: 4, Audience: shop.ToAdmins},
		{Type: shop.EventCatalog, ID: 5, Audience: shop.ToServers}, {Type: shop.EventOrder, ID: 6, Audience: shop.ToOwner},
	})
	h.Shutdown()
	for name, c := range map[string]struct {
		stream *Stream
		want   []int64
	}{"visitor": {visitor, []int64{1}}, "owner": {owner, []int64{1, 2, 3}}, "other": {other, []int64{1}}, "staff": {staff, []int64{1, 2, 4, 6}}} {
		var got []int64
		for e := range c.stream.C {
			got = append(got, e.ID)
		}
		if len(got) != len(c.want) {
			t.Errorf("%s heard %v, want %v", name, got, c.want)
		}
		for i := range min(len(got), len(c.want)) {
			if got[i] != c.want[i] {
				t.Errorf("%s heard %v, want %v", name, got, c.want)
			}
		}
	}
	if _, err := h.Open(Listener{}); !errors.Is(err, ErrClosed) {
		t.Error("a closed hub opened a stream")
	}
}

func TestCountsThatMovedAreRemembered(t *testing.T) {
	h := NewHub(DefaultLimits())
	before, units := time.Now(), int64(3)
	h.Publish([]shop.Event{{Type: shop.EventStock, ID: 1, Units: &units}})
	if moved, whole := h.ChangesSince(before, Listener{}); !whole || len(moved) != 1 || *moved[0].Units != 3 {
		t.Errorf("%v %v", moved, whole)
	}
	if moved, _ := h.ChangesSince(time.Now().Add(time.Second), Listener{}); len(moved) != 0 {
		t.Errorf("%v", moved)
	}
	for id := range int64(maxTracked + 1) {
		h.Publish([]shop.Event{{Type: shop.EventStock, ID: id, Units: &units}})
	}
	if _, whole := h.ChangesSince(before, Listener{}); whole {
		t.Error("the hub claims to remember everything")
	}
}

// A page that loads while a draw ends opens its stream after the last event of that draw.
func TestDropsThatChangedAreRemembered(t *testing.T) {
	h := NewHub(DefaultLimits())
	before := time.Now()
	h.Publish([]shop.Event{{Type: shop.EventDrop, ID: 5}, {Type: shop.EventDrop, ID: 5}})
	if changed, whole := h.ChangesSince(before, Listener{}); !whole || len(changed) != 1 || changed[0] != (shop.Event{Type: shop.EventDrop, ID: 5}) {
		t.Errorf("%v %v", changed, whole)
	}
	if changed, _ := h.ChangesSince(time.Now().Add(time.Second), Listener{}); len(changed) != 0 {
		t.Errorf("%v", changed)
	}
}

func TestACustomerIsToldOfAnOwnOrderThatChangedBefore(t *testing.T) {
	h := NewHub(DefaultLimits())
	before := time.Now()
	order := func(user int64) {
		h.Publish([]shop.Event{{Type: shop.EventOrder, ID: 2, Audience: shop.ToOwner, UserID: user}})
	}
	told := func(who Listener, rendered time.Time) bool {
		changes, _ := h.ChangesSince(rendered, who)
		return slices.Equal(changes, []shop.Event{{Type: shop.EventOrder}}) // without the id: it is not theirs alone
	}
	order(1)
	after := time.Now().Add(time.Hour) // later than all that this test publishes
	if !told(Listener{UserID: 1}, before) || !told(Listener{UserID: 9, Admin: true}, before) {
		t.Error("the owner or staff are not told")
	}
	if told(Listener{UserID: 2}, before) || told(Listener{}, before) || told(Listener{UserID: 1}, after) {
		t.Error("told of an order of somebody else, or of one that the page has")
	}
	for user := range int64(maxTracked) {
		order(10 + user)
	}
	if len(h.owners) > maxTracked {
		t.Errorf("%d accounts are kept", len(h.owners))
	}
	if !told(Listener{UserID: 1}, before) || !told(Listener{UserID: 2}, before) || told(Listener{}, before) || told(Listener{UserID: 2}, after) {
		t.Error("a page that was rendered before what is known must look again, and no other")
	}
}

func TestWhatWasMissedMakesTheHubForget(t *testing.T) {
	h := NewHub(DefaultLimits())
	before, units := time.Now(), int64(3)
	h.Publish([]shop.Event{{Type: shop.EventStock, ID: 1, Units: &units}})
	time.Sleep(2 * time.Millisecond) // times are told in milliseconds
	h.Publish([]shop.Event{{Type: shop.EventResync}})
	if moved, whole := h.ChangesSince(before, Listener{}); whole || len(moved) != 0 {
		t.Errorf("%v %v", moved, whole)
	}
	if !h.Since().After(before) {
		t.Error("what was made before is taken for good")
	}
}
