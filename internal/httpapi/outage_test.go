package httpapi_test

import (
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/httpapi/apitest"
	"github.com/snackdrop/snackdrop/internal/shoptest"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

// line is a TCP connection to a database that can hang or be cut.
type line struct {
	mu      sync.Mutex
	moving  *sync.Cond
	hanging bool
	cut     bool
	open    []net.Conn
}

// through gives the database's URL with the line in between.
func through(t *testing.T, location string) (string, *line) {
	t.Helper()
	u, err := url.Parse(location)
	if err != nil {
		t.Fatal(err)
	}
	network, target := "tcp", u.Host
	if folder := u.Query().Get("host"); strings.HasPrefix(folder, "/") {
		port := u.Query().Get("port")
		if port == "" {
			port = "5432"
		}
		network, target = "unix", folder+"/.s.PGSQL."+port
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := &line{}
	l.moving = sync.NewCond(&l.mu)
	t.Cleanup(func() { _ = listener.Close(); l.set(false, true) })
	go func() {
		for {
			from, err := listener.Accept()
			if err != nil {
				return
			}
			to, err := net.Dial(network, target)
			l.mu.Lock()
			refused := l.cut || err != nil
			l.open = append(l.open, from)
			if to != nil {
				l.open = append(l.open, to)
			}
			l.mu.Unlock()
			if refused {
				_ = from.Close()
				continue
			}
			go l.carry(from, to)
			go l.carry(to, from)
		}
	}()
	query := u.Query()
	query.Del("host")
	query.Del("port")
	query.Set("sslmode", "disable")
	u.Host, u.RawQuery = listener.Addr().String(), query.Encode()
	return u.String(), l
}

func (l *line) carry(from io.ReadCloser, to io.WriteCloser) {
	defer func() { _ = from.Close(); _ = to.Close() }()
	buffer := make([]byte, 32<<10)
	for {
		n, err := from.Read(buffer)
		l.mu.Lock()
		for l.hanging && !l.cut {
			l.moving.Wait()
		}
		l.mu.Unlock()
		if n > 0 {
			if _, err := to.Write(buffer[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

func (l *line) set(hanging, cut bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.hanging, l.cut = hanging, cut
	l.moving.Broadcast()
	if cut {
		for _, c := range l.open {
			_ = c.Close()
		}
		l.open = nil
	}
}

// The times are those that the shop promises. It has deadlines of its own for each, well below them.
func TestAnOutageSaysSo(t *testing.T) {
	t.Parallel()
	location, database := through(t, storetest.Location(t, store.Postgres))
	s := apitest.Serve(t, shoptest.On(t, storetest.Open(t, location)))
	casey := s.Customer(t, "casey")
	go s.API.Watch(t.Context())
	casey.Must("GET", "/readyz", nil, 200)
	order := map[string]any{"lines": []map[string]any{{"product_id": 1, "quantity": 1}}, "state": "CA"}
	for _, outage := range []struct {
		name         string
		hanging, cut bool
	}{{"hangs", true, false}, {"is cut off", false, true}} {
		database.set(outage.hanging, outage.cut)
		var group sync.WaitGroup
		for _, request := range []struct {
			method, path string
			body         any
			within       time.Duration
		}{
			{"GET", "/readyz", nil, 2 * time.Second}, {"GET", "/api/session", nil, 5 * time.Second}, {"GET", "/api/profile", nil, 5 * time.Second},
			{"GET", "/api/products?search=nothing-" + outage.name[:2], nil, 5 * time.Second}, {"POST", "/api/quote", order, 5 * time.Second}, {"GET", "/api/cart", nil, 5 * time.Second},
		} {
			group.Go(func() {
				start := time.Now()
				answer := casey.Do(request.method, request.path, request.body)
				if took := time.Since(start); took > request.within {
					t.Errorf("the database %s: %s answered after %s", outage.name, request.path, took)
				}
				if answer.Status != http.StatusServiceUnavailable || answer.Header.Get("Retry-After") == "" || answer.Problem(t).Code != "unavailable" {
					t.Errorf("the database %s: %s %s: %d, Retry-After %q, %s", outage.name, request.method, request.path, answer.Status, answer.Header.Get("Retry-After"), answer.Body)
				}
			})
		}
		group.Wait()
		casey.Must("GET", "/api/clock", nil, 200) // pages count down further
		database.set(false, false)
		eventually(t, "the database "+outage.name+" and came back, the shop did not", func() bool {
			return casey.Do("GET", "/readyz", nil).Status == 200 && casey.Do("GET", "/api/profile", nil).Status == 200
		})
	}
	s.API.Stop()
	casey.Must("GET", "/readyz", nil, http.StatusServiceUnavailable)
	casey.Must("GET", "/api/profile", nil, 200)
}

func eventually(t *testing.T, failure string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !holds(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal(failure)
		}
	}
}

func TestCachedJSONIsServedStaleDuringAnOutage(t *testing.T) {
	t.Parallel()
	location, database := through(t, storetest.Location(t, store.Postgres))
	s := apitest.Serve(t, shoptest.On(t, storetest.Open(t, location)))
	admin, visitor := s.Admin(t), s.Visitor(t)
	go s.API.Watch(t.Context())
	add := func(name string) {
		admin.Must("POST", "/api/admin/products", map[string]any{"name": name, "slug": strings.ToLower(name), "description": "Crunchy.", "price": 4.5}, 200)
	}
	stale := func(answer apitest.Response) bool {
		return strings.Contains(answer.Header.Get("Cache-Status"), "detail=stale") && answer.Header.Get("Age") != ""
	}
	add("First")
	fresh := visitor.Must("GET", "/api/products", nil, 200)
	admin.Must("GET", "/api/admin/products", nil, 200)
	if stale(fresh) {
		t.Error("a new response says that it is stale")
	}
	add("Second") // the cached list is of an older version now
	for _, outage := range []struct {
		name         string
		hanging, cut bool
	}{{"hangs", true, false}, {"is cut off", false, true}} {
		database.set(outage.hanging, outage.cut)
		for range 2 {
			start := time.Now()
			answer := visitor.Do("GET", "/api/products", nil)
			if took := time.Since(start); took > 5*time.Second {
				t.Errorf("the database %s: answered after %s", outage.name, took)
			}
			if answer.Status != 200 || !stale(answer) || !strings.Contains(string(answer.Body), "First") {
				t.Errorf("the database %s: %d %q %s", outage.name, answer.Status, answer.Header.Get("Cache-Status"), answer.Body)
			}
		}
		if answer := admin.Do("GET", "/api/admin/products", nil); answer.Status != http.StatusServiceUnavailable || stale(answer) {
			t.Errorf("the database %s: an admin's list: %d", outage.name, answer.Status)
		}
		database.set(false, false)
		eventually(t, "the database "+outage.name+" and came back, the response is stale", func() bool {
			answer := visitor.Do("GET", "/api/products", nil)
			return answer.Status == 200 && !stale(answer) && strings.Contains(string(answer.Body), "Second")
		})
		eventually(t, "the shop does not take products", func() bool {
			return admin.Do("POST", "/api/admin/products", map[string]any{"name": outage.name, "slug": outage.name[:2], "description": "Crunchy.", "price": 4.5}).Status == 200
		})
	}
}
