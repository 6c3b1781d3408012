package orders

import (
	"testing"
	"time"
)

func TestPlacedOrdersOfTheLastMinuteCount(t *testing.T) {
	p := NewActivity()
	at := time.Unix(1_800_000_000, 0)
	p.add(at, 5, time.Second)
	p.add(at.Add(59*time.Second), 3, 2*time.Second)
	if orders, spent := p.sum(at.Add(59 * time.Second)); orders != 8 || spent != 3*time.Second {
		t.Errorf("%d orders in %v", orders, spent)
	}
	if orders, _ := p.sum(at.Add(60 * time.Second)); orders != 3 {
		t.Errorf("a minute later %d orders count", orders)
	}
	p.add(at.Add(60*time.Second), 1, time.Second)
	if orders, spent := p.sum(at.Add(60 * time.Second)); orders != 4 || spent != 3*time.Second {
		t.Errorf("the second was not used again: %d orders in %v", orders, spent)
	}
}
