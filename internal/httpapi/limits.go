package httpapi

import (
	"encoding/json"
	"maps"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// limit is what a form has to know about one field: the length of a text in
// characters and its form, the bounds of a number, or how many items a list
// has, or the texts that it takes. Zero leaves what the struct tag says.
type limit struct {
	min, max int
	pattern  string
	options  []string
}

var (
	emailLimit      = limit{min: 1, max: shop.MaxEmail, pattern: shop.EmailPattern}
	usernameLimit   = limit{min: shop.MinUsername, max: shop.MaxUsername}
	newPassword     = limit{min: shop.MinPassword, max: shop.MaxPassword}
	adminPassword   = limit{min: shop.MinAdminPassword, max: shop.MaxPassword}
	currentPassword = limit{min: 1, max: shop.MaxPassword}
	slugLimit       = limit{min: 1, max: shop.MaxSlug, pattern: shop.SlugPattern}
	promoCodeLimit  = limit{min: 2, max: shop.MaxPromoCode, pattern: shop.PromoCodePattern}
	signLimit       = limit{options: shop.SignNames()}
	categoryLimits  = map[string]limit{
		"name": {min: 1, max: shop.MaxCategoryName}, "slug": slugLimit, "description": {max: shop.MaxCategoryText},
		"sign": signLimit, "color": {pattern: shop.SignColorPattern},
	}
	productLimits = map[string]limit{
		"name": {min: 1, max: shop.MaxProductName}, "slug": slugLimit,
		"description": {min: 1, max: shop.MaxDescription}, "origin": {max: shop.MaxOrigin},
	}
	// A demo shop takes shorter durations, so the drop form leaves it to the server to refuse one that is too short.
	dropLimits = map[string]limit{
		"name": {min: 1, max: shop.MaxDropName}, "slug": {max: shop.MaxSlug, pattern: shop.SlugPattern}, "description": {max: shop.MaxDescription},
		"limit_units": {min: 1, max: shop.MaxDropLimit}, "building_units": {min: 1, max: shop.MaxUnits}, "early_share": {max: shop.MaxPercent},
		"rate_per_minute":     {min: 1, max: shop.MaxRatePerMinute},
		"reservation_seconds": durationLimit(shop.MinReservationTime, shop.MaxReservationTime),
		"hold_seconds":        durationLimit(shop.MinHoldTime, shop.MaxHoldTime),
		"pass_seconds":        durationLimit(shop.MinPassTime, shop.MaxPassTime),
		"shuffle_seconds":     durationLimit(shop.MinShuffleTime, shop.MaxShuffleTime),
		"products":            {max: shop.MaxDropProducts},
	}
)

// durationLimit bounds a field that is in seconds.
func durationLimit(least, most time.Duration) limit {
	return limit{min: int(least / time.Second), max: int(most / time.Second)}
}

// publishedLimits are the limits that the rules in internal/shop check, by
// schema and field. The OpenAPI document shows them instead of those in the
// struct tags. Huma enforces the struct tags: they bound a request and are
// mostly wider, so that a person's mistake is refused by the rules, with a
// message for people.
var publishedLimits = map[string]map[string]limit{
	"SignInBody":                 {"email": emailLimit, "password": currentPassword},
	"SignUpBody":                 {"username": usernameLimit, "email": emailLimit, "password": newPassword},
	"SetUpBody":                  {"email": emailLimit, "password": adminPassword},
	"ForgotPasswordInput":        {"email": emailLimit},
	"ResetPasswordInput":         {"password": newPassword},
	"CreateAccountFromOrderBody": {"password": newPassword},
	"PasswordInput":              {"password": currentPassword},
	"ChangePasswordInput":        {"current_password": currentPassword, "password": newPassword},
	"EmailChangeInput":           {"email": emailLimit, "password": currentPassword},
	"CodeInput":                  {"code": {min: 1}},
	"NewPasskey":                 {"name": {max: shop.MaxPasskeyName}},
	"UpdateProfileBody":          {"username": usernameLimit, "full_name": {max: shop.MaxPersonName}},
	"AddressInput": {
		"name": {min: 1, max: shop.MaxPersonName}, "line1": {min: 1, max: shop.MaxAddressLine}, "line2": {max: shop.MaxAddressLine},
		"city": {min: 1, max: shop.MaxCity}, "state": {min: 2, max: 2}, "zip": {min: 5, max: 10, pattern: shop.ZipPattern},
		"phone": {max: shop.MaxPhone},
	},
	"OrderInput": {
		"email": emailLimit, "name": {min: 1, max: shop.MaxPersonName}, "phone": {max: shop.MaxPhone},
		"line1": {max: shop.MaxAddressLine}, "line2": {max: shop.MaxAddressLine}, "city": {max: shop.MaxCity},
		"notes": {max: shop.MaxOrderNotes}, "promo_code": {max: shop.MaxPromoCode},
	},
	"CheckPromoBody":           {"code": {min: 1, max: shop.MaxPromoCode}},
	"MailOrderLinkBody":        {"number": {min: 1}, "email": emailLimit},
	"SubscribeBody":            {"email": emailLimit},
	"JoinWaitlistBody":         {"email": emailLimit},
	"ContactBody":              {"name": {min: 1, max: shop.MaxPersonName}, "email": emailLimit, "subject": {min: 1, max: shop.MaxSubject}, "message": {min: 1, max: shop.MaxMessage}},
	"ProductInput":             productLimits,
	"AdminUpdateProductBody":   productLimits,
	"CategoryInput":            categoryLimits,
	"AdminUpdateCategoryBody":  categoryLimits,
	"Category":                 {"sign": signLimit},
	"StaffCategory":            {"sign": signLimit},
	"PromotionInput":           {"code": promoCodeLimit},
	"AdminUpdatePromotionBody": {"code": promoCodeLimit},
	"AdminAddWebhookBody":      {"url": {min: 1, max: shop.MaxWebhookURL}},
	"AdminCreateApiKeyBody":    {"name": {min: 1, max: shop.MaxAPIKeyName}},
	"NoteChangeBody":           {"staff_notes": {max: shop.MaxStaffNotes}},
	"DropInput":                dropLimits,
	"AdminUpdateDropBody":      dropLimits,
	"DropProductInput":         {"units": {max: shop.MaxUnits}, "price": {max: int(shop.MaxPrice / 100)}},
	"AdminAddDropCodeBody":     {"label": {max: shop.MaxCodeLabel}, "max_uses": {min: 1, max: shop.MaxCodeUses}},
	"AdminLiftDropLimitBody":   {"email": emailLimit},
	"AdminDropRateBody":        {"people_per_minute": {min: 1, max: shop.MaxRatePerMinute}},
	"AdminAddDropUnitsBody":    {"units": {min: 1, max: shop.MaxUnits}},
	"UnlockDropBody":           {"email": emailLimit, "code": {min: 1, max: shop.MaxAccessCode}},
	"RemindOfDropBody":         {"email": emailLimit},
	"JoinQueueBody":            {"email": emailLimit},
}

// publishedNumbers are numbers of the rules that pages show, or compute with before the next response. They are x-numbers
// of the OpenAPI document, and constants in the browser (rules.gen.ts).
var publishedNumbers = map[string]int64{
	"LOW_STOCK":           shop.LowStock,
	"MAX_WEBHOOKS":        shop.MaxWebhooks,
	"MIN_PHONE_DIGITS":    shop.MinPhoneDigits,
	"EARLY_MINUTES":       int64(shop.EarlyBefore / time.Minute),
	"QUEUE_MINUTES":       int64(shop.QueueBefore / time.Minute),
	"REMIND_MINUTES":      int64(shop.RemindBefore / time.Minute),
	"WIN_HOURS":           int64(shop.WinTime / time.Hour),
	"AWARD_DAYS":          int64(shop.AwardTime / (24 * time.Hour)),
	"MAILED_LINK_MINUTES": int64(shop.MailedLinkTime / time.Minute),
	"BUILDING_HOUSEHOLDS": shop.BuildingHouseholds,
}

// describedSchemas writes the schemas into the OpenAPI document with the
// published limits. It changes copies: Huma goes on validating with its own.
type describedSchemas struct{ huma.Registry }

func (d describedSchemas) MarshalJSON() ([]byte, error) {
	schemas := maps.Clone(d.Map())
	for name, fields := range publishedLimits {
		schema, ok := schemas[name]
		if !ok {
			continue // a test fails on schemas that do not exist
		}
		described := *schema
		described.Properties = maps.Clone(schema.Properties)
		for field, limit := range fields {
			if property, ok := described.Properties[field]; ok {
				described.Properties[field] = limit.describe(property)
			}
		}
		schemas[name] = &described
	}
	return json.Marshal(schemas)
}

func (l limit) describe(property *huma.Schema) *huma.Schema {
	described := *property
	switch property.Type {
	case huma.TypeInteger, huma.TypeNumber:
		described.Minimum, described.Maximum = number(l.min, property.Minimum), number(l.max, property.Maximum)
	case huma.TypeArray:
		described.MinItems, described.MaxItems = count(l.min, property.MinItems), count(l.max, property.MaxItems)
	default:
		described.MinLength, described.MaxLength = count(l.min, property.MinLength), count(l.max, property.MaxLength)
	}
	if l.pattern != "" {
		described.Pattern = l.pattern
	}
	for _, option := range l.options {
		described.Enum = append(described.Enum, option)
	}
	return &described
}

func count(n int, tag *int) *int {
	if n == 0 {
		return tag
	}
	return &n
}

func number(n int, tag *float64) *float64 {
	if n == 0 {
		return tag
	}
	bound := float64(n)
	return &bound
}
