// Package apitest talks to a shop over real HTTP, as a visitor, a customer or an admin.
package apitest

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/snackdrop/snackdrop/internal/httpapi"
	"github.com/snackdrop/snackdrop/internal/httpcache"
	"github.com/snackdrop/snackdrop/internal/media"
	"github.com/snackdrop/snackdrop/internal/operations"
	"github.com/snackdrop/snackdrop/internal/publicapi"
	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/shoptest"
)

// Shop is a running shop.
type Shop struct {
	Services *services.Services
	API      *httpapi.Server
	URL      string
	contract contract
}

// Client is one browser with its own cookies.
type Client struct {
	t    testing.TB
	URL  string
	HTTP *http.Client

	contract contract
}

// Response is what came back.
type Response struct {
	Status int
	Header http.Header
	Body   []byte
}

// AdminPassword and CustomerPassword sign the test people in.
const (
	AdminEmail       = "admin@shop.test"
	AdminPassword    = "correct horse battery"
	CustomerPassword = "battery horse"
)

// New serves a shop on SQLite, for a test of what is the same on each engine.
func New(t testing.TB, change ...func(*services.Config)) *Shop {
	t.Helper()
	return Serve(t, shoptest.New(t, change...))
}

// Each runs the test against a shop on each engine, configured as shoptest.On says.
func Each(t *testing.T, test func(t *testing.T, s *Shop), change ...func(*services.Config)) {
	t.Helper()
	shoptest.Each(t, func(t *testing.T, a *services.Services) { test(t, Serve(t, a)) }, change...)
}

// Serve puts a shop on a loopback port.
func Serve(t testing.TB, a *services.Services) *Shop {
	t.Helper()
	assets, _ := a.Media.(*media.Store)
	api, err := httpapi.New(a, httpapi.Config{Version: "test", Assets: assets, Pages: http.NotFoundHandler(), Preview: http.HandlerFunc(preview), Public: publicapi.New(a, httpcache.New(8<<20))})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(api)
	t.Cleanup(func() { a.Hub.Shutdown(); server.Close() })
	return &Shop{Services: a, API: api, URL: server.URL, contract: contractOf(t, api)}
}

// PreviewPage is what an admin gets at /preview/….
const PreviewPage = "the pages of another moment"

func preview(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, PreviewPage) }

// Visitor is a browser without a session.
func (s *Shop) Visitor(t testing.TB) *Client {
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &Client{t: t, URL: s.URL, HTTP: &http.Client{Jar: jar}, contract: s.contract}
}

// Customer signs up under the name and is signed in.
func (s *Shop) Customer(t testing.TB, name string) *Client {
	t.Helper()
	c := s.Visitor(t)
	c.Must("POST", "/api/users", map[string]string{"username": name, "email": name + "@shop.test", "password": CustomerPassword}, 200)
	return c
}

// Admin is signed in as staff.
func (s *Shop) Admin(t testing.TB) *Client {
	t.Helper()
	if err := s.Services.Admins.Create(t.Context(), AdminEmail, AdminPassword); err != nil {
		t.Fatal(err)
	}
	c := s.Visitor(t)
	c.Must("POST", "/api/session", map[string]string{"email": AdminEmail, "password": AdminPassword}, 200)
	return c
}

// Do sends a request; a string body goes as it is, anything else as JSON.
func (c *Client) Do(method, path string, body any) Response {
	c.t.Helper()
	var reader io.Reader
	switch b := body.(type) {
	case nil:
	case string:
		reader = strings.NewReader(b)
	default:
		text, err := json.Marshal(b)
		if err != nil {
			c.t.Fatal(err)
		}
		reader = bytes.NewReader(text)
	}
	r, err := http.NewRequest(method, c.URL+path, reader)
	if err != nil {
		c.t.Fatal(err)
	}
	if reader != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	return c.Send(r)
}

// Send sends a request as it is.
func (c *Client) Send(r *http.Request) Response {
	c.t.Helper()
	response, err := c.HTTP.Do(r)
	if err != nil {
		c.t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	for _, cookie := range response.Cookies() {
		if cookie.Value != "" {
			sessions.Store(cookie.Value, nil)
		}
	}
	got := Response{Status: response.StatusCode, Header: response.Header, Body: text}
	c.contract.check(c.t, r, got)
	return got
}

var sessions sync.Map

// Sessions are all that any Client of this process was given.
func Sessions() (tokens []string) {
	sessions.Range(func(token, _ any) bool {
		tokens = append(tokens, token.(string))
		return true
	})
	return tokens
}

// Must is Do that fails the test on any other status.
func (c *Client) Must(method, path string, body any, status int) Response {
	c.t.Helper()
	response := c.Do(method, path, body)
	if response.Status != status {
		c.t.Fatalf("%s %s: %d, want %d: %s", method, path, response.Status, status, response.Body)
	}
	return response
}

// Problem decodes the body of a response that is an error.
func (a Response) Problem(t testing.TB) operations.Problem {
	t.Helper()
	return Read[operations.Problem](t, a)
}

// Read decodes a response's JSON.
func Read[T any](t testing.TB, a Response) T {
	t.Helper()
	var value T
	if err := json.Unmarshal(a.Body, &value); err != nil {
		t.Fatalf("%v in %s", err, a.Body)
	}
	return value
}
