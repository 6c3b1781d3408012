package site

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"sync"
	"time"

	"modernc.org/quickjs"

	"github.com/snackdrop/snackdrop/internal/site/bytecode"
)

// The scripts of web/src/server. In a fresh clone there is only .gitkeep, and
// pages are then drawn by the browser alone.
//
//go:embed all:render
var scripts embed.FS

const (
	drawTime     = 10 * time.Second
	engineMemory = 96 << 20
)

var errNotBuilt = errors.New("the server's scripts are not built")

// readScript unpacks a script of the build.
func readScript(name string) ([]byte, error) {
	packed, err := scripts.ReadFile("render/" + name + ".bin")
	if err != nil {
		return nil, errNotBuilt
	}
	return bytecode.Unpack(packed)
}

// engines run one script. An engine is not safe for two callers, so each has its
// turn. They are made when needed: a second one only while the first is busy. An
// engine that nobody needed for a while is given up, for it holds some megabytes.
type engines struct {
	code  func() ([]byte, error)
	turns chan struct{}
	rest  time.Duration // how long an engine may have nothing to do; 0: for ever

	mu    sync.Mutex
	free  []*quickjs.VM
	tired *time.Timer
}

func newEngines(code func() ([]byte, error), most int, rest time.Duration) *engines {
	e := &engines{code: code, turns: make(chan struct{}, most), rest: rest}
	if rest > 0 {
		e.tired = time.AfterFunc(rest, e.giveUp)
	}
	return e
}

// use waits for an engine. One that failed is thrown away: nobody knows what state it was left in.
func (e *engines) use(ctx context.Context, do func(*quickjs.VM) (any, error)) (string, error) {
	select {
	case e.turns <- struct{}{}:
	case <-ctx.Done():
		return "", ctx.Err()
	}
	defer func() { <-e.turns }()
	engine, err := e.take()
	if err != nil {
		return "", err
	}
	result, err := do(engine)
	text, ok := result.(string)
	if err == nil && !ok {
		err = fmt.Errorf("the server's script answered with %T", result)
	}
	if err != nil {
		_ = engine.Close()
		return "", err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.free = append(e.free, engine)
	if e.tired != nil {
		e.tired.Reset(e.rest)
	}
	return text, nil
}

func (e *engines) take() (*quickjs.VM, error) {
	e.mu.Lock()
	if last := len(e.free) - 1; last >= 0 {
		engine := e.free[last]
		e.free = e.free[:last]
		e.mu.Unlock()
		return engine, nil
	}
	e.mu.Unlock()
	code, err := e.code()
	if err != nil {
		return nil, err
	}
	engine, err := quickjs.NewVM()
	if err != nil {
		return nil, err
	}
	engine.SetMemoryLimit(engineMemory)
	_ = engine.SetEvalTimeout(drawTime)
	if _, err := engine.EvalBytecode(code); err != nil {
		_ = engine.Close()
		return nil, fmt.Errorf("start the server's script: %w", err)
	}
	return engine, nil
}

func (e *engines) giveUp() {
	e.mu.Lock()
	given := e.free
	e.free = nil
	e.mu.Unlock()
	for _, engine := range given {
		_ = engine.Close()
	}
}

// close waits for the engines that are in use and lets nobody have another turn.
func (e *engines) close() {
	for range cap(e.turns) {
		e.turns <- struct{}{}
	}
	if e.tired != nil {
		e.tired.Stop()
	}
	e.giveUp()
}
