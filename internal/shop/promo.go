package shop

import (
	"regexp"
	"strings"
	"time"
)

// PromoKind is what a promo code gives.
type PromoKind string

const (
	PercentOff   PromoKind = "percent"       // Value is whole percent, 1 to 100
	AmountOff    PromoKind = "amount"        // Value is cents
	FreeShipping PromoKind = "free_shipping" // Value is not used
)

// Promotion is a promo code with its conditions. Uses counts the current orders
// with the code; guarded statements in the store enforce the limits.
type Promotion struct {
	ID             int64
	Code           string
	Kind           PromoKind
	Value          int64
	Minimum        Cents // of goods, before the discount
	StartsAt       *time.Time
	EndsAt         *time.Time
	MaxUses        *int64
	MaxPerCustomer *int64
	Uses           int64
	Enabled        bool
	Version        int64
}

// PromoKey normalizes a code: upper and lower case are the same code.
func PromoKey(code string) string { return strings.ToUpper(strings.TrimSpace(code)) }

// The two messages of the promo box.
const (
	PromoMissing = "Please enter a promo code."
	PromoWrong   = "Invalid promo code. Please try again."
)

// BadPromo is the same error for every code that cannot be used, whatever the
// reason, so that guessing does not reveal which codes exist.
func BadPromo() error { return FieldError(PromoInvalid, "promo_code", PromoWrong) }

// PromoState is why a code can be used now, or why not.
type PromoState string

const (
	PromoOn         PromoState = "on"
	PromoOff        PromoState = "off" // switched off by staff
	PromoNotStarted PromoState = "not_started"
	PromoEnded      PromoState = "ended"
	PromoUsedUp     PromoState = "used_up"
)

// State says whether the code can be used now.
func (p Promotion) State(now time.Time) PromoState {
	switch {
	case !p.Enabled:
		return PromoOff
	case p.EndsAt != nil && !now.Before(*p.EndsAt):
		return PromoEnded
	case p.MaxUses != nil && p.Uses >= *p.MaxUses:
		return PromoUsedUp
	case p.StartsAt != nil && now.Before(*p.StartsAt):
		return PromoNotStarted
	}
	return PromoOn
}

// Grants says whether the code can be used now on goods of this value.
func (p Promotion) Grants(goods Cents, now time.Time) bool {
	return p.State(now) == PromoOn && goods >= p.Minimum
}

// UsedUpBy says whether a customer with this many current orders with the code can use it no more.
func (p Promotion) UsedUpBy(uses int64) bool {
	return p.MaxPerCustomer != nil && uses >= *p.MaxPerCustomer
}

// Discount is the amount that the code takes off the goods, never more than their value. See percentOf for how a
// percentage is rounded.
func (p Promotion) Discount(goods Cents) Cents {
	switch p.Kind {
	case PercentOff:
		return percentOf(goods, min(p.Value, 100), 100)
	case AmountOff:
		return max(0, min(Cents(p.Value), goods))
	}
	return 0
}

var promoForm = regexp.MustCompile(PromoCodePattern)

// Check refuses a promotion that must not be saved, naming every field.
func (p Promotion) Check() error {
	bad := Problems{}
	bad.Check(promoForm.MatchString(p.Code), "code", "Use 2 to 40 letters, numbers, hyphens and underscores.")
	switch p.Kind {
	case PercentOff:
		bad.Check(p.Value >= 1 && p.Value <= 100, "value", "A percentage goes from 1 to 100.")
	case AmountOff:
		bad.Check(p.Value >= 1 && p.Value <= int64(MaxPrice), "value", "Enter an amount above zero.")
	case FreeShipping:
		bad.Check(p.Value == 0, "value", "Free shipping has no value.")
	default:
		bad.Check(false, "kind", "Choose percent, amount or free shipping.")
	}
	bad.Check(p.Minimum >= 0 && p.Minimum <= MaxPrice, "minimum", "Enter an amount, like 5.99.")
	bad.Check(p.StartsAt == nil || p.EndsAt == nil || p.StartsAt.Before(*p.EndsAt), "ends_at", "The end comes after the start.")
	bad.Check(p.MaxUses == nil || *p.MaxUses >= 1, "max_uses", "The limit starts at 1.")
	bad.Check(p.MaxPerCustomer == nil || *p.MaxPerCustomer >= 1, "max_per_customer", "The limit starts at 1.")
	return bad.Err()
}
