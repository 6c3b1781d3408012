package httpcache

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
)

// minCompressed is the body size from which compression pays.
const minCompressed = 512

// windowBits is brotli's window. A larger one costs memory and gains nothing on bodies of this size.
const windowBits = 18

// firstFlight is what a new connection carries before it waits for an acknowledgement: ten packets, less the headers.
const firstFlight = 13_600

// compressor holds the writers and buffers of both encodings. They take some megabytes, so they are pooled.
type compressor struct {
	brotli       *brotli.Writer
	gzip         *gzip.Writer
	brBuf, gzBuf bytes.Buffer
}

func newCompressors(brotliLevel, gzipLevel int) *sync.Pool {
	return &sync.Pool{New: func() any {
		zip, _ := gzip.NewWriterLevel(io.Discard, gzipLevel)
		return &compressor{brotli: brotli.NewWriterOptions(io.Discard, brotli.WriterOptions{Quality: brotliLevel, LGWin: windowBits}), gzip: zip}
	}}
}

var defaultCompressors, fastCompressors = newCompressors(5, 6), newCompressors(1, 1)

// compress leaves the compressed bodies in brBuf and gzBuf.
func (c *compressor) compress(plain []byte) {
	c.brBuf.Reset()
	c.brotli.Reset(&c.brBuf)
	_, _ = c.brotli.Write(plain) // writing to a buffer does not fail
	_ = c.brotli.Close()
	c.zip(plain)
}

// zip leaves the body compressed with gzip in gzBuf.
func (c *compressor) zip(plain []byte) {
	c.gzBuf.Reset()
	c.gzip.Reset(&c.gzBuf)
	_, _ = c.gzip.Write(plain)
	_ = c.gzip.Close()
}

// Compress makes an entry of a response, compressed at the default level.
func Compress(status int, header http.Header, plain []byte) *Entry {
	return compress(status, header, plain, defaultCompressors)
}

// Gzip compresses a body that is no entry: a built file, which exists in Brotli already.
func Gzip(plain []byte) []byte {
	c := defaultCompressors.Get().(*compressor)
	defer defaultCompressors.Put(c)
	c.zip(plain)
	return bytes.Clone(c.gzBuf.Bytes())
}

// Uncompressed makes an entry of a response that does not get smaller, such as a picture.
func Uncompressed(status int, header http.Header, plain []byte) *Entry {
	e, _ := newEntry(status, header, plain)
	e.header = slices.DeleteFunc(e.header, func(f headerField) bool { return f.name == "Vary" })
	return e
}

// CompressFast is for a response that somebody waits for and that is soon replaced.
func CompressFast(status int, header http.Header, plain []byte) *Entry {
	return compress(status, header, plain, fastCompressors)
}

// CompressBest is for a response that nobody waits for. A body that would not fit into the first flight is compressed
// harder, at ten times the cost.
func CompressBest(status int, header http.Header, plain []byte) *Entry {
	e := Compress(status, header, plain)
	if e.br == nil || len(e.br.bytes) <= firstFlight {
		return e
	}
	var best bytes.Buffer
	w := brotli.NewWriterOptions(&best, brotli.WriterOptions{Quality: 10, LGWin: windowBits})
	_, _ = w.Write(plain)
	_ = w.Close()
	e.size -= int64(len(e.br.bytes) - best.Len())
	br := newBody(e.br.encoding, strings.Trim(e.br.etag[0], `"`), best.Bytes())
	e.br = &br
	return e
}

func compress(status int, header http.Header, plain []byte, pool *sync.Pool) *Entry {
	e, tag := newEntry(status, header, plain)
	if len(plain) < minCompressed {
		return e
	}
	c := pool.Get().(*compressor)
	defer pool.Put(c)
	c.compress(plain)
	br, gz := newBody([]string{"br"}, tag+"-br", c.brBuf.Bytes()), newBody([]string{"gzip"}, tag+"-gz", c.gzBuf.Bytes())
	e.br, e.gzip, e.plain.bytes = &br, &gz, nil
	e.size = int64(c.brBuf.Len() + c.gzBuf.Len())
	return e
}
