package httpapi_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/snackdrop/snackdrop/internal/httpapi"
	"github.com/snackdrop/snackdrop/internal/httpapi/apitest"
)

type textLimits struct {
	MinLength, MaxLength int
	Pattern              string
}

type description struct {
	Components struct {
		Schemas map[string]struct {
			Properties map[string]textLimits
		}
	}
}

func describedSchema(t *testing.T, s *apitest.Shop) description {
	t.Helper()
	return apitest.Read[description](t, s.Visitor(t).Must("GET", "/api/openapi.json", nil, 200))
}

func TestEveryPublishedLimitNamesAFieldOfTheAPI(t *testing.T) {
	apitest.Each(t, func(t *testing.T, s *apitest.Shop) {
		schemas := describedSchema(t, s).Components.Schemas
		for name, fields := range httpapi.PublishedLimits() {
			for _, field := range fields {
				if _, ok := schemas[name].Properties[field]; !ok {
					t.Errorf("the API has no %s.%s", name, field)
				}
			}
		}
	})
}

// The forms trust the description: what it forbids must be what the rules
// refuse, at the field, and what it allows must not be refused for that field.
func TestPublishedLimitsAreTheOnesThatRefuse(t *testing.T) {
	type body = map[string]any
	apitest.Each(t, func(t *testing.T, s *apitest.Shop) {
		visitor, customer, admin := s.Visitor(t), s.Customer(t, "casey"), s.Admin(t)
		schemas := describedSchema(t, s).Components.Schemas
		for i, form := range []struct {
			schema, route string
			client        *apitest.Client
			valid         body
		}{
			{"SignUpBody", "POST /api/users", visitor, body{"username": "robin", "email": "robin@shop.test", "password": "battery horse"}},
			{"ForgotPasswordInput", "POST /api/password-resets", visitor, body{"email": "robin@shop.test"}},
			{"ContactBody", "POST /api/contact", visitor, body{"name": "Robin", "email": "robin@shop.test", "subject": "Crumbs", "message": "Dust."}},
			{"SubscribeBody", "POST /api/subscriptions", visitor, body{"email": "robin@shop.test"}},
			{"UpdateProfileBody", "PUT /api/profile", customer, body{"username": "casey", "full_name": "Casey"}},
			{"AddressInput", "POST /api/account/addresses", customer, body{"name": "Casey", "line1": "1 Main St", "line2": "", "city": "Los Angeles", "state": "CA", "zip": "90046", "phone": ""}},
			{"ProductInput", "POST /api/admin/products", admin, body{"name": "Chips", "slug": "chips", "description": "Salty.", "price": 1, "origin": ""}},
			{"CategoryInput", "POST /api/admin/categories", admin, body{"name": "Chips", "slug": "chips", "description": ""}},
			{"PromotionInput", "POST /api/admin/promotions", admin, body{"code": "TEN", "kind": "percent", "percent": 10, "enabled": true}},
		} {
			method, path, _ := strings.Cut(form.route, " ")
			refusal := func(field, value string) string {
				input := maps.Clone(form.valid)
				input[field] = value
				answer := form.client.Do(method, path, input)
				if answer.Status < 400 {
					return ""
				}
				for _, e := range answer.Problem(t).Errors {
					if e.Field == field {
						return e.Message
					}
				}
				return ""
			}
			for field, limit := range schemas[form.schema].Properties {
				if _, typed := form.valid[field].(string); !typed {
					continue
				}
				too := func(how, value string) {
					if refusal(field, value) == "" {
						t.Errorf("%s.%s: %s is not refused", form.schema, field, how)
					}
				}
				if limit.MaxLength > 0 {
					too("a text that is too long", strings.Repeat("a", limit.MaxLength+1))
				}
				// An empty sign-up is refused as a whole, without naming a field.
				if limit.MinLength > 1 || limit.MinLength == 1 && form.schema != "SignUpBody" {
					too("a text that is too short", strings.Repeat("a", limit.MinLength-1))
				}
				if limit.Pattern != "" {
					too("a text of another form", "no, not this")
				}
				// A letter of its own for each form: a name that one form stored is taken for another.
				if longest := strings.Repeat(string(rune('a'+i)), limit.MaxLength); limit.MaxLength > 0 && field != "email" && field != "state" && field != "zip" && field != "phone" {
					if message := refusal(field, longest); message != "" {
						t.Errorf("%s.%s: %d characters are refused: %s", form.schema, field, limit.MaxLength, message)
					}
				}
			}
		}
	})
}
