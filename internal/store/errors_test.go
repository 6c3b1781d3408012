package store_test

import (
	"context"
	"errors"
	"testing"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

func TestAMissingRowIsNotFound(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		for name, find := range map[string]func() error{
			"account":           func() error { _, err := s.Accounts.ByID(ctx, 404); return err },
			"category":          func() error { _, err := s.Categories.ByID(ctx, 404); return err },
			"customer":          func() error { _, err := s.Customers.ByID(ctx, 404); return err },
			"order by number":   func() error { _, err := s.Orders.ByNumber(ctx, "ORD-404"); return err },
			"order by id":       func() error { _, err := s.Orders.ByID(ctx, 404); return err },
			"order's owner":     func() error { _, err := s.Orders.Owner(ctx, 404); return err },
			"order's notes":     func() error { _, _, err := s.Orders.StaffNotes(ctx, 404); return err },
			"order by code":     func() error { _, err := s.Orders.NumberByPickupCode(ctx, "NOCODE"); return err },
			"payment":           func() error { _, err := s.Payments.ByID(ctx, 404); return err },
			"payment by ref":    func() error { _, err := s.Payments.ByRef(ctx, "stripe", "none"); return err },
			"product":           func() error { _, err := s.Products.ByID(ctx, 404); return err },
			"promotion":         func() error { _, err := s.Promotions.ByID(ctx, 404); return err },
			"promotion by code": func() error { _, err := s.Promotions.ByCode(ctx, "NOCODE"); return err },
			"session":           func() error { _, err := s.Sessions.ByToken(ctx, "none", noon); return err },
			"subscriber": func() error {
				return s.Write(ctx, func(tx *store.Tx) error { _, err := tx.Inbox.DeleteSubscriber(ctx, 404); return err })
			},
			"locked account": func() error {
				return s.Write(ctx, func(tx *store.Tx) error { _, err := tx.Accounts.Lock(ctx, 404); return err })
			},
		} {
			if err := find(); shop.CodeOf(err) != shop.NotFound {
				t.Errorf("%s: %v, want not found", name, err)
			}
		}
	})
}

func TestARowThatMayBeMissingIsNoError(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		for name, find := range map[string]func() (bool, error){
			"account by email": func() (bool, error) {
				_, exists, err := s.Accounts.ByEmail(ctx, "nobody@example.com")
				return exists, err
			},
			"profile":      func() (bool, error) { _, exists, err := s.Accounts.Profile(ctx, 404); return exists, err },
			"order by key": func() (bool, error) { _, exists, err := s.Orders.PlacedUnder(ctx, "no-such-key"); return exists, err },
			"stock":        func() (bool, error) { _, exists, err := s.Stock.Of(ctx, 404); return exists, err },
			"outbox":       func() (bool, error) { _, exists, err := s.Outbox.NextDue(ctx, 0); return exists, err },
			"link":         func() (bool, error) { _, exists, err := s.Links.Email(ctx, "none", "reset", noon); return exists, err },
		} {
			if exists, err := find(); exists || err != nil {
				t.Errorf("%s: exists %v, %v", name, exists, err)
			}
		}
	})
}

// Nobody checks before these statements, so only the unique index can refuse them.
func TestATakenValueIsAConflict(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		user := shop.User{Email: "ann@example.com", Username: "ann"}
		var ann, bob int64
		err := s.Write(t.Context(), func(tx *store.Tx) (err error) {
			if ann, err = tx.Accounts.CreateWithProfile(t.Context(), user, "hash", noon); err != nil {
				return err
			}
			if bob, err = tx.Accounts.Create(t.Context(), shop.User{Email: "bob@example.com"}, "hash", noon); err != nil {
				return err
			}
			return tx.SecondFactors.AddPasskey(t.Context(), ann, shop.Passkey{ID: "key", CreatedAt: noon})
		})
		if err != nil {
			t.Fatal(err)
		}
		for name, add := range map[string]func(ctx context.Context, tx *store.Tx) error{
			"email": func(ctx context.Context, tx *store.Tx) error {
				_, err := tx.Accounts.Create(ctx, user, "hash", noon)
				return err
			},
			"username": func(ctx context.Context, tx *store.Tx) error {
				return tx.Accounts.AddProfile(ctx, shop.User{ID: bob, Username: "Ann"}, noon)
			},
			"passkey": func(ctx context.Context, tx *store.Tx) error {
				return tx.SecondFactors.AddPasskey(ctx, bob, shop.Passkey{ID: "key", CreatedAt: noon})
			},
		} {
			if err := s.Write(t.Context(), func(tx *store.Tx) error { return add(t.Context(), tx) }); shop.CodeOf(err) != shop.Conflict {
				t.Errorf("%s: %v, want a conflict", name, err)
			}
		}
	})
}

func TestAReferenceToNothingIsRefused(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		err := s.Write(t.Context(), func(tx *store.Tx) error {
			in := snack("Chips", 100)
			in.CategoryID = new(int64(404))
			_, err := tx.Products.Create(t.Context(), in, nil, noon)
			return err
		})
		if refusal, ok := errors.AsType[*shop.Error](err); !ok || refusal.Code != shop.Invalid || refusal.Fields.Message("category_id") == "" {
			t.Errorf("a product in no category: %v", err)
		}
	})
}
