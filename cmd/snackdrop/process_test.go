package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

// The test binary is also the program: tests start it as real processes.
func TestMain(m *testing.M) {
	if os.Getenv("SNACKDROP_AS_PROGRAM") == "1" {
		main()
		return
	}
	os.Exit(m.Run())
}

func program(args ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), "SNACKDROP_AS_PROGRAM=1")
	return cmd
}

var address = regexp.MustCompile(`is open: (https?://\S+)`)

// start runs a shop and gives its address. It is told to stop when the test ends, and must do so politely.
func start(t *testing.T, args ...string) (url string, cmd *exec.Cmd) {
	t.Helper()
	cmd = program(append([]string{"serve", "--addr", "127.0.0.1:0"}, args...)...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	cmd.Stderr = &log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		if err := cmd.Wait(); err != nil {
			t.Errorf("the shop did not stop politely: %v\n%s", err, log.String())
		}
	})
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if found := address.FindStringSubmatch(lines.Text()); found != nil {
			go func() { _, _ = io.Copy(io.Discard, out) }()
			return strings.Replace(found[1], "localhost", "127.0.0.1", 1), cmd
		}
	}
	t.Fatalf("the shop did not open:\n%s", log.String())
	return "", nil
}

// stream opens live updates and hands on the kinds of events that come.
func stream(t *testing.T, url string) (<-chan string, io.Closer) {
	t.Helper()
	answer, err := http.Get(url + "/api/events")
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(answer.Body)
	for lines.Scan() && lines.Text() != ": welcome" {
	}
	kinds := make(chan string, 100)
	go func() {
		for lines.Scan() {
			var event struct{ Type string }
			if text, ok := strings.CutPrefix(lines.Text(), "data: "); ok && json.Unmarshal([]byte(text), &event) == nil {
				kinds <- event.Type
			}
		}
	}()
	return kinds, answer.Body
}

func TestTwoInstancesOnOnePostgresTellEachOther(t *testing.T) {
	database := storetest.Empty(t)
	if out, err := func() ([]byte, error) {
		cmd := program("admin", "create", "--email", "a@b.co", "--password-stdin", "--data", t.TempDir(), "--database-url", database)
		cmd.Stdin = strings.NewReader("correct horse battery\n")
		return cmd.CombinedOutput()
	}(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	one, _ := start(t, "--data", t.TempDir(), "--database-url", database)
	two, _ := start(t, "--data", t.TempDir(), "--database-url", database)
	heard, body := stream(t, two)
	defer func() { _ = body.Close() }()

	client := &http.Client{}
	post := func(path, text, cookie string) *http.Response {
		r, err := http.NewRequest("POST", one+path, strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Cookie", cookie)
		answer, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		if answer.StatusCode != 200 {
			t.Fatalf("%s: %s", path, answer.Status)
		}
		return answer
	}
	signedIn := post("/api/session", `{"email":"a@b.co","password":"correct horse battery"}`, "")
	cookie := strings.Split(signedIn.Header.Get("Set-Cookie"), ";")[0]
	deadline := time.After(30 * time.Second)
	for i := 0; ; i++ { // the second instance may not be listening for changes yet
		post("/api/admin/products", fmt.Sprintf(`{"name":"Snack %d","slug":"snack-%d","description":"Crunchy.","price":4.5}`, i, i), cookie)
		select {
		case kind := <-heard:
			if kind != "product" && kind != "resync" {
				t.Fatal(kind)
			}
			answer, err := http.Get(two + "/api/products")
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = answer.Body.Close() }()
			text, err := io.ReadAll(answer.Body)
			if err != nil || !strings.Contains(string(text), fmt.Sprintf(`"Snack %d"`, i)) {
				t.Errorf("the second instance does not see it: %v %s", err, text)
			}
			wantOnPage(t, two, fmt.Sprintf("Snack %d", i), time.Minute) // the page is cached now
			post("/api/admin/products", `{"name":"Late Snack","slug":"late-snack","description":"Crunchy.","price":4.5}`, cookie)
			wantOnPage(t, two, "Late Snack", time.Second)
			return
		case <-time.After(time.Second):
		case <-deadline:
			t.Fatal("the second instance heard nothing")
		}
	}
}

// wantOnPage waits for words on the page of all products.
func wantOnPage(t *testing.T, shop, words string, most time.Duration) {
	t.Helper()
	for end := time.Now().Add(most); ; time.Sleep(10 * time.Millisecond) {
		answer, err := http.Get(shop + "/products")
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(answer.Body)
		_ = answer.Body.Close()
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), words) {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("%s is not on the page after %s", words, most)
		}
	}
}

func TestAThousandOpenStreamsAreCheap(t *testing.T) {
	url, cmd := start(t, "--data", t.TempDir(), "--streams-per-network", "1000") // all come from one address
	before := memory(t, cmd.Process.Pid)
	var all sync.WaitGroup
	var mu sync.Mutex
	var open []io.Closer
	for range 20 {
		all.Go(func() {
			for range 50 {
				answer, err := http.Get(url + "/api/events")
				if err != nil || answer.StatusCode != 200 {
					t.Errorf("%v", err)
					return
				}
				mu.Lock()
				open = append(open, answer.Body)
				mu.Unlock()
			}
		})
	}
	all.Wait()
	defer func() {
		for _, stream := range open {
			_ = stream.Close()
		}
	}()
	if cost := memory(t, cmd.Process.Pid) - before; len(open) == 1000 && cost > limitMB<<20 {
		t.Errorf("a thousand streams cost %d MB", cost>>20)
	} else {
		t.Logf("a thousand streams cost %d MB", cost>>20)
	}
}

func TestTheCacheKeepsTheBoundItWasGiven(t *testing.T) {
	url, _ := start(t, "--data", t.TempDir(), "--cache-mb", "1")
	read := func(path string) string {
		answer, err := http.Get(url + path)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = answer.Body.Close() }()
		text, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	for i := range 700 { // each takes two kilobytes or more
		read(fmt.Sprintf("/api/products?max_price=%d", i))
	}
	found := regexp.MustCompile(`(?m)^snackdrop_http_cache_bytes (\S+)$`).FindStringSubmatch(read("/metrics"))
	if found == nil {
		t.Fatal("the figures do not tell")
	}
	if kept, err := strconv.ParseFloat(found[1], 64); err != nil || kept > 1<<20 || kept < 900<<10 {
		t.Errorf("%s bytes are kept (%v)", found[1], err)
	}
}

// memory is what a process keeps in memory, in bytes.
func memory(t *testing.T, pid int) int64 {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		var kb int64
		if _, err := fmt.Sscanf(line, "VmRSS: %d kB", &kb); err == nil {
			return kb << 10
		}
	}
	t.Fatal("no VmRSS")
	return 0
}
