package app

import (
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
)

var (
	wrongPromos = Limit{60, 10 * time.Minute}
	toldGuests  = Limit{20, time.Hour}
)

// countOnce counts what was refused to a network, each thing once, so that
// nothing is found out by trying and a page that asks again is not taken for a thief.
func (a *App) countOnce(key, what string, limit Limit) {
	if a.limits.take(key+" "+what, Limit{1, limit.Per}, a.Now()) == nil {
		_ = a.limits.take(key, limit, a.Now()) // whether there was room is asked before the next one
	}
}

// mayTryPromo refuses a network that has tried too many codes that give nothing.
func (a *App) mayTryPromo(client Client) error {
	return a.limits.refused("promo "+client.network(), wrongPromos, a.Now())
}

func (a *App) triedPromo(client Client, code string) {
	a.countOnce("promo "+client.network(), shop.PromoKey(code), wrongPromos)
}

// mayTellGuest refuses a guest's order of something limited per customer, when
// their network has heard of too many addresses what was bought with them.
func (a *App) mayTellGuest(job *deskJob) error {
	if job.userID != nil {
		return nil
	}
	return a.limits.refused("guest "+job.client.network(), toldGuests, a.Now())
}

func (a *App) toldGuest(job *deskJob, what string) {
	if job.userID == nil {
		a.countOnce("guest "+job.client.network(), what+" "+job.customerKey, toldGuests)
	}
}
