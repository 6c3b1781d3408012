// Package bytecode compiles the server's scripts for the JavaScript engine when the
// program is built: compiling takes longer than the whole start of the program, and
// memory that the engine's allocator never releases.
package bytecode

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"runtime/debug"

	"github.com/andybalholm/brotli"
	"modernc.org/libc"
	lib "modernc.org/libquickjs"
)

// Compile gives a script's bytecode, without its source text and line numbers:
// the script is minified and nobody reads them.
func Compile(script string) ([]byte, error) {
	tls := libc.NewTLS()
	defer tls.Close()
	engine := lib.XJS_NewRuntime(tls)
	defer lib.XJS_FreeRuntime(tls, engine)
	lib.XJS_SetMaxStackSize(tls, engine, lib.MaxStackSlots)
	lib.XJS_SetStripInfo(tls, engine, lib.MJS_STRIP_SOURCE|lib.MJS_STRIP_DEBUG)
	ctx := lib.XJS_NewContext(tls, engine)
	defer lib.XJS_FreeContext(tls, ctx)
	text, err := libc.CString(script)
	if err != nil {
		return nil, err
	}
	defer libc.Xfree(tls, text)
	name, err := libc.CString("server.js")
	if err != nil {
		return nil, err
	}
	defer libc.Xfree(tls, name)
	made := lib.XJS_Eval(tls, ctx, text, libc.Tsize_t(len(script)), name, lib.MJS_EVAL_TYPE_GLOBAL|lib.MJS_EVAL_FLAG_COMPILE_ONLY)
	if lib.XJS_HasException(tls, ctx) != 0 {
		return nil, errors.New("the script does not compile")
	}
	defer lib.XFreeValue(tls, ctx, made)
	length := libc.Xcalloc(tls, 1, 8)
	defer libc.Xfree(tls, length)
	code := lib.XJS_WriteObject(tls, ctx, length, made, lib.MJS_WRITE_OBJ_BYTECODE)
	if code == 0 {
		return nil, errors.New("the bytecode cannot be written")
	}
	defer lib.Xjs_free(tls, ctx, code)
	size := binary.NativeEndian.Uint64(libc.GoBytes(length, 8))
	return bytes.Clone(libc.GoBytes(code, int(size))), nil
}

// Pack compresses bytecode, under a line that says for which engine it is.
func Pack(code []byte) []byte {
	var out bytes.Buffer
	out.WriteString(engine() + "\n")
	w := brotli.NewWriterLevel(&out, brotli.BestCompression)
	_, _ = w.Write(code) // a buffer takes everything
	_ = w.Close()
	return out.Bytes()
}

// ErrOtherEngine says that the bytecode was made for another version of the engine.
var ErrOtherEngine = errors.New("the server's scripts are built for another version of the page engine: run make build")

// Unpack reverses Pack. It refuses bytecode of another engine version, whose behaviour would be undefined.
func Unpack(packed []byte) ([]byte, error) {
	made, rest, _ := bytes.Cut(packed, []byte("\n"))
	if here := engine(); here != "" && here != string(made) {
		return nil, ErrOtherEngine
	}
	return io.ReadAll(brotli.NewReader(bytes.NewReader(rest)))
}

// engine is the version that is linked in, and its byte order. It is empty in test
// binaries, which carry no build information.
func engine() string {
	order := "little-endian"
	if binary.NativeEndian.Uint16([]byte{0, 1}) == 1 {
		order = "big-endian"
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range info.Deps {
			if m.Path == "modernc.org/libquickjs" {
				return m.Path + " " + m.Version + " " + order
			}
		}
	}
	return ""
}
