package adminapi

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/snackdrop/snackdrop/internal/operations"
	"github.com/snackdrop/snackdrop/internal/productcsv"
)

// FactChange is one column of a product, before and after.
type FactChange struct {
	Field  string `json:"field"`
	Before string `json:"before"`
	After  string `json:"after"`
}

// ImportLine is what an import does with one line of the file.
type ImportLine struct {
	Line    int                     `json:"line"`
	Action  string                  `json:"action" enum:"create,update,skip,error"`
	ID      *int64                  `json:"id" doc:"Null for a new product"`
	Name    string                  `json:"name"`
	Changes []FactChange            `json:"changes"`
	Errors  []operations.FieldError `json:"errors"`
	Notes   []string                `json:"notes" doc:"What is left out or made different of another shop's product, and pictures that were not fetched"`
}

// ImportLeftOut is a column of another shop's file that the import does not use.
type ImportLeftOut struct {
	Column string `json:"column"`
	Lines  int    `json:"lines" doc:"How many lines fill it"`
	Why    string `json:"why"`
}

// ImportResult is the outcome of a file.
type ImportResult struct {
	Format     string          `json:"format" enum:"snackdrop,shopify,woocommerce" doc:"Recognised by the header line"`
	Created    int             `json:"created"`
	Updated    int             `json:"updated"`
	Unchanged  int             `json:"unchanged"`
	Skipped    int             `json:"skipped" doc:"Lines of another shop's file that are left out"`
	Failed     int             `json:"failed" doc:"When a line has an error before anything was changed, nothing is"`
	Lines      []ImportLine    `json:"lines" doc:"What changes and what is wrong; errors first, at most 100,000"`
	LeftOut    []ImportLeftOut `json:"left_out" doc:"Columns of another shop's file that are not used"`
	Categories []string        `json:"categories" doc:"Names of categories that are created"`
}

const importLines = 100_000

func importJSON(i productcsv.Import) ImportResult {
	out := ImportResult{Created: i.Counts[productcsv.ImportCreate], Updated: i.Counts[productcsv.ImportUpdate], Unchanged: i.Counts[productcsv.ImportSame],
		Format: i.Format, Skipped: i.Counts[productcsv.ImportSkip], Failed: i.Counts[productcsv.ImportError], Lines: []ImportLine{},
		LeftOut: []ImportLeftOut{}, Categories: i.Categories}
	for _, column := range i.LeftOut {
		out.LeftOut = append(out.LeftOut, ImportLeftOut(column))
	}
	for _, wantError := range []bool{true, false} {
		for _, l := range i.Lines {
			if (l.Action == productcsv.ImportError) != wantError || len(out.Lines) == importLines {
				continue
			}
			line := ImportLine{Line: l.Line, Action: l.Action, Name: l.Name, Changes: []FactChange{}, Errors: []operations.FieldError{}, Notes: append([]string{}, l.Notes...)}
			if l.ID != 0 {
				line.ID = &l.ID
			}
			for _, c := range l.Changes {
				line.Changes = append(line.Changes, FactChange(c))
			}
			for _, problem := range l.Errors {
				line.Errors = append(line.Errors, operations.FieldError(problem))
			}
			slices.SortFunc(line.Errors, func(a, b operations.FieldError) int { return strings.Compare(a.Field, b.Field) })
			out.Lines = append(out.Lines, line)
		}
	}
	return out
}

func (h productHandlers) csvRoutes(s *operations.Registry) {
	operations.Register(s, "GET", "/api/admin/products/export", "admin-export-products", "The products as CSV; the same filters as the list",
		func(_ context.Context, in *StaffProductQuery) (*huma.StreamResponse, error) {
			return &huma.StreamResponse{Body: func(c huma.Context) {
				c.SetHeader("Content-Type", "text/csv; charset=utf-8")
				c.SetHeader("Content-Disposition", `attachment; filename="products.csv"`)
				c.SetHeader("Cache-Control", "no-store")
				flush := func() {}
				if w, ok := c.BodyWriter().(http.ResponseWriter); ok {
					control := http.NewResponseController(w)
					flush = func() { _ = control.Flush() }
				}
				if err := h.files.ExportProducts(c.Context(), in.staffFilter(), c.BodyWriter(), flush); err != nil {
					// The headers are sent: only a broken connection can still tell the client that the file is incomplete.
					slog.Error("export broke off", "request_id", operations.RequestInfoFrom(c.Context()).RequestID, "error", err)
					panic(http.ErrAbortHandler)
				}
			}}, nil
		})
	operations.Register(s, "POST", "/api/admin/products/import", "admin-import-products", "Create and change products from CSV",
		func(ctx context.Context, in *struct {
			DryRun  bool   `query:"dry_run" doc:"Only say what would change"`
			RawBody []byte `contentType:"text/csv"`
		}) (*operations.Body[ImportResult], error) {
			var result productcsv.Import
			var err error
			if in.DryRun {
				result, err = h.files.PlanImport(ctx, bytes.NewReader(in.RawBody))
			} else {
				result, err = h.files.ImportProducts(ctx, bytes.NewReader(in.RawBody), operations.Actor(ctx))
			}
			if err != nil {
				return nil, err
			}
			return &operations.Body[ImportResult]{Body: importJSON(result)}, nil
		})
}
