package rehearsal

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"

	"github.com/snackdrop/snackdrop/internal/drops"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// Findings are what must be zero.
type Findings struct {
	Oversold     int64 // units sold that were not there
	Lost         int64 // acknowledged orders that the shop does not have
	Double       int64 // orders that one checkout got twice
	Charged      int64 // payments without an order that they paid
	OverTheLimit int64 // units of one household beyond its limit
}

// Zero says whether nothing went wrong.
func (f Findings) Zero() bool { return f == Findings{} }

// Units says how many units there were, and how many each kind of buyer got.
type Units struct {
	ForSale, Sold, Paid  int64
	Honest, Bot, Scalper int64
	Reviewed             Reviewed
	Correlation          float64 // of arrival and rank
	ForgedAccepted       int64
}

// Reviewed is how many paid units go back, by kind of buyer, if staff choose 'Cancel and pass on' for every group of the
// review: orders that share a building, domain, network, name, phone or card.
type Reviewed struct{ Honest, Bot, Scalper int64 }

// AfterReview is how many units the scalper keeps after that.
func (u Units) AfterReview() int64 { return u.Scalper - u.Reviewed.Scalper }

// compare compares what the buyers were told with what the shop and the bank recorded.
func (c *crowd) compare(ctx context.Context) (Findings, Units, error) {
	var f Findings
	var u Units
	orders, err := c.copy.store.Orders.OfDrop(ctx, c.copy.drop.ID)
	if err != nil {
		return f, u, err
	}
	byEmail := map[string]*buyer{}
	for _, b := range c.buyers {
		byEmail[b.email] = b
	}
	known, paid := map[string]bool{}, map[string]bool{}
	perBuyer, perHousehold := map[string]int64{}, map[string]int64{}
	for _, o := range orders {
		known[o.Number] = true
		paid[o.Number] = paid[o.Number] || o.Paid
		if !o.Holds {
			continue
		}
		u.Sold += o.Units
		if o.Paid {
			u.Paid += o.Units
		}
		perBuyer[o.Email] += o.Units
		b, ok := byEmail[o.Email]
		if !ok {
			continue
		}
		perHousehold[b.address["line1"]+" "+b.address["line2"]] += o.Units
		switch b.kind {
		case honest:
			u.Honest += o.Units
		case scalper:
			u.Scalper += o.Units
		default:
			u.Bot += o.Units
		}
	}
	for _, line := range c.copy.drop.Products {
		u.ForSale += line.Units
		count, err := c.copy.store.Stock.Count(ctx, line.ProductID)
		if err != nil {
			return f, u, err
		}
		if now := count.InStock + count.Reserved + count.Ordered; now > c.copy.before[line.ProductID] {
			f.Oversold += now - c.copy.before[line.ProductID]
		}
		if count.InStock < 0 {
			f.Oversold -= count.InStock
		}
	}
	for _, units := range []map[string]int64{perBuyer, perHousehold} {
		for _, n := range units {
			f.OverTheLimit += max(0, n-c.copy.drop.LimitUnits)
		}
	}
	for _, b := range c.buyers {
		numbers := slices.Compact(slices.Sorted(slices.Values(b.ordered)))
		f.Double += int64(max(0, len(numbers)-1))
		for _, number := range numbers {
			if !known[number] {
				f.Lost++
			}
		}
	}
	if u.Reviewed, err = c.review(ctx, byEmail); err != nil {
		return f, u, err
	}
	f.Charged, err = c.chargedWithoutOrder(paid)
	u.Correlation, u.ForgedAccepted = c.correlation(), c.m.forged.Load()
	return f, u, err
}

func (c *crowd) review(ctx context.Context, byEmail map[string]*buyer) (r Reviewed, err error) {
	orders, err := c.copy.store.Orders.PaidInDrop(ctx, c.copy.drop.ID)
	if err != nil {
		return r, err
	}
	counted := map[int64]bool{}
	for _, group := range drops.GroupForReview(orders) {
		for _, o := range group.Orders {
			b, ok := byEmail[o.Email]
			if !ok || counted[o.ID] {
				continue
			}
			counted[o.ID] = true
			switch b.kind {
			case honest:
				r.Honest += o.Units
			case scalper:
				r.Scalper += o.Units
			default:
				r.Bot += o.Units
			}
		}
	}
	return r, nil
}

// chargedWithoutOrder counts the payments of the demo provider that were taken and belong to no paid order, unless they went back.
func (c *crowd) chargedWithoutOrder(paid map[string]bool) (int64, error) {
	files, err := filepath.Glob(filepath.Join(c.copy.dir, "demo-pay", "demo_*.json"))
	var n int64
	for _, file := range files {
		var payment struct {
			Number  string
			Amount  shop.Cents
			Status  shop.PaymentState
			Refunds map[string]shop.Cents
		}
		text, err := os.ReadFile(file)
		if err == nil {
			err = json.Unmarshal(text, &payment)
		}
		if err != nil {
			return n, err
		}
		back := shop.Cents(0)
		for _, amount := range payment.Refunds {
			back += amount
		}
		if payment.Status == shop.PaymentStatePaid && back < payment.Amount && !paid[payment.Number] {
			n++
		}
	}
	return n, err
}

// correlation is Spearman's, of the order of arrival and the rank, of everybody who was shuffled.
func (c *crowd) correlation() float64 {
	var numbers, ranks []int64
	for _, b := range c.buyers {
		if b.rank > 0 && b.proof != "" && b.joined.Before(c.opening) {
			numbers, ranks = append(numbers, b.number), append(ranks, b.rank)
		}
	}
	n := float64(len(numbers))
	if n < 3 {
		return 0
	}
	x, y := places(numbers), places(ranks)
	var sum float64
	for i := range x {
		d := x[i] - y[i]
		sum += d * d
	}
	return math.Round((1-6*sum/(n*(n*n-1)))*10_000) / 10_000
}

// places turns values into their places among each other.
func places(values []int64) []float64 {
	sorted := slices.Sorted(slices.Values(values))
	out := make([]float64, len(values))
	for i, v := range values {
		at, _ := slices.BinarySearch(sorted, v)
		out[i] = float64(at)
	}
	return out
}
