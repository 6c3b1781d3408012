package catalog_test

import (
	"bytes"
	"strconv"
	"strings"
	"testing"

	"github.com/snackdrop/snackdrop/internal/productcsv"
	"github.com/snackdrop/snackdrop/internal/shop"
)

func (r rig) export(t *testing.T) string {
	t.Helper()
	var file bytes.Buffer
	if err := r.ExportProducts(t.Context(), shop.ProductFilter{}, &file, func() {}); err != nil {
		t.Fatal(err)
	}
	return file.String()
}

func TestAnExportImportsAsNoChange(t *testing.T) {
	each(t, func(t *testing.T, r rig) {
		units, rating := int64(0), int64(45)
		r.create(t, "=1+1", func(in *shop.ProductInput) { in.Slug, in.Origin = "formula", "'quoted" })
		r.create(t, "Waves", func(in *shop.ProductInput) {
			in.Stock, in.Rating, in.Description = &units, &rating, "Two\nlines, \"quoted\""
		})
		file := r.export(t)
		if !strings.Contains(file, ",'=1+1,") {
			t.Errorf("a formula is not escaped in %s", file)
		}
		plan, err := r.PlanImport(t.Context(), strings.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		if plan.Counts[productcsv.ImportSame] != 2 || len(plan.Lines) != 0 {
			t.Errorf("importing the export would change %+v", plan)
		}
	})
}

func TestAnExportIsInTheOrderOfIdsAndExplainsItsColumns(t *testing.T) {
	each(t, func(t *testing.T, r rig) {
		var ids []string
		for _, name := range []string{"Waves", "Almonds", "Mochi"} {
			ids = append(ids, strconv.FormatInt(r.create(t, name).ID, 10))
		}
		lines := strings.Split(strings.TrimPrefix(r.export(t), "\ufeff"), "\n")
		for _, want := range []string{"name,", "price (like 4.50)", "in_stock (yes or no)", "stock_quantity (empty when not counted)"} {
			if !strings.Contains(lines[0], want) {
				t.Errorf("the header has no %q: %s", want, lines[0])
			}
		}
		for i, id := range ids {
			if !strings.HasPrefix(lines[i+1], id+",") {
				t.Errorf("line %d is not that of the product %s: %s", i+2, id, lines[i+1])
			}
		}
	})
}

func TestAFileWithoutProductsIsRefused(t *testing.T) {
	each(t, func(t *testing.T, r rig) {
		for file, want := range map[string]string{"": "empty", "id,name,price\n": "no products", "name (as shown)\n\n": "no products"} {
			_, err := r.ImportProducts(t.Context(), strings.NewReader(file), staff)
			if shop.CodeOf(err) != shop.Invalid || !strings.Contains(err.Error(), want) {
				t.Errorf("%q: %v, want a refusal about %q", file, err, want)
			}
		}
	})
}

func TestAnImportWithAnErrorChangesNothing(t *testing.T) {
	each(t, func(t *testing.T, r rig) {
		image, err := r.SaveImage(t.Context(), "product", "waves.webp", strings.NewReader("image"))
		if err != nil {
			t.Fatal(err)
		}
		file := "name,description,price,images\n" +
			"Waves,Salty.,4.50," + image.URL + "\n" +
			"Rings,Sweet.,5.00," + image.URL + " /site-assets/never-uploaded.webp\n"
		result, err := r.ImportProducts(t.Context(), strings.NewReader(file), staff)
		if err != nil {
			t.Fatal(err)
		}
		if result.Counts[productcsv.ImportCreate] != 1 || result.Counts[productcsv.ImportError] != 1 {
			t.Errorf("counts: %v", result.Counts)
		}
		if message := result.Lines[1].Errors.Message("images"); message != "Upload the image first." {
			t.Errorf("of the image that was not uploaded: %q", message)
		}
		if n := r.total(t, shop.ProductFilter{}); n != 0 {
			t.Errorf("%d products were created", n)
		}
	})
}
