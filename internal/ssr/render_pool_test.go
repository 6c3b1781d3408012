package ssr

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/httpcache"
	"github.com/snackdrop/snackdrop/internal/httpcache/httpcachetest"
	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/shoptest"
	"github.com/snackdrop/snackdrop/internal/ssr/bytecode"
)

// openPages opens the pages of a shop, and a way to ask for one of them.
func openPages(t *testing.T, a *services.Services, change ...func(*Config)) (s *Handler, ask func() string) {
	t.Helper()
	c := ConfigOf(a, httpcache.New(8<<20))
	for _, apply := range change {
		apply(&c)
	}
	s, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s, func() string {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest("GET", "/about", nil))
		return w.Body.String()
	}
}

func TestAPageThatCouldNotBeRenderedIsTriedAgain(t *testing.T) {
	a := shoptest.New(t)
	s, ask := openPages(t, a)
	s.retryAfter = 200 * time.Millisecond
	works := s.script.pool
	s.script.pool = newVMPool(func() ([]byte, error) {
		return bytecode.Compile(`globalThis.snackdrop = { render() { throw new Error('a bad day') } }`)
	}, 1, 0)
	ask()
	for s.busy() {
		time.Sleep(5 * time.Millisecond)
	}
	s.script.pool.close()
	s.script.pool = works
	if !strings.Contains(ask(), `<div id="app"></div>`) {
		t.Error("rendered by a script that cannot, or tried again at once")
	}
	for deadline := time.Now().Add(time.Minute); strings.Contains(ask(), `<div id="app"></div>`); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("never tried again")
		}
	}
}

// counting renders only how often it was called.
const counting = `let times = 0
globalThis.snackdrop = { render() { times++; return '' }, take: () => JSON.stringify({ html: '<main>rendering ' + times }) }`

func TestAStormOfMissesIsAnsweredAtOnceAndRenderedOnce(t *testing.T) {
	a := shoptest.New(t)
	s, ask := openPages(t, a)
	s.script.pool.close()
	s.script.pool = newVMPool(func() ([]byte, error) { return bytecode.Compile(counting) }, 1, 0)
	s.script.pool.slots <- struct{}{} // no slot is free
	var all sync.WaitGroup
	for range 100 {
		all.Go(func() {
			if page := ask(); !strings.Contains(page, `<div id="app"></div>`) || !strings.Contains(page, `["settings"]`) {
				t.Errorf("not shell and data: %.300s", page)
			}
		})
	}
	all.Wait() // none of them waited for the rendering
	<-s.script.pool.slots
	for end := time.Now().Add(10 * time.Second); !strings.Contains(ask(), "<main>"); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("never rendered")
		}
	}
	if page := ask(); !strings.Contains(page, "<main>rendering 1<") {
		t.Errorf("rendered more than once: %s", page)
	}
}

// slowQueries holds back every answer until it is told to go on.
type slowQueries struct {
	PublicQueries
	begun chan struct{}
	goOn  chan struct{}
	ended chan error // of the context of the first query
	once  sync.Once
}

func (q *slowQueries) PublicJSON(ctx context.Context, path string) ([]byte, int, error) {
	q.once.Do(func() {
		close(q.begun)
		<-q.goOn
		q.ended <- ctx.Err()
	})
	<-q.goOn
	return q.PublicQueries.PublicJSON(ctx, path)
}

// Many wait for a page that is not in the cache, and the one who came first goes away.
func TestAVisitorWhoLeavesDoesNotFailTheOthers(t *testing.T) {
	a := shoptest.New(t)
	slow := &slowQueries{begun: make(chan struct{}), goOn: make(chan struct{}), ended: make(chan error, 1)}
	s, _ := openPages(t, a, func(c *Config) { slow.PublicQueries, c.API = c.API, slow })
	about, err := s.resolve(t.Context(), httptest.NewRequest("GET", "/about", nil).URL)
	if err != nil {
		t.Fatal(err)
	}
	version := s.c.Versions.Catalog()
	ctx, leave := context.WithCancel(t.Context())
	first := make(chan error, 1)
	go func() {
		_, err := s.make(ctx, about, version)
		first <- err
	}()
	<-slow.begun
	const waiting = 5
	entries := make(chan *httpcache.Entry, waiting)
	for range waiting {
		own, joined := httpcachetest.Joining(t.Context())
		go func() {
			entry, err := s.make(own, about, version)
			if err != nil {
				t.Errorf("a visitor who waited: %v", err)
			}
			entries <- entry
		}()
		<-joined
	}
	leave()
	if err := <-first; !errors.Is(err, context.Canceled) {
		t.Errorf("the visitor who left: %v", err)
	}
	close(slow.goOn)
	if err := <-slow.ended; err != nil {
		t.Errorf("the page's data ended with the visitor who left: %v", err)
	}
	one := <-entries
	if one == nil || one.Status() != http.StatusOK {
		t.Errorf("%+v", one)
	}
	for range waiting - 1 {
		if entry := <-entries; entry != one {
			t.Error("the page was made more than once")
		}
	}
}

// Requests for pages never end with their visitor: what was begun is cached for the next.
func TestAPageIsMadeThoughItsVisitorLeaves(t *testing.T) {
	a := shoptest.New(t)
	slow := &slowQueries{begun: make(chan struct{}), goOn: make(chan struct{}), ended: make(chan error, 1)}
	s, _ := openPages(t, a, func(c *Config) { slow.PublicQueries, c.API = c.API, slow })
	ctx, leave := context.WithCancel(t.Context())
	code := make(chan int, 1)
	go func() {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequestWithContext(ctx, "GET", "/about", nil))
		code <- w.Code
	}()
	<-slow.begun
	leave()
	close(slow.goOn)
	if err := <-slow.ended; err != nil {
		t.Errorf("the page's data ended with its visitor: %v", err)
	}
	if got := <-code; got != http.StatusOK {
		t.Errorf("status %d", got)
	}
}
