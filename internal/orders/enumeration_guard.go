package orders

import (
	"time"

	"github.com/snackdrop/snackdrop/internal/ratelimit"
	"github.com/snackdrop/snackdrop/internal/shop"
)

var (
	wrongPromos = ratelimit.Limit{Times: 60, Per: 10 * time.Minute}
	disclosures = ratelimit.Limit{Times: 20, Per: time.Hour}
)

// enumerationGuard keeps a network from finding out by trying which promo codes
// exist, and what was bought under other people's email addresses. Refusals are
// counted, each thing once: a page that asks again is not an attack.
type enumerationGuard struct {
	limits *ratelimit.Limiter
}

// allowPromo refuses a network that has tried too many codes that give nothing.
func (g *enumerationGuard) allowPromo(client shop.Client) error {
	return g.limits.Refused("promo "+client.Network(), wrongPromos)
}

func (g *enumerationGuard) recordWrongPromo(client shop.Client, code string) {
	g.limits.TakeOnce("promo "+client.Network(), shop.PromoKey(code), wrongPromos)
}

// allowDisclosure refuses a guest's order of something limited per customer, when
// their network has been told of too many addresses what was bought with them.
func (g *enumerationGuard) allowDisclosure(j *job) error {
	if j.userID != nil {
		return nil
	}
	return g.limits.Refused("guest "+j.client.Network(), disclosures)
}

func (g *enumerationGuard) recordDisclosure(j *job, what string) {
	if j.userID == nil {
		g.limits.TakeOnce("guest "+j.client.Network(), what+" "+j.customerKey, disclosures)
	}
}
