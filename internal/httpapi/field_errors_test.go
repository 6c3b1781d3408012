package httpapi_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/snackdrop/snackdrop/internal/httpapi/apitest"
	"github.com/snackdrop/snackdrop/internal/operations"
)

func TestEveryWrongFieldIsNamedAtOnce(t *testing.T) {
	shop := apitest.New(t)
	admin, customer, visitor := shop.Admin(t), shop.Customer(t, "casey"), shop.Visitor(t)
	product := `"slug":"a","description":"b"`
	for name, c := range map[string]struct {
		as           *apitest.Client
		method, path string
		body         string
		status       int
		fields       string // sorted
	}{
		"a rule of the shop and one of the schema": {admin, "POST", "/api/admin/products", `{"name":"","price":-1,` + product + `}`, 422, "name price"},
		"white space is no name":                   {admin, "POST", "/api/admin/products", `{"name":"  ","price":-1,` + product + `}`, 422, "name price"},
		"too many decimals":                        {admin, "POST", "/api/admin/products", `{"name":"x","price":1.005,` + product + `}`, 422, "price"},
		"too many decimals, and what stands behind": {admin, "POST", "/api/admin/products",
			`{"price":1.005,"rating":4.55,"name":"","slug":"A b","description":"","stock_quantity":-1}`, 422, "description name price rating slug stock_quantity"},
		"a change of a product": {admin, "PUT", "/api/admin/products/1", `{"version":1,"price":1.005,"rating":9.99,"name":"",` + product + `}`, 422, "name price rating"},
		"some fields alone":     {admin, "PATCH", "/api/admin/products/1", `{"version":1,"price":1.005}`, 422, "price"},
		"missing":               {admin, "POST", "/api/admin/products", `{"price":-1}`, 422, "description name price slug"},
		"in a list":             {admin, "POST", "/api/admin/products/bulk", `{"changes":[{"ids":[1],"price_change":{"amount":0.001,"percent":1.005}}]}`, 422, "changes[0].price_change.amount changes[0].price_change.percent"},
		"a category":            {admin, "POST", "/api/admin/categories", `{"name":"","slug":"A b","sign":"sock","color":"red","image_url":"` + strings.Repeat("x", 301) + `"}`, 422, "color image_url name sign slug"},
		"a sign of a category":  {admin, "PUT", "/api/admin/categories/1", `{"version":1,"name":"Chips","slug":"chips","sign":"sock"}`, 422, "sign"},
		"a promotion":           {admin, "POST", "/api/admin/promotions", `{"code":"!","kind":"percent","percent":0,"minimum":-1,"enabled":true}`, 422, "code minimum percent"},
		"a promotion's amounts": {admin, "POST", "/api/admin/promotions", `{"code":"OK","kind":"amount","amount":1.005,"minimum":2.005,"enabled":true}`, 422, "amount minimum"},
		"an address":            {customer, "POST", "/api/account/addresses", `{"name":"","line1":"","city":"LA","state":"` + strings.Repeat("x", 11) + `","zip":"1"}`, 422, "line1 name state zip"},
		"a key twice":           {visitor, "POST", "/api/quote", `{"lines":[{"product_id":1,"quantity":1,"quantity":2}]}`, 400, "lines[0].quantity"},
		"no JSON":               {admin, "POST", "/api/admin/products", `{"name":`, 400, ""},
	} {
		answer := c.as.Do(c.method, c.path, c.body)
		problem := apitest.Read[operations.Problem](t, answer)
		if answer.Status != c.status {
			t.Errorf("%s: status %d, want %d: %s", name, answer.Status, c.status, answer.Body)
		}
		named := map[string]string{}
		for _, e := range problem.Errors {
			if named[e.Field] != "" {
				t.Errorf("%s: %s is named twice", name, e.Field)
			}
			named[e.Field] = e.Message
		}
		if got := strings.Join(slices.Sorted(maps.Keys(named)), " "); got != c.fields {
			t.Errorf("%s: named %q, want %q: %s", name, got, c.fields, answer.Body)
		}
	}
}

// Whoever sends the same request twice can compare the responses.
func TestWrongFieldsAreNamedInOneOrder(t *testing.T) {
	shop := apitest.New(t)
	admin, visitor := shop.Admin(t), shop.Visitor(t)
	for name, c := range map[string]struct {
		as           *apitest.Client
		method, path string
		body         any
		fields       string
	}{
		"unknown fields":     {admin, "POST", "/api/admin/categories", `{"slugg":"a","colour":"b","nam":"c"}`, "colour nam name slug slugg"},
		"unknown parameters": {visitor, "GET", "/api/products?sorted=name&page=2&limt=1", nil, "limt page sorted"},
		"values of settings": {admin, "PUT", "/api/admin/settings", `{"settings":{"site_name":1,"contact_email":2,"tax_mode":3}}`, "settings.contact_email settings.site_name settings.tax_mode"},
		"items of a list": {visitor, "POST", "/api/quote", `{"lines":[` + strings.Repeat(`{"product_id":1,"quantity":1},`, 2) + `{"product_id":1,"quantity":0},` +
			strings.Repeat(`{"product_id":1,"quantity":1},`, 7) + `{"product_id":1,"quantity":0}]}`, "lines[2].quantity lines[10].quantity"},
	} {
		for range 20 {
			var fields []string
			answer := c.as.Do(c.method, c.path, c.body)
			for _, e := range apitest.Read[operations.Problem](t, answer).Errors {
				fields = append(fields, e.Field)
			}
			if got := strings.Join(fields, " "); got != c.fields || answer.Status != 422 {
				t.Errorf("%s: %d, named %q, want %q", name, answer.Status, got, c.fields)
				break
			}
		}
	}
}
