package feeds

import (
	"encoding/xml"
	"strconv"
	"strings"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// Limits of Google Merchant. A description may have 5,000 characters there; a file of 50,000 products should not.
const (
	maxTitle       = 150
	maxDescription = 1_000
	maxMoreImages  = 10
)

// The availabilities of Google Merchant that a product of the shop can have. A product whose drop has not opened cannot be
// ordered: it is out of stock, as its page says, with the date of the opening.
const (
	inStock    = "in_stock"
	outOfStock = "out_of_stock"
)

// Item is a product in a feed. The names are those of Google Merchant's product data specification.
type Item struct {
	XMLName          xml.Name `xml:"item" json:"-"`
	ID               string   `xml:"g:id" json:"id"`
	Title            string   `xml:"g:title" json:"title"`
	Description      string   `xml:"g:description" json:"description"`
	Link             string   `xml:"g:link" json:"link"`
	ImageLink        string   `xml:"g:image_link,omitempty" json:"image_link,omitempty"`
	MoreImageLinks   []string `xml:"g:additional_image_link" json:"additional_image_link,omitempty"`
	Availability     string   `xml:"g:availability" json:"availability"`
	AvailabilityDate string   `xml:"g:availability_date,omitempty" json:"availability_date,omitempty"`
	Price            string   `xml:"g:price" json:"price"`
	Condition        string   `xml:"g:condition" json:"condition"`
	Brand            string   `xml:"g:brand" json:"brand"`
	HasIdentifier    string   `xml:"g:identifier_exists" json:"identifier_exists"` // the shop knows no GTIN
	ProductType      string   `xml:"g:product_type,omitempty" json:"product_type,omitempty"`
}

// itemOf is a product as shoppers see it, for a feed.
func (s Shop) itemOf(p shop.Product) Item {
	item := Item{ID: strconv.FormatInt(p.ID, 10), Title: shortened(p.Name, maxTitle), Description: shortened(p.Description, maxDescription), Link: s.productURL(p.ID),
		ImageLink: s.absolute(p.ImageURL()), Availability: outOfStock, Price: p.Price.String() + " " + s.Currency, Condition: "new", Brand: s.Name, HasIdentifier: "no"}
	for i, image := range p.Images {
		if i > 0 && i <= maxMoreImages {
			item.MoreImageLinks = append(item.MoreImageLinks, s.absolute(image.URL))
		}
	}
	if p.Category != nil {
		item.ProductType = p.Category.Name
	}
	switch {
	case p.InStock():
		item.Availability = inStock
	case p.Drop != nil && (p.Drop.Phase == shop.PhaseTeased || p.Drop.Phase == shop.PhaseEarly):
		item.AvailabilityDate = p.Drop.OpensAt.UTC().Format(time.RFC3339)
	}
	return item
}

// shortened cuts a text between words.
func shortened(text string, most int) string {
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	cut := string(runes[:most-1])
	if space := strings.LastIndexAny(cut, " \n"); space > len(cut)/2 {
		cut = cut[:space]
	}
	return cut + "…"
}

// ProductFile is a file of products that is written piece by piece.
type ProductFile interface {
	// Begin is what stands before the first product, End what stands after the last.
	Begin(s Shop) ([]byte, error)
	Add(s Shop, p shop.Product) ([]byte, error)
	End() []byte
	// Index is a file that lists the addresses of others, for a shop with too many products for one.
	Index(addresses []string) ([]byte, error)
	ContentType() string
}

// Merchant is a file for Google Merchant: RSS 2.0 with its namespace.
type Merchant struct{}

// ContentType is that of XML.
func (Merchant) ContentType() string { return "application/xml; charset=utf-8" }

// Begin opens the channel.
func (Merchant) Begin(s Shop) ([]byte, error) {
	text, err := xml.Marshal(struct {
		XMLName     xml.Name `xml:"channel"`
		Title       string   `xml:"title"`
		Link        string   `xml:"link"`
		Description string   `xml:"description"`
	}{Title: s.Name, Link: s.URL + "/", Description: "The products of " + s.Name})
	channel := strings.TrimSuffix(string(text), "</channel>")
	return []byte(xml.Header + `<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">` + channel + "\n"), err
}

// Add writes a product. One without a picture is left out: Google Merchant refuses it.
func (Merchant) Add(s Shop, p shop.Product) ([]byte, error) {
	item := s.itemOf(p)
	if item.ImageLink == "" {
		return nil, nil
	}
	text, err := xml.Marshal(item)
	return append(text, '\n'), err
}

// End closes the channel.
func (Merchant) End() []byte { return []byte("</channel></rss>\n") }

type fileIndex struct {
	XMLName xml.Name    `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 sitemapindex"`
	Files   []indexFile `xml:"sitemap"`
}

type indexFile struct {
	Loc string `xml:"loc"`
}

// Index lists files as the index of a sitemap does: Google Merchant has no format of its own for it.
func (Merchant) Index(addresses []string) ([]byte, error) {
	var index fileIndex
	for _, address := range addresses {
		index.Files = append(index.Files, indexFile{address})
	}
	text, err := xml.Marshal(index)
	return append([]byte(xml.Header), text...), err
}

// Lines is a file with a JSON object on every line.
type Lines struct{}

// ContentType is the usual one of JSON lines.
func (Lines) ContentType() string { return "application/jsonl; charset=utf-8" }

// Begin writes nothing.
func (Lines) Begin(Shop) ([]byte, error) { return nil, nil }

// Add writes a product.
func (Lines) Add(s Shop, p shop.Product) ([]byte, error) { return line(s.itemOf(p)) }

// End writes nothing.
func (Lines) End() []byte { return nil }

// Index has a line with the address of each file.
func (Lines) Index(addresses []string) ([]byte, error) {
	var text []byte
	for _, address := range addresses {
		next, err := line(map[string]string{"file": address})
		if err != nil {
			return nil, err
		}
		text = append(text, next...)
	}
	return text, nil
}
