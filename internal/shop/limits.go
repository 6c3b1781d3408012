package shop

// How long typed text may be, in characters, and which form it has. The checks
// of this package enforce these limits; the API's description publishes them
// (httpapi/limits.go), so that the forms in the browser refuse the same.
const (
	MinUsername      = 3
	MaxUsername      = 40
	MinPassword      = 8
	MinAdminPassword = 12
	MaxPassword      = 200
	MaxEmail         = 254 // bytes: the longest address that SMTP carries

	MaxPersonName   = 100
	MaxAddressLine  = 120
	MaxCity         = 80
	MaxPhone        = 30
	MinPhoneDigits  = 7
	MaxOrderNotes   = 500
	MaxPromoCode    = 40
	MaxStaffNotes   = 2_000
	MaxPasskeyName  = 60
	MaxSubject      = 150
	MaxMessage      = 5_000
	MaxProductName  = 200
	MaxSlug         = 200
	MaxDescription  = 10_000
	MaxOrigin       = 100
	MaxCategoryName = 100
	MaxCategoryText = 2_000

	SlugPattern      = `^[a-z0-9]+(-[a-z0-9]+)*$`
	PromoCodePattern = `^[A-Za-z0-9_-]{2,40}$`
	// EmailPattern is the form of every address that ValidEmail accepts; not every address of this form is valid.
	EmailPattern     = `^[^@ ]+@([^@ ]+\.[^@ ]+|localhost)$`
	ZipPattern       = `^[0-9]{5}(-[0-9]{4})?$`
	SignColorPattern = `^(#[0-9A-Fa-f]{6})?$` // of a category's color; empty: the sign's own
)
