package site

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"sync"
	"time"

	"github.com/andybalholm/brotli"
	"modernc.org/quickjs"
)

// The script of web/src/server/main.ts. In a fresh clone there is only .gitkeep,
// and pages are then drawn by the browser alone.
//
//go:embed all:render
var renderScript embed.FS

// renderer draws pages with the same React code the browser runs, in JavaScript
// engines of its own. An engine is not safe for two callers, so each has its turn:
// one engine plans (asks which answers a page is made of, under a millisecond)
// and is never kept waiting by the others, which draw.
type renderer struct {
	bytecode []byte
	planner  chan *quickjs.VM
	drawers  chan *quickjs.VM
}

// planned is one query of the page and where the API answers it.
type planned struct {
	Key   json.RawMessage `json:"key"`
	Path  string          `json:"path"`
	Pages bool            `json:"pages"`
}

const (
	drawingEngines = 2
	drawTime       = 10 * time.Second
	engineMemory   = 96 << 20
)

var errNotBuilt = errors.New("the server's script is not built")

// compiled is the script as the engine reads it, made once a process.
var compiled = sync.OnceValues(func() ([]byte, error) {
	packed, err := renderScript.Open("render/render.js.br")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errNotBuilt
	}
	if err != nil {
		return nil, err
	}
	script, err := io.ReadAll(brotli.NewReader(packed))
	if err != nil {
		return nil, err
	}
	compiler, err := quickjs.NewVM()
	if err != nil {
		return nil, err
	}
	defer func() { _ = compiler.Close() }()
	bytecode, err := compiler.Compile(string(script), quickjs.EvalGlobal)
	if err != nil {
		return nil, fmt.Errorf("compile the server's script: %w", err)
	}
	return bytecode, nil
})

func newRenderer() (*renderer, error) {
	bytecode, err := compiled()
	if err != nil {
		return nil, err
	}
	r := &renderer{bytecode: bytecode, planner: make(chan *quickjs.VM, 1), drawers: make(chan *quickjs.VM, drawingEngines)}
	engine, err := r.newEngine()
	if err != nil {
		return nil, err
	}
	r.planner <- engine
	for range drawingEngines {
		r.drawers <- nil // made when first needed
	}
	return r, nil
}

func (r *renderer) newEngine() (*quickjs.VM, error) {
	engine, err := quickjs.NewVM()
	if err != nil {
		return nil, err
	}
	engine.SetMemoryLimit(engineMemory)
	engine.SetEvalTimeout(drawTime)
	if _, err := engine.EvalBytecode(r.bytecode); err != nil {
		_ = engine.Close()
		return nil, fmt.Errorf("start the server's script: %w", err)
	}
	return engine, nil
}

// plan says what the page at url still needs beyond data, a JSON list of [key, answer].
func (r *renderer) plan(ctx context.Context, url, data string) ([]planned, error) {
	text, err := r.use(ctx, r.planner, func(engine *quickjs.VM) (any, error) {
		return engine.Call("snackdrop.plan", url, data)
	})
	if err != nil {
		return nil, err
	}
	var wanted []planned
	return wanted, json.Unmarshal([]byte(text), &wanted)
}

// theme gives the custom properties of the shop's two colours.
func (r *renderer) theme(ctx context.Context, primary, secondary string) (string, error) {
	return r.use(ctx, r.planner, func(engine *quickjs.VM) (any, error) {
		return engine.Call("snackdrop.theme", primary, secondary)
	})
}

// draw gives the HTML of the page at url, made of data.
func (r *renderer) draw(ctx context.Context, url, data string) (string, error) {
	text, err := r.use(ctx, r.drawers, func(engine *quickjs.VM) (any, error) {
		if _, err := engine.Call("snackdrop.render", url, data); err != nil {
			return nil, err
		}
		if _, err := engine.ExecutePendingJobs(); err != nil {
			return nil, err
		}
		return engine.Call("snackdrop.take")
	})
	if err != nil {
		return "", err
	}
	var done struct{ HTML, Error string }
	if err := json.Unmarshal([]byte(text), &done); err != nil {
		return "", err
	}
	if done.Error != "" {
		return "", errors.New(done.Error)
	}
	return done.HTML, nil
}

// use waits for an engine of the pool. One that failed is thrown away: nobody
// knows what state it was left in.
func (r *renderer) use(ctx context.Context, pool chan *quickjs.VM, do func(*quickjs.VM) (any, error)) (string, error) {
	var engine *quickjs.VM
	select {
	case engine = <-pool:
	case <-ctx.Done():
		return "", ctx.Err()
	}
	defer func() { pool <- engine }()
	if engine == nil {
		var err error
		if engine, err = r.newEngine(); err != nil {
			return "", err
		}
	}
	result, err := do(engine)
	text, ok := result.(string)
	if err == nil && !ok {
		err = fmt.Errorf("the server's script answered with %T", result)
	}
	if err != nil {
		_ = engine.Close()
		engine = nil
	}
	return text, err
}

func (r *renderer) close() {
	var all sync.WaitGroup
	for _, pool := range []chan *quickjs.VM{r.planner, r.drawers} {
		for range cap(pool) {
			all.Go(func() {
				if engine := <-pool; engine != nil {
					_ = engine.Close()
				}
			})
		}
	}
	all.Wait()
}
