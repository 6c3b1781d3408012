package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/snackdrop/snackdrop/internal/store/bigshop"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
	"github.com/snackdrop/snackdrop/internal/testkit"
)

const testPassphrase = "correct horse battery"

// A shop in SQLite is saved into a bucket, comes back in PostgreSQL with its pictures in another bucket, is saved
// from there and comes back in a folder: move compares nothing here, the digests within the backups do.
func TestABackupIsTheSameForBothDatabases(t *testing.T) {
	data, database, bucket, pictures := t.TempDir(), storetest.Empty(t), testkit.S3(t), testkit.S3(t)
	if err := bigshop.Fill(t.Context(), filepath.Join(data, "snackdrop.db"), bigshop.Size{Products: 50, Orders: 300}, func(string) {}); err != nil {
		t.Fatal(err)
	}
	must := func(in string, args ...string) string {
		t.Helper()
		out, err := say(t, in, args...)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	must("correct horse battery\n", "admin", "create", "--email", "a@b.co", "--password-stdin", "--data", data)
	picture := filepath.Join("site-assets", "product-images", "x.webp")
	if err := os.MkdirAll(filepath.Dir(filepath.Join(data, picture)), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(data, picture), []byte("crunch"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("SNACKDROP_BACKUP_PASSPHRASE", testPassphrase)
	object := strings.Replace(bucket, "?", "/shops/one.backup?", 1)
	must("", "backup", object, "--data", data)

	second := t.TempDir()
	must("", "restore", object, "--data", second, "--database-url", database, "--assets-url", pictures)
	if _, err := say(t, "", "restore", object, "--data", second, "--database-url", database, "--assets-url", pictures); err == nil || !strings.Contains(err.Error(), "holds a shop already") {
		t.Errorf("restored twice: %v", err)
	}
	t.Setenv("SNACKDROP_BACKUP_PASSPHRASE", "")
	file := filepath.Join(t.TempDir(), "shop.backup")
	must("", "backup", file, "--data", second, "--database-url", database, "--assets-url", pictures)
	third := t.TempDir()
	must("", "restore", file, "--data", third)
	if out := must("", "admin", "list", "--data", third); out != "a@b.co\n" {
		t.Error(out)
	}
	if text, err := os.ReadFile(filepath.Join(third, picture)); err != nil || string(text) != "crunch" {
		t.Errorf("%q, %v", text, err)
	}
	was, _ := os.ReadFile(filepath.Join(data, "secret.key"))
	if is, err := os.ReadFile(filepath.Join(third, "secret.key")); err != nil || !bytes.Equal(was, is) {
		t.Errorf("the shop's key: %v", err)
	}
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	cut, empty := filepath.Join(t.TempDir(), "cut"), t.TempDir()
	if err := os.WriteFile(cut, whole[:len(whole)-200], 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := say(t, "", "restore", cut, "--data", empty); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("a backup without its end: %v", err)
	}
	if fileExists(filepath.Join(empty, "snackdrop.db")) {
		t.Error("half a shop is left")
	}
}

func TestABackupOfTheFirstFormatComesBack(t *testing.T) {
	data, again := t.TempDir(), t.TempDir()
	if _, err := say(t, "correct horse battery\n", "admin", "create", "--email", "a@b.co", "--password-stdin", "--data", data); err != nil {
		t.Fatal(err)
	}
	var old bytes.Buffer
	zip := gzip.NewWriter(&old)
	archive := tar.NewWriter(zip)
	for _, name := range []string{"snackdrop.db", "secret.key"} {
		text, err := os.ReadFile(filepath.Join(data, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := archive.WriteHeader(&tar.Header{Name: name, Mode: 0o600, Size: int64(len(text))}); err != nil {
			t.Fatal(err)
		}
		if _, err := archive.Write(text); err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	if err := zip.Close(); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "old.backup")
	if err := os.WriteFile(file, old.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := say(t, "", "restore", file, "--data", again); err != nil {
		t.Fatal(err)
	}
	if out, err := say(t, "", "admin", "list", "--data", again); err != nil || out != "a@b.co\n" {
		t.Errorf("%q, %v", out, err)
	}
}

func TestBackupAndRestoreWithAPassphrase(t *testing.T) {
	data, file, again := t.TempDir(), filepath.Join(t.TempDir(), "shop.backup"), t.TempDir()
	if _, err := say(t, "correct horse battery\n", "admin", "create", "--email", "a@b.co", "--password-stdin", "--data", data); err != nil {
		t.Fatal(err)
	}
	t.Setenv("SNACKDROP_BACKUP_PASSPHRASE", testPassphrase)
	if _, err := say(t, "", "backup", file, "--data", data); err != nil {
		t.Fatal(err)
	}
	for _, wrong := range []string{"", "another passphrase"} {
		t.Setenv("SNACKDROP_BACKUP_PASSPHRASE", wrong)
		if _, err := say(t, "", "restore", file, "--data", t.TempDir()); err == nil || !strings.Contains(err.Error(), "passphrase") && !strings.Contains(err.Error(), "PASSPHRASE") {
			t.Errorf("with %q: %v", wrong, err)
		}
	}
	t.Setenv("SNACKDROP_BACKUP_PASSPHRASE", testPassphrase)
	if _, err := say(t, "", "restore", file, "--data", again); err != nil {
		t.Fatal(err)
	}
	if out, err := say(t, "", "admin", "list", "--data", again); err != nil || out != "a@b.co\n" {
		t.Errorf("%q, %v", out, err)
	}
}
