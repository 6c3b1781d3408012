package shop

import "time"

// ProductPatch changes some fields of a product and leaves those that are nil.
type ProductPatch struct {
	Price    *Cents
	Category *CategoryChoice
	Featured *bool
	Popular  *bool
	InStock  *bool

	SafetyStock *int64
	PublishedAt *time.Time // a past time publishes it now
}

// CategoryChoice is a category, or none.
type CategoryChoice struct{ ID *int64 }

// PriceChange raises or lowers a price by an amount or a percentage.
type PriceChange struct {
	Amount  Cents
	Percent int64 // hundredths of a percent
}

// On is the new price, in whole cents with halves rounded away from zero. A price
// that would leave the allowed range is refused.
func (c PriceChange) On(price Cents) (Cents, error) {
	change := c.Amount
	if c.Percent != 0 {
		const whole = 100_00
		n := int64(price) * c.Percent
		half := int64(whole / 2)
		if n < 0 {
			half = -half
		}
		change += Cents((n + half) / whole)
	}
	price += change
	if price < 0 || price > MaxPrice {
		return 0, Errorf(Invalid, "The new price would be below zero or too high.")
	}
	return price, nil
}

// Apply gives the patched product, and the patch that undoes it.
func (p ProductPatch) Apply(to Product) (Product, ProductPatch) {
	var back ProductPatch
	if p.Price != nil && *p.Price != to.Price {
		was := to.Price
		back.Price, to.Price = &was, *p.Price
	}
	if p.Category != nil && !sameCategory(to.Category, p.Category.ID) {
		back.Category = &CategoryChoice{}
		if to.Category != nil {
			was := to.Category.ID
			back.Category.ID = &was
		}
		to.Category = nil
		if p.Category.ID != nil {
			to.Category = &CategoryRef{ID: *p.Category.ID}
		}
	}
	flag := func(now **bool, was *bool, want *bool) {
		if want != nil && *want != *was {
			old := *was
			*now, *was = &old, *want
		}
	}
	flag(&back.Featured, &to.Featured, p.Featured)
	flag(&back.Popular, &to.Popular, p.Popular)
	flag(&back.InStock, &to.InStockFlag, p.InStock)
	if p.SafetyStock != nil && *p.SafetyStock != to.SafetyStock {
		was := to.SafetyStock
		back.SafetyStock, to.SafetyStock = &was, *p.SafetyStock
	}
	if p.PublishedAt != nil && (to.PublishedAt == nil || !p.PublishedAt.Equal(*to.PublishedAt)) {
		was := to.CreatedAt // a past time
		if to.PublishedAt != nil {
			was = *to.PublishedAt
		}
		back.PublishedAt, to.PublishedAt = &was, p.PublishedAt
	}
	return to, back
}

// Empty says whether the patch changes nothing.
func (p ProductPatch) Empty() bool { return p == ProductPatch{} }

func sameCategory(now *CategoryRef, want *int64) bool {
	if now == nil || want == nil {
		return now == nil && want == nil
	}
	return now.ID == *want
}
