package archtest

import (
	"go/ast"
	"testing"
)

// A package that is read in one sitting has about fifteen files, a type about forty methods.
const (
	maxFiles   = 17
	maxMethods = 42
)

// manyFiles are packages that have more files than that, with the reason.
var manyFiles = map[string]string{
	"internal/shop":              "pure types and rules, a file for each subject; none needs another's state",
	"internal/store":             "all SQL, a file for each subject; its types hold nothing but the connection",
	"internal/store/internal/db": "generated",
	"bench":                      "a file for each measurement",
}

// manyMethods are types that have more methods than that, with the reason.
var manyMethods = map[string]string{"internal/store/internal/db.Queries": "generated: a method for each query"}

func TestPackagesAndTypesStaySmall(t *testing.T) {
	files, methods := map[string]int{}, map[string]int{}
	for _, file := range goFiles(t) {
		files[file.dir]++
		parsed := file.syntax
		for _, decl := range parsed.Decls {
			if method, ok := decl.(*ast.FuncDecl); ok && method.Recv != nil {
				methods[file.dir+"."+receiver(method.Recv.List[0].Type)]++
			}
		}
	}
	for dir, n := range files {
		if reason := manyFiles[dir]; (n > maxFiles) != (reason != "") {
			t.Errorf("%s has %d files, %d are allowed: split it where it has a seam, or keep manyFiles true", dir, n, maxFiles)
		}
	}
	for name, n := range methods {
		if reason := manyMethods[name]; (n > maxMethods) != (reason != "") {
			t.Errorf("%s has %d methods, %d are allowed: split it by what it does, or keep manyMethods true", name, n, maxMethods)
		}
	}
}

// receiver is the name of a method's type.
func receiver(expr ast.Expr) string {
	switch x := expr.(type) {
	case *ast.StarExpr:
		return receiver(x.X)
	case *ast.IndexExpr:
		return receiver(x.X)
	case *ast.IndexListExpr:
		return receiver(x.X)
	case *ast.Ident:
		return x.Name
	}
	return ""
}
