package httpapi_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/adminapi"
	"github.com/snackdrop/snackdrop/internal/httpapi"
	"github.com/snackdrop/snackdrop/internal/httpapi/apitest"
	"github.com/snackdrop/snackdrop/internal/shop"
)

type fieldLimits struct {
	MinLength, MaxLength int
	Pattern              string
	Minimum, Maximum     *float64
	MaxItems             int
	Enum                 []string
}

type description struct {
	Components struct {
		Schemas map[string]struct {
			Properties map[string]fieldLimits
		}
	}
}

func describedSchema(t *testing.T, s *apitest.Shop) description {
	t.Helper()
	return apitest.Read[description](t, s.Visitor(t).Must("GET", "/api/openapi.json", nil, 200))
}

func TestEveryPublishedLimitNamesAFieldOfTheAPI(t *testing.T) {
	s := apitest.New(t)
	schemas := describedSchema(t, s).Components.Schemas
	for name, fields := range httpapi.PublishedLimits() {
		for _, field := range fields {
			if _, ok := schemas[name].Properties[field]; !ok {
				t.Errorf("the API has no %s.%s", name, field)
			}
		}
	}
}

type body = map[string]any

// limitedForm is a request whose body has a schema with published limits.
type limitedForm struct {
	schema, route string
	client        *apitest.Client
	valid         body
	inside        string                             // the list of a drop whose one item valid is
	version       func() int64                       // where the request names the version that was seen
	text          map[string]func(length int) string // of fields that do not take every text
	items         func(length int) []any
}

// try sends the form with a value in a field, and gives the message for that field and the code when it is refused.
func (f limitedForm) try(t *testing.T, field string, value any) (message, code string) {
	t.Helper()
	input, name := maps.Clone(f.valid), field
	input[field] = value
	if f.inside != "" {
		input, name = body{"name": "Box", "opens_at": time.Now().Add(time.Hour), f.inside: []any{input}}, f.inside+"[0]."+field
	}
	if f.version != nil {
		input["version"] = f.version()
	}
	method, path, _ := strings.Cut(f.route, " ")
	answer := f.client.Do(method, path, input)
	if answer.Status < 400 {
		return "", ""
	}
	problem := answer.Problem(t)
	for _, e := range problem.Errors {
		if e.Field == name && answer.Status == 422 {
			return e.Message, problem.Code
		}
	}
	if answer.Status != 422 && answer.Status != 409 { // for another reason than what was typed
		t.Errorf("%s.%s was not checked: %d %s", f.schema, field, answer.Status, problem.Code)
	}
	return "", ""
}

func (f limitedForm) textOf(field string, length int, letter string) string {
	const host, phone = "@shop.test", "2025550123"
	switch own := f.text[field]; {
	case own != nil:
		return own(length)
	case field == "email" && length > len(host):
		return strings.Repeat(letter, length-len(host)) + host
	case field == "state":
		return "CAA"[:length]
	case field == "zip":
		return "90046-12345"[:length]
	case field == "phone":
		return phone + strings.Repeat(" ", max(0, length-len(phone)-1)) + "1"
	}
	return strings.Repeat(letter, length)
}

// check sends values at the limits of a field and beyond them.
func (f limitedForm) check(t *testing.T, field, letter string, limit fieldLimits) {
	t.Helper()
	refused := func(how string, value any) {
		if message, code := f.try(t, field, value); message == "" {
			t.Errorf("%s.%s: %s is not refused", f.schema, field, how)
		} else if code != "invalid_input" && code != "access_code_invalid" {
			t.Errorf("%s.%s: %s is refused with the code %s", f.schema, field, how, code)
		}
	}
	accepted := func(how string, value any) {
		if message, _ := f.try(t, field, value); message != "" {
			t.Errorf("%s.%s: %s is refused: %s", f.schema, field, how, message)
		}
	}
	switch f.valid[field].(type) {
	case string:
		if limit.MaxLength > 0 {
			accepted(fmt.Sprintf("a text of %d characters", limit.MaxLength), f.textOf(field, limit.MaxLength, letter))
			refused("a text that is too long", f.textOf(field, limit.MaxLength+1, letter))
		}
		// An empty sign-up is refused as a whole, without naming a field.
		if limit.MinLength > 1 || limit.MinLength == 1 && f.schema != "SignUpBody" {
			refused("a text that is too short", f.textOf(field, limit.MinLength-1, letter))
		}
		if limit.Pattern != "" {
			refused("a text of another form", "no, not this")
		}
		if limit.Enum != nil {
			for _, option := range limit.Enum {
				accepted(option, option)
			}
			refused("another text", "no, not this")
		}
	case int:
		if limit.Minimum == nil || limit.Maximum == nil {
			t.Fatalf("%s.%s has no bounds: %+v", f.schema, field, limit)
		}
		accepted("the least", *limit.Minimum)
		refused("less than the least", *limit.Minimum-1)
		accepted("the most", *limit.Maximum)
		refused("more than the most", *limit.Maximum+1)
	case []any:
		accepted(fmt.Sprintf("a list of %d", limit.MaxItems), f.items(limit.MaxItems))
		refused("a list that is too long", f.items(limit.MaxItems+1))
	default:
		t.Errorf("%s.%s is published and not tested", f.schema, field)
	}
}

// The forms trust the description: what it forbids must be what the rules
// refuse, at the field, and what it allows must not be refused for that field.
func TestPublishedLimitsAreTheOnesThatRefuse(t *testing.T) {
	s := apitest.New(t)
	visitor, customer, admin := s.Visitor(t), s.Customer(t, "casey"), s.Admin(t)
	schemas, published := describedSchema(t, s).Components.Schemas, httpapi.PublishedLimits()
	forms := []limitedForm{
		{schema: "SignUpBody", route: "POST /api/users", client: visitor, valid: body{"username": "robin", "email": "robin@shop.test", "password": "battery horse"}},
		{schema: "ForgotPasswordInput", route: "POST /api/password-resets", client: visitor, valid: body{"email": "robin@shop.test"}},
		{schema: "ContactBody", route: "POST /api/contact", client: visitor, valid: body{"name": "Robin", "email": "robin@shop.test", "subject": "Crumbs", "message": "Dust."}},
		{schema: "SubscribeBody", route: "POST /api/subscriptions", client: visitor, valid: body{"email": "robin@shop.test"}},
		{schema: "UpdateProfileBody", route: "PUT /api/profile", client: customer, valid: body{"username": "casey", "full_name": "Casey"}},
		{schema: "AddressInput", route: "POST /api/account/addresses", client: customer,
			valid: body{"name": "Casey", "line1": "1 Main St", "line2": "", "city": "Los Angeles", "state": "CA", "zip": "90046", "phone": ""}},
		{schema: "ProductInput", route: "POST /api/admin/products", client: admin,
			valid: body{"name": "Chips", "slug": "chips", "description": "Salty.", "price": 1, "origin": ""}},
		{schema: "CategoryInput", route: "POST /api/admin/categories", client: admin, valid: body{"name": "Chips", "slug": "chips", "description": "", "sign": "bag", "color": "#FFD34D"}},
		{schema: "PromotionInput", route: "POST /api/admin/promotions", client: admin, valid: body{"code": "TEN", "kind": "percent", "percent": 10, "enabled": true}},
	}
	for i, form := range append(forms, dropForms(t, s, admin)...) {
		// A letter of its own for each form: a name that one form stored is taken for another.
		letter := string(rune('a' + i))
		for _, field := range published[form.schema] {
			form.check(t, field, letter, schemas[form.schema].Properties[field])
		}
	}
}

// dropForms are the forms of staff and shoppers about drops.
func dropForms(t *testing.T, s *apitest.Shop, admin *apitest.Client) []limitedForm {
	t.Helper()
	opens := time.Now().Add(10 * time.Minute).UTC().Truncate(time.Second)
	var lines []any
	for n := range shop.MaxDropProducts + 1 {
		p := stocked(t, admin, fmt.Sprintf("Limit Chips %d", n), map[string]any{"stock_quantity": 20})
		lines = append(lines, body{"product_id": p.ID, "units": 5})
	}
	create := func(name string) adminapi.StaffDropDetail {
		return apitest.Read[adminapi.StaffDropDetail](t, admin.Must("POST", "/api/admin/drops",
			body{"name": name, "opens_at": opens, "early_access": "codes", "products": lines[:1]}, 200))
	}
	draft, scheduled := create("Limit Draft"), create("Limit Box")
	path := func(d adminapi.StaffDropDetail) string { return fmt.Sprintf("/api/admin/drops/%d", d.ID) }
	versionOf := func(d adminapi.StaffDropDetail) func() int64 {
		return func() int64 {
			return apitest.Read[adminapi.StaffDropDetail](t, admin.Must("GET", path(d), nil, 200)).Version
		}
	}
	admin.Must("POST", path(scheduled)+"/schedule", body{"version": scheduled.Version}, 200)
	code := apitest.Read[struct{ Code string }](t, admin.Must("POST", path(scheduled)+"/codes", body{"max_uses": 100, "version": versionOf(scheduled)()}, 200)).Code

	drop := body{"name": "Box", "opens_at": opens, "slug": "limit-slug", "description": "", "limit_units": 1, "building_units": 3, "early_share": 25, "rate_per_minute": 60,
		"reservation_seconds": 480, "hold_seconds": 600, "pass_seconds": 300, "shuffle_seconds": 20, "products": []any{}}
	products := func(length int) []any { return lines[:length] }
	steer, visitor, open := path(scheduled), s.Visitor(t), "POST /api/drops/"+scheduled.Slug
	version := versionOf(scheduled)
	return []limitedForm{
		{schema: "DropInput", route: "POST /api/admin/drops", client: admin, valid: drop, items: products},
		{schema: "AdminUpdateDropBody", route: "PUT " + path(draft), client: admin, valid: drop, items: products, version: versionOf(draft)},
		{schema: "DropProductInput", route: "POST /api/admin/drops", client: admin, inside: "products", valid: body{"product_id": draft.Products[0].ProductID, "units": 5, "price": 9}},
		{schema: "AdminAddDropCodeBody", route: "POST " + steer + "/codes", client: admin, valid: body{"label": "Friends", "max_uses": 10}, version: version},
		{schema: "AdminLiftDropLimitBody", route: "POST " + steer + "/limit-exceptions", client: admin, valid: body{"email": "robin@shop.test"}, version: version},
		{schema: "AdminDropRateBody", route: "POST " + steer + "/rate", client: admin, valid: body{"people_per_minute": 60}, version: version},
		{schema: "AdminAddDropUnitsBody", route: "POST " + steer + "/stock", client: admin, valid: body{"product_id": draft.Products[0].ProductID, "units": 1}, version: version},
		{schema: "UnlockDropBody", route: open + "/unlock", client: visitor, valid: body{"email": "robin@shop.test", "code": code},
			// Hyphens in a code do not count.
			text: map[string]func(int) string{"code": func(length int) string { return (code + strings.Repeat("-", length))[:length] }}},
		{schema: "RemindOfDropBody", route: open + "/reminders", client: visitor, valid: body{"email": "robin@shop.test"}},
		{schema: "JoinQueueBody", route: open + "/queue/entries", client: visitor, valid: body{"email": "robin@shop.test"}},
	}
}
