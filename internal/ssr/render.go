package ssr

import (
	"context"
	"encoding/json"
	"errors"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/snackdrop/snackdrop/internal/sitefiles"
	"modernc.org/quickjs"
)

// renderer runs the web app's own code. A small VM runs the loader script, which finds routes, queries and heads (under a
// millisecond each) and never waits for the large VMs of the pool, which render pages with React.
type renderer struct {
	loader   *vmPool
	pool     *vmPool
	rendered atomic.Int64
}

// queryDescriptor is one query of a page: its key in the browser's query cache, and the API path that has the result.
type queryDescriptor struct {
	Key   json.RawMessage `json:"key"`
	Path  string          `json:"path"`
	Pages bool            `json:"pages"` // the first page of an endless list
	Meta  bool            `json:"meta"`  // the head or further queries depend on its result
}

// loadResult is either the queries that are still missing, or the head.
type loadResult struct {
	Queries []queryDescriptor `json:"queries"`
	Head    *head             `json:"head"`
}

// pageIndex is what robots.txt, the sitemap, the start of the program and the drops need to know of all pages.
type pageIndex struct {
	Sitemap  []sitefiles.ListedPage `json:"sitemap"`
	Disallow []string               `json:"disallow"`
	Warm     []string               `json:"warm"`
	Phases   []sitefiles.ListedPage `json:"phases"` // those that change with the phase of a drop
}

// idleTimeout is how long a render VM may be idle before it is closed. A new one starts in a tenth of a second, and no
// visitor waits for it, because pages are rendered in the background.
const idleTimeout = 30 * time.Second

// maxRenderVMs leaves half of a small machine's processors to requests.
func maxRenderVMs() int { return min(2, max(1, runtime.GOMAXPROCS(0)/2)) }

func newRenderer() (*renderer, error) {
	script := func(name string) func() ([]byte, error) { return func() ([]byte, error) { return readScript(name) } }
	r := &renderer{loader: newVMPool(script("loader"), 1, 0), pool: newVMPool(script("render"), maxRenderVMs(), idleTimeout)}
	_, err := r.theme(context.Background(), "#000000", "#000000") // starts the loader now, not when the first shopper waits
	return r, err
}

// resolve finds the page of an address.
func (r *renderer) resolve(ctx context.Context, address string) (route, error) {
	var found route
	return found, r.ask(ctx, &found, "snackdrop.resolve", address)
}

// load says what the page at a canonical address needs beyond data, a JSON list of [key, result].
func (r *renderer) load(ctx context.Context, address, data string) (loadResult, error) {
	var response loadResult
	return response, r.ask(ctx, &response, "snackdrop.load", address, data)
}

// index describes all pages together.
func (r *renderer) index(ctx context.Context) (pageIndex, error) {
	var index pageIndex
	return index, r.ask(ctx, &index, "snackdrop.index")
}

// ask calls a function of the loader script and decodes its JSON.
func (r *renderer) ask(ctx context.Context, into any, function string, args ...any) error {
	text, err := r.loader.use(ctx, func(vm *quickjs.VM) (any, error) { return vm.Call(function, args...) })
	if err != nil {
		return err
	}
	return json.Unmarshal([]byte(text), into)
}

// theme gives the CSS custom properties of the shop's two colours.
func (r *renderer) theme(ctx context.Context, primary, secondary string) (string, error) {
	return r.loader.use(ctx, func(vm *quickjs.VM) (any, error) {
		return vm.Call("snackdrop.theme", primary, secondary)
	})
}

// render gives the HTML of the page at url, made of data.
func (r *renderer) render(ctx context.Context, url, data string) (string, error) {
	r.rendered.Add(1)
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
