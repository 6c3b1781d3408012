package orders

import (
	"context"
	"log/slog"
	"time"

	"github.com/snackdrop/snackdrop/internal/orderbook"
	"github.com/snackdrop/snackdrop/internal/ratelimit"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// How many orders may be placed. A network may be an office, a dormitory or a part of
// a mobile carrier in the minute of a drop, so it may place many more than a person.
var (
	ordersPerNetwork = []ratelimit.Limit{{Times: 120, Per: time.Minute}, {Times: 600, Per: time.Hour}}
	ordersPerBuyer   = []ratelimit.Limit{{Times: 30, Per: time.Hour}}
)

// orderLimits bounds how many orders are placed. Only orders that were accepted are
// counted: trying again after a refusal costs nothing.
type orderLimits struct {
	limiter *ratelimit.Limiter
}

// counter is one limit and the key that it is counted under.
type counter struct {
	key   string
	limit ratelimit.Limit
}

func counters(what string, limits []ratelimit.Limit, times int) []counter {
	out := make([]counter, 0, len(limits))
	for _, limit := range limits {
		out = append(out, counter{"orders " + limit.Per.String() + " " + what, ratelimit.Limit{Times: limit.Times * times, Per: limit.Per}})
	}
	return out
}

// counters are those of an order: its network and who it is for. A guest is counted by
// the mailbox they typed, a customer by their account, so that orders in somebody's
// name do not keep them from ordering.
func (j *job) counters() []counter {
	buyer := "mailbox " + shop.Mailbox(j.checkout.Email)
	if j.userID != nil {
		buyer = "account " + shop.IDText(*j.userID)
	}
	out := counters(buyer, ordersPerBuyer, 1)
	network, wider := j.client.LimitedNetworks()
	if network != "" {
		out = append(out, counters("network "+network, ordersPerNetwork, 1)...)
	}
	if wider != "" {
		out = append(out, counters("network "+wider, ordersPerNetwork, shop.WiderNetwork)...)
	}
	return out
}

// refused says that no more orders of this buyer or network are taken now.
func (l *orderLimits) refused(j *job) error { return l.anyRefused(j.counters()) }

// count counts an order that is about to be accepted, once however often its
// transaction runs, or refuses it.
func (l *orderLimits) count(j *job) error {
	if j.counted {
		return nil
	}
	all := j.counters()
	if err := l.anyRefused(all); err != nil {
		slog.Warn("rate limit reached", "what", "order", "ip", j.client.IP)
		return err
	}
	l.take(all)
	j.counted = true
	return nil
}

func (l *orderLimits) anyRefused(all []counter) error {
	for _, c := range all {
		if err := l.limiter.Refused(c.key, c.limit); err != nil {
			return err
		}
	}
	return nil
}

func (l *orderLimits) take(all []counter) {
	for _, c := range all {
		_ = l.limiter.Take(c.key, c.limit) // anyRefused has just found room; a race may exceed the limit a little
	}
}

// sourceOf is the key by which work is shared out fairly: the buyer's network, or their
// mailbox where the shop sees only the address of its own proxy.
func sourceOf(client shop.Client, email string) string {
	if network, _ := client.LimitedNetworks(); network != "" {
		return network
	}
	return shop.Mailbox(email)
}

// AsBuyer adds to the context whose calls to the payment provider these are, for fair
// pacing, and the site that the pay page sends the buyer back to.
func AsBuyer(ctx context.Context, buyer Buyer, order shop.Order) context.Context {
	return context.WithValue(ratelimit.WithSource(ctx, sourceOf(buyer.Client, order.Email)), orderbook.SiteKey{}, buyer.Site)
}

var (
	wrongPromos = ratelimit.Limit{Times: 60, Per: 10 * time.Minute}

	// A refusal by a limit per customer shows a guest that the typed email address has bought a product. Such refusals are
	// counted per network and address, because many honest guests may share a network. How many addresses a network
	// can find out about is limited too, and so are all networks together for one address.
	disclosuresPerAddress   = ratelimit.Limit{Times: 5, Per: time.Hour}
	disclosedAddresses      = ratelimit.Limit{Times: 200, Per: time.Hour}
	disclosuresFromAnywhere = ratelimit.Limit{Times: 20, Per: time.Hour}
)

// enumerationGuard keeps a network from finding out by trying which promo codes
// exist, and what was bought under other people's email addresses. It counts the
// different things that refusals have shown: a page that asks the same again is not an attack.
type enumerationGuard struct {
	limits *ratelimit.Limiter
}

// allowPromo refuses a network that has tried too many codes that give nothing.
func (g *enumerationGuard) allowPromo(client shop.Client) error {
	return g.limits.NetworkRefused(client, "promo", wrongPromos)
}

func (g *enumerationGuard) recordWrongPromo(client shop.Client, code string) {
	g.limits.TakeNetworkOnce(client, "promo", shop.PromoKey(code), wrongPromos)
}

// allowDisclosure refuses a guest's order of something limited per customer, when
// too much was told already about the address that it is for, or when their
// network was told of too many addresses what was bought with them.
func (g *enumerationGuard) allowDisclosure(j *job) error {
	if j.userID != nil {
		return nil
	}
	if err := g.limits.Refused(disclosedHere(j), disclosuresPerAddress); err != nil {
		return err
	}
	if err := g.limits.Refused("guest from anywhere "+j.customerKey, disclosuresFromAnywhere); err != nil {
		return err
	}
	return g.limits.NetworkRefused(j.client, "guest", disclosedAddresses)
}

func (g *enumerationGuard) recordDisclosure(j *job, what string) {
	if j.userID != nil {
		return
	}
	g.limits.TakeOnce(disclosedHere(j), what, disclosuresPerAddress)
	g.limits.TakeOnce("guest from anywhere "+j.customerKey, j.client.Network()+" "+what, disclosuresFromAnywhere)
	g.limits.TakeNetworkOnce(j.client, "guest", j.customerKey, disclosedAddresses)
}

// disclosedHere counts what one network was told about one address.
func disclosedHere(j *job) string { return "guest and " + j.client.Network() + " " + j.customerKey }
