package shop

// HomeState is where the shop stands: what is picked up there is taxed there.
const HomeState = "CA"

// TaxRules says how the shop taxes goods. Rates are parts per million.
type TaxRules struct {
	Calculation string           // automatic, manual, fixed or none
	Rate        int64            // the setting tax_rate
	ByState     map[string]int64 // for automatic; a state without a line has Rate
	Included    bool             // prices already contain the tax
}

// RateFor is the rate of goods that change hands in the state. With automatic
// tax and a state not yet known there is no rate to tell.
func (t TaxRules) RateFor(state string) (ppm int64, known bool) {
	switch t.Calculation {
	case "none":
		return 0, true
	case "automatic":
		if state == "" {
			return 0, false
		}
		if rate, ok := t.ByState[state]; ok {
			return rate, true
		}
	}
	return t.Rate, true
}

// On is the tax on goods of this worth: on top of it, or the part of it that is
// tax when prices include it. Halves are rounded up.
func (t TaxRules) On(goods Cents, ppm int64) Cents {
	const million = 1_000_000
	if t.Included {
		return Cents(mulDivRound(int64(goods), ppm, million+ppm))
	}
	return Cents(mulDivRound(int64(goods), ppm, million))
}
