package ssr_test

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/settings"
	"github.com/snackdrop/snackdrop/internal/shoptest"
	"github.com/snackdrop/snackdrop/internal/ssr"
)

// switchedAPI answers as it does while the database is away, once it is told to.
type switchedAPI struct {
	ssr.PublicQueries
	away atomic.Bool
}

func (a *switchedAPI) PublicJSON(ctx context.Context, path string) ([]byte, int, error) {
	if a.away.Load() {
		return nil, http.StatusServiceUnavailable, nil
	}
	return a.PublicQueries.PublicJSON(ctx, path)
}

func TestPagesDuringAnOutage(t *testing.T) {
	a := shoptest.New(t)
	api := &switchedAPI{}
	s := open(t, a, func(c *ssr.Config) { api.PublicQueries, c.API = c.API, api })
	if err := a.Settings.Save(t.Context(), settings.Change{Values: map[string]string{"site_name": "Nori & Sons", "site_logo": "/site-assets/nori.png"}}, staff); err != nil {
		t.Fatal(err)
	}
	p := addProduct(t, a, "Crisps")
	seen := fmt.Sprintf("/product/%d", p.ID)
	rendered(t, s, seen)
	get(s, "/account")
	unseen := fmt.Sprintf("/product/%d", addProduct(t, a, "Peas").ID) // also makes what is cached outdated
	api.away.Store(true)

	stale := get(s, seen)
	if stale.Code != 200 || !strings.Contains(stale.Body.String(), "Crisps") || !strings.Contains(stale.Header().Get("Cache-Status"), "detail=stale") {
		t.Errorf("a cached page: %d %v", stale.Code, stale.Header())
	}
	for _, path := range []string{unseen, "/account"} { // a page of one's own is never stale
		answer := get(s, path)
		checkUnavailable(t, path, answer)
		if answer.Header().Get("Cache-Status") != "" {
			t.Errorf("%s says that it is stale", path)
		}
	}
	if asset := get(s, "/robots.txt"); asset.Code != 200 {
		t.Errorf("robots.txt: %d", asset.Code)
	}

	api.away.Store(false)
	for _, path := range []string{seen, unseen} {
		if answer := get(s, path); answer.Code != 200 || answer.Header().Get("Cache-Status") != "" {
			t.Errorf("%s after the outage: %d %v", path, answer.Code, answer.Header())
		}
	}
}

func TestAnOutageBeforeTheShopsNameIsKnownShowsNone(t *testing.T) {
	a := shoptest.New(t)
	answer := httptest.NewRecorder()
	open(t, a).Fail(answer, httptest.NewRequest("GET", "/", nil), services.ErrUnavailable)
	page := answer.Body.String()
	if answer.Code != http.StatusServiceUnavailable || !strings.Contains(page, "<title>Please try again in a moment</title>") || !strings.Contains(page, "--primary:") {
		t.Errorf("%d: %s", answer.Code, page)
	}
	expectNoBuiltInWords(t, "the page", page)
	expectNone(t, builtInPictures, "the page", page)
}

func TestAPageWithoutTheServersScriptsHasTheShopsNameAndIcon(t *testing.T) {
	a := shoptest.New(t)
	saveSettings(t, a, map[string]string{"site_name": "Nori & Sons", "site_logo": "/site-assets/nori.png"})
	s := open(t, a)
	s.RemoveScripts()
	page := get(s, "/about").Body.String()
	for _, want := range []string{"<title>Nori &amp; Sons</title>", `<link rel="icon" href="/icon-192.png?v=`, `rel="manifest"`, "--primary:"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s: %s", want, page)
		}
	}
	expectNoBuiltInWords(t, "/about", page)
	expectNone(t, builtInPictures, "/about", page)
}

func checkUnavailable(t *testing.T, path string, answer *httptest.ResponseRecorder) {
	t.Helper()
	page := answer.Body.String()
	if answer.Code != http.StatusServiceUnavailable || answer.Header().Get("Retry-After") == "" || answer.Header().Get("Cache-Control") != "no-store" {
		t.Errorf("%s: %d %v", path, answer.Code, answer.Header())
	}
	for _, want := range []string{"Please try again in a moment.", "Nori &amp; Sons", "--primary:#8B5CF6", `<link rel="icon" href="/icon-192.png?v=`, `http-equiv="refresh"`, "Try again</a>", "noindex"} {
		if !strings.Contains(page, want) {
			t.Errorf("%s lacks %s: %s", path, want, page)
		}
	}
	_, style, _ := strings.Cut(page, "<style>")
	style, _, _ = strings.Cut(style, "</style>")
	sum := sha256.Sum256([]byte(style))
	if policy := answer.Header().Get("Content-Security-Policy"); !strings.Contains(policy, "style-src 'self' 'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'") {
		t.Errorf("%s: the policy %s does not allow the page's style", path, policy)
	}
}
