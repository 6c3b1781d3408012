package archtest

import (
	"go/ast"
	"path"
	"strings"
	"testing"
)

const generatedQueries = "internal/store/internal/db"

// A function, variable or constant that no other package uses, tests included, begins with a small letter or is deleted. Left
// out are types and groups in parentheses: other packages use values of a type and of a group without naming each.
func TestExportedNamesAreUsedElsewhere(t *testing.T) {
	exported := map[string]string{} // "internal/shop.Slug" to its file
	used := map[string]bool{}
	for _, file := range allGoFiles(t) {
		parsed := file.syntax
		if within(file.dir, "internal") && file.dir != generatedQueries && !strings.HasSuffix(file.path, "_test.go") {
			for _, decl := range parsed.Decls {
				if name := singleName(decl); ast.IsExported(name) {
					exported[file.dir+"."+name] = file.path
				}
			}
		}
		packages := map[string]string{} // what the file calls a package to its folder
		for _, spec := range parsed.Imports {
			dir := strings.TrimPrefix(strings.Trim(spec.Path.Value, `"`), module)
			packages[path.Base(dir)] = dir
			if spec.Name != nil {
				packages[spec.Name.Name] = dir
			}
		}
		ast.Inspect(parsed, func(node ast.Node) bool {
			if selector, ok := node.(*ast.SelectorExpr); ok {
				if from, ok := selector.X.(*ast.Ident); ok {
					used[packages[from.Name]+"."+selector.Sel.Name] = true
				}
			}
			return true
		})
	}
	for name, file := range exported {
		if !used[name] {
			t.Errorf("%s: no other package uses %s", file, name)
		}
	}
}

// singleName is the name of a function, or of a variable or constant that is declared alone; "" for anything else.
func singleName(decl ast.Decl) string {
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		if decl.Recv == nil {
			return decl.Name.Name
		}
	case *ast.GenDecl:
		if values, ok := decl.Specs[0].(*ast.ValueSpec); ok && !decl.Lparen.IsValid() {
			return values.Names[0].Name
		}
	}
	return ""
}

// A query that the store does not call is deleted, with its SQL.
func TestEveryQueryIsUsed(t *testing.T) {
	queries, used := map[string]bool{}, map[string]bool{}
	for _, file := range goFiles(t) {
		switch {
		case file.dir == generatedQueries:
			parsed := file.syntax
			for _, decl := range parsed.Decls {
				// WithTx is sqlc's own, no query.
				if method, ok := decl.(*ast.FuncDecl); ok && method.Recv != nil && ast.IsExported(method.Name.Name) && method.Name.Name != "WithTx" {
					queries[method.Name.Name] = true
				}
			}
		case within(file.dir, "internal/store"):
			for _, selector := range selectors(t, file) {
				used[path.Ext(selector)] = true
			}
		}
	}
	if len(queries) < 100 {
		t.Fatalf("%d queries found: the test does not see them", len(queries))
	}
	for query := range queries {
		if !used["."+query] {
			t.Errorf("internal/store/queries: nothing calls %s", query)
		}
	}
}
