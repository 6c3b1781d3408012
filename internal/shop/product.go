package shop

import (
	"regexp"
	"strings"
	"time"
	"unicode/utf8"
)

// Image is a stored image with its smaller versions.
type Image struct {
	URL    string      `json:"url"`
	Width  int         `json:"width"`
	Height int         `json:"height"`
	Color  string      `json:"color" doc:"Dominant color, shown until the picture is there"`
	Sizes  []ImageSize `json:"sizes"`
	Social string      `json:"social,omitempty" doc:"1200 by 630 pixels, for link previews"`
}

// ImageSize is one smaller version, for srcset.
type ImageSize struct {
	URL   string `json:"url"`
	Width int    `json:"width"`
}

// CategoryRef is the category of a product.
type CategoryRef struct {
	ID   int64
	Name string
	Slug string
}

// Product is something the shop sells.
type Product struct {
	ID             int64
	Name           string
	Slug           string
	Description    string
	Price          Cents
	Images         []Image
	Category       *CategoryRef
	Origin         string
	Featured       bool
	Popular        bool
	InStockFlag    bool
	Stock          *int64 // all units that are not ordered or reserved; nil when they are not counted
	SafetyStock    int64  // of them kept back from sale
	Rating         *int64 // tenths, 0 to 50
	MaxPerOrder    *int64
	MaxPerCustomer *int64
	PublishedAt    *time.Time   // nil or past: published
	Drop           *ProductDrop // the drop that it is in, from the tease on
	CreatedAt      time.Time
	UpdatedAt      time.Time
	Version        int64
}

// Published says whether shoppers may know of the product.
func (p Product) Published(now time.Time) bool {
	return p.PublishedAt == nil || !now.Before(*p.PublishedAt)
}

// Free is how many units anybody may buy now, nil when they are not counted.
func (p Product) Free() *int64 {
	if p.Stock == nil {
		return nil
	}
	free := max(0, *p.Stock-p.SafetyStock)
	return &free
}

// InStock says whether a shopper may buy it: the flag is on, some units are free,
// where they are counted, and its drop, if it is in one, sells them.
func (p Product) InStock() bool {
	return p.InStockFlag && (p.Drop == nil || p.Drop.ForSale) && (p.Stock == nil || *p.Stock > p.SafetyStock)
}

// ImageURL is the first image's URL, or "".
func (p Product) ImageURL() string {
	if len(p.Images) == 0 {
		return ""
	}
	return p.Images[0].URL
}

// Thumb is the smallest version of the first image, for lists of lines.
func (p Product) Thumb() string {
	if len(p.Images) == 0 || len(p.Images[0].Sizes) == 0 {
		return p.ImageURL()
	}
	least := p.Images[0].Sizes[0]
	for _, size := range p.Images[0].Sizes {
		if size.Width < least.Width {
			least = size
		}
	}
	return least.URL
}

// ProductInput is everything of a product that staff can edit.
type ProductInput struct {
	Name           string
	Slug           string
	Description    string
	Price          Cents
	ImageURLs      []string
	CategoryID     *int64
	Origin         string
	Featured       bool
	Popular        bool
	InStock        bool
	Stock          *int64
	StockSeen      *UnitsSeen // the count that the form was filled from; nil overwrites any count
	Rating         *int64
	MaxPerOrder    *int64
	MaxPerCustomer *int64
	SafetyStock    *int64     // units kept back from sale; nil leaves them
	PublishedAt    *time.Time // a past time publishes it now; nil leaves it
}

// UnitsSeen is a count that staff saw; nil means that units were not counted.
type UnitsSeen struct{ Units *int64 }

// SameUnits compares two optional counts.
func SameUnits(a, b *int64) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	return *a == *b
}

// MaxUnits is the highest count of units.
const MaxUnits = 1_000_000

// LowStock is how many units left are few: staff are told, and shoppers see how many there are.
const LowStock = 5

// MaxImages is how many images a product can have.
const MaxImages = 12

var slugForm = regexp.MustCompile(SlugPattern)

// Slug derives a slug from a name: lowercase, runs of non-alphanumerics become
// one hyphen, none at the ends. Names without any Latin letter or digit give "".
func Slug(name string) string {
	var b strings.Builder
	gap := false
	for _, r := range strings.ToLower(name) {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			if gap && b.Len() > 0 {
				b.WriteByte('-')
			}
			b.WriteRune(r)
			gap = false
		} else {
			gap = true
		}
	}
	return b.String()
}

// Clean removes surrounding white space, which comes with pasted text.
func (in *ProductInput) Clean() {
	in.Name = strings.TrimSpace(in.Name)
	in.Slug = strings.TrimSpace(in.Slug)
	in.Description = strings.TrimSpace(strings.ReplaceAll(in.Description, "\r\n", "\n"))
	in.Origin = strings.TrimSpace(in.Origin)
}

// Check refuses a product that must not be saved, naming every field.
func (in ProductInput) Check() error {
	p := Problems{}
	p.Check(in.Name != "", "name", "Enter a name.")
	p.Check(utf8.RuneCountInString(in.Name) <= MaxProductName, "name", "Keep the name below 200 characters.")
	checkName(&p, "name", in.Name)
	checkSlug(&p, in.Slug)
	p.Check(in.Description != "", "description", "Enter a description.")
	p.Check(utf8.RuneCountInString(in.Description) <= MaxDescription, "description", "Keep the description below 10,000 characters.")
	p.Check(in.Price >= 0, "price", "The price cannot be below zero.")
	p.Check(in.Price <= MaxPrice, "price", "The price is too high.")
	p.Check(utf8.RuneCountInString(in.Origin) <= MaxOrigin, "origin", "Keep the origin below 100 characters.")
	p.Check(in.Rating == nil || *in.Rating >= 0 && *in.Rating <= 50, "rating", "The rating goes from 0 to 5.")
	p.Check(in.Stock == nil || *in.Stock >= 0 && *in.Stock <= MaxUnits, "stock_quantity", "The stock goes from 0 to 1,000,000.")
	p.Check(in.SafetyStock == nil || *in.SafetyStock >= 0 && *in.SafetyStock <= MaxUnits, "safety_stock", "Kept back goes from 0 to 1,000,000.")
	p.Check(in.SafetyStock == nil || *in.SafetyStock == 0 || in.Stock != nil, "safety_stock", "Only counted units can be kept back: enter the stock.")
	p.Check(in.MaxPerOrder == nil || *in.MaxPerOrder >= 1 && *in.MaxPerOrder <= MaxUnits, "max_per_order", "The limit starts at 1.")
	p.Check(in.MaxPerCustomer == nil || *in.MaxPerCustomer >= 1 && *in.MaxPerCustomer <= MaxUnits, "max_per_customer", "The limit starts at 1.")
	p.Check(len(in.ImageURLs) <= MaxImages, "images", "A product has at most 12 images.")
	return p.Err()
}

func checkSlug(p *Problems, slug string) {
	p.Check(slug != "", "slug", "Enter a slug.")
	p.Check(len(slug) <= MaxSlug, "slug", "Keep the slug below 200 characters.")
	p.Check(slugForm.MatchString(slug), "slug", "Use lowercase letters, numbers and hyphens.")
}

// ProductFilter says which products a list shows. Zero values mean no filter.
type ProductFilter struct {
	IDs           []int64 // these and no others
	Search        string
	InCategory    bool // search the category's name, too; for staff
	MinPrice      *Cents
	MaxPrice      *Cents
	Categories    []string // slugs, any of them
	Featured      *bool
	Popular       *bool
	InStock       *bool
	LowStock      *int64 // counted and at most this many left
	Uncategorized bool
	PublishedAt   *time.Time // only those that are public then; nil: all, for staff
	NotForSale    []int64    // not in stock, however many there are
}

// ProductSort is an order of a product list.
type ProductSort string

const (
	ByName      ProductSort = "name"
	ByNameDesc  ProductSort = "-name"
	ByPrice     ProductSort = "price"
	ByPriceDesc ProductSort = "-price"
	ByNewest    ProductSort = "-created_at"
	ByOldest    ProductSort = "created_at"
	ByID        ProductSort = "id"
)

// Category groups products.
type Category struct {
	ID          int64
	Name        string
	Slug        string
	Description string
	Image       *Image
	Sign        Sign
	Color       string // of the sign, #rrggbb; "": the drawing's own
	Products    int64
	Version     int64
}

// CategoryInput is everything of a category that staff can edit.
type CategoryInput struct {
	Name        string
	Slug        string
	Description string
	ImageURL    string
	Sign        Sign    // "" leaves it; a new category has SignBox then
	Color       *string // nil leaves it
}

// Clean removes surrounding white space, which comes with pasted text.
func (in *CategoryInput) Clean() {
	in.Name = strings.TrimSpace(in.Name)
	in.Slug = strings.TrimSpace(in.Slug)
	in.Description = strings.TrimSpace(in.Description)
}

// Check refuses a category that must not be saved, naming every field.
func (in CategoryInput) Check() error {
	p := Problems{}
	p.Check(in.Name != "", "name", "Enter a name.")
	p.Check(utf8.RuneCountInString(in.Name) <= MaxCategoryName, "name", "Keep the name below 100 characters.")
	checkName(&p, "name", in.Name)
	checkSlug(&p, in.Slug)
	p.Check(utf8.RuneCountInString(in.Description) <= MaxCategoryText, "description", "Keep the description below 2,000 characters.")
	in.checkSign(&p)
	return p.Err()
}

// ProductUpdate says when a product was last changed.
type ProductUpdate struct {
	ID        int64
	UpdatedAt time.Time
}
