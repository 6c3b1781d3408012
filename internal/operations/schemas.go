package operations

import (
	"encoding"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

const schemaPrefix = "#/components/schemas/"

// lazySchemas computes the schema of a struct when it is first needed: that of a request to check one, that of a response for
// the document. Most starts of the program need few of them.
type lazySchemas struct {
	name    func(t reflect.Type, hint string) string
	known   sync.Map // *huma.Schema by reference: what requests are checked with, many at once
	mu      sync.Mutex
	all     huma.Registry          // guarded by mu
	pending map[string]namedSchema // by reference, guarded by mu
}

// namedSchema is a type whose schema is not computed yet.
type namedSchema struct {
	of   reflect.Type
	hint string
}

func newLazySchemas(name func(t reflect.Type, hint string) string) *lazySchemas {
	return &lazySchemas{name: name, all: huma.NewMapRegistry(schemaPrefix, name), pending: map[string]namedSchema{}}
}

// Schema gives a reference to the schema of a struct, and the schema of any other type.
func (s *lazySchemas) Schema(t reflect.Type, allowRef bool, hint string) *huma.Schema {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !allowRef || !hasReference(elem(t)) {
		return s.all.Schema(t, allowRef, hint)
	}
	ref := schemaPrefix + s.name(t, hint)
	if other, ok := s.pending[ref]; ok && elem(other.of) != elem(t) {
		panic(fmt.Sprintf("two types have the schema %s: %s and %s", ref, other.of, t))
	}
	s.pending[ref] = namedSchema{t, hint}
	return &huma.Schema{Ref: ref}
}

// elem is what a pointer points to, and any other type itself.
func elem(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t
}

var (
	schemaProvider  = reflect.TypeFor[huma.SchemaProvider]()
	textUnmarshaler = reflect.TypeFor[encoding.TextUnmarshaler]()
)

// hasReference is Huma's rule for which types are referred to by name in the document.
func hasReference(t reflect.Type) bool {
	if t.Kind() != reflect.Struct || t == reflect.TypeFor[time.Time]() {
		return false
	}
	pointer := reflect.PointerTo(t)
	return !pointer.Implements(schemaProvider) && !pointer.Implements(textUnmarshaler)
}

// SchemaFromRef gives the schema that a reference names, nil if there is none.
func (s *lazySchemas) SchemaFromRef(ref string) *huma.Schema {
	if known, ok := s.known.Load(ref); ok {
		return known.(*huma.Schema)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.compute(ref)
	schema := s.all.SchemaFromRef(ref)
	if schema != nil {
		s.known.Store(ref, schema)
	}
	return schema
}

func (s *lazySchemas) compute(ref string) {
	if due, ok := s.pending[ref]; ok {
		s.all.Schema(due.of, true, due.hint)
		delete(s.pending, ref)
	}
}

// TypeFromRef gives the type that a reference names.
func (s *lazySchemas) TypeFromRef(ref string) reflect.Type {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.compute(ref)
	return s.all.TypeFromRef(ref)
}

// Map gives all schemas by name.
func (s *lazySchemas) Map() map[string]*huma.Schema {
	s.mu.Lock()
	defer s.mu.Unlock()
	for ref := range s.pending {
		s.compute(ref)
	}
	return maps.Clone(s.all.Map())
}

// MarshalJSON writes all schemas.
func (s *lazySchemas) MarshalJSON() ([]byte, error) { return json.Marshal(s.Map()) }

// RegisterTypeAlias makes alias stand for t.
func (s *lazySchemas) RegisterTypeAlias(t, alias reflect.Type) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all.RegisterTypeAlias(t, alias)
}
