package orders

import (
	"time"

	"github.com/snackdrop/snackdrop/internal/ratelimit"
	"github.com/snackdrop/snackdrop/internal/shop"
)

var (
	wrongPromos = ratelimit.Limit{Times: 60, Per: 10 * time.Minute}

	// A network may be a whole dormitory whose guests come back for a limited
	// product, so what one of them hears about their address does not count against
	// the others. How many addresses a network hears about is bounded all the same.
	disclosuresPerAddress = ratelimit.Limit{Times: 5, Per: time.Hour}
	disclosedAddresses    = ratelimit.Limit{Times: 200, Per: time.Hour}
	// One address is asked about from many networks only by somebody who has many.
	disclosuresFromAnywhere = ratelimit.Limit{Times: 20, Per: time.Hour}
)

// enumerationGuard keeps a network from finding out by trying which promo codes
// exist, and what was bought under other people's email addresses. Refusals are
// counted, each thing once: a page that asks again is not an attack.
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
