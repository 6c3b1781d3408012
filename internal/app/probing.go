package app

import (
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
)

var (
	wrongPromos = Limit{Times: 60, Per: 10 * time.Minute}
	toldGuests  = Limit{Times: 20, Per: time.Hour}
)

// mayTryPromo refuses a network that has tried too many codes that give nothing.
func (a *App) mayTryPromo(client Client) error {
	return a.Limits.Refused("promo "+client.Network(), wrongPromos)
}

func (a *App) triedPromo(client Client, code string) {
	a.Limits.TakeOnce("promo "+client.Network(), shop.PromoKey(code), wrongPromos)
}

// mayTellGuest refuses a guest's order of something limited per customer, when
// their network has heard of too many addresses what was bought with them.
func (a *App) mayTellGuest(job *deskJob) error {
	if job.userID != nil {
		return nil
	}
	return a.Limits.Refused("guest "+job.client.Network(), toldGuests)
}

func (a *App) toldGuest(job *deskJob, what string) {
	if job.userID == nil {
		a.Limits.TakeOnce("guest "+job.client.Network(), what+" "+job.customerKey, toldGuests)
	}
}
