package shop

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// SavedAddress is an entry of a customer's address book.
type SavedAddress struct {
	ID      int64
	Name    string
	Line1   string
	Line2   string
	City    string
	State   string
	Zip     string
	Phone   string
	Default bool
}

// MaxAddresses bounds an address book.
const MaxAddresses = 50

// Clean trims what was typed and folds the state's code.
func (a *SavedAddress) Clean() {
	for _, text := range []*string{&a.Name, &a.Line1, &a.Line2, &a.City, &a.State, &a.Zip, &a.Phone} {
		*text = strings.TrimSpace(*text)
	}
	a.State = strings.ToUpper(a.State)
}

// Check refuses an address that no parcel would reach, naming every field.
func (a SavedAddress) Check() error {
	p := Problems{}
	text := func(value, field string, least, most int, missing string) {
		n := utf8.RuneCountInString(value)
		p.Check(n >= least, field, missing)
		p.Check(n <= most && !strings.ContainsFunc(value, unicode.IsControl), field, "This is too long or has characters that cannot be used.")
		checkName(&p, field, value)
	}
	text(a.Name, "name", 1, MaxPersonName, "Enter a name.")
	text(a.Line1, "line1", 1, MaxAddressLine, "Enter the street address.")
	text(a.Line2, "line2", 0, MaxAddressLine, "")
	text(a.City, "city", 1, MaxCity, "Enter the city.")
	p.Check(ValidState(a.State), "state", "Choose a state.")
	p.Check(validZip(a.Zip), "zip", "Enter a ZIP code, like 12345.")
	mismatch := checkZipState(&p, a.Zip, a.State)
	text(a.Phone, "phone", 0, MaxPhone, "")
	digits := strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, a.Phone)
	p.Check(a.Phone == "" || len(digits) >= MinPhoneDigits, "phone", "Enter a phone number.")
	return addressErr(p, mismatch)
}
