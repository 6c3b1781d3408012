package productcsv

import (
	"slices"
	"strconv"
	"strings"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// shopifyColumns are the columns of Shopify's products file that an import uses: the names of today and those before.
var shopifyColumns = setOf("handle", "url handle", "title", "body (html)", "description", "product category", "type", "published",
	"published on online store", "status", "variant price", "price", "variant inventory tracker", "inventory tracker", "variant inventory qty", "inventory quantity",
	"image src", "product image url", "image position",
	// Used to tell variants apart.
	"option1 name", "option1 value", "option2 name", "option2 value", "option3 name", "option3 value")

var shopifyLeftOut = map[string]string{
	"vendor": "The shop has no vendors.", "tags": "The shop has no tags.",
	"variant sku": "The shop has no SKUs.", "sku": "The shop has no SKUs.",
	"variant barcode": "The shop has no barcodes.", "barcode": "The shop has no barcodes.", "barcodes": "The shop has no barcodes.",
	"variant compare at price": "A product has one price.", "compare-at price": "A product has one price.", "cost per item": "The shop does not store what you pay.",
	"variant grams": "The shop has no weights.", "weight value (grams)": "The shop has no weights.", "variant weight unit": "The shop has no weights.", "weight unit for display": "The shop has no weights.",
	"variant inventory policy": "Counted units are never oversold.", "continue selling when out of stock": "Counted units are never oversold.",
	"variant requires shipping": "Every product is shipped or picked up.", "requires shipping": "Every product is shipped or picked up.",
	"variant taxable": "Every product is taxed by the rates in the settings.", "charge tax": "Every product is taxed by the rates in the settings.",
	"variant image": "Only the product's own pictures are taken.", "variant image url": "Only the product's own pictures are taken.",
	"image alt text": "The shop describes a picture by the product's name.", "gift card": "The shop has no gift cards.",
	"seo title": "The shop makes it of the name.", "seo description": "The shop makes it of the description.",
}

func setOf(names ...string) map[string]bool {
	set := make(map[string]bool, len(names))
	for _, name := range names {
		set[name] = true
	}
	return set
}

// shopifyLines makes one line of all the rows with the same handle: the first has the product and its first variant, the
// others have further variants and pictures.
func (f *foreignFile) shopifyLines() []csvLine {
	var handles []string
	groups := map[string][]foreignRow{}
	for _, row := range f.rows {
		handle := row.get("url handle", "handle")
		if handle == "" {
			handle = shop.Slug(row.get("title"))
		}
		if _, known := groups[handle]; !known {
			handles = append(handles, handle)
		}
		groups[handle] = append(groups[handle], row)
	}
	lines := make([]csvLine, 0, len(handles))
	for _, handle := range handles {
		lines = append(lines, shopifyLine(handle, groups[handle]))
	}
	return lines
}

func shopifyLine(handle string, rows []foreignRow) csvLine {
	first := rows[0]
	line := csvLine{number: first.line, row: csvRow{"slug": shop.Slug(handle), "in_stock": "yes"}}
	line.set(first.get("title"), plainText(first.get("description", "body (html)"), false))
	line.row["price"] = first.get("price", "variant price")
	line.category(first.get("type"), first.get("product category"))
	status := strings.ToLower(first.get("status"))
	if status == "archived" {
		line.row = csvRow{"name": first.get("title")}
		line.skip, line.notes = true, []string{"It is archived there and left out."}
		return line
	}
	line.publish(!strings.EqualFold(first.get("published on online store", "published"), "false") && status != "draft")
	line.stock("")
	if first.get("inventory tracker", "variant inventory tracker") != "" {
		line.stock(first.get("inventory quantity", "variant inventory qty"))
	}
	line.pictures(first.file.policy, shopifyPictures(rows))
	for _, row := range rows[1:] {
		if price := row.get("price", "variant price"); price != "" || row.get("option1 value") != "" {
			line.note("Line %d is left out: the variant %s at %s. A product has no variants.", row.line, shortened(variantName(row)), price)
		}
		if title := row.get("title"); title != "" && title != line.row["name"] {
			line.note("Line %d has the same handle and another title, %s, which is left out.", row.line, shortened(title))
		}
	}
	if name := variantName(first); len(line.notes) > 0 && len(rows) > 1 && name != "" && name != "Default Title" {
		line.note("Price and stock are those of its first variant, %s.", shortened(name))
	}
	return line
}

// variantName is what tells a variant from the others, like "Large / Red".
func variantName(row foreignRow) string {
	var values []string
	for _, column := range []string{"option1 value", "option2 value", "option3 value"} {
		if value := row.get(column); value != "" {
			values = append(values, value)
		}
	}
	return strings.Join(values, " / ")
}

// shopifyPictures are the addresses of the product's pictures in the order of their positions.
func shopifyPictures(rows []foreignRow) []string {
	type picture struct {
		address  string
		position int
	}
	var pictures []picture
	for _, row := range rows {
		if address := row.get("product image url", "image src"); address != "" {
			position, err := strconv.Atoi(row.get("image position"))
			if err != nil {
				position = len(pictures) + 1
			}
			pictures = append(pictures, picture{address, position})
		}
	}
	slices.SortStableFunc(pictures, func(a, b picture) int { return a.position - b.position })
	addresses := make([]string, len(pictures))
	for i, p := range pictures {
		addresses[i] = p.address
	}
	return addresses
}

// category takes the merchant's own name over, else the last part of a path like "Food > Snacks > Chips".
func (l *csvLine) category(name, path string) {
	if name == "" {
		parts := strings.Split(path, ">")
		name = strings.TrimSpace(parts[len(parts)-1])
	}
	l.row["category"] = ""
	if name == "" {
		return
	}
	if err := (shop.CategoryInput{Name: name, Slug: shop.Slug(name)}).Check(); err != nil {
		l.note("The category %s is left out: it needs a short name with Latin letters.", shortened(name))
		return
	}
	l.row["category"], l.newCategory = name, true
}
