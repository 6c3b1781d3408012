package outbox

import (
	"maps"
	"slices"
)

// Kinds are the names of all kinds of email, sorted.
func Kinds() []string { return slices.Sorted(maps.Keys(emailKinds)) }
