package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os/exec"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

// balancer sends requests to the instances in turn, of which it asks /readyz all the time.
type balancer struct {
	mu    sync.Mutex
	ready map[string]*url.URL
	turn  atomic.Int64
}

const askReady = 50 * time.Millisecond

func (b *balancer) watch(ctx context.Context, instance string) {
	target, _ := url.Parse(instance)
	client := &http.Client{Timeout: 2 * time.Second}
	for ctx.Err() == nil {
		answer, err := client.Get(instance + "/readyz")
		b.mu.Lock()
		delete(b.ready, instance)
		if err == nil && answer.StatusCode == http.StatusOK {
			b.ready[instance] = target
		}
		b.mu.Unlock()
		if err == nil {
			_ = answer.Body.Close()
		}
		pause(ctx, askReady)
	}
}

func (b *balancer) instances() []*url.URL {
	b.mu.Lock()
	defer b.mu.Unlock()
	all := make([]*url.URL, 0, len(b.ready))
	for _, target := range b.ready {
		all = append(all, target)
	}
	return all
}

func (b *balancer) rewrite(r *httputil.ProxyRequest) {
	if ready := b.instances(); len(ready) > 0 {
		r.SetURL(ready[int(b.turn.Add(1))%len(ready)])
	}
	r.Out.Header["X-Forwarded-For"] = r.In.Header["X-Forwarded-For"]
}

func TestARollingRestartFailsNoRequest(t *testing.T) {
	database := storetest.Empty(t)
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	b := &balancer{ready: map[string]*url.URL{}}
	instances := map[string]*exec.Cmd{}
	add := func() {
		instance, cmd := start(t, "--demo", "--demo-drops=false", "--trust-proxy", "--drain-seconds", "1", "--data", t.TempDir(), "--database-url", database)
		instances[instance] = cmd
		go b.watch(ctx, instance)
	}
	for range 3 {
		add()
	}
	first := make([]string, 0, 3)
	for instance := range instances {
		first = append(first, instance)
	}
	uncounted(t, database)
	proxy := httptest.NewServer(&httputil.ReverseProxy{Rewrite: b.rewrite})
	defer proxy.Close()
	v := newVisitors(t, proxy.URL)
	v.waitFor("the instances are not ready", func() bool { return len(b.instances()) == 3 })
	var everybody sync.WaitGroup
	for worker := range 2 {
		everybody.Go(func() {
			for n := 0; ctx.Err() == nil; n++ {
				v.order(ctx)
				v.do(ctx, http.MethodGet, []string{"/", "/api/products", fmt.Sprintf("/product/%d", n%40+1), "/api/session"}[(n+worker)%4], "", 1<<20+worker, answerWithin)
			}
		})
	}
	v.waitForOrders(20, "before the restarts")
	for _, old := range first {
		must(t, instances[old].Process.Signal(syscall.SIGTERM))
		address, _ := url.Parse(old)
		v.waitFor(old+" does not stop", func() bool {
			conn, err := net.Dial("tcp", address.Host)
			if err == nil {
				_ = conn.Close()
			}
			return err != nil
		})
		add()
		v.waitFor("the new instance is not ready", func() bool { return len(b.instances()) == 3 })
		v.waitForOrders(5, "after a restart")
	}
	leave()
	everybody.Wait()
	proxy.Close()
	v.client.CloseIdleConnections()
	for status, count := range v.statuses {
		if status != http.StatusOK {
			t.Errorf("%d requests were answered %d", count, status)
		}
	}
	t.Logf("rolling restart: %d orders, responses by status %v, the slowest after %s", len(v.numbers), v.statuses, v.slowest.Round(10*time.Millisecond))
}
