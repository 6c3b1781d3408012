// Package answers keeps finished HTTP answers, already compressed, so that what
// was computed once is sent many times. It knows nothing of the shop: a key and
// a version go in, and nothing kept under an older version comes out.
package answers

import (
	"bytes"
	"compress/gzip"
	"container/list"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/andybalholm/brotli"
)

// Answer is one finished answer.
type Answer struct {
	status int
	header http.Header
	bodies map[string]body // by content coding; "" is the plain one
	size   int64
}

type body struct {
	bytes  []byte
	etag   []string
	length []string
}

var (
	vary   = []string{"Accept-Encoding"}
	coding = map[string][]string{"br": {"br"}, "gzip": {"gzip"}}
)

// smallest is the size from which compression pays.
const smallest = 512

// New compresses a body and remembers the headers to send with it.
func New(status int, header http.Header, plain []byte) *Answer {
	a := &Answer{status: status, header: header, bodies: map[string]body{}}
	sum := sha256.Sum256(plain)
	tag := base64.RawURLEncoding.EncodeToString(sum[:12])
	a.add("", tag, plain)
	if len(plain) >= smallest {
		var br, gz bytes.Buffer
		b := brotli.NewWriterLevel(&br, 5)
		_, _ = b.Write(plain) // a buffer takes everything
		_ = b.Close()
		a.add("br", tag+"-br", br.Bytes())
		g, _ := gzip.NewWriterLevel(&gz, 6)
		_, _ = g.Write(plain)
		_ = g.Close()
		a.add("gzip", tag+"-gz", gz.Bytes())
	}
	return a
}

func (a *Answer) add(coding, tag string, text []byte) {
	a.bodies[coding] = body{bytes.Clone(text), []string{`"` + tag + `"`}, []string{strconv.Itoa(len(text))}}
	a.size += int64(len(text))
}

// Status is the answer's HTTP status.
func (a *Answer) Status() int { return a.status }

// ServeHTTP sends the smallest form the client understands, or 304 when it has it.
func (a *Answer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	accepted := r.Header.Get("Accept-Encoding")
	name := ""
	if accepts(accepted, "br") {
		name = "br"
	} else if accepts(accepted, "gzip") {
		name = "gzip"
	}
	b, ok := a.bodies[name]
	if !ok {
		name, b = "", a.bodies[""]
	}
	h := w.Header()
	for key, values := range a.header {
		h[key] = values
	}
	h["Vary"], h["Etag"] = vary, b.etag
	if a.status == http.StatusOK && matches(r.Header.Get("If-None-Match"), b.etag[0]) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	if name != "" {
		h["Content-Encoding"] = coding[name]
	}
	h["Content-Length"] = b.length
	w.WriteHeader(a.status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(b.bytes)
	}
}

func matches(given, tag string) bool {
	return given != "" && (given == "*" || strings.Contains(given, tag))
}

// accepts reads Accept-Encoding well enough: a coding is meant unless it has q=0.
func accepts(header, name string) bool {
	for part := range strings.SplitSeq(header, ",") {
		word, rest, _ := strings.Cut(strings.TrimSpace(part), ";")
		if strings.EqualFold(strings.TrimSpace(word), name) {
			q := strings.ReplaceAll(rest, " ", "")
			return q != "q=0" && q != "q=0.0" && q != "q=0.00" && q != "q=0.000"
		}
	}
	return false
}

// Kept is an answer with what it was made under.
type Kept struct {
	*Answer
	Version int64
	Tick    int64 // how far the volatile things had moved
	At      time.Time
	Final   bool // false: good enough to send until a better one replaces it
}

// Cache keeps answers up to a number of bytes, the least recently used go first.
type Cache struct {
	mu    sync.Mutex
	most  int64
	size  int64
	order *list.List
	byKey map[string]*list.Element
}

type entry struct {
	key  string
	kept Kept
}

// overhead is what an entry costs beside its bodies.
const overhead = 1024

// NewCache keeps at most the given number of bytes.
func NewCache(most int64) *Cache {
	return &Cache{most: most, order: list.New(), byKey: map[string]*list.Element{}}
}

// Get finds what is kept under the key and version.
func (c *Cache) Get(key string, version int64) (Kept, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	found, ok := c.byKey[key]
	if !ok {
		return Kept{}, false
	}
	e := found.Value.(*entry)
	if e.kept.Version != version {
		if e.kept.Version < version {
			c.drop(found)
		}
		return Kept{}, false
	}
	c.order.MoveToFront(found)
	return e.kept, true
}

// Put keeps an answer, unless a newer one is there.
func (c *Cache) Put(key string, kept Kept) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if found, ok := c.byKey[key]; ok {
		if found.Value.(*entry).kept.Version > kept.Version {
			return
		}
		c.drop(found)
	}
	if kept.size+overhead > c.most {
		return
	}
	c.byKey[key] = c.order.PushFront(&entry{key, kept})
	c.size += kept.size + overhead
	for c.size > c.most {
		c.drop(c.order.Back())
	}
}

func (c *Cache) drop(found *list.Element) {
	e := c.order.Remove(found).(*entry)
	delete(c.byKey, e.key)
	c.size -= e.kept.size + overhead
}

// Size says how many answers are kept and how many bytes they take.
func (c *Cache) Size() (count int, bytes int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.byKey), c.size
}
