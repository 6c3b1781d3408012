package httpapi

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
