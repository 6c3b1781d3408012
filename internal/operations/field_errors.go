package operations

import (
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/validation"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// A request is checked twice: by its schema, and by the rules of package shop. Inputs with a Resolve method report the second
// together with the first (Huma calls Resolve after the schema's checks, whatever they found), so that a client
// hears about every wrong field at once.

// fieldErrors names the fields of the errors that Huma found, each once and with its first message. What the schema does
// not allow comes first and is sorted: Huma walks unknown fields, parameters and maps in random order. The rules follow
// in their own order, that of the form. A body that could not be read has no other error.
func fieldErrors(status int, errs []error) (found []FieldError, detail string) {
	var rules []FieldError
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
		if field != "" && seen[field] {
			continue
		}
		seen[field] = true
		if _, rule := errors.AsType[*brokenRule](err); rule {
			rules = append(rules, FieldError{Field: field, Message: d.Message})
		} else {
			found = append(found, FieldError{Field: field, Message: d.Message})
		}
	}
	slices.SortStableFunc(found, func(a, b FieldError) int { return strings.Compare(sortable(a.Field), sortable(b.Field)) })
	return append(found, rules...), detail
}

var index = regexp.MustCompile(`\[\d+\]`)

// sortable is a field's name with its indexes so long that the tenth item of a list comes after the second.
func sortable(field string) string {
	return index.ReplaceAllStringFunc(field, func(text string) string { return fmt.Sprintf("%12s", text) })
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

// BodyPath names a field of the body. An input that has a Resolve method calls those of its amounts itself: Huma passes
// over them where the input is embedded in another struct.
func BodyPath(field string) *huma.PathBuffer {
	path := "body." + field
	return huma.NewPathBuffer([]byte(path), len(path))
}

// brokenRule is what a Resolve method reports.
type brokenRule huma.ErrorDetail

func breaksRule(location, message string) error {
	return &brokenRule{Location: location, Message: message}
}

func (r *brokenRule) Error() string { return r.Message }

// ErrorDetail is huma.ErrorDetailer.
func (r *brokenRule) ErrorDetail() *huma.ErrorDetail { return (*huma.ErrorDetail)(r) }

// BrokenRules are the fields of a refusal as Huma reports those of a schema. A refusal with a code of its own is left
// to the handler, which sends that code.
func BrokenRules(err error) []error {
	refusal, ok := errors.AsType[*shop.Error](err)
	if !ok || refusal.Code != shop.Invalid {
		return nil
	}
	var found []error
	for _, problem := range refusal.Fields {
		found = append(found, breaksRule("body."+problem.Field, problem.Message))
	}
	return found
}
