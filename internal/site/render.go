package site

import (
	"context"
	"encoding/json"
	"errors"
	"runtime"
	"time"

	"modernc.org/quickjs"
)

// renderer draws pages with the same React code the browser runs. A small engine
// plans (asks which answers a page is made of, under a millisecond) and is never
// kept waiting by the large ones, which draw.
type renderer struct {
	planner *engines
	drawers *engines
}

// planned is one query of the page and where the API answers it.
type planned struct {
	Key   json.RawMessage `json:"key"`
	Path  string          `json:"path"`
	Pages bool            `json:"pages"`
}

// drawersRest is after how long without work an engine is given up. A new one is
// there in a tenth of a second, and nobody waits for it.
const drawersRest = 30 * time.Second

// drawingEngines leaves half of a small machine to the shoppers.
func drawingEngines() int { return min(2, max(1, runtime.GOMAXPROCS(0)/2)) }

func newRenderer() (*renderer, error) {
	script := func(name string) func() ([]byte, error) { return func() ([]byte, error) { return readScript(name) } }
	r := &renderer{planner: newEngines(script("plan"), 1, 0), drawers: newEngines(script("draw"), drawingEngines(), drawersRest)}
	_, err := r.theme(context.Background(), "#000000", "#000000") // now, not when the first shopper waits
	return r, err
}

// plan says what the page at url still needs beyond data, a JSON list of [key, answer].
func (r *renderer) plan(ctx context.Context, url, data string) ([]planned, error) {
	text, err := r.planner.use(ctx, func(engine *quickjs.VM) (any, error) {
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
	return r.planner.use(ctx, func(engine *quickjs.VM) (any, error) {
		return engine.Call("snackdrop.theme", primary, secondary)
	})
}

// draw gives the HTML of the page at url, made of data.
func (r *renderer) draw(ctx context.Context, url, data string) (string, error) {
	text, err := r.drawers.use(ctx, func(engine *quickjs.VM) (any, error) {
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

func (r *renderer) close() {
	r.planner.close()
	r.drawers.close()
}
