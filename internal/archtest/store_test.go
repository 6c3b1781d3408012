package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Only the store talks to a database, in tests and benchmarks too. testkit starts
// database servers and makes databases in them.
func TestOnlyTheStoreImportsDatabaseDrivers(t *testing.T) {
	for _, file := range allGoFiles(t) {
		if within(file.dir, "internal/store") {
			continue
		}
		for _, imported := range file.imports {
			driver := strings.HasPrefix(imported, "github.com/jackc/pgx") || strings.HasPrefix(imported, "modernc.org/sqlite")
			if driver && !within(file.dir, "internal/testkit") || imported == "database/sql" || imported == module+"internal/store/internal/db" {
				t.Errorf("%s imports %s: only the store talks to the database", file.path, imported)
			}
		}
	}
}

// One file of the store knows how the databases report failures. Everything else,
// inside and outside of the store, works with what it makes of them.
func TestDatabaseErrorsAreMappedInOneFile(t *testing.T) {
	const mapping = "internal/store/errors.go"
	names := 0
	for _, file := range goFiles(t) {
		for _, used := range selectors(t, file) {
			switch {
			case used == "sql.ErrNoRows", used == "sql.ErrConnDone", used == "driver.ErrBadConn", used == "pgx.ErrNoRows", used == "sqlite.Error",
				strings.HasPrefix(used, "pgconn."), strings.HasPrefix(used, "sqlite3.SQLITE_"):
				if file.path != mapping && !within(file.dir, "internal/testkit") {
					t.Errorf("%s names %s: say what the failure means with mapError or optional", file.path, used)
				}
				names++
			}
		}
	}
	if names < 10 {
		t.Errorf("%d names of database errors found: the test does not see %s", names, mapping)
	}
}

// milliseconds are the files outside of the store that may use them, with the reason.
var milliseconds = map[string]string{
	"internal/shop/payment.go":    "providers know payments and refunds by keys that have always contained them",
	"internal/shopapi/visits.go":  "browsers count in milliseconds",
	"internal/shopapi/queue.go":   "browsers count in milliseconds",
	"internal/ssr/line.go":        "the page's script counts in milliseconds",
	"internal/httpapi/preview.go": "the address of a preview has its moment in milliseconds",
}

// Times are time.Time outside of the store.
func TestMillisecondsStayInTheStore(t *testing.T) {
	for _, file := range goFiles(t) {
		if within(file.dir, "internal/store") || milliseconds[file.path] != "" {
			continue
		}
		for _, used := range selectors(t, file) {
			if strings.HasSuffix(used, ".UnixMilli") {
				t.Errorf("%s uses UnixMilli: times are time.Time outside of the store", file.path)
			}
		}
	}
}

// Errors are inspected with errors.Is and errors.AsType, or by their code with shop.CodeOf.
func TestErrorsAreInspectedInOneWay(t *testing.T) {
	for _, file := range goFiles(t) {
		if slices.Contains(selectors(t, file), "errors.As") {
			t.Errorf("%s uses errors.As: use errors.AsType or shop.CodeOf", file.path)
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join("..", "..", file.path), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(parsed, func(node ast.Node) bool {
			assertion, ok := node.(*ast.TypeAssertExpr)
			if !ok {
				return true
			}
			// errors.AsType does not take an interface that is not an error, like huma.ErrorDetailer.
			pointer, concrete := assertion.Type.(*ast.StarExpr)
			if !concrete {
				return true
			}
			value, ok := assertion.X.(*ast.Ident)
			if ok && value.Name == "err" || strings.HasSuffix(types.ExprString(pointer), "Error") {
				t.Errorf("%s asserts the type of an error, which misses wrapped errors: use errors.AsType or shop.CodeOf", file.path)
			}
			return true
		})
	}
}

// selectors lists what a file uses of packages and values, as "sql.ErrNoRows" or ".UnixMilli".
func selectors(t *testing.T, file goFile) (list []string) {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join("..", "..", file.path), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(parsed, func(node ast.Node) bool {
		if selector, ok := node.(*ast.SelectorExpr); ok {
			name := ""
			if of, ok := selector.X.(*ast.Ident); ok {
				name = of.Name
			}
			list = append(list, name+"."+selector.Sel.Name)
		}
		return true
	})
	return list
}

// Services.Store is there for commands and tests. Handlers call services.
func TestHandlersDoNotTouchTheStore(t *testing.T) {
	for _, file := range goFiles(t) {
		if !slices.ContainsFunc([]string{"internal/httpapi", "internal/adminapi", "internal/shopapi", "internal/publicapi", "internal/operations", "internal/sitefiles", "internal/ssr"}, func(dir string) bool { return within(file.dir, dir) }) {
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
