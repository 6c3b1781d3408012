package store_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/db"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

var noon = time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)

func snack(name string, price shop.Cents) shop.ProductInput {
	return shop.ProductInput{Name: name, Slug: shop.Slug(name), Description: "Crunchy.", Price: price, InStock: true}
}

func addProduct(t *testing.T, s *store.Store, in shop.ProductInput) int64 {
	t.Helper()
	var id int64
	err := s.Write(t.Context(), func(tx *store.Tx) (err error) {
		id, err = tx.CreateProduct(t.Context(), in, nil, noon)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func addCategory(t *testing.T, s *store.Store, name string) int64 {
	t.Helper()
	var id int64
	err := s.Write(t.Context(), func(tx *store.Tx) (err error) {
		id, err = tx.CreateCategory(t.Context(), shop.CategoryInput{Name: name, Slug: shop.Slug(name)}, noon)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func names(products []shop.Product) []string {
	out := []string{}
	for _, p := range products {
		out = append(out, p.Name)
	}
	return out
}

func TestAProductComesBackAsItWasStored(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		category := addCategory(t, s, "Chips")
		units, rating, limit := int64(7), int64(45), int64(2)
		in := snack("Seaweed Waves", 450)
		in.CategoryID, in.Stock, in.Rating, in.Origin, in.Featured, in.MaxPerOrder = &category, &units, &rating, "Japan", true, &limit
		id := addProduct(t, s, in)
		p, err := s.Product(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if p.Name != in.Name || p.Price != 450 || *p.Stock != 7 || *p.Rating != 45 || p.Origin != "Japan" || !p.Featured || *p.MaxPerOrder != 2 ||
			p.Category == nil || p.Category.Slug != "chips" || !p.CreatedAt.Equal(noon) || p.Version != 1 || !p.InStock() {
			t.Fatalf("got %+v", p)
		}
	})
}

func TestTheSchemaRefusesWhatMustNotBe(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		category := addCategory(t, s, "Chips")
		in := snack("Waves", 450)
		in.CategoryID = &category
		product := addProduct(t, s, in)
		negative, tooMuch, nowhere := int64(-1), int64(51), int64(999)
		cases := map[string]func(tx *store.Tx) error{
			"negative price": func(tx *store.Tx) error { _, err := tx.CreateProduct(ctx, snack("A", -1), nil, noon); return err },
			"negative stock": func(tx *store.Tx) error {
				p := snack("B", 1)
				p.Stock = &negative
				_, err := tx.CreateProduct(ctx, p, nil, noon)
				return err
			},
			"rating above 5": func(tx *store.Tx) error {
				p := snack("C", 1)
				p.Rating = &tooMuch
				_, err := tx.CreateProduct(ctx, p, nil, noon)
				return err
			},
			"unknown category": func(tx *store.Tx) error {
				p := snack("D", 1)
				p.CategoryID = &nowhere
				_, err := tx.CreateProduct(ctx, p, nil, noon)
				return err
			},
			"taken slug":             func(tx *store.Tx) error { _, err := tx.CreateProduct(ctx, snack("Waves", 1), nil, noon); return err },
			"category with products": func(tx *store.Tx) error { return tx.RemoveCategory(ctx, category) },
			"quantity below 1": func(tx *store.Tx) error {
				id, err := tx.CreateUser(ctx, shop.User{Email: "x@y.co", Username: "xyz"}, "h", noon)
				if err != nil {
					return err
				}
				_ = id
				return tx.InsertOrderLine(ctx, db.InsertOrderLineParams{OrderID: 1, Position: 1, ProductID: &product, ProductName: "x"})
			},
		}
		for name, do := range cases {
			if err := s.Write(ctx, do); err == nil {
				t.Errorf("%s was accepted", name)
			}
		}
		n, err := s.CountProducts(ctx, shop.ProductFilter{})
		if err != nil || n != 1 {
			t.Fatalf("%d products, %v: a refused write left something behind", n, err)
		}
		if err := s.Write(ctx, func(tx *store.Tx) error { return tx.RemoveCategory(ctx, category) }); shop.CodeOf(err) != shop.InUse {
			t.Errorf("deleting a category with products: %v", err)
		}
	})
}

func TestEmailsAndUsernamesAreUniqueWhateverTheirCase(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		add := func(email, username string) error {
			return s.Write(t.Context(), func(tx *store.Tx) error {
				_, err := tx.CreateUser(t.Context(), shop.User{Email: email, Username: username}, "h", noon)
				return err
			})
		}
		if err := add("Ann@Example.com", "Ann"); err != nil {
			t.Fatal(err)
		}
		if err := add("ann@example.COM", "other"); shop.CodeOf(err) != shop.Conflict {
			t.Errorf("same email in another case: %v", err)
		}
		err := add("bob@example.com", "aNN")
		if refusal, ok := errors.AsType[*shop.Error](err); !ok || refusal.Fields["username"] != "Username is already taken" {
			t.Errorf("same username in another case: %v", err)
		}
	})
}

func TestProductIDsAreNeverUsedTwice(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		first := addProduct(t, s, snack("First", 100))
		err := s.Write(t.Context(), func(tx *store.Tx) error { _, err := tx.DeleteProduct(t.Context(), first); return err })
		if err != nil {
			t.Fatal(err)
		}
		if second := addProduct(t, s, snack("Second", 100)); second <= first {
			t.Fatalf("id %d came after %d", second, first)
		}
	})
}

func TestEverySortPagesThroughEverythingOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		for i := range 23 {
			in := snack(fmt.Sprintf("Snack %02d", (i*7)%23), shop.Cents(100*(i%4)))
			err := s.Write(t.Context(), func(tx *store.Tx) error {
				_, err := tx.CreateProduct(t.Context(), in, nil, noon.Add(time.Duration(i%5)*time.Hour))
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		for _, sort := range []shop.ProductSort{shop.ByName, shop.ByNameDesc, shop.ByPrice, shop.ByPriceDesc, shop.ByNewest, shop.ByOldest} {
			var seen []shop.Product
			for cursor, page := "", 0; ; page++ {
				products, next, err := s.Products(t.Context(), shop.ProductFilter{}, sort, 5, cursor)
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
			products, _, err := s.Products(t.Context(), f, shop.ByName, 10, "")
			n, countErr := s.CountProducts(t.Context(), f)
			if err != nil || countErr != nil || len(products) != want || n != int64(want) {
				t.Errorf("search %q: %v (count %d), want %d; %v %v", query, names(products), n, want, err, countErr)
			}
		}
		products, _, err := s.Products(t.Context(), shop.ProductFilter{Search: "drink", InCategory: true}, shop.ByName, 10, "")
		if err != nil || len(products) != 1 {
			t.Errorf("staff search by category name: %v, %v", names(products), err)
		}
		change := cake
		change.Name = "Flan"
		err = s.Write(t.Context(), func(tx *store.Tx) error {
			id, err := tx.ProductIDBySlug(t.Context(), cake.Slug)
			if err != nil {
				return err
			}
			return tx.ChangeProduct(t.Context(), id, 1, change, nil, noon)
		})
		if err != nil {
			t.Fatal(err)
		}
		for query, want := range map[string]int{"brûl": 0, "flan": 1} {
			if products, _, err := s.Products(t.Context(), shop.ProductFilter{Search: query}, shop.ByName, 10, ""); err != nil || len(products) != want {
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
			products, _, err := s.Products(t.Context(), c.f, shop.ByName, 10, "")
			n, countErr := s.CountProducts(t.Context(), c.f)
			if err != nil || countErr != nil || !slices.Equal(names(products), c.want) || n != int64(len(c.want)) {
				t.Errorf("%s: got %v (count %d), want %v; %v %v", name, names(products), n, c.want, err, countErr)
			}
		}
	})
}

func TestOfTwoEditorsTheSecondIsTold(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		id := addProduct(t, s, snack("Waves", 450))
		save := func(price shop.Cents) error {
			return s.Write(t.Context(), func(tx *store.Tx) error {
				return tx.ChangeProduct(t.Context(), id, 1, snack("Waves", price), nil, noon)
			})
		}
		if err := save(500); err != nil {
			t.Fatal(err)
		}
		if err := save(600); shop.CodeOf(err) != shop.Stale {
			t.Fatalf("the second editor: %v", err)
		}
		if p, err := s.Product(t.Context(), id); err != nil || p.Price != 500 {
			t.Fatalf("price %v, %v", p.Price, err)
		}
	})
}

func TestStockIsTakenOnceByManyAtOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		in, units := snack("Hot", 100), int64(20)
		in.Stock = &units
		id := addProduct(t, s, in)
		var sold sync.Map
		var all sync.WaitGroup
		for buyer := range 60 {
			all.Go(func() {
				err := s.Write(context.Background(), func(tx *store.Tx) error {
					n, err := tx.TakeStock(context.Background(), db.TakeStockParams{ProductID: id, Units: 1})
					if err == nil && n == 0 {
						return shop.Errorf(shop.OutOfStock, "Sold out.")
					}
					return err
				})
				if err == nil {
					sold.Store(buyer, true)
				} else if shop.CodeOf(err) != shop.OutOfStock {
					t.Errorf("buyer %d: %v", buyer, err)
				}
			})
		}
		all.Wait()
		n := 0
		sold.Range(func(any, any) bool { n++; return true })
		p, err := s.Product(t.Context(), id)
		if err != nil || n != 20 || *p.Stock != 0 {
			t.Fatalf("%d sold, %d left, %v", n, *p.Stock, err)
		}
	})
}

func TestAFailedSavepointUndoesOnlyItself(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		err := s.Write(ctx, func(tx *store.Tx) error {
			for _, name := range []string{"One", "Two", "One", "Three"} {
				err := tx.Savepoint(ctx, func() error {
					_, err := tx.CreateProduct(ctx, snack(name, 1), nil, noon)
					return err
				})
				if (err != nil) != (name == "One" && shop.CodeOf(err) == shop.Conflict) && err != nil {
					return err
				}
			}
			return nil
		})
		products, _, listErr := s.Products(ctx, shop.ProductFilter{}, shop.ByName, 10, "")
		if err != nil || listErr != nil || !slices.Equal(names(products), []string{"One", "Three", "Two"}) {
			t.Fatalf("%v; %v %v", names(products), err, listErr)
		}
	})
}

func TestALinkWorksOnceAndNotForever(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		write := func(do func(tx *store.Tx) error) error { return s.Write(ctx, do) }
		for _, hash := range []string{"once", "late"} {
			err := write(func(tx *store.Tx) error {
				return tx.AddLink(ctx, hash, store.Link{Kind: "reset", Payload: "p"}, noon, noon.Add(time.Hour))
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		take := func(hash, kind string, at time.Time) error {
			return write(func(tx *store.Tx) error { _, err := tx.TakeLink(ctx, hash, kind, at); return err })
		}
		if err := take("once", "setup", noon); shop.CodeOf(err) != shop.Expired {
			t.Errorf("as another kind: %v", err)
		}
		if err := take("once", "reset", noon); err != nil {
			t.Errorf("first use: %v", err)
		}
		if err := take("once", "reset", noon); shop.CodeOf(err) != shop.Expired {
			t.Errorf("second use: %v", err)
		}
		if err := take("late", "reset", noon.Add(time.Hour)); shop.CodeOf(err) != shop.Expired {
			t.Errorf("after its time: %v", err)
		}
	})
}

func TestManyProgramsMigrateOneDatabase(t *testing.T) {
	for _, engine := range []store.Engine{store.SQLite, store.Postgres} {
		t.Run(string(engine), func(t *testing.T) {
			t.Parallel()
			location := filepath.Join(t.TempDir(), "new.db")
			if engine == store.Postgres {
				location = storetest.Empty(t)
			}
			var all sync.WaitGroup
			for range 4 {
				s := storetest.Open(t, location)
				all.Go(func() {
					if err := s.Migrate(context.Background()); err != nil {
						t.Errorf("migrate: %v", err)
					}
				})
			}
			all.Wait()
			s := storetest.Open(t, location)
			if n, err := s.Counter(t.Context(), "catalog_version"); err != nil || n != 1 {
				t.Fatalf("version %d, %v", n, err)
			}
		})
	}
}

func TestACopyIsWholeWhileTheShopGoesOn(t *testing.T) {
	s := storetest.Open(t, storetest.Location(t, store.SQLite))
	addProduct(t, s, snack("Kept", 100))
	file := filepath.Join(t.TempDir(), "copy.db")
	if err := s.CopyTo(t.Context(), file); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(file); err != nil {
		t.Fatal(err)
	}
	copied := storetest.Open(t, file)
	if n, err := copied.ProductCount(t.Context()); err != nil || n != 1 {
		t.Fatalf("%d products, %v", n, err)
	}
}

func TestEventsArriveAfterTheCommitAndOnlyThen(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		got := make(chan shop.Event, 16)
		receive := func(events []shop.Event) {
			for _, e := range events {
				if e.Audience != shop.ToServers {
					got <- e
				}
			}
		}
		s.OnCommit(receive)
		ready := make(chan struct{})
		go s.ListenReady(ctx, receive, func() { close(ready) })
		<-ready
		refused := errors.New("refused")
		err := s.Write(ctx, func(tx *store.Tx) error { tx.Emit(shop.Event{Type: shop.EventProduct, ID: 1}); return refused })
		if !errors.Is(err, refused) {
			t.Fatal(err)
		}
		if err := s.Write(ctx, func(tx *store.Tx) error { tx.Emit(shop.Event{Type: shop.EventProduct, ID: 2}); return nil }); err != nil {
			t.Fatal(err)
		}
		select {
		case e := <-got:
			if e.ID != 2 {
				t.Fatalf("heard of %+v", e)
			}
		case <-time.After(10 * time.Second):
			t.Fatal("nothing was heard")
		}
	})
}

// Transactions that read beside themselves do not wait for each other's connections.
func TestManyTransactionsMayReadBesideThemselves(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		var wait sync.WaitGroup
		for range 64 {
			wait.Go(func() {
				err := s.Write(ctx, func(tx *store.Tx) error {
					_, err := s.Queries.Settings(ctx)
					return err
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		wait.Wait()
	})
}
