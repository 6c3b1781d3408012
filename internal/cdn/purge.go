package cdn

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
)

const (
	purgeTime = 5 * time.Second
	// purgePause is the least time between two purges; changes meanwhile share the next.
	purgePause = 500 * time.Millisecond
	// maxPurgePause is the longest time between two tries.
	maxPurgePause = 30 * time.Second
)

// Purger tells the shared cache that what it keeps is outdated.
//
// Every instance does, once it knows of a change itself: the cache may have asked it for a response between the change
// and that moment. And each purge is repeated once, a moment later: a response that was on its way during the first one
// may be kept after it.
type Purger struct {
	URL     string
	Header  string // "Name: value", usually a secret; empty: none
	changed chan struct{}
}

// NewPurger makes a purger that sends its requests to a URL.
func NewPurger(url, header string) (*Purger, error) {
	if _, _, ok := strings.Cut(header, ": "); header != "" && !ok {
		return nil, fmt.Errorf("the header of purges is not like 'Authorization: Bearer …'")
	}
	return &Purger{URL: url, Header: header, changed: make(chan struct{}, 1)}, nil
}

// Receive is told of every event of the shop.
func (p *Purger) Receive(event shop.Event) {
	switch event.Type {
	case shop.EventCatalog, shop.EventDrop, shop.EventResync:
		select {
		case p.changed <- struct{}{}:
		default: // the next purge is for this change, too
		}
	}
}

// Run purges until ctx ends.
func (p *Purger) Run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-p.changed:
		}
		for range 2 {
			if !p.purgeUntilDone(ctx) {
				return
			}
		}
	}
}

// purgeUntilDone tries until the cache has said yes, and pauses after that. It is false when ctx has ended.
func (p *Purger) purgeUntilDone(ctx context.Context) bool {
	for pause := purgePause; ; pause = min(2*pause, maxPurgePause) {
		err := p.purge(ctx)
		if err != nil && ctx.Err() == nil {
			slog.Warn("shared cache not purged", "error", err, "again_in", pause)
		}
		select {
		case <-ctx.Done():
			return false
		case <-time.After(pause):
		}
		if err == nil {
			return true
		}
	}
}

// purge sends one request. Its body is Cloudflare's, its headers are those of Fastly and of what Varnish is often set up for.
func (p *Purger) purge(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, purgeTime)
	defer cancel()
	body, err := json.Marshal(map[string][]string{"tags": {Tag}})
	if err != nil {
		return err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, p.URL, bytes.NewReader(body))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Cache-Tag", Tag)
	r.Header.Set("Surrogate-Key", Tag)
	if name, value, ok := strings.Cut(p.Header, ": "); ok {
		r.Header.Set(name, value)
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	_, _ = io.Copy(io.Discard, io.LimitReader(response.Body, 64<<10))
	if response.StatusCode >= 300 {
		return fmt.Errorf("the cache answered %s", response.Status)
	}
	return nil
}
