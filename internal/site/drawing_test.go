package site

import (
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/answers"
	"github.com/snackdrop/snackdrop/internal/app"
	"github.com/snackdrop/snackdrop/internal/app/apptest"
	"github.com/snackdrop/snackdrop/internal/httpapi"
	"github.com/snackdrop/snackdrop/internal/site/bytecode"
)

// openSite gives the pages of a shop, and a way to ask for one of them.
func openSite(t *testing.T, a *app.App) (s *Site, ask func() string) {
	t.Helper()
	kept := answers.NewCache(8 << 20)
	s, err := New(a, kept)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	if s.API, err = httpapi.New(a, httpapi.Config{Kept: kept}); err != nil {
		t.Fatal(err)
	}
	return s, func() string {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest("GET", "/about", nil))
		return w.Body.String()
	}
}

func TestAPageThatCouldNotBeDrawnIsTriedAgain(t *testing.T) {
	apptest.Each(t, func(t *testing.T, a *app.App) {
		s, ask := openSite(t, a)
		s.again = 200 * time.Millisecond
		works := s.script.drawers
		s.script.drawers = newEngines(func() ([]byte, error) {
			return bytecode.Compile(`globalThis.snackdrop = { render() { throw new Error('a bad day') } }`)
		}, 1, 0)
		ask()
		for s.busy() {
			time.Sleep(5 * time.Millisecond)
		}
		s.script.drawers.close()
		s.script.drawers = works
		if !strings.Contains(ask(), `<div id="app"></div>`) {
			t.Error("drawn by an engine that cannot, or tried again at once")
		}
		for deadline := time.Now().Add(time.Minute); strings.Contains(ask(), `<div id="app"></div>`); time.Sleep(20 * time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatal("never tried again")
			}
		}
	})
}

// counting draws nothing but how often it was asked to.
const counting = `let times = 0
globalThis.snackdrop = { render() { times++; return '' }, take: () => JSON.stringify({ html: '<main>drawing ' + times }) }`

func TestAStormOfMissesIsAnsweredAtOnceAndDrawnOnce(t *testing.T) {
	apptest.Each(t, func(t *testing.T, a *app.App) {
		s, ask := openSite(t, a)
		s.script.drawers.close()
		s.script.drawers = newEngines(func() ([]byte, error) { return bytecode.Compile(counting) }, 1, 0)
		s.script.drawers.turns <- struct{}{} // nobody can draw for now
		var all sync.WaitGroup
		for range 100 {
			all.Go(func() {
				if page := ask(); !strings.Contains(page, `<div id="app"></div>`) || !strings.Contains(page, `["settings"]`) {
					t.Errorf("not shell and data: %.300s", page)
				}
			})
		}
		all.Wait() // none of them waited for the drawing
		<-s.script.drawers.turns
		for end := time.Now().Add(10 * time.Second); !strings.Contains(ask(), "<main>"); time.Sleep(5 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatal("never drawn")
			}
		}
		if page := ask(); !strings.Contains(page, "<main>drawing 1<") {
			t.Errorf("drawn more than once: %s", page)
		}
	})
}
