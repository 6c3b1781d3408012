package health

import (
	"context"
	"slices"
	"strings"
)

// details finds what a shop still has from the demo shop although shoppers rely on it.
func (s *Service) details(ctx context.Context) Result {
	set, err := s.c.Settings(ctx)
	if err != nil {
		return unknown("shop details", err)
	}
	inUse := s.c.Payments.ProvidersInUse(set.Payments)
	if s.c.Payments.TakesDemoPayments() && !slices.Contains(inUse, "stripe") && !slices.Contains(inUse, "paypal") {
		return good("This is the demo shop, with an address, terms and a privacy policy of its own.")
	}
	var still []string
	tab := "texts"
	if set.IsDefault("store_street") {
		still, tab = append(still, "address"), "store"
	}
	advice := "Enter your own before you sell."
	// Whoever keeps one of these texts gives it a date: from then on it is theirs.
	for _, text := range []struct{ name, key, date string }{
		{"terms of service", "terms_text", "terms_updated"},
		{"privacy policy", "privacy_text", "privacy_updated"},
	} {
		if set.IsDefault(text.key) && set.IsDefault(text.date) {
			still = append(still, text.name)
			advice = "Enter your own before you sell. A text that you keep as it is becomes yours when you change its date."
		}
	}
	if len(still) == 0 {
		return good("Address, terms of service and privacy policy are the shop’s own.")
	}
	return attention("Shoppers still see the demo shop’s "+list(still)+".", advice, "/admin/settings?tab="+tab)
}

// list joins words as a sentence does: "a, b and c".
func list(words []string) string {
	last := len(words) - 1
	if last == 0 {
		return words[0]
	}
	return strings.Join(words[:last], ", ") + " and " + words[last]
}
