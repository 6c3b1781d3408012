package store_test

import (
	"context"
	"errors"
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
			"category with products": func(tx *store.Tx) error { return tx.DeleteCategory(ctx, category) },
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
		if err := s.Write(ctx, func(tx *store.Tx) error { return tx.DeleteCategory(ctx, category) }); shop.CodeOf(err) != shop.InUse {
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
		if refusal, ok := errors.AsType[*shop.Error](err); !ok || refusal.Fields.Message("username") != "Username is already taken" {
			t.Errorf("same username in another case: %v", err)
		}
	})
}

func TestProductIDsAreNeverUsedTwice(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		first := addProduct(t, s, snack("First", 100))
		err := s.Write(t.Context(), func(tx *store.Tx) error { return tx.DeleteProduct(t.Context(), first) })
		if err != nil {
			t.Fatal(err)
		}
		if second := addProduct(t, s, snack("Second", 100)); second <= first {
			t.Fatalf("id %d came after %d", second, first)
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
			return write(func(tx *store.Tx) error { _, err := tx.UseLink(ctx, hash, kind, at); return err })
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

// A copy that starts while another one writes must not go on with what it read before it listened.
func TestWhoBeginsToListenIsToldTheCatalogueOfNow(t *testing.T) {
	s := storetest.Open(t, storetest.Location(t, store.Postgres))
	touch := func(tx *store.Tx) error { return tx.TouchCatalog(t.Context()) }
	if err := s.Write(t.Context(), touch); err != nil {
		t.Fatal(err)
	}
	want, err := s.Counter(t.Context(), "catalog_version")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	got := make(chan shop.Event, 16)
	go s.Listen(ctx, func(events []shop.Event) { got <- events[0] })
	select {
	case e := <-got:
		if e.Type != shop.EventCatalog || e.ID != want || e.Audience != shop.ToServers {
			t.Errorf("%+v, not version %d", e, want)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("nothing was heard")
	}
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
