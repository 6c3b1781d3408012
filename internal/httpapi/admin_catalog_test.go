package httpapi_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/snackdrop/snackdrop/internal/adminapi"
	"github.com/snackdrop/snackdrop/internal/httpapi/apitest"
	"github.com/snackdrop/snackdrop/internal/operations"
	"github.com/snackdrop/snackdrop/internal/shop"
)

func stocked(t *testing.T, admin *apitest.Client, name string, more map[string]any) adminapi.StaffProduct {
	t.Helper()
	in := newProduct(name)
	for key, value := range more {
		in[key] = value
	}
	return apitest.Read[adminapi.StaffProduct](t, admin.Must("POST", "/api/admin/products", in, 200))
}

func seen(t *testing.T, admin *apitest.Client, id int64) adminapi.StaffProduct {
	t.Helper()
	return apitest.Read[adminapi.StaffProduct](t, admin.Must("GET", fmt.Sprintf("/api/admin/products/%d", id), nil, 200))
}

func TestManyProductsChangeTogetherAndComeBack(t *testing.T) {
	apitest.Each(t, func(t *testing.T, s *apitest.Shop) {
		admin := s.Admin(t)
		chips := apitest.Read[adminapi.StaffCategory](t, admin.Must("POST", "/api/admin/categories", map[string]any{"name": "Chips", "slug": "chips"}, 200))
		a, b := stocked(t, admin, "Aji Nori", nil), stocked(t, admin, "Basil Bites", map[string]any{"price": 9.99, "is_featured": true})
		ids := []int64{a.ID, b.ID, 4711} // one that is gone by now is passed over
		change := func(change map[string]any) adminapi.BulkResult {
			t.Helper()
			change["ids"] = ids
			return apitest.Read[adminapi.BulkResult](t, admin.Must("POST", "/api/admin/products/bulk", map[string]any{"changes": []any{change}}, 200))
		}
		undo := func(r adminapi.BulkResult) {
			t.Helper()
			admin.Must("POST", "/api/admin/products/bulk", map[string]any{"changes": r.Undo}, 200)
		}

		done := change(map[string]any{"set": map[string]any{"is_featured": true, "is_popular": true, "in_stock": false, "category": map[string]any{"id": chips.ID}}})
		if done.Changed != 2 || len(done.Undo) != 2 {
			t.Fatalf("%+v", done)
		}
		for filter, want := range map[string][]int64{"category=chips": {a.ID, b.ID}, "search=BASIL": {b.ID}, "search=chips&in_stock=false": {a.ID, b.ID}, "featured=false": {}} {
			got := apitest.Read[adminapi.ProductIDs](t, admin.Must("GET", "/api/admin/products/ids?"+filter, nil, 200))
			if !slices.Equal(got.IDs, want) {
				t.Errorf("%s chooses %v, want %v", filter, got.IDs, want)
			}
		}
		if alike := change(map[string]any{"set": map[string]any{"is_featured": false}}); len(alike.Undo) != 1 || len(alike.Undo[0].IDs) != 2 {
			t.Errorf("what is taken back alike is not together: %+v", alike.Undo)
		} else {
			undo(alike)
		}
		for _, id := range []int64{a.ID, b.ID} {
			if p := seen(t, admin, id); !p.IsFeatured || !p.IsPopular || p.InStockFlag || p.Category == nil || p.Category.ID != chips.ID {
				t.Errorf("%+v", p)
			}
		}
		undo(done)
		if p := seen(t, admin, a.ID); p.IsFeatured || p.IsPopular || !p.InStockFlag || p.Category != nil {
			t.Errorf("after undo: %+v", p)
		}
		if p := seen(t, admin, b.ID); !p.IsFeatured {
			t.Error("undo took away what was there before")
		}

		done = change(map[string]any{"price_change": map[string]any{"percent": 10}})
		if p := seen(t, admin, b.ID); p.Price != 1099 {
			t.Errorf("9.99 and ten percent: %v", p.Price)
		}
		undo(done)
		change(map[string]any{"price_change": map[string]any{"amount": -0.5}})
		if p := seen(t, admin, a.ID); p.Price != 400 {
			t.Errorf("4.50 less 0.50: %v", p.Price)
		}

		// One price that cannot be stops all of it.
		admin.Must("POST", "/api/admin/products/bulk", map[string]any{"changes": []any{map[string]any{"ids": ids, "price_change": map[string]any{"amount": -5}}}}, 422)
		if p := seen(t, admin, b.ID); p.Price != 949 {
			t.Errorf("a refused change left a trace: %v", p.Price)
		}
		admin.Must("POST", "/api/admin/products/bulk", map[string]any{"changes": []any{map[string]any{"ids": ids, "set": map[string]any{"category": map[string]any{"id": 999}}}}}, 422)

		gone := apitest.Read[struct{ Deleted int }](t, admin.Must("POST", "/api/admin/products/bulk-delete", map[string]any{"ids": ids}, 200))
		if gone.Deleted != 2 {
			t.Errorf("deleted %d", gone.Deleted)
		}
		admin.Must("GET", fmt.Sprintf("/api/admin/products/%d", a.ID), nil, 404)
	})
}

func TestTwoEditorsDoNotOverwriteEachOther(t *testing.T) {
	apitest.Each(t, func(t *testing.T, s *apitest.Shop) {
		admin := s.Admin(t)
		p := stocked(t, admin, "Seaweed Waves", map[string]any{"stock_quantity": 5})
		path := fmt.Sprintf("/api/admin/products/%d", p.ID)
		mine := newProduct("Mine")
		mine["version"], mine["stock_quantity"], mine["stock_seen"] = p.Version, 5, map[string]any{"quantity": 5}

		// The other one changes the price in the list meanwhile.
		admin.Must("PATCH", path, map[string]any{"price": 6.25, "version": p.Version}, 200)
		if problem := admin.Must("PUT", path, mine, 409).Problem(t); problem.Code != "changed_meanwhile" {
			t.Fatalf("%+v", problem)
		}
		if now := seen(t, admin, p.ID); now.Name != "Seaweed Waves" || now.Price != 625 {
			t.Fatalf("%+v", now)
		}
		admin.Must("PATCH", path, map[string]any{"price": 7, "version": p.Version}, 409)

		// A sale meanwhile: the form that leaves the count alone does not bring the units back…
		admin.Must("PUT", path+"/stock", map[string]any{"stock_seen": 5, "stock_quantity": 3}, 200)
		mine["version"] = seen(t, admin, p.ID).Version
		admin.Must("PUT", path, mine, 200)
		if now := seen(t, admin, p.ID); now.Name != "Mine" || *now.StockQuantity != 3 {
			t.Fatalf("stock %v", *now.StockQuantity)
		}
		// …and one that changes it is told.
		mine["version"], mine["stock_quantity"] = seen(t, admin, p.ID).Version, 9
		problem := admin.Must("PUT", path, mine, 409).Problem(t)
		if problem.Code != "changed_meanwhile" || len(problem.Errors) != 1 || problem.Errors[0].Field != "stock_quantity" || !strings.Contains(problem.Detail, "3 left") {
			t.Fatalf("%+v", problem)
		}
		admin.Must("PUT", path+"/stock", map[string]any{"stock_seen": 5, "stock_quantity": 1}, 409)
		admin.Must("PUT", path+"/stock", map[string]any{"stock_seen": 3, "stock_quantity": nil}, 200)
		if now := seen(t, admin, p.ID); now.StockQuantity != nil {
			t.Error("still counted")
		}
		admin.Must("PUT", path+"/stock", map[string]any{"stock_seen": nil, "stock_quantity": 2}, 200)
	})
}

func importCSV(t *testing.T, admin *apitest.Client, text string, dry bool, status int) adminapi.ImportResult {
	t.Helper()
	r, err := http.NewRequest("POST", fmt.Sprintf("%s/api/admin/products/import?dry_run=%v", admin.URL, dry), strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "text/csv")
	answer := admin.Send(r)
	if answer.Status != status {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	return apitest.Read[adminapi.ImportResult](t, answer)
}

func TestAnExportImportsBackUnchanged(t *testing.T) {
	apitest.Each(t, func(t *testing.T, s *apitest.Shop) {
		admin := s.Admin(t)
		chips := apitest.Read[adminapi.StaffCategory](t, admin.Must("POST", "/api/admin/categories", map[string]any{"name": "Chips, hot", "slug": "chips"}, 200))
		hard := []map[string]any{
			{"name": `He said "crunch", twice`, "slug": "a", "description": "line one\r\nline two\n\n; and more"},
			{"name": "=1+1", "slug": "b", "description": "'quoted", "origin": "@home"},
			{"name": "-minus", "slug": "c", "description": "'=", "origin": "+1"},
			{"name": "抹茶 ✨", "slug": "d", "description": "lone \r return", "rating": 4.7, "stock_quantity": 0, "max_per_order": 2, "max_per_customer": 4},
			{"name": "plain", "slug": "e", "description": "x", "category_id": chips.ID, "in_stock": false, "is_popular": true, "is_featured": true, "price": 1000000},
		}
		for _, in := range hard {
			stocked(t, admin, "x", in)
		}
		filler := "name,slug,description,price\n"
		for i := range 520 { // more than a page of the export
			filler += fmt.Sprintf("Filler %03d,filler-%03d,Crunchy.,4.50\n", i, i)
		}
		if r := importCSV(t, admin, filler, false, 200); r.Created != 520 {
			t.Fatalf("%+v", r)
		}
		exported := admin.Must("GET", "/api/admin/products/export", nil, 200)
		if kind := exported.Header.Get("Content-Type"); kind != "text/csv; charset=utf-8" {
			t.Error(kind)
		}
		text := string(exported.Body)
		if strings.Count(text, "Filler ") != 520 || !strings.HasPrefix(text, "\ufeffid (empty for a new product),name,slug (") {
			t.Fatal(text[:200])
		}
		if strings.Contains(text, ",=1+1,") || !strings.Contains(text, ",'=1+1,") {
			t.Error("a formula goes out as one")
		}
		for _, dry := range []bool{true, false} {
			if r := importCSV(t, admin, text, dry, 200); r.Unchanged != 525 || r.Updated+r.Created+r.Failed != 0 {
				t.Fatalf("dry=%v: %+v", dry, r)
			}
		}
		if again := string(admin.Must("GET", "/api/admin/products/export", nil, 200).Body); again != text {
			t.Error("the export is another after the import")
		}
		if one := string(admin.Must("GET", "/api/admin/products/export?search=twice", nil, 200).Body); strings.Contains(one, "Filler") || !strings.Contains(one, `"He said ""crunch"", twice"`) {
			t.Error("the filter is not kept")
		}
	})
}

func TestAnImportSaysLineByLineWhatItWouldDo(t *testing.T) {
	apitest.Each(t, func(t *testing.T, s *apitest.Shop) {
		admin := s.Admin(t)
		p := stocked(t, admin, "Seaweed Waves", map[string]any{"stock_quantity": 5})
		file := fmt.Sprintf("id,name,price,stock_quantity,description\n%d,Seaweed Waves,5.25,5,Crunchy.\n,New Thing,3,,Fresh.\n", p.ID)
		plan := importCSV(t, admin, file, true, 200)
		if plan.Updated != 1 || plan.Created != 1 || plan.Failed != 0 || plan.Lines[0].Line != 2 || len(plan.Lines[0].Changes) != 1 ||
			plan.Lines[0].Changes[0] != (adminapi.FactChange{Field: "price", Before: "4.50", After: "5.25"}) || plan.Lines[1].Action != "create" {
			t.Fatalf("%+v", plan)
		}
		if now := seen(t, admin, p.ID); now.Price != 450 {
			t.Fatal("a dry run changed something")
		}
		importCSV(t, admin, file, false, 200)
		if now := seen(t, admin, p.ID); now.Price != 525 || now.Slug != "seaweed-waves" {
			t.Fatalf("%+v", now)
		}
		if again := importCSV(t, admin, file, true, 200); again.Unchanged != 2 {
			t.Errorf("known by its slug the second time: %+v", again)
		}

		bad := "id,name,slug,price,category,rating,in_stock,description,images\n" +
			"4711,Gone,,1,,,,x,\n" + // no such id
			",Twin,twin,1,,,,x,\n,Twin,twin,2,,,,x,\n" + // the same slug twice
			",Bad,bad,abc,nowhere,9.99,maybe,,/no.png\n" +
			fmt.Sprintf("%d,Fine,,9,,,,x,\n", p.ID)
		result := importCSV(t, admin, bad, false, 200)
		if result.Failed != 3 || result.Lines[0].Errors[0].Field != "id" {
			t.Fatalf("%+v", result)
		}
		fields := ""
		for _, e := range result.Lines[2].Errors {
			fields += e.Field + " "
		}
		if fields != "category description images in_stock price rating " {
			t.Errorf("named: %s", fields)
		}
		if now := seen(t, admin, p.ID); now.Name != "Seaweed Waves" {
			t.Error("a file with errors changed something")
		}
		for _, broken := range []string{"", "id,colour\n1,red\n", "id,id\n1,1\n", "price\n1\n", "id,name\n1\n", "name,slug\n\"x,y\n", "name\n\xff\n", "name\na\x00b\n"} {
			importCSV(t, admin, broken, true, map[bool]int{true: 400, false: 422}[broken == ""])
		}
		if r := importCSV(t, admin, "name;price;description\nSemi;2.50;x\n", true, 200); r.Created != 1 {
			t.Errorf("semicolons: %+v", r)
		}
	})
}

func TestTheAuditLogKnowsWhoChangedWhat(t *testing.T) {
	apitest.Each(t, func(t *testing.T, s *apitest.Shop) {
		admin := s.Admin(t)
		p := stocked(t, admin, "Seaweed Waves", nil)
		admin.Must("PATCH", fmt.Sprintf("/api/admin/products/%d", p.ID), map[string]any{"price": 6.25, "version": p.Version}, 200)
		admin.Must("PUT", "/api/admin/settings", map[string]any{"settings": map[string]string{"site_name": "Crunch", "stripe_secret_key": "sk_hidden"},
			"tax_rates": []any{map[string]string{"state": "CA", "rate": "9.5"}}}, 204)
		type page struct {
			Items []struct {
				ID                              int64
				Actor, Action, Entity, EntityID string
				Before, After                   map[string]any
			}
			NextCursor *string `json:"next_cursor"`
			Actors     []struct{ Email string }
		}
		read := func(query string) page {
			t.Helper()
			return apitest.Read[page](t, admin.Must("GET", "/api/admin/audit"+query, nil, 200))
		}
		all := read("")
		if all.Items[0].Entity != "settings" || all.Items[0].Actor != apitest.AdminEmail || all.Items[0].After["site_name"] != "Crunch" || all.Items[0].Before["site_name"] != "Snackdrop" ||
			all.Items[0].After["tax_rate CA"] != "9.5" || all.Items[0].Before["tax_rate CA"] != "7.25" || all.Items[0].After["tax_rate NY"] != "" {
			t.Fatalf("%+v", all.Items[0])
		}
		if fmt.Sprint(all.Items[0].After["stripe_secret_key"]) == "sk_hidden" {
			t.Error("the log holds a secret")
		}
		if all.Items[1].Before["price"] != "4.50" || all.Items[1].After["price"] != "6.25" {
			t.Errorf("%+v", all.Items[1])
		}
		if created := all.Items[2]; created.Action != "create" || created.Before != nil {
			t.Errorf("%+v", created)
		}
		first := read("?entity=product&limit=1")
		if len(first.Items) != 1 || first.NextCursor == nil || len(first.Actors) != 1 {
			t.Fatalf("%+v", first)
		}
		second := read("?entity=product&limit=1&cursor=" + *first.NextCursor)
		if second.Items[0].ID >= first.Items[0].ID || second.NextCursor != nil {
			t.Errorf("%+v", second)
		}
		if none := read("?until=2001-01-01T00:00:00Z"); len(none.Items) != 0 {
			t.Error("nothing happened before 2001")
		}
		if one := read(fmt.Sprintf("?entity=product&entity_id=%d&action=create", p.ID)); len(one.Items) != 1 {
			t.Errorf("%+v", one)
		}
	})
}

func TestTaxRatesAreSavedWithTheSettings(t *testing.T) {
	apitest.Each(t, func(t *testing.T, s *apitest.Shop) {
		admin := s.Admin(t)
		save := func(settings map[string]string, status int, rates ...any) apitest.Response {
			t.Helper()
			return admin.Must("PUT", "/api/admin/settings", map[string]any{"settings": settings, "tax_rates": rates}, status)
		}
		rate := func(state, percent string) any { return map[string]string{"state": state, "rate": percent} }
		problem := save(map[string]string{"tax_rate": "many"}, 422, rate("CA", "101"), rate("ZZ", "1")).Problem(t)
		if len(problem.Errors) != 3 {
			t.Errorf("%+v", problem.Errors)
		}
		save(map[string]string{"tax_rate": "7.5"}, 204, rate("CA", "9.125"), rate("NV", "6.85"))
		got := apitest.Read[adminapi.StaffSettings](t, admin.Must("GET", "/api/admin/settings", nil, 200))
		if len(got.TaxRates) != 2 || got.TaxRates[0] != (adminapi.TaxRate{State: "CA", Rate: "9.125"}) || got.Settings["tax_rate"] != "7.5" {
			t.Errorf("%+v %v", got.TaxRates, got.Settings["tax_rate"])
		}
		admin.Must("PUT", "/api/admin/settings", map[string]any{"settings": map[string]string{}}, 204)
		if got := apitest.Read[adminapi.StaffSettings](t, admin.Must("GET", "/api/admin/settings", nil, 200)); len(got.TaxRates) != 2 {
			t.Error("a save without the table lost it")
		}
	})
}

func TestThePaletteFindsThings(t *testing.T) {
	apitest.Each(t, func(t *testing.T, s *apitest.Shop) {
		admin := s.Admin(t)
		s.Customer(t, "wavy")
		stocked(t, admin, "Seaweed Waves", nil)
		found := apitest.Read[adminapi.Found](t, admin.Must("GET", "/api/admin/find?search=WAV", nil, 200))
		if len(found.Products) != 1 || len(found.Customers) != 1 || found.Customers[0].Username != "wavy" || len(found.Orders) != 0 {
			t.Errorf("%+v", found)
		}
		admin.Must("GET", fmt.Sprint("/api/admin/customers/", found.Customers[0].ID), nil, 200)
		if none := apitest.Read[adminapi.Found](t, admin.Must("GET", "/api/admin/find?search=%25", nil, 200)); len(none.Customers) != 0 {
			t.Error("a percent sign finds everybody")
		}
	})
}

func TestFieldErrorsComeInTheOrderOfTheForm(t *testing.T) {
	s := apitest.New(t)
	admin := s.Admin(t)
	want := []string{"name", "slug", "description"}
	in := map[string]any{"name": " ", "slug": " ", "description": " ", "price": 1}
	for range 20 { // an order by chance would be right now and then
		problem := apitest.Read[operations.Problem](t, admin.Must("POST", "/api/admin/products", in, 422))
		var got []string
		for _, e := range problem.Errors {
			got = append(got, e.Field)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("errors in the order %v, want %v", got, want)
		}
	}
}

func TestACategoryHasASign(t *testing.T) {
	apitest.Each(t, func(t *testing.T, s *apitest.Shop) {
		admin, visitor := s.Admin(t), s.Visitor(t)
		seen := func(path string) string {
			c := apitest.Read[adminapi.StaffCategory](t, visitor.Must("GET", path, nil, 200))
			return fmt.Sprintf("%s %s", c.Sign, c.Color)
		}
		novels := apitest.Read[adminapi.StaffCategory](t, admin.Must("POST", "/api/admin/categories", fields{"name": "Novels", "slug": "novels"}, 200))
		one := fmt.Sprintf("/api/admin/categories/%d", novels.ID)
		if novels.Sign != shop.SignBox || novels.Color != "" || seen("/api/categories/novels") != "box " {
			t.Errorf("a new category: %+v", novels)
		}
		change := func(set fields, status int) {
			t.Helper()
			for name, value := range map[string]any{"name": "Novels", "slug": "novels", "version": novels.Version} {
				set[name] = value
			}
			if answer := admin.Must("PUT", one, set, status); status == 200 {
				novels = apitest.Read[adminapi.StaffCategory](t, answer)
			}
		}
		change(fields{"sign": "book", "color": "#9CC4FF"}, 200)
		change(fields{"sign": "sock"}, 422)
		change(fields{"color": "blue"}, 422)
		change(fields{}, 200) // by a program that does not know of signs
		if got := seen("/api/categories/novels"); got != "book #9CC4FF" {
			t.Errorf("shoppers see the sign %s", got)
		}
		list := apitest.Read[adminapi.StaffCategoryList](t, visitor.Must("GET", "/api/categories", nil, 200))
		if len(list.Items) != 1 || list.Items[0].Sign != shop.SignBook {
			t.Errorf("the list of categories: %+v", list)
		}
		changes := logged(t, admin, "entity=category")
		if len(changes) != 3 || !strings.Contains(changes[1], "color: ") || !strings.Contains(changes[1], "sign:box") || !strings.Contains(changes[1], "color:#9CC4FF") || !strings.Contains(changes[1], "sign:book") {
			t.Errorf("the audit log: %q", changes)
		}
	})
}
