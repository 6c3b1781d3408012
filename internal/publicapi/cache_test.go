package publicapi

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/httpcache"
	"github.com/snackdrop/snackdrop/internal/operations"
	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/shoptest"
)

// A request after a change does not get the response whose computation began before it.
func TestAResponseBegunBeforeAChangeIsNotServedAfterIt(t *testing.T) {
	shoptest.Each(t, func(t *testing.T, a *services.Services) {
		q := New(a, httpcache.New(1<<20))
		begun, goOn := make(chan struct{}), make(chan struct{})
		times := 0
		q.Mux.HandleFunc("GET /api/slow", func(w http.ResponseWriter, _ *http.Request) {
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
			q.ServeCacheable(w, httptest.NewRequest("GET", "/api/slow", nil))
			return w.Body.String()
		}
		first := make(chan string)
		go func() { first <- ask() }()
		<-begun
		in := shop.ProductInput{Name: "Crisps", Slug: "crisps", Description: "Thin.", Price: 650, InStock: true}
		if _, err := a.Catalog.CreateProduct(t.Context(), in, audit.Actor{Name: "staff"}); err != nil {
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
			t.Errorf("what was begun before the change is served after it: %s", got)
		}
	})
}

func TestARushOfSalesComputesAResponseOnceASecond(t *testing.T) {
	shoptest.Each(t, func(t *testing.T, a *services.Services) {
		q := New(a, httpcache.New(1<<20))
		times := 0
		q.Mux.HandleFunc("GET /api/count", func(w http.ResponseWriter, _ *http.Request) {
			times++
			_, _ = fmt.Fprintf(w, "answer %d", times)
		})
		ask := func() string {
			w := httptest.NewRecorder()
			q.ServeCacheable(w, httptest.NewRequest("GET", "/api/count", nil))
			return w.Body.String()
		}
		start, units := time.Now(), int64(7)
		for ask() != "answer 3" { // a sale between any two questions
			a.Hub.Publish([]shop.Event{{Type: shop.EventStock, ID: 1, Units: &units}})
			if time.Since(start) > 10*time.Second {
				t.Fatal("the count is never looked at again")
			}
		}
		if took := time.Since(start); took < 2*maxStockAge {
			t.Errorf("computed three times within %s", took)
		}
		time.Sleep(2 * time.Millisecond) // times are told in milliseconds
		a.Hub.Publish([]shop.Event{{Type: shop.EventResync}})
		if got := ask(); got != "answer 4" {
			t.Errorf("after events were missed: %s", got)
		}
	})
}

// Many wait for a response that is not in the cache, and the one who came first goes away.
func TestAVisitorWhoLeavesDoesNotFailTheOthers(t *testing.T) {
	shoptest.Each(t, func(t *testing.T, a *services.Services) {
		q := New(a, httpcache.New(1<<20))
		begun, goOn, once := make(chan struct{}), make(chan struct{}), sync.Once{}
		q.Mux.HandleFunc("GET /api/slow", func(w http.ResponseWriter, r *http.Request) {
			once.Do(func() { close(begun) })
			<-goOn
			if r.Context().Err() != nil {
				operations.Refuse(w, http.StatusServiceUnavailable, shop.Unavailable, "The client left.")
				return
			}
			_, _ = fmt.Fprint(w, "response")
		})
		ask := func(ctx context.Context) *httptest.ResponseRecorder {
			w := httptest.NewRecorder()
			q.ServeCacheable(w, httptest.NewRequestWithContext(ctx, "GET", "/api/slow", nil))
			return w
		}
		ctx, leave := context.WithCancel(t.Context())
		all, first := make(chan *httptest.ResponseRecorder), make(chan struct{})
		go func() { ask(ctx); close(first) }()
		<-begun
		const waiting = 5
		for range waiting {
			go func() { all <- ask(t.Context()) }()
		}
		leave()
		<-first // nobody holds the one who left
		close(goOn)
		for range waiting {
			if w := <-all; w.Code != http.StatusOK || w.Body.String() != "response" {
				t.Errorf("%d %s", w.Code, w.Body)
			}
		}
	})
}
