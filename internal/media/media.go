// Package media is where pictures come in, are kept and go out: it checks an
// upload by decoding it, makes the smaller versions for srcset, keeps them in a
// folder or an S3 bucket, and serves them. It knows nothing of products.
package media

import (
	"context"
	"fmt"
	"image"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// What an upload may be at most. The server's body limit is a little larger,
// so that the refusal comes from here, with its reason.
const (
	MaxBytes  = 10 << 20
	MaxPixels = 50_000_000
)

// webpMaxSide is as high as WebP can be.
const webpMaxSide = 16383

// srcsetWidths are the widths of the versions for srcset; those wider than the picture are left out.
var srcsetWidths = []int{320, 480, 672, 960, 1200}

// Version is one encoded size of a picture.
type Version struct {
	Width int
	Ext   string
	Data  []byte
}

// Picture is an upload that was found good: the original without its metadata,
// its sizes as people see it (turned upright), and the versions for srcset.
type Picture struct {
	Original []byte
	Ext      string
	Width    int
	Height   int
	Color    string
	Versions []Version
}

// Process reads an upload and refuses what is not a picture that browsers show:
// shop.ImageType, shop.ImageTooLarge or shop.ImageBroken. It waits for its share
// of the memory that all uploads together may use.
func Process(ctx context.Context, r io.Reader, filename string, purpose Purpose) (Picture, error) {
	data, release, err := purpose.readFile(ctx, r)
	if err != nil {
		return Picture{}, err
	}
	defer release()
	f, err := sniff(data)
	if err != nil {
		return Picture{}, err
	}
	done, err := purpose.reserveFor(ctx, f, data)
	if err != nil {
		return Picture{}, err
	}
	defer done()
	return process(data, f, filename, purpose.widths)
}

// inspect checks a picture without decoding it and says how many bytes of memory
// decoding and scaling it will take.
func (f format) inspect(data []byte, purpose Purpose) (int64, error) {
	config, err := f.config(data)
	if err != nil {
		return 0, broken(err)
	}
	if config.Width < 1 || config.Height < 1 {
		return 0, broken(nil)
	}
	if config.Width > MaxPixels/config.Height {
		return 0, shop.Errorf(shop.ImageTooLarge, "The picture has more than %d megapixels.", MaxPixels/1_000_000)
	}
	_, turn, err := f.strip(data) // also refuses an animation whose frames together are too large
	if err != nil {
		return 0, broken(err)
	}
	return cost(f, config, data, turn, purpose)
}

func process(data []byte, f format, filename string, widths []int) (Picture, error) {
	bare, turn, err := f.strip(data)
	if err != nil {
		return Picture{}, broken(err)
	}
	full, err := f.decode(data)
	if err != nil {
		return Picture{}, broken(err)
	}
	if turn.needed() {
		// Only JPEG and WebP tell their orientation in the metadata that is gone now.
		if f.encode != nil {
			if bare, err = f.encode(turnedView{full, turn}); err != nil {
				return Picture{}, fmt.Errorf("turn the picture upright: %w", err)
			}
		}
	}
	return versions(full, turn, widths, Picture{Original: bare, Ext: f.extension(filename)})
}

func versions(full image.Image, turn orientation, wanted []int, p Picture) (Picture, error) {
	p.Width, p.Height = turn.size(full.Bounds().Size())
	widths := slices.DeleteFunc(slices.Clone(wanted), func(w int) bool { return w > p.Width })
	if largest := wanted[len(wanted)-1]; p.Width < largest && !slices.Contains(widths, p.Width) {
		// The picture in its own size too: the original is often ten times heavier.
		widths = append(widths, p.Width)
	}
	if p.Height*widths[len(widths)-1]/p.Width > webpMaxSide {
		return Picture{}, shop.Errorf(shop.ImageTooLarge, "The picture is too long and narrow.")
	}
	// From large to small, each made of the one before: the big picture is read once.
	source := full
	upright := false
	for _, width := range slices.Backward(widths) {
		small := scale(source, turn, upright, p.Width, p.Height, width)
		source, upright = small, true
		data, err := encodeWebP(small)
		if err != nil {
			return Picture{}, fmt.Errorf("encode a version of %d px: %w", width, err)
		}
		p.Versions = append(p.Versions, Version{Width: width, Ext: "webp", Data: data})
	}
	slices.Reverse(p.Versions)
	p.Color = dominant(source)
	return p, nil
}

// broken hides the decoder's words from the client, unless they were meant for it.
func broken(err error) error {
	if shop.CodeOf(err) != "" {
		return err
	}
	return shop.Errorf(shop.ImageBroken, "The picture is damaged or incomplete.")
}

// extension keeps the name that the file came with when it fits what the file is.
func (f format) extension(filename string) string {
	ext := strings.ToLower(strings.TrimPrefix(path.Ext(filename), "."))
	if slices.Contains(f.extensions, ext) {
		return ext
	}
	return f.extensions[0]
}
