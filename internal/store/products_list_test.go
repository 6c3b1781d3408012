package store_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

func TestEverySortPagesThroughEverythingOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		for i := range 23 {
			in := snack(fmt.Sprintf("Snack %02d", (i*7)%23), shop.Cents(100*(i%4)))
			err := s.Write(t.Context(), func(tx *store.Tx) error {
				_, err := tx.Products.Create(t.Context(), in, nil, noon.Add(time.Duration(i%5)*time.Hour))
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		for _, sort := range []shop.ProductSort{shop.ByName, shop.ByNameDesc, shop.ByPrice, shop.ByPriceDesc, shop.ByNewest, shop.ByOldest} {
			var seen []shop.Product
			for cursor, page := "", 0; ; page++ {
				products, next, err := s.Products.List(t.Context(), shop.ProductFilter{}, sort, 5, cursor)
				if err != nil {
					t.Fatal(err)
				}
				seen = append(seen, products...)
				if next == "" {
					break
				}
				cursor = next
				if page > 10 {
					t.Fatal("the list never ends")
				}
			}
			all := names(seen)
			slices.Sort(all)
			if len(slices.Compact(all)) != 23 {
				t.Errorf("%s: saw %d different products of 23", sort, len(slices.Compact(all)))
			}
			inOrder := slices.IsSortedFunc(seen, func(a, b shop.Product) int {
				switch sort {
				case shop.ByPrice:
					return int(a.Price - b.Price)
				case shop.ByPriceDesc:
					return int(b.Price - a.Price)
				case shop.ByNewest:
					return b.CreatedAt.Compare(a.CreatedAt)
				case shop.ByOldest:
					return a.CreatedAt.Compare(b.CreatedAt)
				case shop.ByNameDesc:
					return -cmp(a.Name, b.Name)
				}
				return cmp(a.Name, b.Name)
			})
			if !inOrder {
				t.Errorf("%s: not in order: %v", sort, names(seen))
			}
		}
	})
}

func cmp(a, b string) int {
	if a < b {
		return -1
	}
	if a > b {
		return 1
	}
	return 0
}

func TestSearchIsACaseInsensitiveSubstring(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		drinks := addCategory(t, s, "Drinks")
		soda := snack("Yuzu SODA 50%", 300)
		soda.CategoryID = &drinks
		addProduct(t, s, soda)
		cake := snack("Crème Brûlée", 700)
		cake.Description = `Says "wow" under_score`
		addProduct(t, s, cake)
		for query, want := range map[string]int{
			"soda": 1, "SODA": 1, "od": 1, "uzu so": 1, "50%": 1, "%": 1, "_": 1, "under_s": 1, `"wow"`: 1, "CRÈME": 1, "brûl": 1,
			"crunchy": 1, "nothing": 0, "a*": 0, "soda OR wow": 0, "brûlée\nsays": 1, "drinks": 0, `\`: 0, "'": 0,
		} {
			f := shop.ProductFilter{Search: query}
			products, _, err := s.Products.List(t.Context(), f, shop.ByName, 10, "")
			n, countErr := s.Products.CountMatching(t.Context(), f)
			if err != nil || countErr != nil || len(products) != want || n != int64(want) {
				t.Errorf("search %q: %v (count %d), want %d; %v %v", query, names(products), n, want, err, countErr)
			}
		}
		products, _, err := s.Products.List(t.Context(), shop.ProductFilter{Search: "drink", InCategory: true}, shop.ByName, 10, "")
		if err != nil || len(products) != 1 {
			t.Errorf("staff search by category name: %v, %v", names(products), err)
		}
		change := cake
		change.Name = "Flan"
		err = s.Write(t.Context(), func(tx *store.Tx) error {
			found, err := tx.Products.BySlugs(t.Context(), []string{cake.Slug})
			if err != nil {
				return err
			}
			return tx.Products.Change(t.Context(), found[0].ID, 1, change, nil, noon)
		})
		if err != nil {
			t.Fatal(err)
		}
		for query, want := range map[string]int{"brûl": 0, "flan": 1} {
			if products, _, err := s.Products.List(t.Context(), shop.ProductFilter{Search: query}, shop.ByName, 10, ""); err != nil || len(products) != want {
				t.Errorf("after a rename, search %q: %v, %v", query, names(products), err)
			}
		}
	})
}

func TestFiltersHold(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		chips, candy := addCategory(t, s, "Chips"), addCategory(t, s, "Candy")
		zero, two := int64(0), int64(2)
		add := func(name string, price shop.Cents, category *int64, edit func(*shop.ProductInput)) {
			in := snack(name, price)
			in.CategoryID = category
			if edit != nil {
				edit(&in)
			}
			addProduct(t, s, in)
		}
		add("A", 500, &chips, func(in *shop.ProductInput) { in.Featured = true })
		add("B", 1000, &candy, func(in *shop.ProductInput) { in.Stock = &zero })
		add("C", 1500, nil, func(in *shop.ProductInput) { in.Stock = &two; in.Popular = true })
		add("D", 2000, &chips, func(in *shop.ProductInput) { in.InStock = false })
		yes, no := true, false
		low, high := shop.Cents(1000), shop.Cents(1500)
		for name, c := range map[string]struct {
			f    shop.ProductFilter
			want []string
		}{
			"all":               {shop.ProductFilter{}, []string{"A", "B", "C", "D"}},
			"price, both ends":  {shop.ProductFilter{MinPrice: &low, MaxPrice: &high}, []string{"B", "C"}},
			"one category":      {shop.ProductFilter{Categories: []string{"chips"}}, []string{"A", "D"}},
			"either category":   {shop.ProductFilter{Categories: []string{"chips", "candy"}}, []string{"A", "B", "D"}},
			"unknown category":  {shop.ProductFilter{Categories: []string{"nope"}}, []string{}},
			"known and unknown": {shop.ProductFilter{Categories: []string{"nope", "candy"}}, []string{"B"}},
			"uncategorized":     {shop.ProductFilter{Uncategorized: true}, []string{"C"}},
			"featured":          {shop.ProductFilter{Featured: &yes}, []string{"A"}},
			"popular":           {shop.ProductFilter{Popular: &yes}, []string{"C"}},
			"in stock":          {shop.ProductFilter{InStock: &yes}, []string{"A", "C"}},
			"sold out":          {shop.ProductFilter{InStock: &no}, []string{"B", "D"}},
			"low stock":         {shop.ProductFilter{LowStock: &two}, []string{"B", "C"}},
		} {
			products, _, err := s.Products.List(t.Context(), c.f, shop.ByName, 10, "")
			n, countErr := s.Products.CountMatching(t.Context(), c.f)
			if err != nil || countErr != nil || !slices.Equal(names(products), c.want) || n != int64(len(c.want)) {
				t.Errorf("%s: got %v (count %d), want %v; %v %v", name, names(products), n, c.want, err, countErr)
			}
		}
	})
}
