package ssr

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"sync"
	"time"

	"modernc.org/quickjs"

	"github.com/snackdrop/snackdrop/internal/ssr/bytecode"
)

// The scripts of web/src/server. In a fresh clone there is only .gitkeep, and
// pages are then rendered by the browser alone.
//
//go:embed all:render
var scripts embed.FS

const (
	renderTimeout = 10 * time.Second
	vmMemory      = 96 << 20
)

var errNotBuilt = errors.New("the server's scripts are not built")

// readScript unpacks a script of the web build.
func readScript(name string) ([]byte, error) {
	packed, err := scripts.ReadFile("render/" + name + ".bin")
	if err != nil {
		return nil, errNotBuilt
	}
	return bytecode.Unpack(packed)
}

// vmPool runs one script in JavaScript VMs. A VM is not safe for two callers at once, so a caller takes a slot first. VMs
// are made on demand: a second one only while the first is busy. Idle VMs are closed after a while, for each holds some
// megabytes.
type vmPool struct {
	code        func() ([]byte, error)
	slots       chan struct{}
	idleTimeout time.Duration // 0: VMs are never closed for being idle

	mu        sync.Mutex
	free      []*quickjs.VM
	idleTimer *time.Timer
}

func newVMPool(code func() ([]byte, error), maxVMs int, idleTimeout time.Duration) *vmPool {
	p := &vmPool{code: code, slots: make(chan struct{}, maxVMs), idleTimeout: idleTimeout}
	if idleTimeout > 0 {
		p.idleTimer = time.AfterFunc(idleTimeout, p.closeIdle)
	}
	return p
}

// use waits for a slot and runs do in a VM. A VM that failed is closed: its state is unknown.
func (p *vmPool) use(ctx context.Context, do func(*quickjs.VM) (any, error)) (string, error) {
	select {
	case p.slots <- struct{}{}:
	case <-ctx.Done():
		return "", ctx.Err()
	}
	defer func() { <-p.slots }()
	vm, err := p.take()
	if err != nil {
		return "", err
	}
	result, err := do(vm)
	text, ok := result.(string)
	if err == nil && !ok {
		err = fmt.Errorf("the server's script returned %T", result)
	}
	if err != nil {
		_ = vm.Close()
		return "", err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.free = append(p.free, vm)
	if p.idleTimer != nil {
		p.idleTimer.Reset(p.idleTimeout)
	}
	return text, nil
}

// take gives a free VM, or a new one.
func (p *vmPool) take() (*quickjs.VM, error) {
	p.mu.Lock()
	if last := len(p.free) - 1; last >= 0 {
		vm := p.free[last]
		p.free = p.free[:last]
		p.mu.Unlock()
		return vm, nil
	}
	p.mu.Unlock()
	code, err := p.code()
	if err != nil {
		return nil, err
	}
	vm, err := quickjs.NewVM()
	if err != nil {
		return nil, err
	}
	vm.SetMemoryLimit(vmMemory)
	_ = vm.SetEvalTimeout(renderTimeout)
	if _, err := vm.EvalBytecode(code); err != nil {
		_ = vm.Close()
		return nil, fmt.Errorf("start the server's script: %w", err)
	}
	return vm, nil
}

func (p *vmPool) closeIdle() {
	p.mu.Lock()
	idle := p.free
	p.free = nil
	p.mu.Unlock()
	for _, vm := range idle {
		_ = vm.Close()
	}
}

// close waits for the VMs in use and takes every slot, so that no other VM is started.
func (p *vmPool) close() {
	for range cap(p.slots) {
		p.slots <- struct{}{}
	}
	if p.idleTimer != nil {
		p.idleTimer.Stop()
	}
	p.closeIdle()
}
