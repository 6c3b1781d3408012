package media_test

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"io"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/media"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// blankPNG is a small file that decodes to a black picture of any size.
func blankPNG(width, height int, depth byte) []byte {
	chunk := func(kind string, body []byte) []byte {
		out := binary.BigEndian.AppendUint32(nil, uint32(len(body)))
		out = append(append(out, kind...), body...)
		return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[4:]))
	}
	header := binary.BigEndian.AppendUint32(nil, uint32(width))
	header = append(binary.BigEndian.AppendUint32(header, uint32(height)), depth, 6, 0, 0, 0)
	var pixels bytes.Buffer
	z := zlib.NewWriter(&pixels)
	row := make([]byte, 1+width*4*int(depth)/8)
	for range height {
		_, _ = z.Write(row) // a bytes.Buffer takes everything
	}
	_ = z.Close()
	out := append([]byte("\x89PNG\r\n\x1a\n"), chunk("IHDR", header)...)
	out = append(out, chunk("IDAT", pixels.Bytes())...)
	return append(out, chunk("IEND", nil)...)
}

// bombPNG is small as a file and takes 392 MB in memory. Making it takes seconds.
var bombPNG = sync.OnceValue(func() []byte { return blankPNG(7000, 7000, 16) })

// peakHeap calls work and says how much memory objects took at most meanwhile.
func peakHeap(work func()) uint64 {
	done, stopped := make(chan struct{}), make(chan uint64)
	go func() {
		sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
		peak := uint64(0)
		tick := time.NewTicker(2 * time.Millisecond)
		defer tick.Stop()
		for {
			metrics.Read(sample)
			peak = max(peak, sample[0].Value.Uint64())
			select {
			case <-done:
				stopped <- peak
				return
			case <-tick.C:
			}
		}
	}()
	work()
	close(done)
	return <-stopped
}

func TestDecodesTogetherStayBelow200MB(t *testing.T) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(96 << 20)) // as the program does
	bomb, deep, plain := bombPNG(), blankPNG(3200, 3200, 16), blankPNG(3000, 3000, 8)
	if len(bomb) > 512<<10 {
		t.Fatalf("the sample has %d bytes: it has to be small to prove anything", len(bomb))
	}
	peak := peakHeap(func() {
		var group sync.WaitGroup
		process := func(data []byte, purpose media.Purpose, want shop.Code) {
			group.Go(func() {
				if _, err := media.Process(t.Context(), bytes.NewReader(data), "x.png", purpose); shop.CodeOf(err) != want {
					t.Errorf("%v, want code %q", err, want)
				}
			})
		}
		for range 2 {
			process(bomb, media.ForStaff, shop.ImageTooLarge)
			process(bomb, media.ForAvatar, shop.ImageTooLarge)
		}
		for range 2 {
			process(deep, media.ForStaff, "")
			process(deep, media.ForAvatar, shop.ImageTooLarge)
		}
		process(plain, media.ForAvatar, "")
		process(plain, media.ForStaff, "")
		group.Wait()
	})
	if peak > 200<<20 {
		t.Errorf("the pictures took %d MB at once", peak>>20)
	}
}

func TestTheRefusalSaysHowLargeAPictureMayBe(t *testing.T) {
	_, err := process(bombPNG(), "x.png")
	if shop.CodeOf(err) != shop.ImageTooLarge || !strings.Contains(err.Error(), "49.0 megapixels") {
		t.Errorf("%v", err)
	}
}

// A file that arrives slowly must not keep others from uploading, nor fill the memory.
func TestAvatarsThatArriveTogetherAreBounded(t *testing.T) {
	var open []*io.PipeWriter
	refused := make(chan error, 30)
	for range 30 {
		r, w := io.Pipe()
		open = append(open, w)
		go func() {
			_, err := media.Process(t.Context(), r, "x.png", media.ForAvatar)
			_ = r.CloseWithError(io.ErrClosedPipe)
			refused <- err
		}()
	}
	for range 30 - 16 {
		if err := <-refused; shop.CodeOf(err) != shop.Busy {
			t.Errorf("%v, want code %q", err, shop.Busy)
		}
	}
	for _, w := range open {
		_ = w.Close()
	}
	for range 16 {
		if err := <-refused; shop.CodeOf(err) != shop.ImageType {
			t.Errorf("%v, want code %q", err, shop.ImageType)
		}
	}
}

func TestFormatsThatPeopleOftenHaveAreRefusedByName(t *testing.T) {
	for name, data := range map[string]string{
		"HEIC": "\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic",
		"SVG":  "<?xml version=\"1.0\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\"/>",
	} {
		_, err := process([]byte(data), "x.jpg")
		if shop.CodeOf(err) != shop.ImageType || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
