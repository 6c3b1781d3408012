package httpapi

import (
	"encoding/json"
	"maps"

	"github.com/danielgtaylor/huma/v2"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// limit is what a form has to know about one text field: its length in
// characters and its form. Zero means no limit.
type limit struct {
	min, max int
	pattern  string
}

var (
	emailLimit      = limit{min: 1, max: shop.MaxEmail}
	usernameLimit   = limit{min: shop.MinUsername, max: shop.MaxUsername}
	newPassword     = limit{min: shop.MinPassword, max: shop.MaxPassword}
	adminPassword   = limit{min: shop.MinAdminPassword, max: shop.MaxPassword}
	currentPassword = limit{min: 1, max: shop.MaxPassword}
	slugLimit       = limit{min: 1, max: shop.MaxSlug, pattern: shop.SlugPattern}
	promoCodeLimit  = limit{min: 2, max: shop.MaxPromoCode, pattern: shop.PromoCodePattern}
	categoryLimits  = map[string]limit{
		"name": {min: 1, max: shop.MaxCategoryName}, "slug": slugLimit, "description": {max: shop.MaxCategoryText},
	}
	productLimits = map[string]limit{
		"name": {min: 1, max: shop.MaxProductName}, "slug": slugLimit,
		"description": {min: 1, max: shop.MaxDescription}, "origin": {max: shop.MaxOrigin},
	}
)

// publishedLimits are the limits that the rules in internal/shop check, by
// schema and field. The OpenAPI document shows them instead of those in the
// struct tags. Huma enforces the struct tags: they bound a request and are
// mostly wider, so that a person's mistake is refused by the rules, with a
// message for people.
var publishedLimits = map[string]map[string]limit{
	"SignInBody":          {"email": emailLimit, "password": currentPassword},
	"SignUpBody":          {"username": usernameLimit, "email": emailLimit, "password": newPassword},
	"SetUpBody":           {"email": emailLimit, "password": adminPassword},
	"ForgotPasswordInput": {"email": emailLimit},
	"ResetPasswordInput":  {"password": newPassword},
	"KeepOrderBody":       {"password": newPassword},
	"PasswordInput":       {"password": currentPassword},
	"ChangePasswordInput": {"current_password": currentPassword, "password": newPassword},
	"EmailChangeInput":    {"email": emailLimit, "password": currentPassword},
	"CodeInput":           {"code": {min: 1}},
	"NewPasskey":          {"name": {max: shop.MaxPasskeyName}},
	"UpdateProfileBody":   {"username": usernameLimit, "full_name": {max: shop.MaxPersonName}},
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
	"PromotionInput":           {"code": promoCodeLimit},
	"AdminUpdatePromotionBody": {"code": promoCodeLimit},
	"AdminAddWebhookBody":      {"url": {min: 1, max: shop.MaxWebhookURL}},
	"AdminCreateApiKeyBody":    {"name": {min: 1, max: shop.MaxAPIKeyName}},
	"NoteChangeBody":           {"staff_notes": {max: shop.MaxStaffNotes}},
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
	if l.min > 0 {
		described.MinLength = &l.min
	}
	if l.max > 0 {
		described.MaxLength = &l.max
	}
	if l.pattern != "" {
		described.Pattern = l.pattern
	}
	return &described
}
