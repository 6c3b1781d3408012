package catalog

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// planner decides what an import does with each line of a products file.
type planner struct {
	store *store.Store
	ids   map[string]int64
	slugs map[int64]string
	seen  map[string]int // slugs of the file's earlier lines

	images map[string]shop.Image // those of the batch that are uploaded
}

// plan reads the products and images of a batch of lines with three queries, however many lines there are.
func (p *planner) plan(ctx context.Context, batch []csvLine) ([]ImportLine, error) {
	var ids []int64
	var slugs, urls []string
	for _, line := range batch {
		if id, err := strconv.ParseInt(line.row["id"], 10, 64); err == nil {
			ids = append(ids, id)
		}
		if slug := line.slug(); slug != "" {
			slugs = append(slugs, slug)
		}
		urls = append(urls, strings.Fields(line.row["images"])...)
	}
	byID, bySlug := map[int64]shop.Product{}, map[string]shop.Product{}
	products, err := p.store.ProductsByID(ctx, ids)
	if err != nil {
		return nil, err
	}
	named, err := p.store.ProductsBySlug(ctx, slugs)
	if err != nil {
		return nil, err
	}
	if p.images, err = p.store.ImagesByURL(ctx, urls); err != nil {
		return nil, err
	}
	for _, product := range append(products, named...) {
		byID[product.ID], bySlug[product.Slug] = product, product
	}
	lines := make([]ImportLine, 0, len(batch))
	for _, line := range batch {
		lines = append(lines, p.line(line, byID, bySlug))
	}
	return lines, nil
}

// slug is the line's slug, derived from the name when only that is given.
func (l csvLine) slug() string {
	if slug := l.row["slug"]; slug != "" {
		return slug
	}
	if l.row["id"] == "" {
		return shop.Slug(l.row["name"])
	}
	return ""
}

func (p *planner) line(line csvLine, byID map[int64]shop.Product, bySlug map[string]shop.Product) ImportLine {
	out := ImportLine{Line: line.number, Action: ImportUpdate, Name: line.row["name"]}
	problems := shop.Problems{}
	var before shop.Product
	exists := false
	if text := line.row["id"]; text != "" {
		id, err := strconv.ParseInt(text, 10, 64)
		before, exists = byID[id]
		if err != nil || !exists {
			out.Action, out.Errors = ImportError, shop.Problems{{Field: "id", Message: "There is no product with this id. Leave it empty to create one."}}
			return out
		}
	} else if before, exists = bySlug[line.slug()]; !exists {
		out.Action = ImportCreate
	}
	var old csvRow
	if exists {
		out.ID, out.before, out.version, out.input = before.ID, before, before.Version, inputOf(before)
		old = rowOf(before.ID, out.input, p.slugs)
		if out.Name == "" {
			out.Name = before.Name
		}
	} else {
		out.input.InStock = true
	}
	line.row.fill(&out.input, p.ids, &problems)
	if out.input.Slug == "" {
		out.input.Slug = line.slug()
		if exists {
			out.input.Slug = before.Slug
		}
	}
	out.input.Clean()
	p.check(line, before, out.input, bySlug, &problems)
	if len(problems) > 0 {
		out.Action, out.Errors = ImportError, problems
		return out
	}
	now := rowOf(out.ID, out.input, p.slugs)
	for _, column := range csvColumns {
		if old[column] != now[column] {
			out.Changes = append(out.Changes, FieldChange{column, old[column], now[column]})
		}
	}
	if exists && len(out.Changes) == 0 {
		out.Action = ImportSame
	}
	return out
}

// check collects everything that would keep the line from being stored.
func (p *planner) check(line csvLine, before shop.Product, in shop.ProductInput, bySlug map[string]shop.Product, problems *shop.Problems) {
	if err, ok := in.Check().(*shop.Error); ok {
		for _, problem := range err.Fields {
			problems.Check(false, problem.Field, problem.Message)
		}
	}
	earlier := p.seen[in.Slug]
	problems.Check(earlier == 0, "slug", fmt.Sprintf("Line %d has the same slug.", earlier))
	if in.Slug != "" && earlier == 0 {
		p.seen[in.Slug] = line.number
	}
	holder, taken := bySlug[in.Slug]
	problems.Check(!taken || holder.ID == before.ID, "slug", "This slug is already taken.")
	known := map[string]bool{}
	for _, image := range before.Images {
		known[image.URL] = true
	}
	for _, url := range in.ImageURLs {
		if known[url] {
			continue
		}
		_, uploaded := p.images[url]
		problems.Check(uploaded, "images", "Upload the image first.")
	}
}
