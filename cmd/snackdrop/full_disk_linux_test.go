package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"io/fs"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// startOnSmallDisk runs a shop on a copy of a data folder. The copy is a file system of its own, in memory, with so many
// megabytes, and gone when the shop ends. It gives the copy as this process sees it.
func startOnSmallDisk(t *testing.T, source string, megabytes int, args ...string) (url, folder string) {
	t.Helper()
	data := t.TempDir()
	plain := program(append([]string{"serve", "--addr", "127.0.0.1:0", "--data", data}, args...)...)
	// A mount namespace needs no root: in its user namespace the shop's user is root.
	cmd := exec.Command("unshare", append([]string{"--user", "--map-root-user", "--mount", "sh", "-c",
		fmt.Sprintf(`mount -t tmpfs -o size=%dm shop "$0" && cp -r "$SOURCE/." "$0" && exec "$@"`, megabytes), data}, plain.Args...)...)
	cmd.Env = append(plain.Env, "SOURCE="+source)
	out, err := cmd.StdoutPipe()
	must(t, err)
	var log bytes.Buffer
	cmd.Stderr = &log
	must(t, cmd.Start())
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		if err := cmd.Wait(); err != nil {
			t.Errorf("the shop did not stop politely: %v\n%s", err, log.String())
		}
	})
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if found := address.FindStringSubmatch(lines.Text()); found != nil {
			go func() { _, _ = io.Copy(io.Discard, out) }()
			return strings.Replace(found[1], "localhost", "127.0.0.1", 1), fmt.Sprintf("/proc/%d/root%s", cmd.Process.Pid, data)
		}
	}
	t.Fatalf("the shop did not open:\n%s", log.String())
	return "", ""
}

// fill writes a file until the disk is full.
func fill(t *testing.T, file string) {
	t.Helper()
	f, err := os.Create(file)
	must(t, err)
	defer func() { _ = f.Close() }()
	for size := 1 << 20; size > 0; {
		if _, err := f.Write(make([]byte, size)); errors.Is(err, syscall.ENOSPC) {
			size /= 2
		} else {
			must(t, err)
		}
	}
}

func TestAFullDiskLosesNothing(t *testing.T) {
	data := t.TempDir()
	_, kill := openDemo(t, data)
	kill()
	uncounted(t, filepath.Join(data, "snackdrop.db"))
	url, folder := startOnSmallDisk(t, data, 96, "--trust-proxy")
	v := newVisitors(t, url)
	ctx := t.Context()
	cookie := signUp(t, url)
	for range 3 {
		v.order(ctx)
	}
	v.do(ctx, http.MethodGet, "/", "", 1, answerWithin)
	before := files(t, folder)

	filler := filepath.Join(folder, "filler")
	fill(t, filler)
	answer, _ := v.do(ctx, http.MethodGet, "/readyz", "", 1, readyWhether)
	if answer == nil || answer.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("/readyz on a full disk: %v", answer)
	}
	if status, text := upload(t, url, cookie); status != http.StatusServiceUnavailable {
		t.Errorf("an upload on a full disk: %d %s", status, text)
	}
	// SQLite writes into what its log has already taken of the disk; then it cannot either.
	refused := false
	for n := 0; n < 2_000 && !refused; n++ {
		full, stop := context.WithTimeout(ctx, 200*time.Millisecond)
		count := v.acknowledged()
		v.order(full) // tries again until the time is over
		stop()
		refused = v.acknowledged() == count
	}
	if !refused || v.statuses[http.StatusServiceUnavailable] == 0 {
		t.Errorf("no order was refused on a full disk: %v", v.statuses)
	}
	if home, _ := v.do(ctx, http.MethodGet, "/", "", 1, answerWithin); home == nil || home.StatusCode != http.StatusOK {
		t.Errorf("the home page on a full disk: %v", home)
	}
	must(t, os.Remove(filler))

	v.waitFor("the shop is not ready when there is room again", func() bool {
		answer, _ := v.do(ctx, http.MethodGet, "/readyz", "", 1, readyWhether)
		return answer != nil && answer.StatusCode == http.StatusOK
	})
	v.waitForOrder(ctx)
	for _, name := range files(t, folder) {
		if !slices.Contains(before, name) {
			t.Errorf("the upload left %s", name)
		}
	}
	if status, text := upload(t, url, cookie); status != http.StatusOK {
		t.Errorf("an upload when there is room again: %d %s", status, text)
	}
	used := map[string]bool{}
	for key, got := range v.numbers {
		if used[got.Order.Number] {
			t.Errorf("%s was given twice", got.Order.Number)
		}
		used[got.Order.Number] = true
		if answer, text := v.do(ctx, http.MethodGet, "/api/orders/"+got.Order.Number+"?key="+got.Key, "", 1, answerWithin); answer == nil || answer.StatusCode != 200 {
			t.Errorf("%s: %s was acknowledged and is not there: %s", key, got.Order.Number, text)
		}
	}
	t.Logf("full disk: %d orders acknowledged, responses by status %v, the slowest after %s", len(v.numbers), v.statuses, v.slowest.Round(10*time.Millisecond))
}

// waitForOrder places an order, however often it has to be tried.
func (v *visitors) waitForOrder(ctx context.Context) {
	v.t.Helper()
	ctx, stop := context.WithTimeout(ctx, 30*time.Second)
	defer stop()
	count := v.acknowledged()
	v.order(ctx)
	if v.acknowledged() == count {
		v.t.Error("no order is taken when there is room again")
	}
}

// files lists the pictures, and what an upload may have left beside them.
func files(t *testing.T, folder string) (names []string) {
	t.Helper()
	must(t, filepath.WalkDir(filepath.Join(folder, "site-assets"), func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			names = append(names, path)
		}
		return err
	}))
	return names
}

func signUp(t *testing.T, url string) (cookie string) {
	t.Helper()
	answer, err := http.Post(url+"/api/users", "application/json", strings.NewReader(`{"username":"casey","email":"casey@example.com","password":"correct horse battery"}`))
	must(t, err)
	_ = answer.Body.Close()
	return strings.Split(answer.Header.Get("Set-Cookie"), ";")[0]
}

// upload sends a new avatar.
func upload(t *testing.T, url, cookie string) (status int, text string) {
	t.Helper()
	picture := image.NewRGBA(image.Rect(0, 0, 400, 400)) // of noise, which takes room
	for i := range picture.Pix {
		picture.Pix[i] = byte(rand.Uint32())
	}
	picture.Set(0, 0, color.Black)
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	file, err := form.CreateFormFile("file", "me.png")
	must(t, err)
	must(t, png.Encode(file, picture))
	must(t, form.Close())
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPut, url+"/api/account/avatar", &body)
	must(t, err)
	request.Header.Set("Content-Type", form.FormDataContentType())
	request.Header.Set("Cookie", cookie)
	answer, err := http.DefaultClient.Do(request)
	must(t, err)
	defer func() { _ = answer.Body.Close() }()
	words, err := io.ReadAll(answer.Body)
	must(t, err)
	return answer.StatusCode, string(words)
}
