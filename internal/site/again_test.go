package site

import (
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/answers"
	"github.com/snackdrop/snackdrop/internal/app"
	"github.com/snackdrop/snackdrop/internal/app/apptest"
	"github.com/snackdrop/snackdrop/internal/httpapi"
	"github.com/snackdrop/snackdrop/internal/site/bytecode"
)

func TestAPageThatCouldNotBeDrawnIsTriedAgain(t *testing.T) {
	apptest.Each(t, func(t *testing.T, a *app.App) {
		kept := answers.NewCache(8 << 20)
		s, err := New(a, kept)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		if s.API, err = httpapi.New(a, httpapi.Config{Kept: kept}); err != nil {
			t.Fatal(err)
		}
		s.again = 200 * time.Millisecond
		ask := func() string {
			w := httptest.NewRecorder()
			s.ServeHTTP(w, httptest.NewRequest("GET", "/about", nil))
			return w.Body.String()
		}
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
