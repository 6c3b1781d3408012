package ssr

import (
	"context"
	"encoding/json"
	"errors"
	"runtime"
	"time"

	"modernc.org/quickjs"
)

// renderer runs the web app's own code. A small VM with the loader script says which queries a page needs (under a
// millisecond) and never waits for the large VMs of the pool, which render pages with React.
type renderer struct {
	loader *vmPool
	pool   *vmPool
}

// QueryDescriptor is one query of a page: its key in the browser's query cache, and the API path that has the result.
type QueryDescriptor struct {
	Key   json.RawMessage `json:"key"`
	Path  string          `json:"path"`
	Pages bool            `json:"pages"` // the first page of an endless list
}

// idleTimeout is how long a render VM may be idle before it is closed. A new one starts in a tenth of a second, and
// nobody waits for it.
const idleTimeout = 30 * time.Second

// maxRenderVMs leaves half of a small machine to the shoppers.
func maxRenderVMs() int { return min(2, max(1, runtime.GOMAXPROCS(0)/2)) }

func newRenderer() (*renderer, error) {
	script := func(name string) func() ([]byte, error) { return func() ([]byte, error) { return readScript(name) } }
	r := &renderer{loader: newVMPool(script("loader"), 1, 0), pool: newVMPool(script("render"), maxRenderVMs(), idleTimeout)}
	_, err := r.theme(context.Background(), "#000000", "#000000") // starts the loader now, not when the first shopper waits
	return r, err
}

// queries says what the page at url still needs beyond data, a JSON list of [key, result].
func (r *renderer) queries(ctx context.Context, url, data string) ([]QueryDescriptor, error) {
	text, err := r.loader.use(ctx, func(vm *quickjs.VM) (any, error) {
		return vm.Call("snackdrop.queries", url, data)
	})
	if err != nil {
		return nil, err
	}
	var missing []QueryDescriptor
	return missing, json.Unmarshal([]byte(text), &missing)
}

// theme gives the CSS custom properties of the shop's two colours.
func (r *renderer) theme(ctx context.Context, primary, secondary string) (string, error) {
	return r.loader.use(ctx, func(vm *quickjs.VM) (any, error) {
		return vm.Call("snackdrop.theme", primary, secondary)
	})
}

// render gives the HTML of the page at url, made of data.
func (r *renderer) render(ctx context.Context, url, data string) (string, error) {
	text, err := r.pool.use(ctx, func(vm *quickjs.VM) (any, error) {
		if _, err := vm.Call("snackdrop.render", url, data); err != nil {
			return nil, err
		}
		if _, err := vm.ExecutePendingJobs(); err != nil {
			return nil, err
		}
		return vm.Call("snackdrop.take")
	})
	if err != nil {
		return "", err
	}
	var result struct{ HTML, Error string }
	if err := json.Unmarshal([]byte(text), &result); err != nil {
		return "", err
	}
	if result.Error != "" {
		return "", errors.New(result.Error)
	}
	return result.HTML, nil
}

func (r *renderer) close() {
	r.loader.close()
	r.pool.close()
}
