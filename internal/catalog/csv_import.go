package catalog

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
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// The actions of an import on a line.
const (
	ImportCreate = "create"
	ImportUpdate = "update"
	ImportSame   = "same"
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

	before  shop.Product
	version int64
	input   shop.ProductInput
}

// Import is the outcome of a whole file. Lines has every line that changes something or has an error.
type Import struct {
	Counts map[string]int
	Lines  []ImportLine
}

const importBatch = 200

// PlanImport reads a products file and reports line by line what it would change. It changes nothing.
func (s *Service) PlanImport(ctx context.Context, file io.Reader) (Import, error) {
	plan := Import{Counts: map[string]int{}, Lines: []ImportLine{}}
	reader, columns, err := openCSV(file)
	if err != nil {
		return plan, err
	}
	ids, slugs, err := s.categoryNames(ctx)
	if err != nil {
		return plan, err
	}
	p := planner{store: s.store, ids: ids, slugs: slugs, seen: map[string]int{}}
	for {
		batch, err := readBatch(reader, columns)
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
func (s *Service) ImportProducts(ctx context.Context, file io.Reader, by audit.Actor) (Import, error) {
	plan, err := s.PlanImport(ctx, file)
	if err != nil || plan.Counts[ImportError] > 0 {
		return plan, err
	}
	for lines := range slices.Chunk(plan.Lines, importBatch) {
		failed := map[int]*shop.Error{}
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
			return s.productsChanged(ctx, tx, len(lines)-len(failed))
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

func (s *Service) importLine(ctx context.Context, tx *store.Tx, line ImportLine, by audit.Actor) error {
	images, err := tx.Images(ctx, line.input.ImageURLs)
	if err != nil {
		return err
	}
	before, after := map[string]any{"name": line.Name}, map[string]any{"name": line.Name}
	for _, change := range line.Changes {
		before[change.Field], after[change.Field] = change.Before, change.After
	}
	if line.Action == ImportUpdate {
		if err := tx.ChangeProduct(ctx, line.ID, line.version, line.input, images, s.now()); err != nil {
			return err
		}
		if err := s.keepAndPublish(ctx, tx, line.before, line.input.SafetyStock, line.input.PublishedAt); err != nil {
			return err
		}
		if err := s.units.ReleaseUnits(ctx, tx, line.ID, 0); err != nil {
			return err
		}
		return s.record(ctx, tx, by, "update", productEntity, line.ID, before, after)
	}
	id, err := s.createProduct(ctx, tx, line.input, images)
	if err != nil {
		return err
	}
	return s.record(ctx, tx, by, "create", productEntity, id, nil, after)
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
	for i, column := range columns {
		columns[i] = csvColumn(column)
		if !slices.Contains(csvColumns, columns[i]) {
			return nil, nil, shop.Errorf(shop.Invalid, "Column %d has a name that is not one of: %s.", i+1, strings.Join(csvColumns, ", "))
		}
		if slices.Index(columns, columns[i]) != i {
			return nil, nil, shop.Errorf(shop.Invalid, "The column %s is there twice.", columns[i])
		}
	}
	if !slices.Contains(columns, "id") && !slices.Contains(columns, "slug") && !slices.Contains(columns, "name") {
		return nil, nil, shop.Errorf(shop.Invalid, "The file needs a column id, slug or name to know the products by.")
	}
	return reader, columns, nil
}

func csvError(err error) error {
	if broken, ok := errors.AsType[*csv.ParseError](err); ok {
		return shop.Errorf(shop.Invalid, "Line %d of the file cannot be read: %s.", broken.Line, broken.Err)
	}
	return err
}

type csvLine struct {
	number int
	row    csvRow
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
		batch = append(batch, csvLine{number, row})
	}
	return batch, nil
}

// categoryNames gives the categories' ids by slug and lowercase name, and their slugs by id.
func (s *Service) categoryNames(ctx context.Context) (ids map[string]int64, slugs map[int64]string, err error) {
	categories, err := s.store.Categories(ctx)
	ids, slugs = map[string]int64{}, map[int64]string{}
	for _, c := range categories {
		ids[strings.ToLower(c.Name)] = c.ID
	}
	for _, c := range categories { // a slug wins over another category's name
		ids[c.Slug], slugs[c.ID] = c.ID, c.Slug
	}
	return ids, slugs, err
}
