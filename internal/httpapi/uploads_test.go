package httpapi_test

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/snackdrop/snackdrop/internal/httpapi/apitest"
	"github.com/snackdrop/snackdrop/internal/media"
)

// The temporary folder is the whole process's, so this test runs alone.
func TestNoUploadLeavesAFileBehind(t *testing.T) {
	shop := apitest.New(t)
	casey := shop.Customer(t, "casey")
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	large := make([]byte, media.MaxBytes)
	statuses := map[int]int{}
	var mu sync.Mutex
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for range 6 {
				answer := casey.Send(avatarRequest(t, casey, large))
				mu.Lock()
				statuses[answer.Status]++
				mu.Unlock()
			}
		})
	}
	group.Wait()
	if statuses[http.StatusTooManyRequests] != 4 {
		t.Errorf("statuses %v, want 4 of 429: one account may send 20 an hour", statuses)
	}
	putAvatar(t, shop.Customer(t, "robin"), face(t), 200)
	abortUpload(t, shop.Customer(t, "sam"))
	left, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil || len(left) != 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	if entries, err := os.ReadDir(folder); err != nil || len(entries) != 0 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
}

// abortUpload sends half of a picture and leaves.
func abortUpload(t *testing.T, c *apitest.Client) {
	t.Helper()
	conn, r := openUpload(t, c, 5<<20)
	if _, err := fmt.Fprint(conn, "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"me.png\"\r\n\r\n", strings.Repeat("x", 1<<20)); err != nil {
		t.Fatal(err)
	}
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.CloseWrite() // the server sees the end of the request, and answers
	}
	answer, err := http.ReadResponse(bufio.NewReader(conn), r)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	if answer.StatusCode >= 500 && answer.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("half a picture: %d", answer.StatusCode)
	}
}

// openUpload sends the head of an upload as the client and gives its connection.
func openUpload(t *testing.T, c *apitest.Client, length int, headers ...string) (net.Conn, *http.Request) {
	t.Helper()
	r, err := http.NewRequest("PUT", c.URL+"/api/account/avatar", nil)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := net.Dial("tcp", r.URL.Host)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	var cookies []string
	for _, cookie := range c.HTTP.Jar.Cookies(r.URL) {
		cookies = append(cookies, cookie.Name+"="+cookie.Value)
	}
	head := append([]string{"PUT /api/account/avatar HTTP/1.1", "Host: " + r.URL.Host, "Cookie: " + strings.Join(cookies, "; "),
		"Content-Type: multipart/form-data; boundary=b", fmt.Sprintf("Content-Length: %d", length)}, headers...)
	if _, err := fmt.Fprint(conn, strings.Join(head, "\r\n"), "\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	return conn, r
}

func TestWhoMayNotUploadIsToldBeforeTheFileIsSent(t *testing.T) {
	shop := apitest.New(t)
	conn, r := openUpload(t, shop.Visitor(t), media.MaxBytes)
	answer, err := http.ReadResponse(bufio.NewReader(conn), r)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	if answer.StatusCode != http.StatusUnauthorized {
		t.Errorf("%d", answer.StatusCode)
	}
}

func TestAnUploadWithoutAFileIsRefused(t *testing.T) {
	shop := apitest.New(t)
	casey := shop.Customer(t, "casey")
	for _, c := range []struct{ kind, body string }{
		{"multipart/form-data; boundary=b", "--b\r\nContent-Disposition: form-data; name=\"note\"\r\n\r\nhello\r\n--b--\r\n"},
		{"multipart/form-data; boundary=b", "nothing like a form"},
		{"multipart/form-data", "x"}, {"application/json", "{}"}, {"", "x"},
	} {
		r, err := http.NewRequest("PUT", casey.URL+"/api/account/avatar", strings.NewReader(c.body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", c.kind)
		answer := casey.Send(r)
		if p := answer.Problem(t); answer.Status != 422 || len(p.Errors) != 1 || p.Errors[0].Field != "file" {
			t.Errorf("%s %q: %d %+v", c.kind, c.body, answer.Status, p)
		}
	}
}
