package main

import (
	"bufio"
	"bytes"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/bigshop"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
	"github.com/snackdrop/snackdrop/internal/testkit"
)

// shopToMove is a data folder with many rows, a picture and an admin who is signed in.
func shopToMove(t *testing.T, orders int) (data, cookie string) {
	t.Helper()
	data = t.TempDir()
	if err := bigshop.Fill(t.Context(), filepath.Join(data, "snackdrop.db"), bigshop.Size{Products: 50, Orders: orders}, func(string) {}); err != nil {
		t.Fatal(err)
	}
	if _, err := say(t, "correct horse battery\n", "admin", "create", "--email", "a@b.co", "--password-stdin", "--data", data); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"one.webp", "two.webp"} {
		file := filepath.Join(data, "site-assets", "product-images", name)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte("crunch "+name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	url, cmd := startOnce(t, "--data", data)
	answer, err := http.Post(url+"/api/session", "application/json", strings.NewReader(`{"email":"a@b.co","password":"correct horse battery"}`))
	if err != nil || answer.StatusCode != 200 {
		t.Fatalf("%v %v", answer, err)
	}
	_ = answer.Body.Close()
	cookie = strings.Split(answer.Header.Get("Set-Cookie"), ";")[0]
	r, err := http.NewRequest("PUT", url+"/api/admin/settings", strings.NewReader(`{"settings":{"stripe_secret_key":"`+movedSecret+`"}}`))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Cookie", cookie)
	if answer, err := http.DefaultClient.Do(r); err != nil || answer.StatusCode != http.StatusNoContent {
		t.Fatalf("%v %v", answer, err)
	}
	if out, err := program("move", "--data", data, "--to", t.TempDir()).CombinedOutput(); err == nil || !strings.Contains(string(out), "stop it first") {
		t.Errorf("a shop that is served was moved: %v %s", err, out)
	}
	cmd()
	return data, cookie
}

// movedSecret is in the settings of the shop, sealed with its key.
const movedSecret = "sk_test_moved"

// keptSecret is the secret in the settings of a database, opened with the key of a data folder.
func keptSecret(t *testing.T, data, database string) (secret string, keys *secrets.Keys) {
	t.Helper()
	key, err := secrets.KeyFile(filepath.Join(data, "secret.key"))
	must(t, err)
	keys, err = secrets.New(key)
	must(t, err)
	s, err := store.Open(t.Context(), database)
	must(t, err)
	defer func() { must(t, s.Close()) }() // a shop that somebody uses is not moved
	a, err := services.New(t.Context(), services.Config{Store: s, Keys: keys, PublicURL: "http://shop.test"})
	must(t, err)
	set, err := a.Settings.Get(t.Context())
	must(t, err)
	return set.Payments.StripeSecretKey, keys
}

// startOnce starts a shop that is stopped before the test ends.
func startOnce(t *testing.T, args ...string) (url string, stop func()) {
	t.Helper()
	url, cmd := start(t, args...)
	return url, func() {
		_ = cmd.Process.Signal(os.Interrupt)
		for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
			if _, err := http.Get(url + "/readyz"); err != nil && exited(cmd.Process.Pid) {
				return
			}
		}
		t.Fatal("the shop does not stop")
	}
}

// exited says whether a process ended; nobody has waited for it yet, so it may still be listed.
func exited(pid int) bool {
	stat, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	return err != nil || bytes.Contains(stat, []byte(") Z "))
}

func TestAShopMovesToPostgresAndS3AndBack(t *testing.T) {
	data, cookie := shopToMove(t, 1_000)
	database, bucket := storetest.Empty(t), testkit.S3(t)
	moving := []string{"move", "--data", data, "--to", database, "--assets-url", bucket}

	first := program(moving...)
	printed, err := first.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := first.Start(); err != nil {
		t.Fatal(err)
	}
	begun := false
	for lines := bufio.NewScanner(printed); !begun && lines.Scan(); {
		begun = strings.HasPrefix(lines.Text(), "copying orders:")
	}
	if !begun {
		t.Fatal("nothing was copied")
	}
	// In the middle of the rows, without notice.
	_ = first.Process.Kill()
	_ = first.Wait()
	if out, err := program("serve", "--addr", "127.0.0.1:0", "--data", data, "--database-url", database).CombinedOutput(); err == nil || !strings.Contains(string(out), "not filled to the end") {
		t.Errorf("half a shop is served: %v %s", err, out)
	}
	out, err := program(moving...).CombinedOutput()
	if err != nil || !strings.Contains(string(out), "going on from there") || !strings.Contains(string(out), "and 2 pictures") {
		t.Fatalf("%v %s", err, out)
	}
	if out, err := program(moving...).CombinedOutput(); err == nil || !strings.Contains(string(out), "holds a shop already") {
		t.Errorf("moved twice: %v %s", err, out)
	}
	secret, keys := keptSecret(t, data, database)
	if secret != movedSecret {
		t.Errorf("the secret in the settings is %q", secret)
	}
	mailed := "?key=" + keys.LinkKey("order ORD-007") // as in the email about the order
	signedIn := func(args ...string) (orders string) {
		t.Helper()
		url, stop := startOnce(t, args...)
		defer stop()
		r, err := http.NewRequest("GET", url+"/api/admin/orders?limit=100", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Cookie", cookie)
		answer, err := http.DefaultClient.Do(r)
		if err != nil || answer.StatusCode != 200 {
			t.Fatalf("the session is lost: %v %v", answer, err)
		}
		defer func() { _ = answer.Body.Close() }()
		text, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		if link, err := http.Get(url + "/api/orders/ORD-007" + mailed); err != nil || link.StatusCode != 200 {
			t.Errorf("the link of an email is lost: %v %v", link, err)
		}
		picture, err := http.Get(url + "/site-assets/product-images/two.webp")
		if err != nil || picture.StatusCode != 200 {
			t.Errorf("the picture is lost: %v %v", picture, err)
		}
		return string(text)
	}
	there := signedIn("--data", data, "--database-url", database, "--assets-url", bucket)

	// Home again, into a folder that has the key alone, as a machine has that only served the shop.
	back := t.TempDir()
	home := []string{"move", "--data", back, "--database-url", database, "--from-assets-url", bucket, "--to", "sqlite"}
	if out, err := program(home...).CombinedOutput(); err == nil || !strings.Contains(string(out), "secret key") {
		t.Errorf("moved without the key of the shop: %v %s", err, out)
	}
	key, err := os.ReadFile(filepath.Join(data, "secret.key"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(back, "secret.key"), key, 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := program(home...).CombinedOutput(); err != nil || !strings.Contains(string(out), "copied and compared") || !strings.Contains(string(out), "and 2 pictures") {
		t.Fatalf("%v %s", err, out)
	}
	if out, err := program(home...).CombinedOutput(); err == nil || !strings.Contains(string(out), "holds a shop already") {
		t.Errorf("moved home twice: %v %s", err, out)
	}
	if secret, _ := keptSecret(t, back, filepath.Join(back, "snackdrop.db")); secret != movedSecret {
		t.Errorf("at home the secret in the settings is %q", secret)
	}
	if here := signedIn("--data", back); here != there {
		t.Errorf("the orders differ:\n%.300s\n%.300s", there, here)
	}
	was, _ := os.ReadFile(filepath.Join(data, "secret.key"))
	if is, err := os.ReadFile(filepath.Join(back, "secret.key")); err != nil || !bytes.Equal(was, is) {
		t.Errorf("the shop's key: %v", err)
	}
}
