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
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

var noon = time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)

func TestEmailsAndUsernamesAreUniqueWhateverTheirCase(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		add := func(email, username string) error {
			return s.Write(t.Context(), func(tx *store.Tx) error {
				_, err := tx.Accounts.CreateWithProfile(t.Context(), shop.User{Email: email, Username: username}, "h", noon)
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

func TestTheCatalogueVersionMovesOnAfterAFailedSavepoint(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		before, err := s.CatalogVersion(ctx)
		if err != nil {
			t.Fatal(err)
		}
		undone := errors.New("undone")
		err = s.Write(ctx, func(tx *store.Tx) error {
			err := tx.Savepoint(ctx, func() error { return errors.Join(tx.TouchCatalog(ctx), undone) })
			if !errors.Is(err, undone) {
				return err
			}
			return tx.TouchCatalog(ctx)
		})
		if err != nil {
			t.Fatal(err)
		}
		if after, err := s.CatalogVersion(ctx); err != nil || after != before+1 {
			t.Errorf("the version is %d, want %d (%v)", after, before+1, err)
		}
	})
}

func TestAFailedSavepointUndoesOnlyItself(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		err := s.Write(ctx, func(tx *store.Tx) error {
			for _, name := range []string{"One", "Two", "One", "Three"} {
				err := tx.Savepoint(ctx, func() error {
					_, err := tx.Products.Create(ctx, snack(name, 1), nil, noon)
					return err
				})
				if (err != nil) != (name == "One" && shop.CodeOf(err) == shop.Conflict) && err != nil {
					return err
				}
			}
			return nil
		})
		products, _, listErr := s.Products.List(ctx, shop.ProductFilter{}, shop.ByName, 10, "")
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
				return tx.Links.Add(ctx, hash, store.Link{Kind: "reset", Payload: "p"}, noon, noon.Add(time.Hour))
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		take := func(hash, kind string, at time.Time) error {
			return write(func(tx *store.Tx) error { _, err := tx.Links.Use(ctx, hash, kind, at); return err })
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
			if n, err := s.CatalogVersion(t.Context()); err != nil || n != 1 {
				t.Fatalf("version %d, %v", n, err)
			}
		})
	}
}

func TestACopyIsWholeWhileTheShopGoesOn(t *testing.T) {
	s := storetest.New(t)
	addProduct(t, s, snack("Kept", 100))
	file := filepath.Join(t.TempDir(), "copy.db")
	if err := s.CopyTo(t.Context(), file); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(file); err != nil {
		t.Fatal(err)
	}
	copied := storetest.Open(t, file)
	if n, err := copied.Products.Count(t.Context()); err != nil || n != 1 {
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
				if e.Audience != shop.ToServers && e.Type != shop.EventResync {
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

// An instance that starts while another one writes must not go on with what it read before it listened: the catalogue, counts.
func TestWhoBeginsToListenIsToldTheCatalogueOfNow(t *testing.T) {
	s := storetest.Open(t, storetest.Location(t, store.Postgres))
	touch := func(tx *store.Tx) error { return tx.TouchCatalog(t.Context()) }
	if err := s.Write(t.Context(), touch); err != nil {
		t.Fatal(err)
	}
	want, err := s.CatalogVersion(t.Context())
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
	select {
	case e := <-got:
		if e.Type != shop.EventResync {
			t.Errorf("%+v, want to hear that events were missed", e)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("nobody says that events were missed")
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
					_, err := s.Settings.All(ctx)
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
