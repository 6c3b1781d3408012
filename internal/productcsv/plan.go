package productcsv

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/snackdrop/snackdrop/internal/publicnet"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// planner decides what an import does with each line of a products file.
type planner struct {
	store  *store.Store
	policy publicnet.Policy // from where pictures may be fetched
	result *Import
	ids    map[string]int64
	slugs  map[int64]string
	seen   map[string]int // slugs of the file's earlier lines

	images map[string]shop.Image // those of the batch that are uploaded
}

// plan reads the products and images of a batch of lines with three queries, however many lines there are.
func (p *planner) plan(ctx context.Context, batch []csvLine) ([]ImportLine, error) {
	var ids []int64
	var slugs, urls []string
	if err := p.useFetched(ctx, batch); err != nil {
		return nil, err
	}
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
	products, err := p.store.Products.ByIDs(ctx, ids)
	if err != nil {
		return nil, err
	}
	named, err := p.store.Products.BySlugs(ctx, slugs)
	if err != nil {
		return nil, err
	}
	if p.images, err = p.store.Images.ByURL(ctx, urls); err != nil {
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
	out := ImportLine{Line: line.number, Action: ImportUpdate, Name: line.row["name"], Notes: line.notes}
	if line.skip {
		out.Action = ImportSkip
		return out
	}
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
	if line.newCategory {
		p.addCategory(line.row["category"])
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
	if err, ok := errors.AsType[*shop.Error](in.Check()); ok {
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
		if remote(url) {
			problem := pictureProblem(p.policy, url)
			problems.Check(problem == "", "images", "A picture cannot be fetched: "+problem)
			continue
		}
		_, uploaded := p.images[url]
		problems.Check(uploaded, "images", "Upload the image first.")
	}
}

// useFetched replaces addresses of pictures that an earlier import fetched by those of the stored images.
func (p *planner) useFetched(ctx context.Context, batch []csvLine) error {
	var sources []string
	for _, line := range batch {
		for _, address := range strings.Fields(line.row["images"]) {
			if remote(address) {
				sources = append(sources, address)
			}
		}
	}
	stored, err := p.store.Images.BySource(ctx, sources)
	if err != nil || len(stored) == 0 {
		return err
	}
	for _, line := range batch {
		addresses := strings.Fields(line.row["images"])
		for i, address := range addresses {
			if url, ok := stored[address]; ok {
				addresses[i] = url
			}
		}
		if addresses != nil {
			line.row["images"] = strings.Join(addresses, " ")
		}
	}
	return nil
}

// addCategory plans a category that a line names and the shop does not have.
func (p *planner) addCategory(name string) {
	slug := shop.Slug(name)
	if name == "" || p.ids[strings.ToLower(name)] != 0 {
		return
	}
	if id, taken := p.ids[slug]; taken { // "Hot chips!" is "hot-chips"
		p.ids[strings.ToLower(name)] = id
		return
	}
	p.result.Categories = append(p.result.Categories, name)
	id := -int64(len(p.result.Categories))
	p.ids[strings.ToLower(name)], p.ids[slug], p.slugs[id] = id, id, slug
}
