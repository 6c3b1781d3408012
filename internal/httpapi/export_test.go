package httpapi

// Access lets tests of the package's outside walk the table.
func Access() map[string]Rule { return access }
