package productcsv

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// wooColumns are the columns of WooCommerce's products file that an import uses.
var wooColumns = setOf("id", "type", "sku", "name", "published", "is featured?", "short description", "description", "date sale price starts",
	"date sale price ends", "in stock?", "stock", "sold individually?", "sale price", "regular price", "categories", "images", "parent")

var wooLeftOut = map[string]string{
	"visibility in catalog": "A published product is in every list and search.", "tags": "The shop has no tags.", "gtin, upc, ean, or isbn": "The shop has no barcodes.", "brands": "The shop has no brands.",
	"tax status": "Every product is taxed by the rates in the settings.", "tax class": "Every product is taxed by the rates in the settings.",
	"low stock amount": "The dashboard warns of low stock for all products alike.", "backorders allowed?": "Counted units are never oversold.",
	"weight (kg)": "The shop has no weights.", "weight (lbs)": "The shop has no weights.", "weight (oz)": "The shop has no weights.", "weight (g)": "The shop has no weights.",
	"allow customer reviews?": "The shop has no reviews.", "purchase note": "The shop has no notes of products.", "shipping class": "Shipping is set for the whole shop.",
	"download limit": "The shop sells no downloads.", "download expiry days": "The shop sells no downloads.", "upsells": "The shop chooses related products itself.",
	"cross-sells": "The shop chooses related products itself.", "grouped products": "The shop has no grouped products.", "external url": "The shop has no links to other shops' products.",
	"button text": "The shop has no links to other shops' products.", "position": "Lists are sorted by name, price or date.",
}

// wooLines makes a line of each product. A variation belongs to the product that its column Parent names by SKU or id.
func (f *foreignFile) wooLines(now time.Time) []csvLine {
	products := map[string]int{} // by SKU and by id:…
	variations := map[int][]foreignRow{}
	for i, row := range f.rows {
		if wooType(row, "variation") {
			continue
		}
		for _, key := range []string{row.get("sku"), "id:" + row.get("id")} {
			if _, taken := products[key]; key != "" && key != "id:" && !taken {
				products[key] = i
			}
		}
	}
	var lines []csvLine
	for _, row := range f.rows {
		if !wooType(row, "variation") {
			continue
		}
		if parent, known := products[row.get("parent")]; known {
			variations[parent] = append(variations[parent], row)
			continue
		}
		lines = append(lines, skipped(row, "It is a variation of a product that the file does not have."))
	}
	slugs := map[string]int{}
	for i, row := range f.rows {
		switch {
		case wooType(row, "variation"):
		case wooType(row, "grouped"):
			lines = append(lines, skipped(row, "It is a group of products, which the shop does not have."))
		case wooType(row, "external"):
			lines = append(lines, skipped(row, "It links to a product of another shop."))
		default:
			line := wooLine(row, variations[i], now)
			// The file has no slugs: products of the same name are told apart by their order.
			slug := shop.Slug(line.row["name"])
			if slugs[slug]++; slugs[slug] > 1 && slug != "" {
				slug = fmt.Sprintf("%s-%d", slug, slugs[slug])
				line.note("Another product has the same name; the address of this one ends with %s.", slug)
			}
			line.row["slug"] = slug
			lines = append(lines, line)
		}
	}
	slices.SortStableFunc(lines, func(a, b csvLine) int { return a.number - b.number })
	return lines
}

func skipped(row foreignRow, why string) csvLine {
	return csvLine{number: row.line, row: csvRow{"name": row.get("name")}, skip: true, notes: []string{why}}
}

// wooType says whether a product is of a type; the column can have several, like "simple, virtual".
func wooType(row foreignRow, name string) bool {
	return slices.ContainsFunc(strings.Split(row.get("type"), ","), func(part string) bool { return strings.EqualFold(strings.TrimSpace(part), name) })
}

func wooLine(row foreignRow, variations []foreignRow, now time.Time) csvLine {
	line := csvLine{number: row.line, row: csvRow{"is_featured": "no", "max_per_order": "", "in_stock": "yes"}}
	// WordPress writes a line break inside a text as \n.
	text := strings.ReplaceAll(row.get("description"), `\n`, "\n")
	if short := strings.ReplaceAll(row.get("short description"), `\n`, "\n"); text == "" {
		text = short
	} else if short != "" && short != text {
		line.note("The short description is left out: a product has one.")
	}
	line.set(row.get("name"), plainText(text, true))
	if row.get("is featured?") == "1" {
		line.row["is_featured"] = "yes"
	}
	if row.get("sold individually?") == "1" {
		line.row["max_per_order"] = "1"
	}
	if row.get("sku") != "" {
		line.note("Its SKU %s is left out: the shop has no SKUs.", shortened(row.get("sku")))
	}
	line.publish(row.get("published") == "" || row.get("published") == "1")
	line.wooCategory(row.get("categories"))
	line.pictures(row.file.policy, strings.Split(row.get("images"), ","))
	sold := row
	if row.get("regular price") == "" && len(variations) > 0 {
		sold = variations[0]
		line.note("Price and stock are those of its first variation, line %d.", sold.line)
		variations = variations[1:]
	}
	line.wooSale(sold, now)
	for _, variation := range variations {
		line.note("Line %d is left out: a variation at %s. A product has no variants.", variation.line, variation.get("regular price"))
	}
	return line
}

// wooSale takes over what a product or variation costs now and how many units there are.
func (l *csvLine) wooSale(row foreignRow, now time.Time) {
	l.row["price"] = row.get("regular price")
	if sale := row.get("sale price"); sale != "" && wooOnSale(row, now) {
		l.row["price"] = sale
		l.note("Its price is the sale price; the regular price %s is left out.", row.get("regular price"))
	} else if sale != "" {
		l.note("The sale price %s is left out: it does not apply now.", sale)
	}
	l.stock(row.get("stock"))
	switch row.get("in stock?") {
	case "0":
		l.row["in_stock"] = "no"
	case "backorder":
		l.note("It can be ordered there while none is left. Here counted units are never oversold.")
	}
}

// wooOnSale says whether the dates of a sale price, if there are any, include now.
func wooOnSale(row foreignRow, now time.Time) bool {
	day := now.UTC().Format(time.DateOnly)
	starts, ends := row.get("date sale price starts"), row.get("date sale price ends")
	return (len(starts) < len(day) || starts[:len(day)] <= day) && (len(ends) < len(day) || day <= ends[:len(day)])
}

// wooCategory takes the first category over; a product has one.
func (l *csvLine) wooCategory(list string) {
	paths := strings.Split(list, ",")
	chosen := strings.TrimSpace(paths[0])
	for i, path := range paths {
		paths[i] = strings.TrimSpace(path)
		if strings.HasPrefix(paths[i], chosen+" >") { // "Food, Food > Chips" is one category and the one above it
			chosen = paths[i]
		}
	}
	l.category("", chosen)
	for _, path := range paths {
		if path == chosen || strings.HasPrefix(chosen, path+" >") {
			continue
		}
		l.note("The category %s is left out: a product has one.", shortened(path))
	}
}
