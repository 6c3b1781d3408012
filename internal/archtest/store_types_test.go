package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"testing"
)

// storeTypes are the names of the store that services may have in what they export, with the reason.
var storeTypes = map[string]string{
	"Store":       "constructors get it",
	"Tx":          "helpers of one transaction get it",
	"Reader":      "helpers read with it, inside of a transaction or outside",
	"Buyer":       "an argument of reads of the store, which services below orders make",
	"BoughtUnits": "what such a read returns, among services",
	"NewOrder":    "an argument of a write of the store, among services",
	"DropCount":   "the store gives it to the receiver of counts",
	"ErrAway":     "handlers know it under another name",
}

// What a service returns and handlers show is a domain type of package shop: the store's own types stay between services and the store.
func TestServicesExportNoTypeOfTheStore(t *testing.T) {
	used := map[string]bool{}
	for _, file := range goFiles(t) {
		if !within(file.dir, "internal") || within(file.dir, "internal/store") {
			continue
		}
		parsed := file.syntax
		for _, name := range exportedOfStore(parsed) {
			used[name] = true
			if storeTypes[name] == "" {
				t.Errorf("%s exports store.%s: make it a type of package shop", file.path, name)
			}
		}
	}
	for name := range storeTypes {
		if !used[name] {
			t.Errorf("store.%s is listed and no service exports it", name)
		}
	}
}

// exportedOfStore lists the names of package store in what a file exports: in signatures, fields, aliases and values.
func exportedOfStore(file *ast.File) (list []string) {
	look := func(node ast.Node) {
		ast.Inspect(node, func(node ast.Node) bool {
			if selector, ok := node.(*ast.SelectorExpr); ok && nameOf(selector.X) == "store" {
				list = append(list, selector.Sel.Name)
			}
			return true
		})
	}
	for _, decl := range file.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			if decl.Name.IsExported() {
				look(decl.Type)
			}
		case *ast.GenDecl:
			for _, spec := range decl.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					if spec.Name.IsExported() {
						lookAtType(spec.Type, look)
					}
				case *ast.ValueSpec:
					if ast.IsExported(spec.Names[0].Name) {
						look(spec)
					}
				}
			}
		}
	}
	return list
}

// lookAtType leaves out the fields of a struct that begin with a small letter.
func lookAtType(x ast.Expr, look func(ast.Node)) {
	structure, ok := x.(*ast.StructType)
	if !ok {
		look(x)
		return
	}
	for _, field := range structure.Fields.List {
		if len(field.Names) == 0 || ast.IsExported(field.Names[0].Name) {
			look(field.Type)
		}
	}
}

func TestAPlantedTypeOfTheStoreIsFound(t *testing.T) {
	for text, want := range map[string]bool{
		"type Row = store.Row":                       true,
		"type Page struct{ Rows []*store.Row }":      true,
		"type Page struct{ store.Row }":              true,
		"func Rows() (map[int64]store.Row, error)":   true,
		"func (s *Service) Save(row store.Row)":      true,
		"type Reads interface{ Rows() []store.Row }": true,
		"var Empty = store.Row{}":                    true,
		"type page struct{ Rows []store.Row }":       false,
		"type Page struct{ rows []store.Row }":       false,
		"func rows() []store.Row":                    false,
		"func Rows() { _ = store.Row{} }":            false,
	} {
		parsed, err := parser.ParseFile(token.NewFileSet(), "planted.go", "package planted\n"+text, 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := exportedOfStore(parsed); (len(got) > 0) != want {
			t.Errorf("%s: found %v, want %t", text, got, want)
		}
	}
}
