package shop

import (
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Scope is something that an API key may do.
type Scope string

const (
	ReadCatalogue  Scope = "catalogue:read"
	WriteCatalogue Scope = "catalogue:write"
	ReadOrders     Scope = "orders:read"
	FulfilOrders   Scope = "orders:fulfil"
)

// Scopes are all of them. None includes another.
var Scopes = []Scope{ReadCatalogue, WriteCatalogue, ReadOrders, FulfilOrders}

// Bounds of API keys.
const (
	MaxAPIKeys    = 25
	MaxAPIKeyName = 60
)

// APIKey lets a program of the owner call the API. The key itself is not known, only its hash.
type APIKey struct {
	ID        int64
	Name      string // the audit log names it as the actor
	Hint      string // its first characters
	Scopes    []Scope
	CreatedBy string
	CreatedAt time.Time
	LastUsed  *time.Time // to the minute
}

// Allows says whether the key may do something.
func (k APIKey) Allows(scope Scope) bool { return scope != "" && slices.Contains(k.Scopes, scope) }

// otherActors are names that the audit log and the timelines of orders have for others.
var otherActors = []string{"command line", "shop", "customer", "staff"}

// Check refuses a key without a name of its own or without a scope. A name must not look like a person's.
func (k APIKey) Check() error {
	var p Problems
	p.Check(k.Name != "", "name", "Give the key a name.")
	p.Check(utf8.RuneCountInString(k.Name) <= MaxAPIKeyName, "name", "Keep the name below 60 characters.")
	plain := !strings.ContainsFunc(k.Name, func(r rune) bool { return r == '@' || !unicode.IsPrint(r) })
	p.Check(plain && !slices.Contains(otherActors, strings.ToLower(k.Name)), "name", "Choose a name that is not a person's: the audit log shows it.")
	p.Check(len(k.Scopes) > 0, "scopes", "Choose at least one scope.")
	for _, scope := range k.Scopes {
		p.Check(slices.Contains(Scopes, scope), "scopes", "There is no such scope.")
	}
	return p.Err()
}
