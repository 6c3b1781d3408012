// Package answers keeps finished HTTP answers, already compressed, so that what
// was computed once is sent many times. It knows nothing of the shop: a key and
// a version go in, and nothing kept under an older version comes out.
package answers

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
)

// Answer is one finished answer.
type Answer struct {
	status int
	fields []field
	plain  body // without bytes when there are compressed forms: whoever wants it plain gets it unpacked
	br     *body
	gzip   *body
	size   int64
}

// field is a header's line. The values are shared by every answer sent.
type field struct {
	name   string
	values []string
}

type body struct {
	bytes  []byte
	coding []string // nil: plain
	etag   []string
	length []string
}

var vary = []string{"Accept-Encoding"}

// smallest is the size from which compression pays.
const smallest = 512

// packer is what compressing takes. It is some megabytes, so it is used again.
type packer struct {
	brotli   *brotli.Writer
	gzip     *gzip.Writer
	br, zips bytes.Buffer
}

// windowBits is how far back brotli looks; farther is memory for nothing.
const windowBits = 18

func newPackers(brotliLevel, gzipLevel int) *sync.Pool {
	return &sync.Pool{New: func() any {
		zip, _ := gzip.NewWriterLevel(io.Discard, gzipLevel)
		return &packer{brotli: brotli.NewWriterOptions(io.Discard, brotli.WriterOptions{Quality: brotliLevel, LGWin: windowBits}), gzip: zip}
	}}
}

var usual, quick = newPackers(5, 6), newPackers(1, 1)

// pack leaves the compressed forms in br and zips.
func (p *packer) pack(plain []byte) {
	p.br.Reset()
	p.brotli.Reset(&p.br)
	_, _ = p.brotli.Write(plain) // a buffer takes everything
	_ = p.brotli.Close()
	p.zips.Reset()
	p.gzip.Reset(&p.zips)
	_, _ = p.gzip.Write(plain)
	_ = p.gzip.Close()
}

// New compresses a body and remembers the headers to send with it.
func New(status int, header http.Header, plain []byte) *Answer {
	return pack(status, header, plain, usual)
}

// Quick is New for an answer that somebody waits for and that is soon replaced.
func Quick(status int, header http.Header, plain []byte) *Answer {
	return pack(status, header, plain, quick)
}

// firstFlight is what a new connection carries before it waits for the other end: ten packets, less the headers.
const firstFlight = 13_600

// Dense is New for an answer that nobody waits for: one that would miss the first flight is pressed harder, at ten
// times the cost.
func Dense(status int, header http.Header, plain []byte) *Answer {
	a := New(status, header, plain)
	if a.br == nil || len(a.br.bytes) <= firstFlight {
		return a
	}
	var pressed bytes.Buffer
	w := brotli.NewWriterOptions(&pressed, brotli.WriterOptions{Quality: 10, LGWin: windowBits})
	_, _ = w.Write(plain)
	_ = w.Close()
	a.size -= int64(len(a.br.bytes) - pressed.Len())
	br := newBody(a.br.coding, strings.Trim(a.br.etag[0], `"`), pressed.Bytes())
	a.br = &br
	return a
}

func pack(status int, header http.Header, plain []byte, packers *sync.Pool) *Answer {
	a := &Answer{status: status, fields: []field{{"Vary", vary}}}
	for name, values := range header {
		a.fields = append(a.fields, field{name, values})
	}
	sum := sha256.Sum256(plain)
	tag := base64.RawURLEncoding.EncodeToString(sum[:12])
	a.plain = newBody(nil, tag, plain)
	if len(plain) < smallest {
		a.size = int64(len(plain))
		return a
	}
	p := packers.Get().(*packer)
	defer packers.Put(p)
	p.pack(plain)
	brotlied, gzipped := newBody([]string{"br"}, tag+"-br", p.br.Bytes()), newBody([]string{"gzip"}, tag+"-gz", p.zips.Bytes())
	a.br, a.gzip, a.plain.bytes = &brotlied, &gzipped, nil
	a.size = int64(p.br.Len() + p.zips.Len())
	return a
}

func newBody(coding []string, tag string, text []byte) body {
	return body{bytes.Clone(text), coding, []string{`"` + tag + `"`}, []string{strconv.Itoa(len(text))}}
}

// Status is the answer's HTTP status.
func (a *Answer) Status() int { return a.status }

// ServeHTTP sends the smallest form the client understands, or 304 when it has it.
func (a *Answer) ServeHTTP(w http.ResponseWriter, r *http.Request) { a.Send(w, r) }

// Send is ServeHTTP, and says with which status it answered.
func (a *Answer) Send(w http.ResponseWriter, r *http.Request) (status int) {
	b := a.form(r.Header)
	h := w.Header()
	for _, f := range a.fields {
		h[f.name] = f.values
	}
	h["Etag"] = b.etag
	if a.status == http.StatusOK && matches(first(r.Header, "If-None-Match"), b.etag[0]) {
		w.WriteHeader(http.StatusNotModified)
		return http.StatusNotModified
	}
	if b.coding != nil {
		h["Content-Encoding"] = b.coding
	}
	h["Content-Length"] = b.length
	w.WriteHeader(a.status)
	switch {
	case r.Method == http.MethodHead:
	case b == &a.plain && a.gzip != nil:
		a.unpack(w)
	default:
		_, _ = w.Write(b.bytes)
	}
	return a.status
}

func (a *Answer) form(asked http.Header) *body {
	if a.br == nil {
		return &a.plain
	}
	accepted := first(asked, "Accept-Encoding")
	switch {
	case Accepts(accepted, "br"):
		return a.br
	case Accepts(accepted, "gzip"):
		return a.gzip
	}
	return &a.plain
}

// unpack is for the rare client that takes nothing compressed.
func (a *Answer) unpack(w io.Writer) {
	if plain, err := gzip.NewReader(bytes.NewReader(a.gzip.bytes)); err == nil {
		_, _ = io.Copy(w, plain) // a client that goes away is nobody's error
	}
}

// first is Header.Get for a name in its canonical form.
func first(h http.Header, name string) string {
	if values := h[name]; len(values) > 0 {
		return values[0]
	}
	return ""
}

func matches(given, tag string) bool {
	return given != "" && (given == "*" || strings.Contains(given, tag))
}

// Accepts reads Accept-Encoding well enough: a coding is meant unless it has q=0.
func Accepts(header, name string) bool {
	for part := range strings.SplitSeq(header, ",") {
		word, rest, _ := strings.Cut(strings.TrimSpace(part), ";")
		if strings.EqualFold(strings.TrimSpace(word), name) {
			q := strings.ReplaceAll(rest, " ", "")
			return q != "q=0" && q != "q=0.0" && q != "q=0.00" && q != "q=0.000"
		}
	}
	return false
}

type plainKey struct{}

// Plain marks a request of the program to itself: its answer is not compressed first.
func Plain(ctx context.Context) context.Context { return context.WithValue(ctx, plainKey{}, true) }

// WantsPlain says whether a request is so marked.
func WantsPlain(ctx context.Context) bool { return ctx.Value(plainKey{}) != nil }
