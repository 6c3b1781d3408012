package archtest

import (
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
				imported == module+"internal/store/db" {
				t.Errorf("%s imports %s: only the store talks to the database", file.path, imported)
			}
		}
	}
}
