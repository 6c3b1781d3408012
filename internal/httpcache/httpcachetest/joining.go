// Package httpcachetest helps to test what several callers of a cache share.
package httpcachetest

import (
	"context"
	"sync"
)

type joining struct {
	context.Context
	once   sync.Once
	joined chan struct{}
}

func (j *joining) Done() <-chan struct{} {
	j.once.Do(func() { close(j.joined) })
	return j.Context.Done()
}

// Joining gives a context for a caller of httpcache.Do and a channel that is closed once the caller waits for the computation
// that is under way: Do first joins it and then asks for the context's end.
func Joining(parent context.Context) (ctx context.Context, joined <-chan struct{}) {
	j := &joining{Context: parent, joined: make(chan struct{})}
	return j, j.joined
}
