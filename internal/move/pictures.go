package move

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/snackdrop/snackdrop/internal/media"
)

// pictureWorkers is how many pictures are under way at once: a bucket has a long delay, not a low speed.
const pictureWorkers = 8

// pictures copies every picture that the target does not have in the same size, then
// reads all of them on both sides and compares their bytes.
func pictures(ctx context.Context, from, to *media.Store, say func(step string, done, of int)) (int, error) {
	have := map[string]int64{}
	if err := to.ListAll(ctx, func(key string, size int64) error { have[key] = size; return nil }); err != nil {
		return 0, err
	}
	var all, missing []string
	err := from.ListAll(ctx, func(key string, size int64) error {
		all = append(all, key)
		if was, ok := have[key]; !ok || was != size {
			missing = append(missing, key)
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	err = each(ctx, missing, func(done int) { say("copying", len(all)-len(missing)+done, len(all)) }, func(ctx context.Context, key string) error {
		data, err := read(ctx, from, key)
		if errors.Is(err, fs.ErrNotExist) { // some other file: nothing of the shop shows it
			return nil
		}
		if err != nil {
			return err
		}
		return to.Put(ctx, key, data)
	})
	if err != nil {
		return 0, err
	}
	compared := 0
	var mu sync.Mutex
	err = each(ctx, all, func(done int) { say("checking", done, len(all)) }, func(ctx context.Context, key string) error {
		want, err := read(ctx, from, key)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		got, err := read(ctx, to, key)
		if err != nil {
			return fmt.Errorf("the copy of %s cannot be read: %w", key, err)
		}
		if !bytes.Equal(got, want) {
			return fmt.Errorf("the copy of %s differs from the picture: delete it in the target and start again", key)
		}
		mu.Lock()
		defer mu.Unlock()
		compared++
		return nil
	})
	return compared, err
}

func read(ctx context.Context, s *media.Store, key string) ([]byte, error) {
	r, err := s.Open(ctx, key)
	if err != nil {
		return nil, err
	}
	defer func() { _ = r.Close() }()
	return io.ReadAll(r)
}

// each does something with every key, a few at a time.
func each(ctx context.Context, keys []string, say func(done int), do func(context.Context, string) error) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(pictureWorkers)
	var mu sync.Mutex
	done := 0
	for _, key := range keys {
		if ctx.Err() != nil {
			break
		}
		group.Go(func() error {
			if err := do(ctx, key); err != nil {
				return err
			}
			mu.Lock()
			defer mu.Unlock()
			done++
			say(done)
			return nil
		})
	}
	return group.Wait()
}
