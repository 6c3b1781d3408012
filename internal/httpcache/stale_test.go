package httpcache

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

func TestAnOutdatedEntryIsGivenOnlyAsStale(t *testing.T) {
	c := New(1 << 20)
	entry := func(status int, control string, version int64, age time.Duration) *Entry {
		e := Compress(status, http.Header{"Cache-Control": {control}}, []byte(text))
		e.Version, e.CreatedAt = version, time.Now().Add(-age)
		return e
	}
	c.Put("/list", entry(200, "no-cache", 1, time.Minute))
	c.Put("/account", entry(200, "no-store", 1, time.Minute))
	c.Put("/missing", entry(404, "no-cache", 1, time.Minute))
	c.Put("/old", entry(200, "no-cache", 1, maxStale+time.Minute))
	for _, key := range []string{"/list", "/account", "/missing", "/old"} {
		if _, ok := c.Get(key, 2, time.Now); ok {
			t.Errorf("%s: an outdated entry is given as current", key)
		}
		if _, ok := c.Stale(key); ok != (key == "/list") {
			t.Errorf("%s is given as stale: %v", key, ok)
		}
	}
	stale, _ := c.Stale("/list")
	w := httptest.NewRecorder()
	stale.SendStale(w, httptest.NewRequest("GET", "/list", nil))
	if w.Code != 200 || w.Header().Get("Cache-Status") != "snackdrop; hit; detail=stale" || w.Header().Get("Age") != "60" {
		t.Errorf("%d %v", w.Code, w.Header())
	}
	c.Put("/list", entry(200, "no-cache", 2, 0))
	if got, ok := c.Get("/list", 2, time.Now); !ok || got.Version != 2 {
		t.Error("the new entry does not replace the stale one")
	}
}

func TestNobodyWaitsLongerThanTheTimeout(t *testing.T) {
	c, begun, goOn := New(0), make(chan struct{}), make(chan struct{})
	defer close(goOn)
	const timeout = 50 * time.Millisecond
	hang := func(context.Context) (int, error) { // looks at no context
		close(begun)
		<-goOn
		return 0, nil
	}
	first := make(chan error, 1)
	go func() {
		_, err := Do(t.Context(), c, "key", 1, timeout, hang)
		first <- err
	}()
	<-begun
	if err := <-first; !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("the first caller: %v", err)
	}
	got, err := Do(t.Context(), c, "key", 1, time.Minute, func(context.Context) (int, error) { return 7, nil })
	if err != nil || got != 7 {
		t.Errorf("the next caller waits for what hangs: %d, %v", got, err)
	}
}

func TestAPanicIsAnErrorOfTheCallers(t *testing.T) {
	if _, err := Do(t.Context(), New(0), "key", 1, time.Minute, func(context.Context) (int, error) { panic("a bug") }); !errors.Is(err, errPanicked) {
		t.Error(err)
	}
}
