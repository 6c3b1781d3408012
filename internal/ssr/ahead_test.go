package ssr_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/shoptest"
)

// opening is when the drops of these tests open.
var opening = time.Date(2031, 5, 6, 12, 0, 0, 0, time.UTC)

func isShell(body string) bool { return strings.Contains(body, `<div id="app"></div>`) }

func TestPagesChangeAtTheOpeningAndNoneIsRenderedThen(t *testing.T) {
	a, clock := shoptest.NewAt(t, opening.Add(-time.Minute))
	s := open(t, a)
	_, p := shoptest.AddDrop(t, a, "crisps", opening)
	page := fmt.Sprintf("/product/%d", p.ID)
	for _, path := range []string{page, "/products"} {
		if body := rendered(t, s, path).Body.String(); !strings.Contains(body, "5.00") || strings.Contains(body, "3.00") {
			t.Errorf("%s before the opening has another price than the regular one", path)
		}
	}
	about := rendered(t, s, "/about").Body.String()
	if err := s.RenderAhead(t.Context()); err != nil {
		t.Fatal(err)
	}
	clock.Set(opening.Add(-time.Millisecond))
	if body := get(s, page).Body.String(); !strings.Contains(body, "5.00") || isShell(body) {
		t.Error("a millisecond before the opening the page is not the one from before")
	}
	clock.Set(opening)
	for _, path := range []string{page, "/products"} {
		if body := get(s, path).Body.String(); isShell(body) || !strings.Contains(body, "3.00") || strings.Contains(body, `"price":5`) {
			t.Errorf("%s at the opening is not the rendered page with the drop's price", path)
		}
	}
	body, status, err := s.API().PublicJSON(t.Context(), fmt.Sprintf("/api/products/%d", p.ID))
	if err != nil || status != 200 || !strings.Contains(string(body), `"price":3`) {
		t.Errorf("the product's JSON at the opening: %d %s %v", status, body, err)
	}
	if get(s, "/about").Body.String() != about {
		t.Error("the opening changed a page that shows no drop")
	}
}

func TestACatalogueChangeRendersAheadAgain(t *testing.T) {
	a, clock := shoptest.NewAt(t, opening.Add(-time.Minute))
	s := open(t, a)
	d, p := shoptest.AddDrop(t, a, "crisps", opening)
	if err := s.RenderAhead(t.Context()); err != nil {
		t.Fatal(err)
	}
	cheaper := shop.Cents(250)
	d.Products[0].Price = &cheaper
	if _, err := a.Drops.Change(t.Context(), d, staff); err != nil {
		t.Fatal(err)
	}
	if err := s.RenderAhead(t.Context()); err != nil {
		t.Fatal(err)
	}
	clock.Set(opening)
	page := fmt.Sprintf("/product/%d", p.ID)
	if body := get(s, page).Body.String(); isShell(body) || !strings.Contains(body, "2.50") || strings.Contains(body, "3.00") {
		t.Error("after a change of the price the page at the opening is not the rendered one with the new price")
	}
}

// What was not ready goes out as shell and data, and is rendered once the rush is over.
func TestAPageThatWasNotReadyIsRenderedAfterTheRush(t *testing.T) {
	a, clock := shoptest.NewAt(t, opening.Add(-time.Minute))
	clock.Set(opening.Add(-6 * time.Second))
	s := open(t, a)
	_, p := shoptest.AddDrop(t, a, "crisps", opening)
	clock.Set(opening.Add(-4 * time.Second)) // too late to render anything
	if err := s.RenderAhead(t.Context()); err != nil {
		t.Fatal(err)
	}
	page := fmt.Sprintf("/product/%d", p.ID)
	clock.Set(opening.Add(4900 * time.Millisecond))
	if body := get(s, page).Body.String(); !isShell(body) || !strings.Contains(body, `"price":3`) {
		t.Error("a page that is not ready is not sent as a shell with the drop's price")
	}
	if s.Busy() {
		t.Error("a page is rendered within 5 s of the opening")
	}
	clock.Set(opening.Add(6 * time.Second))
	if body := rendered(t, s, page).Body.String(); !strings.Contains(body, "3.00") {
		t.Error("after the rush the page has not the drop's price")
	}
}

var seedPattern = regexp.MustCompile(`"seed":"[^"]`)

// What is scheduled is without a seed that is not public yet.
func TestScheduledEntriesHaveNoSeed(t *testing.T) {
	a, clock := shoptest.NewAt(t, opening.Add(-time.Minute))
	s := open(t, a)
	shoptest.AddDrop(t, a, "crisps", opening, func(d *shop.Drop) { d.Mode = shop.DropQueue })
	if err := s.RenderAhead(t.Context()); err != nil {
		t.Fatal(err)
	}
	clock.Set(opening)
	for _, path := range []string{"/drop/crisps", "/drops"} {
		body := get(s, path).Body.String()
		if isShell(body) || !strings.Contains(body, "seed_hash") {
			t.Errorf("%s was not rendered ahead with the digest of the seed", path)
		}
		if seedPattern.MatchString(body) {
			t.Errorf("%s has the seed", path)
		}
	}
	if body, status, err := s.API().PublicJSON(t.Context(), "/api/drops/crisps"); err != nil || status != 200 || seedPattern.Match(body) {
		t.Errorf("the drop's JSON: %d %s %v", status, body, err)
	}
}
