package httpapi

import (
	"errors"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/validation"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// A request is checked twice: by its schema, and by the rules of package shop. The inputs below report the second
// together with the first (Huma calls Resolve after the schema's checks, whatever they found), so that a client
// hears about every wrong field at once.

func (in *ProductInput) Resolve(ctx huma.Context) []error {
	product := in.shop()
	product.Clean()
	found := in.Price.Resolve(ctx, bodyPath("price"))
	if in.Rating != nil {
		found = append(found, in.Rating.Resolve(ctx, bodyPath("rating"))...)
	}
	return append(found, brokenRules(product.Check())...)
}

// bodyPath names a field of the body. An input that has a Resolve method calls those of its amounts itself: Huma passes
// over them where the input is embedded in another struct.
func bodyPath(field string) *huma.PathBuffer {
	path := "body." + field
	return huma.NewPathBuffer([]byte(path), len(path))
}

func (in *CategoryInput) Resolve(huma.Context) []error {
	category := in.shop()
	category.Clean()
	return brokenRules(category.Check())
}

func (in *PromotionInput) Resolve(ctx huma.Context) []error {
	found := append(in.Amount.Resolve(ctx, bodyPath("amount")), in.Minimum.Resolve(ctx, bodyPath("minimum"))...)
	found = append(found, brokenRules(in.shop().Check())...)
	for _, err := range found {
		// The value of a promotion has another name in JSON for each kind.
		if detail, ok := errors.AsType[*huma.ErrorDetail](err); ok && detail.Location == "body.value" {
			detail.Location = "body.percent"
			if in.Kind == string(shop.AmountOff) {
				detail.Location = "body.amount"
			}
		}
	}
	return found
}

func (in *AddressInput) Resolve(huma.Context) []error {
	address := in.address(0)
	address.Clean()
	return brokenRules(address.Check())
}

// brokenRules are the fields of a refusal as Huma reports those of a schema. A refusal with a code of its own is left
// to the handler, which sends that code.
func brokenRules(err error) []error {
	refusal, ok := errors.AsType[*shop.Error](err)
	if !ok || refusal.Code != shop.Invalid {
		return nil
	}
	var found []error
	for _, problem := range refusal.Fields {
		found = append(found, &huma.ErrorDetail{Location: "body." + problem.Field, Message: problem.Message})
	}
	return found
}

// fieldErrors names the fields of the errors that Huma found, each once and with its first message. A body that
// could not be read has no other error.
func fieldErrors(status int, errs []error) (found []FieldError, detail string) {
	seen := map[string]bool{}
	for _, err := range errs {
		if refusal, ok := errors.AsType[*shop.Error](err); ok {
			found = append(found, FieldError{Message: refusal.Message})
			detail = refusal.Message
			continue
		}
		detailed, ok := err.(huma.ErrorDetailer)
		if !ok {
			continue // its text may hold what was sent
		}
		d := detailed.ErrorDetail()
		if text, ok := d.Value.(string); ok && status == http.StatusBadRequest && d.Location == "body" {
			return []FieldError{{Field: duplicateKey([]byte(text)), Message: d.Message}}, ""
		}
		field := fieldName(d.Location) + missingProperty(d)
		if field == "" || !seen[field] {
			found = append(found, FieldError{Field: field, Message: d.Message})
			seen[field] = true
		}
	}
	return found, detail
}

// missingProperty is the name of a required property that is not there: Huma reports it at the object that lacks it.
func missingProperty(d *huma.ErrorDetail) string {
	before, after, _ := strings.Cut(validation.MsgExpectedRequiredProperty, "%s")
	name, ok := strings.CutPrefix(d.Message, before)
	if !ok {
		return ""
	}
	name = strings.TrimSuffix(name, after)
	if fieldName(d.Location) != "" {
		name = "." + name
	}
	return name
}
