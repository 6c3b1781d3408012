package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
)

const (
	liveStreams    = 2_000
	liveOrders     = 1_000 // a second
	liveFor        = 8 * time.Second
	liveGoal       = time.Second // until a page knows of a sale
	deliveryGoal   = 30          // percent of a core
	watchers       = 10
	watchersGoal   = 2 // percent of a core
	liveSlug       = "live-box"
	liveOpensIn    = 3 * time.Second
	liveConnection = 64
)

// measureLive measures what open pages and watching staff cost while a shop sells.
func measureLive(ctx context.Context, b *bench) error {
	folder, err := os.MkdirTemp("", "snackdrop-live-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	_, d, err := openDropShop(ctx, folder, liveSlug, liveOpensIn, func(d *shop.Drop) { d.Mode = shop.DropOpen })
	if err != nil {
		return err
	}
	if err := b.createAdmin(ctx, folder); err != nil {
		return err
	}
	p, err := b.openShopIn(ctx, folder)
	if err != nil {
		return err
	}
	defer p.stop()
	pause(ctx, time.Until(d.OpensAt.Add(2*time.Second)))
	if err := b.measureWatchers(ctx, p, d.ID); err != nil {
		return err
	}
	return b.measureDelivery(ctx, p)
}

// measureDelivery sells at a steady pace without open pages and with 2,000 of them.
func (b *bench) measureDelivery(ctx context.Context, p *process) error {
	buyers, err := (&sellingShop{process: p}).aim(liveConnection, everydayProduct)
	if err != nil {
		return err
	}
	defer buyers.close()
	sell := func() (sold, error) {
		before := p.processorTime()
		l, err := pace(ctx, buyers.conns, liveOrders, liveFor, buyers.requests)
		return sold{l, p.processorTime() - before}, err
	}
	if _, err := sell(); err != nil { // the first orders fill caches
		return err
	}
	without, err := sell()
	if err != nil {
		return err
	}
	pages, err := openPages(p.addr, liveStreams)
	defer pages.close()
	if err != nil {
		return err
	}
	refused, err := (&http.Client{Timeout: 5 * time.Second}).Get(p.url("/api/events"))
	if err != nil {
		return err
	}
	_ = refused.Body.Close()
	if refused.StatusCode != http.StatusServiceUnavailable {
		return fmt.Errorf("one page more than %d gets %s", liveStreams, refused.Status)
	}
	pages.start()
	with, err := sell()
	if err != nil {
		return err
	}
	end := time.Now()
	left, err := unitsLeft(ctx, p)
	if err != nil {
		return err
	}
	late, err := pages.slowest(left, end)
	if err != nil {
		return err
	}
	// What the orders themselves take is subtracted by their number: a machine that is too slow for the pace sells fewer.
	delivery := with.busy - without.busy*time.Duration(len(with.waits))/time.Duration(len(without.waits))
	share := 100 * delivery.Seconds() / with.took.Seconds()
	b.add(row{what: fmt.Sprintf("2,000 open pages at %s orders a second", count(liveOrders)),
		ours: fmt.Sprintf("%s orders a second, %s without pages; the last page knows after %s; delivery %.0f%% of a core",
			count(with.perSecond()), count(without.perSecond()), ms(late), share),
		goal: fmt.Sprintf("≤ %s, ≤ %d%%", ms(liveGoal), deliveryGoal),
		met:  holds(with.perSecond() >= 0.9*liveOrders && late <= liveGoal && share <= deliveryGoal)})
	return nil
}

// sold is a time of selling, with the processor time of the shop.
type sold struct {
	load
	busy time.Duration
}

// unitsLeft is what the shop has of the everyday product.
func unitsLeft(ctx context.Context, p *process) (int64, error) {
	var product struct {
		Stock *int64 `json:"stock_quantity"`
	}
	if err := getJSON(ctx, http.DefaultClient, p.url(fmt.Sprintf("/api/products/%d", everydayProduct)), &product); err != nil {
		return 0, err
	}
	if product.Stock == nil {
		return 0, errors.New("the product JSON has no stock")
	}
	return *product.Stock, nil
}

func getJSON(ctx context.Context, client *http.Client, url string, out any) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	response, err := client.Do(r)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", url, response.Status)
	}
	return json.NewDecoder(response.Body).Decode(out)
}

// openedPages are event streams that are read to the end.
type openedPages struct {
	conns    []net.Conn
	mu       sync.Mutex
	received []receivedStock // by page
	all      sync.WaitGroup
}

// receivedStock is the last count that a page received, and the longest time between two.
type receivedStock struct {
	units  int64
	at     time.Time
	gap    time.Duration
	failed error
}

func openPages(addr string, n int) (*openedPages, error) {
	o := &openedPages{received: make([]receivedStock, n)}
	for i := range n {
		c, err := net.Dial("tcp", addr)
		if err != nil {
			return o, err
		}
		o.conns = append(o.conns, c)
		if _, err := fmt.Fprintf(c, "GET /api/events HTTP/1.1\r\nHost: %s\r\n\r\n", addr); err != nil {
			return o, err
		}
		in := bufio.NewReader(c)
		for {
			line, err := in.ReadString('\n')
			if err != nil {
				return o, err
			}
			if strings.Contains(line, "welcome") {
				break
			}
		}
		o.all.Go(func() { o.listen(i, in) })
	}
	return o, nil
}

// start forgets what pages received while they were opened one after another: the count of an earlier sale.
func (o *openedPages) start() {
	o.mu.Lock()
	defer o.mu.Unlock()
	clear(o.received)
}

func (o *openedPages) listen(i int, in *bufio.Reader) {
	about := fmt.Appendf(nil, `"id":%d,`, everydayProduct)
	for {
		line, err := in.ReadSlice('\n')
		if err != nil {
			o.mu.Lock()
			o.received[i].failed = err
			o.mu.Unlock()
			return
		}
		// Events of other products are told apart without decoding them: the pages share the processor with the shop.
		text, ok := bytes.CutPrefix(line, []byte("data: "))
		var event struct {
			ID    int64
			Units *int64
		}
		if !ok || !bytes.Contains(text, about) || json.Unmarshal(text, &event) != nil || event.ID != everydayProduct || event.Units == nil {
			continue
		}
		now := time.Now()
		o.mu.Lock()
		h := &o.received[i]
		if !h.at.IsZero() {
			h.gap = max(h.gap, now.Sub(h.at))
		}
		h.units, h.at = *event.Units, now
		o.mu.Unlock()
	}
}

// slowest waits until every page knows the count, and gives the longest time that one of them went without news while the shop
// sold, or waited for the last count.
func (o *openedPages) slowest(units int64, end time.Time) (time.Duration, error) {
	time.Sleep(2 * liveGoal)
	o.mu.Lock()
	defer o.mu.Unlock()
	var longest time.Duration
	for i, h := range o.received {
		if h.failed != nil {
			return 0, h.failed
		}
		if h.units != units {
			return 0, fmt.Errorf("page %d knows of %d units, there are %d", i, h.units, units)
		}
		longest = max(longest, h.gap, h.at.Sub(end))
	}
	return longest, nil
}

func (o *openedPages) close() {
	for _, c := range o.conns {
		_ = c.Close()
	}
	o.all.Wait()
}

// measureWatchers lets staff watch the control room of a drop as its page does: figures each second, the drop every five, the
// groups for review every ten.
func (b *bench) measureWatchers(ctx context.Context, p *process, dropID int64) error {
	cookies, err := p.signIn(ctx)
	if err != nil {
		return err
	}
	pause(ctx, 2*time.Second)
	before := p.processorTime()
	pause(ctx, 2*liveFor)
	idle := p.processorTime() - before
	watching, stop := context.WithTimeout(ctx, 2*liveFor)
	defer stop()
	before = p.processorTime()
	failures := make([]error, watchers)
	var all sync.WaitGroup
	for i := range watchers {
		all.Go(func() { failures[i] = watch(watching, p, dropID, cookies) })
	}
	all.Wait()
	if err := errors.Join(failures...); err != nil {
		return err
	}
	share := 100 * (p.processorTime() - before - idle).Seconds() / (2 * liveFor).Seconds()
	b.add(row{what: "10 people watching the control room of a drop", ours: fmt.Sprintf("%.1f%% of a core", share),
		goal: fmt.Sprintf("< %d%%", watchersGoal), met: holds(share < watchersGoal)})
	return nil
}

func watch(ctx context.Context, p *process, dropID int64, cookies []*http.Cookie) error {
	client := &http.Client{Transport: withCookies(cookies), Timeout: 10 * time.Second}
	base := p.url(fmt.Sprintf("/api/admin/drops/%d", dropID))
	var after int64
	for second := 0; ctx.Err() == nil; second++ {
		var metrics struct {
			NextAfter int64 `json:"next_after"`
		}
		if err := getJSON(context.WithoutCancel(ctx), client, fmt.Sprintf("%s/metrics?after=%d", base, after), &metrics); err != nil {
			return err
		}
		after = metrics.NextAfter
		var ignored map[string]any
		if second%5 == 0 {
			if err := getJSON(context.WithoutCancel(ctx), client, base, &ignored); err != nil {
				return err
			}
		}
		if second%10 == 0 {
			if err := getJSON(context.WithoutCancel(ctx), client, base+"/review", &ignored); err != nil {
				return err
			}
		}
		pause(ctx, time.Second)
	}
	return nil
}

type withCookies []*http.Cookie

func (c withCookies) RoundTrip(r *http.Request) (*http.Response, error) {
	for _, cookie := range c {
		r.AddCookie(cookie)
	}
	return http.DefaultTransport.RoundTrip(r)
}
