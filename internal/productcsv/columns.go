package productcsv

import (
	"strconv"
	"strings"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// csvRow is one line of the products file: cells by column name. A column that
// the file does not have is absent from the map.
type csvRow map[string]string

// csvColumns are the columns of the products file, in the order of the export.
var csvColumns = []string{"id", "name", "slug", "description", "price", "category", "origin", "rating", "in_stock", "is_featured",
	"is_popular", "stock_quantity", "safety_stock", "published_at", "max_per_order", "max_per_customer", "images"}

// csvNotes explain what a column takes. The export writes them behind the column's name; an import reads the name alone.
var csvNotes = map[string]string{"id": "empty for a new product", "slug": "in the address of its page", "price": "like 4.50", "category": "slug",
	"rating": "0 to 5", "in_stock": "yes or no", "is_featured": "yes or no", "is_popular": "yes or no", "stock_quantity": "empty when not counted",
	"safety_stock": "units kept back from sale", "published_at": "hidden until then, like 2026-11-20T18:00:00Z",
	"max_per_order": "empty for no limit", "max_per_customer": "empty for no limit", "images": "addresses with spaces between"}

// csvHeader is the first line of the export: price (like 4.50).
func csvHeader() []string {
	header := make([]string, len(csvColumns))
	for i, column := range csvColumns {
		header[i] = column
		if note := csvNotes[column]; note != "" {
			header[i] += " (" + note + ")"
		}
	}
	return header
}

// csvColumn is the column that a cell of the header names, with or without a note.
func csvColumn(cell string) string {
	name, _, _ := strings.Cut(cell, "(")
	return strings.ToLower(strings.TrimSpace(name))
}

// inputOf gives the input that saves the product as it is.
func inputOf(p shop.Product) shop.ProductInput {
	in := shop.ProductInput{Name: p.Name, Slug: p.Slug, Description: p.Description, Price: p.Price, Origin: p.Origin, Featured: p.Featured,
		Popular: p.Popular, InStock: p.InStockFlag, Stock: p.Stock, StockSeen: &shop.UnitsSeen{Units: p.Stock}, Rating: p.Rating,
		MaxPerOrder: p.MaxPerOrder, MaxPerCustomer: p.MaxPerCustomer, SafetyStock: &p.SafetyStock, PublishedAt: p.PublishedAt}
	if p.Category != nil {
		in.CategoryID = &p.Category.ID
	}
	for _, image := range p.Images {
		in.ImageURLs = append(in.ImageURLs, image.URL)
	}
	return in
}

// rowOf gives the line of a product; slugs are those of the categories, by id.
func rowOf(id int64, in shop.ProductInput, slugs map[int64]string) csvRow {
	row := csvRow{"id": "", "name": in.Name, "slug": in.Slug, "description": in.Description, "price": in.Price.String(), "category": "",
		"origin": in.Origin, "rating": "", "in_stock": yesNo(in.InStock), "is_featured": yesNo(in.Featured), "is_popular": yesNo(in.Popular),
		"stock_quantity": units(in.Stock), "max_per_order": units(in.MaxPerOrder), "max_per_customer": units(in.MaxPerCustomer),
		"images": strings.Join(in.ImageURLs, " ")}
	if in.Stock != nil && in.SafetyStock != nil {
		row["safety_stock"] = shop.IDText(*in.SafetyStock)
	}
	if in.PublishedAt != nil && !in.PublishedAt.IsZero() {
		row["published_at"] = in.PublishedAt.UTC().Format(time.RFC3339Nano)
	}
	if id != 0 {
		row["id"] = shop.IDText(id)
	}
	if in.CategoryID != nil {
		row["category"] = slugs[*in.CategoryID]
	}
	if in.Rating != nil {
		row["rating"] = strconv.FormatFloat(float64(*in.Rating)/10, 'f', 1, 64)
	}
	return row
}

// fill overwrites the input with the row's columns and collects what is malformed.
// categories are ids by slug and by lowercase name.
func (row csvRow) fill(in *shop.ProductInput, categories map[string]int64, p *shop.Problems) {
	text := func(column string, to *string) {
		if value, ok := row[column]; ok {
			*to = value
		}
	}
	flag := func(column string, to *bool) {
		value, ok := row[column]
		if !ok || value == "" {
			return
		}
		on, known := flags[strings.ToLower(value)]
		p.Check(known, column, "Write yes or no.")
		*to = on
	}
	count := func(column string, to **int64) {
		value, ok := row[column]
		if !ok {
			return
		}
		*to = nil
		if value != "" {
			n, err := strconv.ParseInt(value, 10, 64)
			p.Check(err == nil, column, "Write a whole number.")
			*to = &n
		}
	}
	text("name", &in.Name)
	text("slug", &in.Slug)
	text("description", &in.Description)
	text("origin", &in.Origin)
	flag("in_stock", &in.InStock)
	flag("is_featured", &in.Featured)
	flag("is_popular", &in.Popular)
	count("stock_quantity", &in.Stock)
	count("max_per_order", &in.MaxPerOrder)
	count("max_per_customer", &in.MaxPerCustomer)
	count("safety_stock", &in.SafetyStock)
	if _, given := row["safety_stock"]; given && in.SafetyStock == nil {
		in.SafetyStock = new(int64)
	} else if !given && in.Stock == nil {
		in.SafetyStock = nil // it ends with the count
	}
	if value, ok := row["published_at"]; ok {
		in.PublishedAt = new(time.Time) // long ago
		if value != "" {
			at, err := time.Parse(time.RFC3339, value)
			p.Check(err == nil, "published_at", "Write a time like 2026-11-20T18:00:00Z, or leave it empty.")
			in.PublishedAt = &at
		}
	}
	if value, ok := row["price"]; ok {
		price, err := shop.ParseCents(strings.TrimPrefix(value, "$"))
		p.Check(err == nil, "price", "Write an amount, like 4.50.")
		in.Price = price
	}
	if value, ok := row["rating"]; ok {
		in.Rating = nil
		if value != "" {
			hundredths, err := shop.ParseCents(value)
			p.Check(err == nil && hundredths%10 == 0, "rating", "The rating goes from 0 to 5 in steps of 0.1.")
			tenths := int64(hundredths / 10)
			in.Rating = &tenths
		}
	}
	if value, ok := row["category"]; ok {
		in.CategoryID = nil
		if value != "" {
			id, known := categories[strings.ToLower(value)]
			p.Check(known, "category", "There is no such category.")
			in.CategoryID = &id
		}
	}
	if value, ok := row["images"]; ok {
		in.ImageURLs = strings.Fields(value)
	}
}

var flags = map[string]bool{"yes": true, "no": false, "true": true, "false": false, "1": true, "0": false}

func yesNo(on bool) string {
	if on {
		return "yes"
	}
	return "no"
}

func units(n *int64) string {
	if n == nil {
		return ""
	}
	return shop.IDText(*n)
}

// A spreadsheet executes a cell that begins like a formula. The export puts an
// apostrophe before such text, and the import removes it.
const formulaStarts = "=+-@\t\r'"

func guardFormula(cell string) string {
	if cell != "" && strings.ContainsRune(formulaStarts, rune(cell[0])) {
		return "'" + cell
	}
	return cell
}

func unguardFormula(cell string) string {
	if len(cell) > 1 && cell[0] == '\'' && strings.ContainsRune(formulaStarts, rune(cell[1])) {
		return cell[1:]
	}
	return cell
}
