package rehearsal

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// buy reserves a unit, orders it and pays.
func (c *crowd) buy(ctx context.Context, b *buyer, pass string, random *rand.Rand, gone func() bool) {
	line := c.copy.drop.Products[b.id%len(c.copy.drop.Products)]
	var tokens []string
	if c.copy.drop.Mode == shop.DropQueue {
		var held struct{ Token string }
		if status := c.do(ctx, b, "reservation", "POST", "/api/reservations", nil, map[string]any{"product_id": line.ProductID, "units": 1, "pass": pass}, &held); status != http.StatusOK {
			return
		}
		tokens = []string{held.Token}
		if b.kind == hoarder || gone() {
			return
		}
	}
	receipts := c.order(ctx, b, line.ProductID, pass, tokens, random.Float64() < doubleClicks)
	if len(receipts) == 0 || gone() {
		return
	}
	c.pay(ctx, b, receipts[0])
}

// receipt is what a buyer holds after the checkout.
type receipt struct {
	Order  struct{ Number string }
	PayURL string `json:"pay_url"`
}

// order places an order, twice at once after a double click: under one key that is one order.
func (c *crowd) order(ctx context.Context, b *buyer, product int64, pass string, tokens []string, twice bool) []receipt {
	in := map[string]any{"lines": []map[string]int64{{"product_id": product, "quantity": 1}}, "email": b.email, "name": fmt.Sprintf("Buyer %d", b.id), "phone": b.phone,
		"fulfillment_type": "delivery", "payment_method": "card", "reservations": tokens}
	quote := map[string]any{"lines": in["lines"], "fulfillment_type": "delivery", "state": b.address["state"], "reservations": tokens}
	if pass != "" {
		in["pass"], quote["pass"] = pass, pass
	}
	for name, value := range b.address {
		in[name] = value
	}
	var quoted struct{ Total float64 }
	if status := c.do(ctx, b, "quote", "POST", "/api/quote", nil, quote, &quoted); status != http.StatusOK {
		return nil
	}
	in["expected_total"] = quoted.Total
	clicks := 1
	if twice {
		clicks = 2
	}
	got := make([]receipt, clicks)
	var all sync.WaitGroup
	for i := range clicks {
		all.Go(func() {
			if status := c.do(ctx, b, "order", "POST", "/api/orders", map[string]string{"Idempotency-Key": fmt.Sprintf("rehearsal-%d-%d", c.o.Seed, b.id)}, in, &got[i]); status != http.StatusOK {
				got[i] = receipt{}
			}
		})
	}
	all.Wait()
	var receipts []receipt
	for _, r := range got {
		if r.Order.Number != "" {
			receipts = append(receipts, r)
			b.ordered = append(b.ordered, r.Order.Number)
		}
	}
	return receipts
}

// pay presses the button on the pay page of the demo provider.
func (c *crowd) pay(ctx context.Context, b *buyer, r receipt) {
	at := strings.Index(r.PayURL, "/demo-pay/")
	if at < 0 {
		return
	}
	request, err := http.NewRequestWithContext(ctx, "POST", c.urls[b.instance]+r.PayURL[at:], strings.NewReader(url.Values{"do": {"pay"}}.Encode()))
	if err != nil {
		return
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.Header.Set("X-Forwarded-For", b.network)
	response, err := c.client.Do(request)
	if err != nil {
		return
	}
	_ = response.Body.Close()
	b.paid = response.StatusCode < 400
}

// orderWithoutPass is a script that skips the line.
func (c *crowd) orderWithoutPass(ctx context.Context, b *buyer) {
	if !sleep(ctx, time.Until(c.opening)) {
		return
	}
	for range 3 {
		c.order(ctx, b, c.copy.drop.Products[0].ProductID, "", nil, false)
		if !sleep(ctx, 2*time.Second) {
			return
		}
	}
}

// forge is a script that invents passes.
func (c *crowd) forge(ctx context.Context, b *buyer, random *rand.Rand) {
	if !sleep(ctx, time.Until(c.opening)) {
		return
	}
	for range 5 {
		pass := strconv.FormatUint(random.Uint64(), 36) + strconv.FormatUint(random.Uint64(), 36)
		status := c.do(ctx, b, "reservation", "POST", "/api/reservations", nil, map[string]any{"product_id": c.copy.drop.Products[0].ProductID, "units": 1, "pass": pass}, nil)
		if status == http.StatusOK {
			c.m.forged.Add(1)
		}
		if !sleep(ctx, time.Second) {
			return
		}
	}
}
