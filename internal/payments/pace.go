package payments

import (
	"context"
	"slices"

	"github.com/snackdrop/snackdrop/internal/ratelimit"
)

// Meters count the calls to payment providers whose rate is limited, by the names of the providers.
type Meters map[string]*ratelimit.Meter

// Pace is how often payment providers are called, and how often they may be.
type Pace struct {
	payments *Service
	meters   Meters
}

// NewPace reads meters, through which the providers of payments make their calls.
func NewPace(payments *Service, meters Meters) *Pace {
	return &Pace{payments: payments, meters: meters}
}

// Figures are how many calls all providers got since it was last called, and how many those in use allow a second; 0: any number.
func (p *Pace) Figures(ctx context.Context) (calls, allowed int64) {
	inUse := p.inUse(ctx)
	for name, meter := range p.meters {
		n, most := meter.Take()
		calls += n
		if slices.Contains(inUse, name) {
			allowed += most
		}
	}
	return calls, allowed
}

// ProviderCalls is the smallest of what the providers in use allow a second, because a buyer may choose any of them; 0: any number.
func (p *Pace) ProviderCalls(ctx context.Context) float64 {
	least := int64(0)
	for _, name := range p.inUse(ctx) {
		meter, limited := p.meters[name]
		if !limited {
			continue
		}
		if most := meter.Allowed(); most > 0 && (least == 0 || most < least) {
			least = most
		}
	}
	return float64(least)
}

// inUse is empty while the settings cannot be read.
func (p *Pace) inUse(ctx context.Context) []string {
	settings, err := p.payments.settings.Get(ctx)
	if err != nil {
		return nil
	}
	return p.payments.ProvidersInUse(settings.Payments)
}
