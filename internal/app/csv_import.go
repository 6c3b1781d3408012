package app

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// What an import does with a line.
const (
	ImportCreate = "create"
	ImportUpdate = "update"
	ImportSame   = "same"
	ImportError  = "error"
)

// FactChange is one column of a product, before and after.
type FactChange struct{ Field, Before, After string }

// ImportLine is what an import does, or would do, with one line of the file.
type ImportLine struct {
	Line    int
	Action  string
	ID      int64
	Name    string
	Changes []FactChange
	Errors  map[string]string

	version int64
	input   shop.ProductInput
}

// Import is the outcome of a whole file. Lines holds all but those that change nothing.
type Import struct {
	Counts map[string]int
	Lines  []ImportLine
}

const importBatch = 200

// PlanImport reads a products file and says line by line what it would change. It changes nothing.
func (a *App) PlanImport(ctx context.Context, file io.Reader) (Import, error) {
	plan := Import{Counts: map[string]int{}, Lines: []ImportLine{}}
	reader, columns, err := openCSV(file)
	if err != nil {
		return plan, err
	}
	ids, slugs, err := a.categoryNames(ctx)
	if err != nil {
		return plan, err
	}
	p := planner{app: a, ids: ids, slugs: slugs, seen: map[string]int{}}
	for {
		batch, err := readBatch(reader, columns)
		if err != nil {
			return plan, err
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

// ImportProducts does what PlanImport says, unless any line has an error: then
// nothing is changed. A line that lost a race against other staff meanwhile is
// reported as an error and the others stand.
func (a *App) ImportProducts(ctx context.Context, file io.Reader, by Actor) (Import, error) {
	plan, err := a.PlanImport(ctx, file)
	if err != nil || plan.Counts[ImportError] > 0 {
		return plan, err
	}
	for lines := range slices.Chunk(plan.Lines, importBatch) {
		failed := map[int]*shop.Error{}
		err := a.Store.Write(ctx, func(tx *store.Tx) error {
			clear(failed)
			for i, line := range lines {
				err := tx.Savepoint(ctx, func() error { return a.importLine(ctx, tx, line, by) })
				if refusal, ok := errors.AsType[*shop.Error](err); ok {
					failed[i] = refusal
				} else if err != nil {
					return err
				}
			}
			return a.productsChanged(ctx, tx, len(lines)-len(failed))
		})
		if err != nil {
			return plan, err
		}
		for i, refusal := range failed { // lines is a window on plan.Lines
			plan.Counts[lines[i].Action]--
			plan.Counts[ImportError]++
			lines[i].Action, lines[i].Errors = ImportError, map[string]string{"": refusal.Message}
		}
	}
	return plan, nil
}

func (a *App) importLine(ctx context.Context, tx *store.Tx, line ImportLine, by Actor) error {
	images, err := tx.Images(ctx, line.input.ImageURLs)
	if err != nil {
		return err
	}
	before, after := map[string]any{"name": line.Name}, map[string]any{"name": line.Name}
	for _, change := range line.Changes {
		before[change.Field], after[change.Field] = change.Before, change.After
	}
	if line.Action == ImportUpdate {
		if err := tx.ChangeProduct(ctx, line.ID, line.version, line.input, images, a.Now()); err != nil {
			return err
		}
		return a.audit(ctx, tx, by, "update", "product", idText(line.ID), before, after)
	}
	id, err := tx.CreateProduct(ctx, line.input, images, a.Now())
	if err != nil {
		return err
	}
	return a.audit(ctx, tx, by, "create", "product", idText(id), nil, after)
}

// openCSV reads the head of the file. A file with semicolons is read too: some
// countries' spreadsheets write those.
func openCSV(file io.Reader) (*csv.Reader, []string, error) {
	text, err := io.ReadAll(file)
	if err != nil {
		return nil, nil, err
	}
	if !utf8.Valid(text) || bytes.IndexByte(text, 0) >= 0 {
		return nil, nil, shop.Errorf(shop.Invalid, "The file is not UTF-8 text. Save it as CSV UTF-8.")
	}
	content := strings.TrimPrefix(string(text), utf8Mark)
	reader := csv.NewReader(strings.NewReader(content))
	head, _, _ := strings.Cut(content, "\n")
	if strings.Contains(head, ";") && !strings.Contains(head, ",") {
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
		columns[i] = strings.ToLower(strings.TrimSpace(column))
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

// categoryNames finds a category's id by slug or lowercase name, and its slug by id.
func (a *App) categoryNames(ctx context.Context) (ids map[string]int64, slugs map[int64]string, err error) {
	categories, err := a.Store.Categories(ctx)
	ids, slugs = map[string]int64{}, map[int64]string{}
	for _, c := range categories {
		ids[strings.ToLower(c.Name)] = c.ID
	}
	for _, c := range categories { // a slug wins over another category's name
		ids[c.Slug], slugs[c.ID] = c.ID, c.Slug
	}
	return ids, slugs, err
}
