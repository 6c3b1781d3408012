package ssr_test

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/httpapi"
	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/shoptest"
	"github.com/snackdrop/snackdrop/internal/ssr"
)

// addDrop schedules a drop with a line that is open.
func addDrop(t *testing.T, a *services.Services) shop.Drop {
	t.Helper()
	stock := int64(20)
	ctx, by := context.Background(), audit.Actor{Name: "staff"}
	p, err := a.Catalog.CreateProduct(ctx, shop.ProductInput{Name: "Box", Slug: "box", Description: "Full.", Price: 9_00, InStock: true, Stock: &stock}, by)
	if err != nil {
		t.Fatal(err)
	}
	d, err := a.Drops.Create(ctx, shop.Drop{Slug: "night-box", Name: `Night <Box> "& Co"`, OpensAt: a.Now().Add(10 * time.Minute), EarlyAccess: shop.EarlyNone, LimitUnits: 1, EarlyShare: 25,
		ReservationTime: 8 * time.Minute, HoldTime: 10 * time.Minute, PassTime: 5 * time.Minute, ShuffleTime: 20 * time.Second,
		Products: []shop.DropProduct{{ProductID: p.ID, Units: 5}}}, by)
	if err == nil {
		d, err = a.Drops.Schedule(ctx, d.ID, d.Version, by)
	}
	if err != nil {
		t.Fatal(err)
	}
	return d.Drop
}

func TestThePageOfTheLineIsSmall(t *testing.T) {
	a := shoptest.New(t)
	s := open(t, a)
	d := addDrop(t, a)
	for _, encoding := range []string{"br", "gzip"} {
		w := get(s, "/drop/"+d.Slug+"/line", "Accept-Encoding", encoding)
		if w.Code != 200 || w.Header().Get("Content-Encoding") != encoding {
			t.Fatalf("the page: %d, encoded as %q", w.Code, w.Header().Get("Content-Encoding"))
		}
		if size := w.Body.Len(); size > 6<<10 {
			t.Errorf("the page has %d bytes in %s, at most 6 KB are allowed", size, encoding)
		}
	}
	w := get(s, "/drop/"+d.Slug+"/line")
	html := w.Body.String()
	for _, want := range []string{"<h1 id=\"h1\">The line for Night &lt;Box&gt; &#34;&amp; Co&#34;</h1>", `name="robots" content="noindex"`, `<noscript><meta http-equiv="refresh" content="60"></noscript>`,
		"Everyone who is here by ", "Join the line", "Write to me when it is almost my turn", `method="post" action="/drop/night-box/line"`} {
		if !strings.Contains(html, want) {
			t.Errorf("the page does not have %s", want)
		}
	}
	for _, not := range []string{"/assets/", "@font-face", "EventSource", "/api/visits", "<link rel=\"stylesheet\""} {
		if strings.Contains(html, not) {
			t.Errorf("the page has %s", not)
		}
	}
	policy := w.Header().Get("Content-Security-Policy")
	for _, part := range []string{"script", "style"} {
		for _, inline := range regexp.MustCompile(`(?s)<`+part+`>(.*?)</`+part+`>`).FindAllStringSubmatch(html, -1) {
			sum := sha256.Sum256([]byte(inline[1]))
			if !strings.Contains(policy, "sha256-"+base64.StdEncoding.EncodeToString(sum[:])) {
				t.Errorf("the policy does not allow the page's own %s", part)
			}
		}
	}
	if w := get(s, "/drop/no-such-drop/line"); w.Code != http.StatusNotFound {
		t.Errorf("the line of no drop: %d", w.Code)
	}
}

func TestTheLineWorksWithoutScript(t *testing.T) {
	a := shoptest.New(t)
	s := open(t, a)
	d := addDrop(t, a)
	page := "/drop/" + d.Slug + "/line"
	post := formPoster(t, a, s, page)
	if to, _ := post(url.Values{"email": {"nobody"}}); to != page+"?error=invalid_input" {
		t.Errorf("a wrong address leads to %s", to)
	}
	if html := get(s, page+"?error=invalid_input").Body.String(); !strings.Contains(html, "Enter an email address.") {
		t.Error("the page does not say what is wrong")
	}
	to, cookies := post(url.Values{"email": {"ada@example.com"}})
	if to != page || len(cookies) != 1 || !cookies[0].HttpOnly {
		t.Fatalf("joining leads to %s with %v", to, cookies)
	}
	own := get(s, page, "Cookie", cookies[0].String())
	if html := own.Body.String(); !strings.Contains(html, "You are in. Number 1.") || !strings.Contains(html, "Open the link we mailed you before ") || own.Header().Get("Cache-Control") != "no-store" {
		t.Error("the page does not show the place")
	}
	if html := get(s, page).Body.String(); strings.Contains(html, "You are in. Number 1.</p>") {
		t.Error("somebody else sees the place")
	}
	if html := get(s, page+"?entry=abc%22%3E").Body.String(); !strings.Contains(html, `name="entry" value="abc&#34;&gt;"`) {
		t.Error("the mailed link cannot be opened without a script")
	}
	for product, code := range map[string]string{"1": "not_your_turn", "-1": "not_your_turn", "box": "not_found"} {
		if to, _ := post(url.Values{"go": {product}}, cookies...); to != page+"?error="+code {
			t.Errorf("going in for %s before the turn leads to %s", product, to)
		}
	}
	if to, _ := post(url.Values{"go": {"1"}}); to != page+"?error=not_found" {
		t.Errorf("going in without a place leads to %s", to)
	}
	if _, gone := post(url.Values{"leave": {"1"}}, cookies...); len(gone) != 1 || gone[0].MaxAge >= 0 {
		t.Errorf("after leaving the browser keeps %v", gone)
	}
}

// formPoster sends the forms of a line's page as a browser without scripts does, and gives where they lead.
func formPoster(t *testing.T, a *services.Services, s *ssr.Handler, page string) func(form url.Values, cookies ...*http.Cookie) (to string, kept []*http.Cookie) {
	t.Helper()
	api, err := httpapi.New(a, httpapi.Config{Pages: s})
	if err != nil {
		t.Fatal(err)
	}
	return func(form url.Values, cookies ...*http.Cookie) (string, []*http.Cookie) {
		t.Helper()
		r := httptest.NewRequest(http.MethodPost, page, strings.NewReader(form.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		for _, c := range cookies {
			r.AddCookie(c)
		}
		w := httptest.NewRecorder()
		api.ServeHTTP(w, r)
		if w.Code != http.StatusSeeOther {
			t.Fatalf("the form: %d %s", w.Code, w.Body)
		}
		return w.Header().Get("Location"), w.Result().Cookies()
	}
}

func TestTheWaitlistIsJoinedWithoutScript(t *testing.T) {
	a, clock := shoptest.NewAt(t, opening.Add(-time.Minute))
	s := open(t, a)
	d, p := shoptest.AddDrop(t, a, "crisps", opening, func(d *shop.Drop) { d.Mode = shop.DropQueue })
	page := "/drop/" + d.Slug + "/line"
	post := formPoster(t, a, s, page)
	id := strconv.FormatInt(p.ID, 10)
	if to, _ := post(url.Values{"waitlist": {id}, "email": {"ada@example.com"}}); to != page+"?error=not_open" {
		t.Errorf("before the opening the waitlist leads to %s", to)
	}
	if _, err := a.Catalog.SetStock(t.Context(), p.ID, p.Stock, new(int64), staff); err != nil {
		t.Fatal(err)
	}
	clock.Set(opening.Add(21 * time.Second))
	for range 2 {
		if err := a.WaitingRoom.Tick(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if html := get(s, page).Body.String(); !strings.Contains(html, "Sold out") || !strings.Contains(html, `name="waitlist" value="`+id+`"`) {
		t.Errorf("the page of a line that has closed offers no waitlist: %s", html)
	}
	to, _ := post(url.Values{"waitlist": {id}, "email": {"ada@example.com"}})
	if to != page+"?waiting=mailed" {
		t.Fatalf("the waitlist leads to %s", to)
	}
	if html := get(s, to).Body.String(); !strings.Contains(html, "Open the link we mailed you: your place counts from then on.") {
		t.Error("the page does not say what to do next")
	}
	if html := get(s, page+"?waiting=3").Body.String(); !strings.Contains(html, "You are on the waitlist. 3 before you.") {
		t.Error("the page does not say how many are before")
	}
	for product, code := range map[string]string{"0": "not_found", "box": "not_found"} {
		if to, _ := post(url.Values{"waitlist": {product}, "email": {"ada@example.com"}}); to != page+"?error="+code {
			t.Errorf("waiting for %s leads to %s", product, to)
		}
	}
}

func TestTheEarlyLineIsJoinedWithoutScript(t *testing.T) {
	a, _ := shoptest.NewAt(t, opening.Add(-time.Minute))
	s := open(t, a)
	early := opening.Add(-30 * time.Second)
	d, _ := shoptest.AddDrop(t, a, "crisps", opening, func(d *shop.Drop) {
		d.Mode, d.EarlyAccess, d.EarlyAt, d.EarlyShare = shop.DropQueue, shop.EarlyBoth, &early, 25
	})
	page := "/drop/" + d.Slug + "/line"
	post := formPoster(t, a, s, page)
	code, _, err := a.EarlyAccess.AddCode(t.Context(), d.ID, d.Version, "Friends", 5, staff)
	if err != nil {
		t.Fatal(err)
	}
	if html := get(s, page).Body.String(); !strings.Contains(html, `name="code"`) {
		t.Error("the page does not ask for an access code")
	}
	if to, _ := post(url.Values{"email": {"ada@example.com"}, "code": {"nonsense"}}); to != page+"?error=access_code_invalid" {
		t.Errorf("a wrong code leads to %s", to)
	}
	to, cookies := post(url.Values{"email": {"ada@example.com"}, "code": {code}})
	if to != page || len(cookies) != 1 {
		t.Fatalf("joining leads to %s with %v", to, cookies)
	}
	if html := get(s, page, "Cookie", cookies[0].String()).Body.String(); !strings.Contains(html, "The early line for Drop crisps") || !strings.Contains(html, "You are in. Number 1.") {
		t.Error("the page does not show the place in the early line")
	}
	// A mailed link leads to the page of the drop; the page of the line knows it by a cookie.
	link := get(s, "/drop/"+d.Slug+"?early=abc_-DEF")
	kept := link.Result().Cookies()
	if len(kept) != 1 || kept[0].Path != "/drop/"+d.Slug || !kept[0].HttpOnly {
		t.Fatalf("following a mailed link keeps %v", kept)
	}
	if html := get(s, page, "Cookie", kept[0].String()).Body.String(); !strings.Contains(html, `name="early" value="abc_-DEF"`) {
		t.Error("the page of the line does not know the mailed link")
	}
	if to, _ := post(url.Values{"email": {"bo@example.com"}, "early": {"abc_-DEF"}}); to != page+"?error=not_found" {
		t.Errorf("a forged link leads to %s", to)
	}
	for _, path := range []string{"/drop/" + d.Slug + "?early=%22%3E", "/about?early=abcd", "/drop/" + d.Slug + "/draw?early=abcd"} {
		if kept := get(s, path).Result().Cookies(); len(kept) != 0 {
			t.Errorf("%s keeps %v", path, kept)
		}
	}
}
