package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

// BuyersVariable says how many run at the hot product; the bench asks for more than the tests.
const BuyersVariable = "SNACKDROP_BUYERS"

const (
	hot      = 10 // the demo's mystery box
	hotTotal = 32_16
	promoUse = 10
)

// crowd is many buyers in front of the instances of one shop.
type crowd struct {
	t         *testing.T
	instances []string
	client    *http.Client
}

// receipt is what a buyer holds after the checkout.
type receipt struct {
	Order  struct{ Number string }
	Key    string
	PayURL string `json:"pay_url"`
}

// ask posts JSON to one of the instances and asks again, as a page does, while the shop is too busy.
func (c *crowd) ask(buyer int, path, key string, in any) (int, []byte) {
	text, err := json.Marshal(in)
	if err != nil {
		c.t.Error(err)
	}
	for try := 0; ; try++ {
		r, err := http.NewRequest("POST", c.instances[(buyer+try)%len(c.instances)]+path, bytes.NewReader(text))
		if err != nil {
			c.t.Error(err)
			return 0, nil
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Idempotency-Key", key)
		answer, err := c.client.Do(r)
		if err != nil {
			c.t.Errorf("buyer %d: %v", buyer, err)
			return 0, nil
		}
		body, err := io.ReadAll(answer.Body)
		_ = answer.Body.Close()
		if err == nil && answer.StatusCode != http.StatusServiceUnavailable {
			return answer.StatusCode, body
		}
		time.Sleep(50 * time.Millisecond)
	}
}

func order(buyer int, method string, total float64, promo string) map[string]any {
	return map[string]any{"lines": []map[string]int{{"product_id": hot, "quantity": 1}}, "email": fmt.Sprintf("buyer%d@example.com", buyer),
		"name": "Buyer", "fulfillment_type": "pickup", "payment_method": method, "expected_total": total, "promo_code": promo}
}

// buy lets everybody buy at once and gives the receipts of those who got some; the others must hear the code.
func (c *crowd) buy(buyers int, code shop.Code, what func(int) map[string]any) []receipt {
	var mu sync.Mutex
	var wait sync.WaitGroup
	var got []receipt
	for i := range buyers {
		wait.Go(func() {
			status, body := c.ask(i, "/api/orders", fmt.Sprintf("rush-%s-%d", code, i), what(i))
			var r receipt
			var refusal struct{ Code shop.Code }
			if err := json.Unmarshal(body, &r); err != nil {
				c.t.Errorf("buyer %d: %d %s", i, status, body)
			} else if status == http.StatusOK {
				mu.Lock()
				got = append(got, r)
				mu.Unlock()
			} else if err := json.Unmarshal(body, &refusal); err != nil || refusal.Code != code {
				c.t.Errorf("buyer %d: %d %s", i, status, body)
			}
		})
	}
	wait.Wait()
	return got
}

// pay presses the button on the pay page and comes back to any of the instances.
func (c *crowd) pay(buyer int, r receipt) {
	answer, err := c.client.PostForm(strings.Replace(r.PayURL, "localhost", "127.0.0.1", 1), url.Values{"do": {"pay"}})
	if err != nil {
		c.t.Errorf("%s: %v", r.Order.Number, err)
		return
	}
	_ = answer.Body.Close()
	var now struct {
		PaymentStatus string `json:"payment_status"`
	}
	status, body := c.ask(buyer+1, "/api/orders/"+r.Order.Number+"/check?key="+url.QueryEscape(r.Key), "", nil)
	if err := json.Unmarshal(body, &now); err != nil || now.PaymentStatus != "paid" {
		c.t.Errorf("%s was paid and is not: %d %s", r.Order.Number, status, body)
	}
}

func TestARushOnRealProcesses(t *testing.T) {
	for _, c := range []struct {
		engine    store.Engine
		instances int
	}{{store.SQLite, 1}, {store.Postgres, 3}} {
		t.Run(fmt.Sprintf("%s, instances: %d", c.engine, c.instances), func(t *testing.T) {
			data := t.TempDir() // shared: the demo's bank is a folder in it
			location, flags := filepath.Join(data, "snackdrop.db"), []string{}
			if c.engine == store.Postgres {
				location = storetest.Empty(t)
				flags = append(flags, "--database-url", location)
			}
			shops := &crowd{t: t, client: &http.Client{Timeout: 2 * time.Minute,
				Transport:     &http.Transport{MaxIdleConnsPerHost: 1000},
				CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
			for range c.instances {
				url, kill := openDemo(t, data, flags...)
				t.Cleanup(kill) // politeness is tested elsewhere, and takes long under the race detector
				shops.instances = append(shops.instances, url)
			}
			rush(t, shops, storetest.Open(t, location), data, location)
		})
	}
}

// rush sends many buyers after few units: a third of those who got some walk away. Then many try a code of few uses.
func rush(t *testing.T, shops *crowd, s *store.Store, data, location string) {
	buyers := 150
	if more, err := strconv.Atoi(os.Getenv(BuyersVariable)); err == nil {
		buyers = more
	}
	stock := int64(buyers / 20)
	err := s.Write(t.Context(), func(tx *store.Tx) error {
		_, err := tx.Promotions.Create(t.Context(), shop.Promotion{Code: "HYPE", Kind: shop.PercentOff, Value: 10, MaxUses: new(int64(promoUse)), Enabled: true}, time.Now())
		if err != nil {
			return err
		}
		return tx.Stock.Set(t.Context(), hot, &stock)
	})
	if err != nil {
		t.Fatal(err)
	}
	first := storetest.LastOrder(t, location) // the demo shop has orders of its own
	begun := time.Now()
	got := shops.buy(buyers, shop.OutOfStock, func(i int) map[string]any { return order(i, "card", 32.16, "") })
	took := time.Since(begun)
	if left, _, err := s.Stock.Of(t.Context(), hot); err != nil || int64(len(got)) != stock || left != 0 {
		t.Fatalf("%d sold, %d left of %d, %v", len(got), left, stock, err)
	}
	var wait sync.WaitGroup
	paid := int64(0)
	for i, r := range got {
		if i%3 != 2 {
			paid++
			wait.Go(func() { shops.pay(i, r) })
		}
	}
	wait.Wait()
	storetest.EndReservations(t, location)
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) { // the instances' own workers give back
		left, _, err := s.Stock.Of(t.Context(), hot)
		if err == nil && left+paid == stock {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d paid and %d free of %d, %v", paid, left, stock, err)
		}
	}
	checkRush(t, s, data, got, paid)

	if err := s.Write(t.Context(), func(tx *store.Tx) error { return tx.Stock.Set(t.Context(), hot, nil) }); err != nil {
		t.Fatal(err)
	}
	used := shops.buy(max(buyers/10, 60), shop.PromoInvalid, func(i int) map[string]any { return order(i, "manual", 28.95, "hype") })
	if promo, err := s.Promotions.ByCode(t.Context(), "HYPE"); err != nil || len(used) != promoUse || promo.Uses != promoUse {
		t.Errorf("%d orders with a code of %d uses, which counts %d, %v", len(used), promoUse, promo.Uses, err)
	}
	last := storetest.LastOrder(t, location)
	if last-first != stock+promoUse {
		t.Errorf("%d orders were numbered, %d acknowledged", last-first, stock+promoUse)
	}
	t.Logf("%d buyers, %d instances: %d sold, %d paid, %d released, all answered after %.1f s", buyers, len(shops.instances), stock, paid, stock-paid, took.Seconds())
}

// checkRush compares what the buyers hold, what the shop wrote down and what the bank took.
func checkRush(t *testing.T, s *store.Store, data string, got []receipt, paid int64) {
	t.Helper()
	numbers := map[string]bool{}
	var shopPaid int64
	for _, r := range got {
		if numbers[r.Order.Number] {
			t.Errorf("%s was given twice", r.Order.Number)
		}
		numbers[r.Order.Number] = true
		o, err := s.Orders.ByNumber(t.Context(), r.Order.Number)
		if err != nil {
			t.Fatalf("%s was acknowledged and is not there: %v", r.Order.Number, err)
		}
		payments, err := s.Payments.OfOrder(t.Context(), o.ID)
		if err != nil || len(payments) != 1 {
			t.Errorf("%s has %d payments, %v", o.Number, len(payments), err)
		}
		switch {
		case o.Payment == shop.Paid && o.Reserved:
			shopPaid++
		case o.Payment != shop.Unpaid || o.Reserved || o.Status != shop.StatusCancelled:
			t.Errorf("neither paid nor released: %+v", o)
		}
	}
	files, err := filepath.Glob(filepath.Join(data, "demo-pay", "demo_*.json"))
	if err != nil {
		t.Fatal(err)
	}
	var money shop.Cents
	for _, file := range files {
		var payment struct {
			Amount  shop.Cents
			Status  string
			Refunds map[string]shop.Cents
		}
		text, err := os.ReadFile(file)
		if err == nil {
			err = json.Unmarshal(text, &payment)
		}
		if err != nil || len(payment.Refunds) > 0 {
			t.Errorf("%s: %v, refunds %v", file, err, payment.Refunds)
		}
		if payment.Status == "paid" {
			money += payment.Amount
		}
	}
	if shopPaid != paid || money != shop.Cents(hotTotal).Times(paid) {
		t.Errorf("%d buyers paid, the shop knows of %d, the bank took $%s", paid, shopPaid, money)
	}
}
