package archtest

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// program has the types of the program. Packages of others are empty in it: what is made of their types is unknown, which
// needs neither their sources nor much time.
type program struct {
	files    map[string][]*ast.File // by package path
	fset     *token.FileSet
	packages map[string]*types.Package
	info     types.Info
}

func newProgram() *program {
	return &program{files: map[string][]*ast.File{}, fset: token.NewFileSet(), packages: map[string]*types.Package{},
		info: types.Info{Selections: map[*ast.SelectorExpr]*types.Selection{}}}
}

// add adds a file with its text, or the one that is stored when that is nil.
func (p *program) add(t *testing.T, dir, name string, text any) {
	t.Helper()
	parsed, err := parser.ParseFile(p.fset, name, text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	p.files[module+dir] = append(p.files[module+dir], parsed)
}

// Import is types.Importer.
func (p *program) Import(name string) (*types.Package, error) {
	if known := p.packages[name]; known != nil {
		return known, nil
	}
	if files := p.files[name]; len(files) > 0 {
		config := types.Config{Importer: p, Error: func(error) {}}
		p.packages[name], _ = config.Check(name, p.fset, files, &p.info)
	} else {
		p.packages[name] = types.NewPackage(name, path.Base(name))
		p.packages[name].MarkComplete()
	}
	return p.packages[name], nil
}

// noServices are structs with state that only their package sees and no services all the same, with the reason.
var noServices = map[string]string{"httpcache.Entry": "a response, which whoever makes it completes before it is put into the cache"}

// services are the structs with state that only their package sees, by those of their fields that others see. A struct whose fields are all
// exported is a value: a domain type, or the configuration of a service.
func (p *program) services() map[*types.Var]string {
	fields := map[*types.Var]string{}
	for name := range p.files {
		pkg, _ := p.Import(name)
		for _, name := range pkg.Scope().Names() {
			declared, ok := pkg.Scope().Lookup(name).(*types.TypeName)
			if !ok {
				continue
			}
			structure, ok := declared.Type().Underlying().(*types.Struct)
			if !ok {
				continue
			}
			all := slices.Collect(structure.Fields())
			if !slices.ContainsFunc(all, func(field *types.Var) bool { return !field.Exported() }) {
				continue
			}
			for _, field := range all {
				if field.Exported() {
					fields[field] = pkg.Name() + "." + name
				}
			}
		}
	}
	return fields
}

type setField struct {
	at               token.Position
	structure, field string
}

// setElsewhere lists where a package sets a field of a service of another package, or a part of one.
func (p *program) setElsewhere() (list []setField) {
	fields := p.services()
	for name, files := range p.files {
		pkg, _ := p.Import(name)
		for _, file := range files {
			ast.Inspect(file, func(node ast.Node) bool {
				assigned, ok := node.(*ast.AssignStmt)
				if !ok {
					return true
				}
				for _, to := range assigned.Lhs {
					for _, field := range p.fieldsIn(to) {
						if structure := fields[field.Origin()]; structure != "" && field.Pkg() != pkg {
							list = append(list, setField{p.fset.Position(node.Pos()), structure, field.Name()})
						}
					}
				}
				return true
			})
		}
	}
	return list
}

// fieldsIn are the fields through which an expression leads to what it names: a, b and c of x.a.b[i].c, embedded ones too.
func (p *program) fieldsIn(x ast.Expr) (fields []*types.Var) {
	switch x := x.(type) {
	case *ast.IndexExpr:
		return p.fieldsIn(x.X)
	case *ast.StarExpr:
		return p.fieldsIn(x.X)
	case *ast.SelectorExpr:
		fields = p.fieldsIn(x.X)
		selection := p.info.Selections[x]
		if selection == nil || selection.Kind() != types.FieldVal {
			return fields
		}
		of := selection.Recv()
		for _, i := range selection.Index() {
			if pointer, ok := of.Underlying().(*types.Pointer); ok {
				of = pointer.Elem()
			}
			field := of.Underlying().(*types.Struct).Field(i)
			fields, of = append(fields, field), field.Type()
		}
	}
	return fields
}

// A service gets what it needs in its constructor. A field that others set later is nil until then, and hides that two services
// need each other: what both need becomes a type of its own that is made before them.
func TestNobodySetsFieldsOfAServiceOfAnotherPackage(t *testing.T) {
	p := newProgram()
	for _, file := range goFiles(t) {
		dir, name := filepath.Split(filepath.Join("../..", file.path))
		if fits, err := build.Default.MatchFile(dir, name); err != nil || !fits {
			continue
		}
		p.add(t, file.dir, dir+name, nil)
	}
	used := map[string]bool{}
	for _, set := range p.setElsewhere() {
		if used[set.structure] = true; noServices[set.structure] == "" {
			t.Errorf("%s sets %s.%s: make it an argument of the constructor", set.at, set.structure, set.field)
		}
	}
	for name := range noServices {
		if !used[name] {
			t.Errorf("%s is listed and nobody sets its fields", name)
		}
	}
	if n := len(p.services()); n < 10 {
		t.Errorf("%d exported fields of services found: the test does not see them", n)
	}
}

func TestAPlantedFieldThatIsSetLaterIsFound(t *testing.T) {
	for text, want := range map[string]bool{
		"s.Next = nil":                 true,
		"s.Tasks[1] = nil":             true,
		"h.s.Next = nil":               true,
		"h.Next = nil":                 true,
		"a, s.Next = 1, nil":           true,
		"s.Config.Now = 1":             true,
		"s.Now = 1":                    true,
		"var c outbox.Config; c.Now=1": false,
		"h.a = 1":                      false,
		"a = s.Next":                   false,
	} {
		p := newProgram()
		p.add(t, "internal/outbox", "outbox.go", `package outbox
			type Config struct{ Now int }
			type Service struct { Config; Next any; Tasks map[int]any; state int }`)
		p.add(t, "internal/planted", "planted.go", `package planted
			import "github.com/snackdrop/snackdrop/internal/outbox"
			type holder struct{ *outbox.Service; s *outbox.Service; a int }
			func f(s *outbox.Service, h holder, a any) { `+text+` }`)
		if got := p.setElsewhere(); (len(got) > 0) != want {
			t.Errorf("%s: found %v, want %t", text, got, want)
		}
	}
}

// setters are methods that give a value something after its constructor all the same, with the reason.
var setters = map[string]string{
	"internal/store.Store.OnCommit":    "the store is open before there are services; services.New makes the receiver and names it at once",
	"internal/store.Store.OnDropCount": "the same",
	"internal/store.Store.OnStatement": "tests read the statements of a store with it",
}

// A method Set… or On… that returns nothing is a field that others set, under another name.
func TestNoServiceIsGivenSomethingAfterItsConstructor(t *testing.T) {
	used := map[string]bool{}
	for _, file := range goFiles(t) {
		parsed := file.syntax
		for _, name := range settersIn(parsed) {
			name = file.dir + "." + name
			if used[name] = true; setters[name] == "" {
				t.Errorf("%s: make what %s sets an argument of the constructor", file.path, name)
			}
		}
	}
	for name := range setters {
		if !used[name] {
			t.Errorf("%s is listed and does not exist", name)
		}
	}
}

// settersIn lists the methods Set… and On… of a file that return nothing.
func settersIn(file *ast.File) (list []string) {
	for _, decl := range file.Decls {
		if method, ok := decl.(*ast.FuncDecl); ok && method.Recv != nil && method.Type.Results == nil && setterName.MatchString(method.Name.Name) {
			list = append(list, receiver(method.Recv.List[0].Type)+"."+method.Name.Name)
		}
	}
	return list
}

var setterName = regexp.MustCompile(`^(Set|On)[A-Z]`)

func TestAPlantedSetterIsFound(t *testing.T) {
	for text, want := range map[string]bool{
		"func (s *Service) SetLimits(n int) { s.n = n }": true,
		"func (s Service) OnCommit(f func()) {}":         true,
		"func (s *Service) SetUp(n int) error":           false,
		"func (s *Service) Once(n int)":                  false,
		"func (s *Service) Settle(n int)":                false,
		"func SetLimits(n int)":                          false,
	} {
		parsed, err := parser.ParseFile(token.NewFileSet(), "planted.go", "package planted\n"+text, 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := settersIn(parsed); (len(got) > 0) != want {
			t.Errorf("%s: found %v, want %t", text, got, want)
		}
	}
}

// Handlers take the services that they call: what keeps all of them could call any.
func TestNoHandlerKeepsAllServices(t *testing.T) {
	for _, file := range goFiles(t) {
		if !slices.ContainsFunc(handlers, func(dir string) bool { return within(file.dir, dir) }) {
			continue
		}
		parsed := file.syntax
		ast.Inspect(parsed, func(node ast.Node) bool {
			if structure, ok := node.(*ast.StructType); ok {
				for _, field := range structure.Fields.List {
					if strings.HasSuffix(types.ExprString(field.Type), "services.Services") {
						t.Errorf("%s keeps all services: keep those that are called", file.path)
					}
				}
			}
			return true
		})
	}
}

// makesServices is the file whose functions make the services of a shop, field by field of services.Services.
const makesServices = "../../internal/services/new.go"

// A service that is named before it is made is nil, or is called later by something that seemed not to need it.
func TestServicesAreMadeBeforeTheyAreNamed(t *testing.T) {
	parsed, err := parser.ParseFile(token.NewFileSet(), makesServices, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	made, early := wiring(parsed)
	for _, name := range early {
		t.Errorf("internal/services/new.go names s.%s before it makes it", name)
	}
	if len(made) < 30 {
		t.Errorf("%d services are made: the test does not see them", len(made))
	}
}

// wiring lists the fields of s that New and the methods of s that it calls set, and those that they name before.
func wiring(file *ast.File) (made map[string]bool, early []string) {
	made = map[string]bool{}
	functions := map[string]*ast.FuncDecl{}
	for _, decl := range file.Decls {
		if function, ok := decl.(*ast.FuncDecl); ok {
			functions[function.Name.Name] = function
		}
	}
	var named []string // in the order of the program
	var look func(node ast.Node) bool
	look = func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.AssignStmt: // what is on the right comes first
			for _, value := range node.Rhs {
				ast.Inspect(value, look)
			}
			for _, to := range node.Lhs {
				if name := fieldOfS(to); name != "" {
					made[name] = true
				}
			}
			return false
		case *ast.CompositeLit:
			if name, ok := node.Type.(*ast.Ident); ok && name.Name == "Services" {
				for _, element := range node.Elts {
					made[nameOf(element.(*ast.KeyValueExpr).Key)] = true
				}
			}
		case *ast.CallExpr:
			if function := functions[fieldOfS(node.Fun)]; function != nil {
				ast.Inspect(function.Body, look)
			}
		case *ast.SelectorExpr:
			if name := fieldOfS(node); name != "" && !made[name] {
				named = append(named, name)
			}
		}
		return true
	}
	ast.Inspect(functions["New"].Body, look)
	for _, name := range named {
		if made[name] { // else it is a method
			early = append(early, name)
		}
	}
	return made, early
}

// fieldOfS is x of s.x.
func fieldOfS(x ast.Expr) string {
	if selector, ok := x.(*ast.SelectorExpr); ok {
		if of, ok := selector.X.(*ast.Ident); ok && of.Name == "s" {
			return selector.Sel.Name
		}
	}
	return ""
}

func TestAPlantedServiceThatIsNamedTooEarlyIsFound(t *testing.T) {
	for text, want := range map[string]bool{
		"s.A = a.New(); s.B = b.New(s.A)":                          false,
		"s.B = b.New(s.A); s.A = a.New()":                          true,
		"s.B = b.New(func() { s.A.Count() }); s.A = a.New()":       true,
		"s.A = a.New(); s.B = b.New(func() { s.A.Count() })":       false,
		"s.A = a.New(s.now); s.B = b.New(s.Clock)":                 false,
		"s.makeB(); s.A = a.New()":                                 true,
		"s.A = a.New(); s.makeB()":                                 false,
		"var err error; if s.A, err = a.New(s.A); err != nil { }":  true,
		"s.B = b.New(b.Config{A: s.A}); if true { s.A = a.New() }": true,
	} {
		parsed, err := parser.ParseFile(token.NewFileSet(), "planted.go", `package planted
			func New() { s := &Services{Clock: 1}; `+text+` }
			func (s *Services) makeB() { s.B = b.New(s.A) }`, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		if _, early := wiring(parsed); (len(early) > 0) != want {
			t.Errorf("%s: found %v, want %t", text, early, want)
		}
	}
}
