package backup_test

import (
	"archive/tar"
	"compress/gzip"
	"os"
	"path/filepath"
	"testing"

	"github.com/snackdrop/snackdrop/internal/backup"
	"github.com/snackdrop/snackdrop/internal/media"
)

// restore puts a backup under the key of the tests into a new SQLite file.
func restore(t *testing.T, file string) string {
	t.Helper()
	data := t.TempDir()
	pictures, err := media.Open(t.Context(), data)
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	plain, err := backup.Decrypt(f, backup.Secrets{Key: testKey})
	if err != nil {
		t.Fatal(err)
	}
	zip, err := gzip.NewReader(plain)
	if err != nil {
		t.Fatal(err)
	}
	archive := tar.NewReader(zip)
	if _, err := archive.Next(); err != nil {
		t.Fatal(err)
	}
	database := filepath.Join(data, "snackdrop.db")
	if err := backup.Read(t.Context(), archive, backup.Shop{Database: database, Pictures: pictures}, func(string) error { return nil }); err != nil {
		t.Fatal(err)
	}
	return database
}
