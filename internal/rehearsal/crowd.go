package rehearsal

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/snackdrop/snackdrop/internal/background"
	"github.com/snackdrop/snackdrop/internal/drops"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// kind is how a buyer behaves.
type kind string

const (
	honest    kind = "honest"
	household kind = "one household with many addresses"
	forger    kind = "forged passes"
	direct    kind = "direct orders"
	hoarder   kind = "hoarding"
	scalper   kind = "scalper"
)

// The behaviour of the crowd.
const (
	comesBefore  = 0.70 // the rest comes within lateness after the opening
	lateness     = 10 * time.Second
	reloadsHard  = 0.20
	doubleClicks = 0.10
	leaves       = 0.30 // at each step
	proven       = 0.80 // opened the link of the announcement
	maxInFlight  = 256
)

// What the scalper has.
const (
	scalperMailboxes = 5_000
	scalperNetworks  = 500
	scalperCards     = 200
	scalperAddresses = 50
)

// buyer is one invented person, or one identity of a bot.
type buyer struct {
	id       int
	kind     kind
	email    string
	network  string
	proof    string
	address  map[string]string
	phone    string
	instance int

	joined  time.Time // its number in the order of arrival
	number  int64
	rank    int64
	ordered []string // numbers of acknowledged orders
	paid    bool
}

// crowd is everybody who wants something of the drop.
type crowd struct {
	o       Options
	copy    *shopCopy
	urls    []string
	client  *http.Client
	slots   chan struct{}
	opening time.Time // by the machine's clock
	end     time.Time
	m       *measurements
	buyers  []*buyer
}

func newCrowd(o Options, c *shopCopy, urls []string, m *measurements) *crowd {
	crowd := &crowd{o: o, copy: c, urls: urls, m: m, slots: make(chan struct{}, maxInFlight)}
	crowd.client = &http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: maxInFlight, MaxConnsPerHost: maxInFlight},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	random := rand.New(rand.NewPCG(o.Seed, 1))
	for i := range o.Buyers {
		b := crowd.person(i, random)
		if i*100 < o.Bots*o.Buyers {
			b.kind = []kind{household, forger, direct, hoarder}[i%4]
		}
		if b.kind == household {
			b.address, b.phone = crowd.addressOf(1_000_000), phoneOf(1_000_000)
		}
		crowd.buyers = append(crowd.buyers, b)
	}
	if o.Scalper {
		for i := range scalperMailboxes {
			crowd.buyers = append(crowd.buyers, crowd.scalperIdentity(o.Buyers+i, i))
		}
	}
	random.Shuffle(len(crowd.buyers), func(i, j int) { crowd.buyers[i], crowd.buyers[j] = crowd.buyers[j], crowd.buyers[i] })
	return crowd
}

var mailProviders = []string{"gmail.com", "outlook.com", "yahoo.com", "icloud.com"}

func (c *crowd) person(i int, random *rand.Rand) *buyer {
	email := fmt.Sprintf("buyer%d@%s", i, mailProviders[i%len(mailProviders)])
	if i%10 == 9 {
		email = fmt.Sprintf("me@family%d.example", i)
	}
	b := &buyer{id: i, kind: honest, email: email, network: fmt.Sprintf("100.%d.%d.%d", 64+i>>16&63, i>>8&255, i&255), address: c.addressOf(i), phone: phoneOf(i), instance: i % len(c.urls)}
	if random.Float64() < proven {
		b.proof = c.proofOf(email)
	}
	return b
}

func (c *crowd) scalperIdentity(id, i int) *buyer {
	email := fmt.Sprintf("s%d@shop%d.example", i, i%max(1, c.o.ScalperDomains))
	n := i % scalperNetworks
	return &buyer{id: id, kind: scalper, email: email, network: fmt.Sprintf("198.18.%d.%d", n>>8, n&255), proof: c.proofOf(email),
		address: c.addressOf(2_000_000 + i%scalperAddresses), phone: phoneOf(2_000_000 + i%scalperCards), instance: id % len(c.urls)}
}

// proofOf is what the link of an announcement carries: whoever sends it reads the mailbox.
func (c *crowd) proofOf(email string) string {
	key := c.copy.keys.BuyerKey(shop.MailboxKind, shop.Mailbox(email))
	return c.copy.keys.Token(drops.ProofPurpose, strconv.FormatInt(c.copy.drop.ID, 10)+" "+key)
}

// addressOf is an address in the town of the shop, so that orders are taxed as those of most buyers are.
func (c *crowd) addressOf(i int) map[string]string {
	return map[string]string{"line1": fmt.Sprintf("%d %s St", 100+i%9000, streets[i/9000%len(streets)]), "line2": fmt.Sprintf("Apt %d", i),
		"city": c.copy.town.City, "state": c.copy.town.State, "zip": c.copy.town.Zip}
}

var streets = []string{"Main", "Hill", "Spring", "Olive", "Alameda", "Temple", "Vignes", "Figueroa"}

func phoneOf(i int) string { return fmt.Sprintf("213%07d", i%10_000_000) }

// play lets everybody come, and returns when the drop is sold out or the time is over.
func (c *crowd) play(ctx context.Context, progress func(done, of int)) {
	ctx, cancel := context.WithDeadline(ctx, c.end)
	defer cancel()
	var done atomic.Int64
	var all sync.WaitGroup
	for i, b := range c.buyers {
		random := rand.New(rand.NewPCG(c.o.Seed, uint64(i+2)))
		all.Go(func() {
			background.Protect("buyer", func() { c.visit(ctx, b, random) })
			done.Add(1)
		})
	}
	finished := make(chan struct{})
	background.Go("crowd", func() { all.Wait(); close(finished) })
	for tick := time.NewTicker(250 * time.Millisecond); ; {
		select {
		case <-finished:
			tick.Stop()
			progress(len(c.buyers), len(c.buyers))
			return
		case <-tick.C:
			progress(int(done.Load()), len(c.buyers))
		}
	}
}

// visit is one buyer's whole way.
func (c *crowd) visit(ctx context.Context, b *buyer, random *rand.Rand) {
	before := time.Until(c.opening)
	wait := time.Duration(random.Float64() * float64(before))
	if random.Float64() >= comesBefore {
		wait = before + time.Duration(random.Float64()*float64(lateness))
	}
	if !sleep(ctx, wait) {
		return
	}
	loads := 1
	if random.Float64() < reloadsHard {
		loads = 4
	}
	for range loads {
		c.do(ctx, b, "page", "GET", "/drop/"+c.copy.drop.Slug, nil, nil, nil)
	}
	gone := func() bool { return b.kind == honest && random.Float64() < leaves }
	switch {
	case b.kind == direct:
		c.orderWithoutPass(ctx, b)
		return
	case b.kind == forger:
		c.forge(ctx, b, random)
		return
	case gone():
		return
	}
	var pass string
	if c.copy.drop.Mode == shop.DropQueue {
		ticket := c.join(ctx, b, random.Float64() < doubleClicks)
		if ticket == "" || gone() {
			return
		}
		if pass = c.waitForPass(ctx, b, ticket, random); pass == "" || gone() {
			return
		}
	} else if !sleep(ctx, time.Until(c.opening)) {
		return
	}
	c.buy(ctx, b, pass, random, gone)
}

// do sends one request and retries while the shop is busy or asks to come back later. It returns the status, 0 when the time is over.
func (c *crowd) do(ctx context.Context, b *buyer, what, method, path string, header map[string]string, in, out any) (status int) {
	var text []byte
	if in != nil {
		text, _ = json.Marshal(in)
	}
	for try := 0; ctx.Err() == nil; try++ {
		response, err := c.send(ctx, b, what, method, c.urls[(b.instance+try)%len(c.urls)]+path, header, text)
		if err != nil {
			if ctx.Err() == nil {
				c.m.failed(what, err)
			}
			if !sleep(ctx, 300*time.Millisecond) || try > 20 {
				return 0
			}
			continue
		}
		if response.status == http.StatusServiceUnavailable || response.status == http.StatusTooManyRequests {
			if !sleep(ctx, response.after) {
				return 0
			}
			continue
		}
		if response.status < 300 && out != nil {
			if err := json.Unmarshal(response.body, out); err != nil {
				c.m.failed(what, err)
			}
		}
		var problem struct{ Code string }
		if response.status >= 400 {
			_ = json.Unmarshal(response.body, &problem) // a page that is not found is no JSON
			c.m.refused(what, response.status, problem.Code)
		}
		return response.status
	}
	return 0
}

type reply struct {
	status int
	body   []byte
	after  time.Duration
}

func (c *crowd) send(ctx context.Context, b *buyer, what, method, address string, header map[string]string, body []byte) (reply, error) {
	select {
	case c.slots <- struct{}{}:
	case <-ctx.Done():
		return reply{}, ctx.Err()
	}
	defer func() { <-c.slots }()
	request, err := http.NewRequestWithContext(ctx, method, address, bytes.NewReader(body))
	if err != nil {
		return reply{}, err
	}
	request.Header.Set("X-Forwarded-For", b.network)
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	for name, value := range header {
		request.Header.Set(name, value)
	}
	begun := time.Now()
	response, err := c.client.Do(request)
	if err != nil {
		return reply{}, err
	}
	defer func() { _ = response.Body.Close() }()
	r := reply{status: response.StatusCode, after: time.Second}
	if r.body, err = io.ReadAll(response.Body); err != nil {
		return r, err
	}
	if seconds, err := strconv.Atoi(response.Header.Get("Retry-After")); err == nil {
		r.after = time.Duration(seconds) * time.Second
	}
	c.m.took(what, r.status, time.Since(begun))
	return r, nil
}

func sleep(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return ctx.Err() == nil
	}
	wait := time.NewTimer(d)
	defer wait.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-wait.C:
		return true
	}
}
