package media

import (
	"context"
	"errors"
	"io"
	"slices"

	"golang.org/x/sync/semaphore"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// A small file can decode to hundreds of megabytes, and uploads come in
// parallel. So memory is reserved before it is used: for the bytes of a file
// before they are read, and for everything that decoding and scaling needs
// before the decoder starts. All reservations together stay below 200 MB.
const (
	decodeBudget      = 112 << 20 // all pictures that are being decoded
	staffReadBudget   = 40 << 20  // files of the shop's staff while they arrive and wait
	avatarReadBudget  = 16 << 20  // files of customers while they arrive and wait
	avatarDecodeLimit = 48 << 20  // one avatar, and all avatars together
)

// Purpose says what a picture is for, and with that what it may cost.
type Purpose struct {
	decodeLimit int64 // most memory that one picture may take
	widths      []int // of the versions that are made
	read        *semaphore.Weighted
	decode      *semaphore.Weighted // shared by all pictures of the purpose; nil when only decodes counts
	readyFirst  bool                // reserve the whole file before reading: for senders who are not slow on purpose
}

var (
	inspecting = make(chan struct{}, 1) // one file is looked at before decoding at a time
	decodes    = semaphore.NewWeighted(decodeBudget)

	// ForStaff is a picture of a product or of the shop.
	ForStaff = Purpose{decodeLimit: decodeBudget, widths: srcsetWidths, read: semaphore.NewWeighted(staffReadBudget), readyFirst: true}
	// ForAvatar is a customer's picture. Anybody can send one, so avatars have a
	// share of their own and cannot keep the staff waiting for long.
	ForAvatar = Purpose{decodeLimit: avatarDecodeLimit, widths: srcsetWidths[:1], read: semaphore.NewWeighted(avatarReadBudget),
		decode: semaphore.NewWeighted(avatarDecodeLimit)}
)

const readStep = 1 << 20

// readFile reads an upload into memory within the purpose's budget. The caller
// calls release when it needs the bytes no more.
func (p Purpose) readFile(ctx context.Context, r io.Reader) (data []byte, release func(), err error) {
	reserved := int64(0)
	releaseReserved := func() { p.read.Release(reserved) }
	defer func() {
		if err != nil {
			releaseReserved()
		}
	}()
	if p.readyFirst {
		if err := p.read.Acquire(ctx, MaxBytes+readStep); err != nil {
			return nil, nil, err
		}
		reserved = MaxBytes + readStep
	}
	for {
		if int64(len(data)+readStep) > reserved {
			if !p.read.TryAcquire(readStep) {
				return nil, nil, shop.Errorf(shop.Busy, "Many pictures are arriving right now. Please try again in a moment.")
			}
			reserved += readStep
		}
		have := len(data)
		data = slices.Grow(data, readStep)[:have+readStep]
		n, err := 0, error(nil)
		for n < readStep && err == nil {
			var more int
			more, err = r.Read(data[have+n:])
			n += more
		}
		data = data[:have+n]
		switch {
		case len(data) > MaxBytes:
			return nil, nil, shop.Errorf(shop.ImageTooLarge, "The picture is larger than %d MB.", MaxBytes>>20)
		case errors.Is(err, io.EOF):
			return data, releaseReserved, nil
		case ctx.Err() != nil:
			return nil, nil, ctx.Err()
		case err != nil:
			return nil, nil, shop.Errorf(shop.ImageBroken, "The picture did not arrive whole. Please try again.")
		}
	}
}

// inspect calls look, one call at a time: a look copies the file.
func inspect(ctx context.Context, look func() error) error {
	select {
	case inspecting <- struct{}{}:
		defer func() { <-inspecting }()
		return look()
	case <-ctx.Done():
		return ctx.Err()
	}
}

// reserveFor waits until a picture may be decoded, which it checks first.
func (p Purpose) reserveFor(ctx context.Context, f format, data []byte) (release func(), err error) {
	var needed int64
	if err := inspect(ctx, func() (err error) {
		needed, err = f.inspect(data, p)
		return err
	}); err != nil {
		return nil, err
	}
	return p.reserve(ctx, needed)
}

// reserve waits until a picture of this cost may be decoded.
func (p Purpose) reserve(ctx context.Context, cost int64) (release func(), err error) {
	if p.decode != nil {
		if err := p.decode.Acquire(ctx, cost); err != nil {
			return nil, err
		}
	}
	if err := decodes.Acquire(ctx, cost); err != nil {
		if p.decode != nil {
			p.decode.Release(cost)
		}
		return nil, err
	}
	return func() {
		decodes.Release(cost)
		if p.decode != nil {
			p.decode.Release(cost)
		}
	}, nil
}
