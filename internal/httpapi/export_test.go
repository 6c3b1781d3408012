package httpapi

import (
	"github.com/snackdrop/snackdrop/internal/operations"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// Access lets tests of the package's outside walk the table.
func Access() map[string]Rule { return access }

// PublishedLimits lists the fields whose limits are written into the OpenAPI document.
func PublishedLimits() map[string][]string {
	fields := map[string][]string{}
	for schema, limits := range publishedLimits {
		for field := range limits {
			fields[schema] = append(fields[schema], field)
		}
	}
	return fields
}

// Codes are all that a refusal can have.
func Codes() (list []shop.Code) {
	for code := range operations.Statuses {
		list = append(list, code)
	}
	for _, code := range operations.Codes {
		list = append(list, code)
	}
	return append(list, operations.CodeCrossSite, operations.CodeInternal)
}
