package productcsv

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/snackdrop/snackdrop/internal/publicnet"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// The formats of a products file.
const (
	FormatOwn         = "snackdrop"
	FormatShopify     = "shopify"
	FormatWooCommerce = "woocommerce"
)

// LeftOut is a column of another shop's file that an import does not use, and how many of its lines fill it.
type LeftOut struct {
	Column string
	Lines  int
	Why    string
}

// foreignFile is a products file of another shop system, read whole: a product may have several rows.
type foreignFile struct {
	format  string
	columns []string // as the file writes them
	index   map[string]int
	rows    []foreignRow
	policy  publicnet.Policy // from where pictures may be fetched
}

type foreignRow struct {
	line  int
	cells []string
	file  *foreignFile
}

// get is the cell of the first of these columns that the file has; names are in lower case.
func (r foreignRow) get(names ...string) string {
	for _, name := range names {
		if i, ok := r.file.index[name]; ok {
			return unguardFormula(strings.TrimSpace(r.cells[i]))
		}
	}
	return ""
}

// foreignFormat recognises the file of another shop system by its header, "" for the shop's own columns.
func foreignFormat(header []string) string {
	has := func(names ...string) bool {
		return slices.ContainsFunc(header, func(cell string) bool {
			return slices.Contains(names, strings.ToLower(strings.TrimSpace(cell)))
		})
	}
	switch {
	case has("handle", "url handle") && has("title"):
		return FormatShopify
	case has("type") && has("name") && has("regular price", "in stock?", "visibility in catalog"):
		return FormatWooCommerce
	}
	return ""
}

// readForeign reads the rows below the header.
func readForeign(format string, header []string, reader *csv.Reader, policy publicnet.Policy) (*foreignFile, error) {
	file := &foreignFile{format: format, columns: header, index: map[string]int{}, policy: policy}
	for i, column := range header {
		name := strings.ToLower(strings.TrimSpace(column))
		if _, twice := file.index[name]; twice && name != "" {
			return nil, shop.Errorf(shop.Invalid, "The column %s is there twice.", column)
		}
		file.index[name] = i
	}
	required := map[string][]string{FormatShopify: {"variant price", "price"}, FormatWooCommerce: {"regular price"}}[format]
	if !slices.ContainsFunc(required, func(name string) bool { _, ok := file.index[name]; return ok }) {
		return nil, shop.Errorf(shop.Invalid, "This looks like a file of %s, but it has no column %s. Export products, not inventory or orders.", formatNames[format], foreignTitle[format])
	}
	for {
		cells, err := reader.Read()
		if errors.Is(err, io.EOF) {
			return file, nil
		}
		if err != nil {
			return nil, csvError(err)
		}
		line, _ := reader.FieldPos(0)
		file.rows = append(file.rows, foreignRow{line, cells, file})
	}
}

var formatNames = map[string]string{FormatShopify: "Shopify", FormatWooCommerce: "WooCommerce"}

// foreignTitle is the column without which there is no product to sell.
var foreignTitle = map[string]string{FormatShopify: "Variant Price", FormatWooCommerce: "Regular price"}

// lines turns the rows into lines of the shop's own columns.
func (f *foreignFile) lines(now time.Time) []csvLine {
	if f.format == FormatShopify {
		return f.shopifyLines()
	}
	return f.wooLines(now)
}

// leftOut lists the columns that no line uses and that some row fills.
func (f *foreignFile) leftOut() []LeftOut {
	used, why := shopifyColumns, shopifyLeftOut
	if f.format == FormatWooCommerce {
		used, why = wooColumns, wooLeftOut
	}
	out := []LeftOut{}
	for i, column := range f.columns {
		name := strings.ToLower(strings.TrimSpace(column))
		if used[name] {
			continue
		}
		filled := 0
		for _, row := range f.rows {
			if strings.TrimSpace(row.cells[i]) != "" {
				filled++
			}
		}
		if filled == 0 {
			continue
		}
		reason := why[name]
		if reason == "" {
			reason = "The shop has nothing like it."
		}
		out = append(out, LeftOut{Column: strings.TrimSpace(column), Lines: filled, Why: reason})
	}
	return out
}

// set puts the texts of a product into the line, shortened to what the shop can store.
func (l *csvLine) set(name, description string) {
	l.row["name"] = name
	if description == "" {
		description = name
		l.note("It has no description; its name stands there.")
	}
	if utf8.RuneCountInString(description) > shop.MaxDescription {
		description = strings.TrimSpace(string([]rune(description)[:shop.MaxDescription]))
		l.note("The description was cut after 10,000 characters.")
	}
	l.row["description"] = description
}

// hiddenUntil is when a product is published that is not published in the other shop.
var hiddenUntil = time.Date(2099, 1, 1, 0, 0, 0, 0, time.UTC)

func (l *csvLine) publish(published bool) {
	l.row["published_at"] = ""
	if !published {
		l.row["published_at"] = hiddenUntil.Format(time.RFC3339)
		l.note("It is not published there, so it stays hidden until 2099-01-01; change that in the product's form.")
	}
}

// stock takes a count over; a count below zero, which other shops allow, is none.
func (l *csvLine) stock(count string) {
	if n, err := strconv.ParseInt(count, 10, 64); err == nil && n < 0 {
		l.note("%s units are fewer than none; the stock becomes 0.", count)
		count = "0"
	}
	l.row["stock_quantity"] = count
}

// pictures takes over the addresses that can be fetched, at most as many as a product can have.
func (l *csvLine) pictures(policy publicnet.Policy, addresses []string) {
	var kept []string
	for _, address := range addresses {
		address = strings.ReplaceAll(strings.TrimSpace(address), " ", "%20")
		if address == "" || slices.Contains(kept, address) {
			continue
		}
		if problem := pictureProblem(policy, address); problem != "" {
			l.note("The picture %s is left out: %s", shortened(address), problem)
			continue
		}
		kept = append(kept, address)
	}
	if len(kept) > shop.MaxImages {
		l.note("%d pictures are left out: a product has at most %d.", len(kept)-shop.MaxImages, shop.MaxImages)
		kept = kept[:shop.MaxImages]
	}
	l.row["images"] = strings.Join(kept, " ")
}

// maxNotes keeps a product with a hundred variants from filling the preview.
const maxNotes = 20

func (l *csvLine) note(format string, values ...any) {
	if len(l.notes) == maxNotes {
		l.notes = append(l.notes, "More is left out of this product.")
	}
	if len(l.notes) < maxNotes {
		l.notes = append(l.notes, fmt.Sprintf(format, values...))
	}
}

func shortened(text string) string {
	if utf8.RuneCountInString(text) <= 120 {
		return text
	}
	return string([]rune(text)[:120]) + "…"
}

// maxPictureURL is how long the address of a picture may be.
const maxPictureURL = 2_000

// remote says whether an image of a products file has to be fetched.
func remote(address string) bool {
	return strings.HasPrefix(address, "https://") || strings.HasPrefix(address, "http://")
}

// pictureProblem says why a picture can never be fetched from an address, "" when it may be tried. The name in it
// is resolved and checked when it is fetched.
func pictureProblem(policy publicnet.Policy, address string) string {
	parsed, err := url.Parse(address)
	if err != nil || len(address) > maxPictureURL {
		return "its address is not one."
	}
	if err := policy.CheckURL(parsed); err != nil {
		return "its address is not a public one that begins with https:// or http://."
	}
	return ""
}
