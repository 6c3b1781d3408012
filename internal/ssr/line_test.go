package ssr_test

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/httpapi"
	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/shoptest"
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
	shoptest.Each(t, func(t *testing.T, a *services.Services) {
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
	})
}

func TestTheLineWorksWithoutScript(t *testing.T) {
	shoptest.Each(t, func(t *testing.T, a *services.Services) {
		s := open(t, a)
		d := addDrop(t, a)
		api, err := httpapi.New(a, httpapi.Config{Pages: s})
		if err != nil {
			t.Fatal(err)
		}
		page := "/drop/" + d.Slug + "/line"
		post := func(form url.Values, cookies ...*http.Cookie) *httptest.ResponseRecorder {
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
			return w
		}
		if to := post(url.Values{"email": {"nobody"}}).Header().Get("Location"); to != page+"?error=invalid_input" {
			t.Errorf("a wrong address leads to %s", to)
		}
		if html := get(s, page+"?error=invalid_input").Body.String(); !strings.Contains(html, "Enter an email address.") {
			t.Error("the page does not say what is wrong")
		}
		w := post(url.Values{"email": {"ada@example.com"}})
		cookies := w.Result().Cookies()
		if w.Header().Get("Location") != page || len(cookies) != 1 || !cookies[0].HttpOnly {
			t.Fatalf("joining leads to %s with %v", w.Header().Get("Location"), cookies)
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
			if to := post(url.Values{"go": {product}}, cookies...).Header().Get("Location"); to != page+"?error="+code {
				t.Errorf("going in for %s before the turn leads to %s", product, to)
			}
		}
		if to := post(url.Values{"go": {"1"}}).Header().Get("Location"); to != page+"?error=not_found" {
			t.Errorf("going in without a place leads to %s", to)
		}
		left := post(url.Values{"leave": {"1"}}, cookies...)
		if gone := left.Result().Cookies(); len(gone) != 1 || gone[0].MaxAge >= 0 {
			t.Errorf("after leaving the browser keeps %v", gone)
		}
	})
}
