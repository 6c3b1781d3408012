package events

import (
	"context"
	"testing"

	"github.com/snackdrop/snackdrop/internal/shop"
)

func TestVersionsFollowEventsAndNeverGoBack(t *testing.T) {
	hub, stored := NewHub(DefaultLimits()), int64(5)
	loaded := make(chan struct{}, 2)
	v, err := NewVersions(t.Context(), hub, func(context.Context) (int64, error) { loaded <- struct{}{}; return stored, nil })
	if err != nil || v.Catalog() != 5 {
		t.Fatalf("%v, version %d, want 5", err, v.Catalog())
	}
	<-loaded
	hub.Publish([]shop.Event{{Type: shop.EventCatalog, ID: 9}, {Type: shop.EventCatalog, ID: 7}})
	if v.Catalog() != 9 {
		t.Errorf("version %d after events 9 and 7, want 9", v.Catalog())
	}
	before := v.StockRevision()
	hub.Publish([]shop.Event{{Type: shop.EventStock, ID: 1}})
	if v.StockRevision() == before {
		t.Error("a sale does not move the stock revision")
	}
	hub.Publish([]shop.Event{{Type: shop.EventResync}})
	<-loaded // missed events are made up for by reading the version again
}

func TestCachedLoadsOncePerVersion(t *testing.T) {
	var c Cached[int]
	loads := 0
	load := func() (int, error) { loads++; return loads, nil }
	for range 2 {
		if got, err := c.Get(1, load); err != nil || got != 1 {
			t.Fatalf("%d %v, want 1", got, err)
		}
	}
	if got, _ := c.Get(2, load); got != 2 {
		t.Errorf("%d under a new version, want 2", got)
	}
	if _, _ = c.Get(1, load); loads != 3 {
		t.Errorf("%d loads, want 3", loads)
	}
	if got, _ := c.Get(2, load); got != 2 {
		t.Errorf("a value of an older version replaced the newer one: %d", got)
	}
}

func TestNotifyNeverBlocks(t *testing.T) {
	s := NewSignal()
	s.Notify()
	s.Notify()
	<-s
	select {
	case <-s:
		t.Error("two notifications before a look are one")
	default:
	}
}
