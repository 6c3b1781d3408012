package httpapi

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/answers"
	"github.com/snackdrop/snackdrop/internal/app"
	"github.com/snackdrop/snackdrop/internal/app/apptest"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// Whoever asks after a change does not get what was being computed before it.
func TestAnAnswerBegunBeforeAChangeIsNotGivenAfterIt(t *testing.T) {
	apptest.Each(t, func(t *testing.T, a *app.App) {
		s, err := New(a, Config{Kept: answers.NewCache(1 << 20)})
		if err != nil {
			t.Fatal(err)
		}
		begun, goOn := make(chan struct{}), make(chan struct{})
		times := 0
		s.mux.HandleFunc("GET /api/slow", func(w http.ResponseWriter, _ *http.Request) {
			times++
			text := fmt.Sprintf("answer %d", times)
			if times == 1 {
				close(begun)
				<-goOn
			}
			_, _ = fmt.Fprint(w, text)
		})
		ask := func() string {
			w := httptest.NewRecorder()
			s.serveKept(w, httptest.NewRequest("GET", "/api/slow", nil), Rule{Who: Visitor, Kept: true})
			return w.Body.String()
		}
		first := make(chan string)
		go func() { first <- ask() }()
		<-begun
		in := shop.ProductInput{Name: "Crisps", Slug: "crisps", Description: "Thin.", Price: 650, InStock: true}
		if _, err := a.CreateProduct(t.Context(), in, app.Actor{Name: "staff"}); err != nil {
			t.Fatal(err)
		}
		if got := ask(); got != "answer 2" {
			t.Errorf("after the change: %s", got)
		}
		close(goOn)
		if got := <-first; got != "answer 1" {
			t.Errorf("before the change: %s", got)
		}
		if got := ask(); got != "answer 2" {
			t.Errorf("what was begun before the change is kept after it: %s", got)
		}
	})
}

func TestARushOfSalesComputesAnAnswerOnceASecond(t *testing.T) {
	apptest.Each(t, func(t *testing.T, a *app.App) {
		s, err := New(a, Config{Kept: answers.NewCache(1 << 20)})
		if err != nil {
			t.Fatal(err)
		}
		times := 0
		s.mux.HandleFunc("GET /api/count", func(w http.ResponseWriter, _ *http.Request) {
			times++
			_, _ = fmt.Fprintf(w, "answer %d", times)
		})
		ask := func() string {
			w := httptest.NewRecorder()
			s.serveKept(w, httptest.NewRequest("GET", "/api/count", nil), Rule{Who: Visitor, Kept: true})
			return w.Body.String()
		}
		start, units := time.Now(), int64(7)
		for ask() != "answer 3" { // a sale between any two questions
			a.Hub.Publish([]shop.Event{{Type: shop.EventStock, ID: 1, Units: &units}})
			if time.Since(start) > 10*time.Second {
				t.Fatal("the count is never looked at again")
			}
		}
		if took := time.Since(start); took < 2*stockAge {
			t.Errorf("computed three times within %s", took)
		}
		time.Sleep(2 * time.Millisecond) // times are told in milliseconds
		a.Hub.Publish([]shop.Event{{Type: shop.EventResync}})
		if got := ask(); got != "answer 4" {
			t.Errorf("after events were missed: %s", got)
		}
	})
}
