package shop

// TaxRules says how the shop taxes goods. Rates are parts per million.
type TaxRules struct {
	Calculation string           // automatic, manual, fixed or none
	Rate        int64            // the setting tax_rate
	ByState     map[string]int64 // for automatic and manual
	Included    bool             // prices already contain the tax
}

// RateFor is the rate of goods that change hands in the state. Automatic goes
// by the table and taxes a state without a line at Rate; manual taxes only the
// states in the table, those where the shop is registered; fixed has one rate
// everywhere. While a rate by state is wanted and the state is not known there
// is none to tell.
func (t TaxRules) RateFor(state string) (ppm int64, known bool) {
	switch t.Calculation {
	case "none":
		return 0, true
	case "fixed":
		return t.Rate, true
	}
	if state == "" {
		return 0, false
	}
	rate, listed := t.ByState[state]
	if !listed && t.Calculation != "manual" {
		rate = t.Rate
	}
	return rate, true
}

// On is the tax on goods of this worth: on top of it, or the part of it that is
// tax when prices include it, rounded as percentOf says. A rate is at most 100 percent.
func (t TaxRules) On(goods Cents, ppm int64) Cents {
	const million = 1_000_000
	ppm = min(max(ppm, 0), million)
	if t.Included {
		return percentOf(goods, ppm, million+ppm)
	}
	return percentOf(goods, ppm, million)
}
