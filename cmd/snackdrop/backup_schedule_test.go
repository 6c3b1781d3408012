package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A served shop backs itself up at once, again when staff press the button, and comes back from what that made.
func TestAServedShopSavesItselfAndComesBack(t *testing.T) {
	data, backups := t.TempDir(), filepath.Join(t.TempDir(), "backups")
	if _, err := say(t, "correct horse battery\n", "admin", "create", "--email", "a@b.co", "--password-stdin", "--data", data); err != nil {
		t.Fatal(err)
	}
	url, stop := startOnce(t, "--data", data, "--backup-to", backups)
	var cookie string
	call := func(method, path, body string, into any) {
		t.Helper()
		r, err := http.NewRequest(method, url+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Cookie", cookie)
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = answer.Body.Close() }()
		text, err := io.ReadAll(answer.Body)
		if err != nil || answer.StatusCode >= 300 {
			t.Fatalf("%s %s: %s, %v: %s", method, path, answer.Status, err, text)
		}
		if set := answer.Header.Get("Set-Cookie"); cookie == "" {
			cookie, _, _ = strings.Cut(set, ";")
		}
		if into != nil {
			if err := json.Unmarshal(text, into); err != nil {
				t.Fatal(err)
			}
		}
	}
	type made struct {
		ID   int64
		Name string
	}
	wait := func(id int64) (last made) {
		t.Helper()
		for deadline := time.Now().Add(2 * time.Minute); ; time.Sleep(50 * time.Millisecond) {
			var status struct{ Last, Running *made }
			if call("GET", "/api/admin/backups", "", &status); status.Last != nil && status.Running == nil && status.Last.ID >= id {
				return *status.Last
			}
			if time.Now().After(deadline) {
				t.Fatal("no backup was made")
			}
		}
	}
	call("POST", "/api/session", `{"email":"a@b.co","password":"correct horse battery"}`, nil)
	wait(1)
	call("PUT", "/api/admin/settings", `{"settings":{"backup_encryption":"yes"}}`, nil)
	var asked made
	call("POST", "/api/admin/backups", "", &asked)
	file := filepath.Join(backups, wait(asked.ID).Name)
	stop()

	again := t.TempDir()
	if _, err := say(t, "", "restore", file, "--data", again); err == nil || !strings.Contains(err.Error(), "shop's key") {
		t.Errorf("restored without the shop's key: %v", err)
	}
	key, err := os.ReadFile(filepath.Join(data, "secret.key"))
	if err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(file); err != nil || bytes.Contains(text, bytes.TrimSpace(key)) {
		t.Errorf("the key is in the file, or: %v", err)
	}
	if err := os.WriteFile(filepath.Join(again, "secret.key"), key, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := say(t, "", "restore", file, "--data", again); err != nil {
		t.Fatal(err)
	}
	if out, err := say(t, "", "admin", "list", "--data", again); err != nil || out != "a@b.co\n" {
		t.Errorf("%q, %v", out, err)
	}
}
