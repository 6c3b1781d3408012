package cdn_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/cdn"
	"github.com/snackdrop/snackdrop/internal/shop"
)

var noon = time.Date(2026, 11, 16, 12, 0, 0, 0, time.UTC)

func TestHowLongASharedCacheMayKeepAResponse(t *testing.T) {
	for _, c := range []struct {
		name, said, cookie string
		public, volatile   bool
		left               time.Duration // until a drop changes its phase; 0: nothing changes
		want               string
	}{
		{"a page", "no-cache", "", true, false, 0, "public, max-age=0, s-maxage=30, stale-while-revalidate=5"},
		{"counts", "no-cache", "", true, true, 0, "public, max-age=0, s-maxage=1, stale-while-revalidate=1"},
		{"long before a phase change", "no-cache", "", true, false, time.Hour, "public, max-age=0, s-maxage=30, stale-while-revalidate=5"},
		{"shortly before one", "no-cache", "", true, false, 32 * time.Second, "public, max-age=0, s-maxage=30, stale-while-revalidate=2"},
		{"very shortly", "no-cache", "", true, false, 2900 * time.Millisecond, "public, max-age=0, s-maxage=2, stale-while-revalidate=0"},
		{"in its second", "no-cache", "", true, false, 900 * time.Millisecond, "no-cache"},
		{"after it", "no-cache", "", true, false, -time.Second, "no-cache"},
		{"a page with a cookie", "no-cache", "a=b", true, false, 0, "private, no-store"},
		{"a personal answer", "no-store", "", false, false, 0, "private, no-store"},
		{"an entry that must not be stored", "no-store", "", true, false, 0, "private, no-store"},
		{"an answer that says nothing", "", "", false, false, 0, "private, no-store"},
		{"a picture", "public, max-age=31536000, immutable", "", false, false, 0, "public, max-age=31536000, immutable"},
	} {
		answer := httptest.NewRecorder()
		w := &cdn.Writer{ResponseWriter: answer, Now: func() time.Time { return noon }}
		if c.said != "" {
			w.Header().Set("Cache-Control", c.said)
		}
		if c.cookie != "" {
			w.Header().Set("Set-Cookie", c.cookie)
		}
		if c.public {
			until := time.Time{}
			if c.left != 0 {
				until = noon.Add(c.left)
			}
			w.Share(until, c.volatile)
		}
		_, _ = w.Write([]byte("x"))
		if got := answer.Header().Get("Cache-Control"); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestAPurgeIsTriedAgainAndRepeated(t *testing.T) {
	purges := make(chan int, 100)
	asked := 0
	cache := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked++
		if r.Method != http.MethodPost || r.Header.Get("Surrogate-Key") != cdn.Tag || r.Header.Get("Fastly-Key") != "a secret" {
			t.Errorf("%s %v", r.Method, r.Header)
		}
		if asked == 1 {
			w.WriteHeader(http.StatusBadGateway)
		}
		purges <- asked
	}))
	defer cache.Close()
	p, err := cdn.NewPurger(cache.URL, "Fastly-Key: a secret")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); p.Run(ctx) }()
	for range 50 { // together they are one purge
		p.Receive(shop.Event{Type: shop.EventCatalog})
	}
	p.Receive(shop.Event{Type: shop.EventStock}) // units are sold without a purge
	for range 3 {                                // one that failed, one that did not, and once more
		select {
		case <-purges:
		case <-time.After(30 * time.Second):
			t.Fatal("no purge")
		}
	}
	stop()
	<-ended
	if asked > 4 {
		t.Errorf("%d purges for one change", asked)
	}
}

func TestAHeaderThatIsNoneIsRefused(t *testing.T) {
	if _, err := cdn.NewPurger("https://cache.example/purge", "a secret"); err == nil {
		t.Error("no refusal")
	}
}
