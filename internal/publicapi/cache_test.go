package publicapi

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/httpcache"
	"github.com/snackdrop/snackdrop/internal/httpcache/httpcachetest"
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
		const waiting = 5
		begun, goOn, ended := make(chan struct{}, waiting+1), make(chan struct{}), make(chan error, waiting+1)
		q.Mux.HandleFunc("GET /api/slow", func(w http.ResponseWriter, r *http.Request) {
			begun <- struct{}{}
			<-goOn
			ended <- r.Context().Err()
			_, _ = fmt.Fprint(w, "response")
		})
		ask := func(ctx context.Context) *httptest.ResponseRecorder {
			w := httptest.NewRecorder()
			q.ServeCacheable(w, httptest.NewRequestWithContext(ctx, "GET", "/api/slow", nil))
			return w
		}
		ctx, leave := context.WithCancel(t.Context())
		all, first := make(chan *httptest.ResponseRecorder, waiting), make(chan struct{})
		go func() { ask(ctx); close(first) }()
		<-begun
		for range waiting {
			own, joined := httpcachetest.Joining(t.Context())
			go func() { all <- ask(own) }()
			<-joined
		}
		leave()
		<-first // nobody holds the one who left
		close(goOn)
		for range waiting {
			if w := <-all; w.Code != http.StatusOK || w.Body.String() != "response" {
				t.Errorf("%d %s", w.Code, w.Body)
			}
		}
		if err := <-ended; err != nil {
			t.Errorf("the computation ended with the visitor who left: %v", err)
		}
		if len(ended) > 0 {
			t.Errorf("computed %d times more than once", len(ended))
		}
	})
}
