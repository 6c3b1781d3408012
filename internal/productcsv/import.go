package productcsv

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/catalog"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// The actions of an import on a line.
const (
	ImportCreate = "create"
	ImportUpdate = "update"
	ImportSame   = "same"
	ImportSkip   = "skip" // a row of another shop's file that is left out
	ImportError  = "error"
)

// FieldChange is one column of a product, before and after.
type FieldChange struct{ Field, Before, After string }

// ImportLine is what an import does, or would do, with one line of the file.
type ImportLine struct {
	Line    int
	Action  string
	ID      int64
	Name    string
	Changes []FieldChange
	Errors  shop.Problems
	Notes   []string // what is left out or made different of another shop's product, and pictures that were not fetched

	before  shop.Product
	version int64
	input   shop.ProductInput
}

// Import is the outcome of a whole file. Lines has every line that changes something, is left out or has an error.
type Import struct {
	Format     string
	Counts     map[string]int
	Lines      []ImportLine
	LeftOut    []LeftOut // columns of another shop's file
	Categories []string  // names of categories that are new; their ids are -1, -2, … until they exist
}

const importBatch = 200

// PlanImport reads a products file and reports line by line what it would change. It changes nothing.
func (s *Files) PlanImport(ctx context.Context, file io.Reader) (Import, error) {
	plan := Import{Format: FormatOwn, Counts: map[string]int{}, Lines: []ImportLine{}, LeftOut: []LeftOut{}, Categories: []string{}}
	next, err := s.openImport(file, &plan)
	if err != nil {
		return plan, err
	}
	ids, slugs, err := s.categoryNames(ctx)
	if err != nil {
		return plan, err
	}
	p := planner{store: s.store, policy: s.Pictures, ids: ids, slugs: slugs, seen: map[string]int{}, result: &plan}
	for {
		batch, err := next()
		if err != nil {
			return plan, err
		}
		if len(batch) == 0 && len(plan.Counts) == 0 {
			return plan, shop.Errorf(shop.Invalid, "The file has no products: nothing stands below its first line.")
		}
		if len(batch) == 0 {
			return plan, nil
		}
		lines, err := p.plan(ctx, batch)
		if err != nil {
			return plan, err
		}
		for _, line := range lines {
			plan.Counts[line.Action]++
			if line.Action != ImportSame {
				plan.Lines = append(plan.Lines, line)
			}
		}
	}
}

// ImportProducts applies what PlanImport reports, unless any line has an error: then
// nothing is changed. A line whose product other staff changed meanwhile is
// reported as an error; the other lines are saved.
func (s *Files) ImportProducts(ctx context.Context, file io.Reader, by audit.Actor) (Import, error) {
	plan, err := s.PlanImport(ctx, file)
	if err != nil || plan.Counts[ImportError] > 0 {
		return plan, err
	}
	categories, err := s.createCategories(ctx, plan, by)
	if err != nil {
		return plan, err
	}
	for lines := range slices.Chunk(plan.Lines, importBatch) {
		failed := map[int]*shop.Error{}
		if err := s.fetchPictures(ctx, lines); err != nil {
			return plan, err
		}
		for i := range lines {
			if id := lines[i].input.CategoryID; id != nil && *id < 0 {
				lines[i].input.CategoryID = categories[*id]
			}
		}
		err := s.store.Write(ctx, func(tx *store.Tx) error {
			clear(failed)
			if err := s.units.LockDrops(ctx, tx, idsOf(lines)...); err != nil {
				return err
			}
			for i, line := range lines {
				err := tx.Savepoint(ctx, func() error { return s.importLine(ctx, tx, line, by) })
				if refused, ok := errors.AsType[*shop.Error](err); ok {
					failed[i] = refused
				} else if err != nil {
					return err
				}
			}
			return s.catalog.ProductsChanged(ctx, tx, len(lines)-len(failed))
		})
		if err != nil {
			return plan, err
		}
		for i, refused := range failed { // lines shares its memory with plan.Lines
			plan.Counts[lines[i].Action]--
			plan.Counts[ImportError]++
			lines[i].Action, lines[i].Errors = ImportError, shop.Problems{{Message: refused.Message}}
		}
	}
	return plan, nil
}

// idsOf are the products that the lines change.
func idsOf(lines []ImportLine) []int64 {
	var ids []int64
	for _, line := range lines {
		if line.Action == ImportUpdate {
			ids = append(ids, line.ID)
		}
	}
	return ids
}

func (s *Files) importLine(ctx context.Context, tx *store.Tx, line ImportLine, by audit.Actor) error {
	if line.Action == ImportSkip {
		return nil
	}
	images, err := tx.Images.List(ctx, line.input.ImageURLs)
	if err != nil {
		return err
	}
	before, after := map[string]any{"name": line.Name}, map[string]any{"name": line.Name}
	for _, change := range line.Changes {
		before[change.Field], after[change.Field] = change.Before, change.After
	}
	if line.Action == ImportUpdate {
		if err := tx.Products.Change(ctx, line.ID, line.version, line.input, images, s.now()); err != nil {
			return err
		}
		if err := s.catalog.KeepAndPublish(ctx, tx, line.before, line.input.SafetyStock, line.input.PublishedAt); err != nil {
			return err
		}
		if err := s.units.ReleaseUnits(ctx, tx, line.ID, 0); err != nil {
			return err
		}
		return s.catalog.Record(ctx, tx, by, "update", catalog.ProductEntity, line.ID, before, after)
	}
	id, err := s.catalog.InsertProduct(ctx, tx, line.input, images)
	if err != nil {
		return err
	}
	return s.catalog.Record(ctx, tx, by, "create", catalog.ProductEntity, id, nil, after)
}

// openImport reads the header line, recognises the format by it and gives a function that returns the next lines in the
// shop's own columns, none at the end.
func (s *Files) openImport(file io.Reader, plan *Import) (func() ([]csvLine, error), error) {
	reader, header, err := openCSV(file)
	if err != nil {
		return nil, err
	}
	if format := foreignFormat(header); format != "" {
		foreign, err := readForeign(format, header, reader, s.Pictures)
		if err != nil {
			return nil, err
		}
		plan.Format, plan.LeftOut = format, foreign.leftOut()
		lines := foreign.lines(s.now())
		return func() ([]csvLine, error) {
			batch := lines[:min(len(lines), importBatch)]
			lines = lines[len(batch):]
			return batch, nil
		}, nil
	}
	columns, err := ownColumns(header)
	if err != nil {
		return nil, err
	}
	return func() ([]csvLine, error) { return readBatch(reader, columns) }, nil
}

// openCSV reads the header line. Semicolons are accepted as separators, too:
// spreadsheets of some countries write those.
func openCSV(file io.Reader) (*csv.Reader, []string, error) {
	text, err := io.ReadAll(file)
	if err != nil {
		return nil, nil, err
	}
	if !utf8.Valid(text) || bytes.IndexByte(text, 0) >= 0 {
		return nil, nil, shop.Errorf(shop.Invalid, "The file is not UTF-8 text. Save it as CSV UTF-8.")
	}
	content := strings.TrimPrefix(string(text), byteOrderMark)
	reader := csv.NewReader(strings.NewReader(content))
	header, _, _ := strings.Cut(content, "\n")
	if strings.Contains(header, ";") && !strings.Contains(header, ",") {
		reader.Comma = ';'
	}
	columns, err := reader.Read()
	if errors.Is(err, io.EOF) {
		return nil, nil, shop.Errorf(shop.Invalid, "The file is empty.")
	}
	if err != nil {
		return nil, nil, csvError(err)
	}
	return reader, columns, nil
}

// ownColumns are the shop's columns that the header names.
func ownColumns(header []string) ([]string, error) {
	columns := slices.Clone(header)
	for i, column := range columns {
		columns[i] = csvColumn(column)
		if !slices.Contains(csvColumns, columns[i]) {
			return nil, shop.Errorf(shop.Invalid, "Column %d has a name that is not one of: %s. The products files of Shopify and WooCommerce are recognised, too.", i+1, strings.Join(csvColumns, ", "))
		}
		if slices.Index(columns, columns[i]) != i {
			return nil, shop.Errorf(shop.Invalid, "The column %s is there twice.", columns[i])
		}
	}
	if !slices.Contains(columns, "id") && !slices.Contains(columns, "slug") && !slices.Contains(columns, "name") {
		return nil, shop.Errorf(shop.Invalid, "The file needs a column id, slug or name to know the products by.")
	}
	return columns, nil
}

func csvError(err error) error {
	if broken, ok := errors.AsType[*csv.ParseError](err); ok {
		return shop.Errorf(shop.Invalid, "Line %d of the file cannot be read: %s.", broken.Line, broken.Err)
	}
	return err
}

type csvLine struct {
	number      int
	row         csvRow
	notes       []string
	skip        bool
	newCategory bool // the category may be one that does not exist yet
}

func readBatch(reader *csv.Reader, columns []string) ([]csvLine, error) {
	var batch []csvLine
	for len(batch) < importBatch {
		cells, err := reader.Read()
		if errors.Is(err, io.EOF) {
			return batch, nil
		}
		if err != nil {
			return nil, csvError(err)
		}
		number, _ := reader.FieldPos(0)
		row := csvRow{}
		for i, cell := range cells {
			row[columns[i]] = unguardFormula(strings.TrimSpace(cell))
		}
		batch = append(batch, csvLine{number: number, row: row})
	}
	return batch, nil
}

// categoryNames gives the categories' ids by slug and lowercase name, and their slugs by id.
func (s *Files) categoryNames(ctx context.Context) (ids map[string]int64, slugs map[int64]string, err error) {
	categories, err := s.store.Categories.All(ctx)
	ids, slugs = map[string]int64{}, map[int64]string{}
	for _, c := range categories {
		ids[strings.ToLower(c.Name)] = c.ID
	}
	for _, c := range categories { // a slug wins over another category's name
		ids[c.Slug], slugs[c.ID] = c.ID, c.Slug
	}
	return ids, slugs, err
}
