package archtest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Only the store talks to a database. Test servers and benchmarks, which compare
// with plain SQL, may too.
func TestOnlyTheStoreImportsDatabaseDrivers(t *testing.T) {
	for _, file := range goFiles(t) {
		if within(file.dir, "internal/store") || within(file.dir, "internal/testkit") || within(file.dir, "bench") {
			continue
		}
		for _, imported := range file.imports {
			if imported == "database/sql" || strings.HasPrefix(imported, "github.com/jackc/pgx") || strings.HasPrefix(imported, "modernc.org/sqlite") ||
				imported == module+"internal/store/internal/db" {
				t.Errorf("%s imports %s: only the store talks to the database", file.path, imported)
			}
		}
	}
}

// Services.Store is there for commands and tests. Handlers call services.
func TestHandlersDoNotTouchTheStore(t *testing.T) {
	for _, file := range goFiles(t) {
		if !within(file.dir, "internal/httpapi") && !within(file.dir, "internal/ssr") {
			continue
		}
		text, err := os.ReadFile(filepath.Join("..", "..", file.path))
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "services.Store") {
			t.Errorf("%s uses services.Store: handlers call services", file.path)
		}
	}
}
