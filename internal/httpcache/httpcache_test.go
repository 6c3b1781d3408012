package httpcache

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/httpcache/httpcachetest"

	"github.com/andybalholm/brotli"
)

var text = strings.Repeat("rare snacks, limited supply. ", 100)

func get(a *Entry, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest("GET", "/", nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	a.ServeHTTP(w, r)
	return w
}

func TestAnEntryIsSentInTheEncodingThatTheClientAccepts(t *testing.T) {
	a := Compress(200, http.Header{"Content-Type": {"text/html"}}, []byte(text))
	for accept, want := range map[string]string{"": "", "gzip": "gzip", "gzip, deflate, br": "br", "br;q=0, gzip": "gzip", "identity": "", "BR": "br"} {
		w := get(a, "Accept-Encoding", accept)
		if w.Header().Get("Content-Encoding") != want || w.Code != 200 || w.Header().Get("Vary") != "Accept-Encoding" {
			t.Errorf("%q: %d %v", accept, w.Code, w.Header())
		}
		var r io.Reader = w.Body
		switch want {
		case "gzip":
			r, _ = gzip.NewReader(w.Body)
		case "br":
			r = brotli.NewReader(w.Body)
		}
		if got, err := io.ReadAll(r); err != nil || string(got) != text {
			t.Errorf("%q: %d bytes, %v", accept, len(got), err)
		}
		again := get(a, "Accept-Encoding", accept, "If-None-Match", w.Header().Get("Etag"))
		if again.Code != 304 || again.Body.Len() != 0 {
			t.Errorf("%q: asked again: %d", accept, again.Code)
		}
		for _, known := range []string{`"other", ` + w.Header().Get("Etag"), "W/" + w.Header().Get("Etag"), "*"} {
			if again := get(a, "Accept-Encoding", accept, "If-None-Match", known); again.Code != 304 {
				t.Errorf("%q: %s is known: %d", accept, known, again.Code)
			}
		}
		if other := get(a, "Accept-Encoding", accept, "If-None-Match", `"other"`); other.Code != 200 {
			t.Errorf("%q: another is known: %d", accept, other.Code)
		}
		head := httptest.NewRecorder()
		asked := httptest.NewRequest("HEAD", "/", nil)
		asked.Header.Set("Accept-Encoding", accept)
		a.ServeHTTP(head, asked)
		if head.Code != 200 || head.Body.Len() != 0 || head.Header().Get("Content-Length") != w.Header().Get("Content-Length") || head.Header().Get("Etag") != w.Header().Get("Etag") {
			t.Errorf("%q: HEAD: %d %v", accept, head.Code, head.Header())
		}
	}
	if get(a, "Accept-Encoding", "br").Header().Get("Etag") == get(a).Header().Get("Etag") {
		t.Error("two encodings share a strong tag")
	}
}

func TestABodyBeyondTheFirstFlightIsCompressedHarder(t *testing.T) {
	var long strings.Builder
	for i := range 6_000 {
		fmt.Fprintf(&long, "drop %d of %d ", i*i%9_973, i)
	}
	usual, best := Compress(200, nil, []byte(long.String())), CompressBest(200, nil, []byte(long.String()))
	w := get(best, "Accept-Encoding", "br")
	if before := len(usual.br.bytes); before <= firstFlight || w.Body.Len() >= before || best.size >= usual.size {
		t.Errorf("%d bytes became %d", before, w.Body.Len())
	}
	if got, err := io.ReadAll(brotli.NewReader(w.Body)); err != nil || string(got) != long.String() {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	if get(best, "Accept-Encoding", "br", "If-None-Match", w.Header().Get("Etag")).Code != 304 {
		t.Error("asked again, it came again")
	}
}

func TestTheCacheStaysWithinItsBoundAndServesNothingStale(t *testing.T) {
	entry := func(version int64) *Entry {
		e := Compress(200, nil, []byte(text))
		e.Version = version
		return e
	}
	most := 3 * (entry(1).size + overhead)
	c := New(most)
	for _, key := range []string{"a", "b", "c", "d", "e"} {
		c.Put(key, entry(1))
		c.Get("a", 1, time.Now) // stays in use
	}
	if _, size := c.Size(); size > most {
		t.Errorf("%d bytes", size)
	}
	if _, ok := c.Get("a", 1, time.Now); !ok {
		t.Error("what is in use was dropped")
	}
	if _, ok := c.Get("b", 1, time.Now); ok {
		t.Error("the oldest was kept")
	}
	if _, ok := c.Get("a", 2, time.Now); ok {
		t.Error("an old version came out")
	}
	c.Put("a", entry(3))
	c.Put("a", entry(2))
	if _, ok := c.Get("a", 3, time.Now); !ok {
		t.Error("an older entry replaced a newer one")
	}
}

func TestACallerThatLeavesDoesNotFailTheOthers(t *testing.T) {
	c := New(1 << 20)
	ctx, leave := context.WithCancel(t.Context())
	begun, goOn, ended := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	first, second := make(chan error, 1), make(chan string, 1)
	go func() {
		_, err := Do(ctx, c, "/a", 1, time.Minute, func(ctx context.Context) (string, error) {
			close(begun)
			<-goOn
			ended <- ctx.Err()
			return "done", ctx.Err()
		})
		first <- err
	}()
	<-begun
	waiting, joined := httpcachetest.Joining(t.Context())
	go func() {
		result, err := Do(waiting, c, "/a", 1, time.Minute, func(context.Context) (string, error) { return "computed twice", nil })
		if err != nil {
			t.Errorf("the caller that waited: %v", err)
		}
		second <- result
	}()
	<-joined
	leave()
	if err := <-first; !errors.Is(err, context.Canceled) {
		t.Errorf("the caller that left: %v", err)
	}
	close(goOn)
	if err := <-ended; err != nil {
		t.Errorf("the computation ended with the caller that left: %v", err)
	}
	if got := <-second; got != "done" {
		t.Errorf("the caller that waited got %q", got)
	}
}

func TestAComputationEndsAtItsTimeout(t *testing.T) {
	_, err := Do(t.Context(), New(0), "/a", 1, time.Millisecond, func(ctx context.Context) (string, error) {
		<-ctx.Done()
		return "", ctx.Err()
	})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}
