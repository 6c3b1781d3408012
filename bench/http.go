package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// reads are the most frequent requests.
var reads = []struct{ name, path string }{
	{"home page", "/"},
	{"product page", "/product/10"},
	{"category page", "/category/chips"},
	{"list JSON", "/api/products?limit=50"},
	{"product JSON", "/api/products/10"},
}

// leastShare is the required share of the bare handler's rate, longest the highest allowed p99.
const (
	leastShare = 0.70
	longest    = 15 * time.Millisecond
)

func measureHTTP(ctx context.Context, b *bench) error {
	shop, err := b.openShop(ctx)
	if err != nil {
		return err
	}
	defer shop.stop()
	if err := shop.warm(ctx, pages...); err != nil {
		return err
	}
	bare, err := openBare(ctx, shop)
	if err != nil {
		return err
	}
	defer bare.stop()
	for _, read := range reads {
		if err := b.compare(ctx, shop, bare, read.name, read.path); err != nil {
			return fmt.Errorf("%s: %w", read.name, err)
		}
	}
	return nil
}

// compare loads the shop and the bare handler in turns, so that whatever else
// the machine does falls on both, and takes the median of the rounds.
func (b *bench) compare(ctx context.Context, shop, bare *process, name, path string) error {
	size, err := sizeOf(ctx, shop.url(path))
	if err != nil {
		return err
	}
	ours, theirs := &side{process: shop}, &side{process: bare}
	for _, s := range []*side{ours, theirs} {
		if err := s.aim(ctx, path, b.round/4); err != nil {
			return err
		}
		defer s.target.close()
	}
	var shares []float64
	for i := range b.rounds {
		turn := []*side{ours, theirs}
		if i%2 == 1 {
			slices.Reverse(turn)
		}
		for _, s := range turn {
			if err := s.round(ctx, b.round); err != nil {
				return err
			}
		}
		shares = append(shares, ours.rates[i]/theirs.rates[i])
	}
	share := median(shares)
	b.add(row{what: fmt.Sprintf("%s, %s", name, kB(float64(size))), ours: fmt.Sprintf("%s, %.0f%%", ours, share*100), beside: "bare handler " + theirs.String(),
		goal: fmt.Sprintf("≥ %.0f%%, p99 ≤ %s", leastShare*100, ms(longest)), met: holds(share >= leastShare && median(ours.p99s) <= longest)})
	return nil
}

// side is one of the two that are compared.
type side struct {
	process *process
	target  *target
	rates   []float64
	p50s    []time.Duration
	p99s    []time.Duration
	busy    time.Duration
	asked   int
}

// aim opens the connections, and lets some requests through that do not count.
func (s *side) aim(ctx context.Context, path string, length time.Duration) (err error) {
	if s.target, err = aim(s.process.addr, path, connections); err != nil {
		return err
	}
	_, err = s.target.fire(ctx, length)
	return err
}

func (s *side) round(ctx context.Context, length time.Duration) error {
	before := s.process.processorTime()
	l, err := s.target.fire(ctx, length)
	if err != nil {
		return err
	}
	s.busy += s.process.processorTime() - before
	s.asked += len(l.waits)
	slices.Sort(l.waits)
	s.rates = append(s.rates, l.perSecond())
	s.p50s, s.p99s = append(s.p50s, at(l.waits, 0.5)), append(s.p99s, at(l.waits, 0.99))
	return nil
}

func (s *side) String() string {
	text := fmt.Sprintf("%s/s, p50 %s, p99 %s", count(median(s.rates)), ms(median(s.p50s)), ms(median(s.p99s)))
	if s.busy > 0 {
		text += fmt.Sprintf(", %.1f µs CPU", float64(s.busy.Microseconds())/float64(s.asked))
	}
	return text
}

// ask gets a response as the load generator does, compressed.
func ask(ctx context.Context, url string) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	r.Header.Set("Accept-Encoding", "gzip, deflate, br")
	return http.DefaultClient.Do(r)
}

func sizeOf(ctx context.Context, url string) (int64, error) {
	response, err := ask(ctx, url)
	if err != nil {
		return 0, err
	}
	defer func() { _ = response.Body.Close() }()
	return io.Copy(io.Discard, response.Body)
}

// bareMode is the argument that starts this program as the bare handler.
const bareMode = "serve-bare"

// copied is a response of the shop for the bare handler to repeat.
type copied struct {
	Header http.Header
	Body   []byte
}

// openBare starts a process with nothing but net/http that repeats the shop's
// answers from memory, byte for byte with their headers.
func openBare(ctx context.Context, shop *process) (*process, error) {
	responses := map[string]copied{}
	for _, read := range reads {
		response, err := ask(ctx, shop.url(read.path))
		if err != nil {
			return nil, err
		}
		text, err := io.ReadAll(response.Body)
		_ = response.Body.Close()
		if err != nil {
			return nil, err
		}
		response.Header.Del("Date")
		responses[read.path] = copied{response.Header, text}
	}
	addr, err := freeAddr()
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "snackdrop-bench-bare-")
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(map[string]any{"addr": addr, "responses": responses})
	if err != nil {
		return nil, err
	}
	file := filepath.Join(folder, "responses.json")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		return nil, err
	}
	command, err := self(ctx, bareMode, file)
	if err != nil {
		return nil, err
	}
	p, err := start(command, addr, "/")
	if err != nil {
		return nil, err
	}
	p.data = folder
	return p, nil
}

func serveBare(file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var given struct {
		Addr      string
		Responses map[string]copied
	}
	if err := json.Unmarshal(text, &given); err != nil {
		return err
	}
	return http.ListenAndServe(given.Addr, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		response := given.Responses[r.URL.RequestURI()]
		h := w.Header()
		for name, values := range response.Header {
			h[name] = values
		}
		_, _ = w.Write(response.Body)
	}))
}
