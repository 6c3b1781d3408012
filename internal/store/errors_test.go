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
			"account":           func() error { _, err := s.AccountByID(ctx, 404); return err },
			"category":          func() error { _, err := s.Category(ctx, 404); return err },
			"customer":          func() error { _, err := s.Customer(ctx, 404); return err },
			"order by number":   func() error { _, err := s.OrderNumbered(ctx, "ORD-404"); return err },
			"order by id":       func() error { _, err := s.OrderWithID(ctx, 404); return err },
			"order's owner":     func() error { _, err := s.OrderOwner(ctx, 404); return err },
			"order's notes":     func() error { _, _, err := s.StaffNotes(ctx, 404); return err },
			"order by code":     func() error { _, err := s.NumberByPickupCode(ctx, "NOCODE"); return err },
			"payment":           func() error { _, err := s.Payment(ctx, 404); return err },
			"payment by ref":    func() error { _, err := s.PaymentByRef(ctx, "stripe", "none"); return err },
			"product":           func() error { _, err := s.Product(ctx, 404); return err },
			"promotion":         func() error { _, err := s.Promotion(ctx, 404); return err },
			"promotion by code": func() error { _, err := s.PromotionByCode(ctx, "NOCODE"); return err },
			"session":           func() error { _, err := s.Session(ctx, "none", noon); return err },
			"subscriber": func() error {
				return s.Write(ctx, func(tx *store.Tx) error { _, err := tx.DeleteSubscriber(ctx, 404); return err })
			},
			"locked account": func() error {
				return s.Write(ctx, func(tx *store.Tx) error { _, err := tx.LockAccount(ctx, 404); return err })
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
				_, exists, err := s.AccountByEmail(ctx, "nobody@example.com")
				return exists, err
			},
			"profile":      func() (bool, error) { _, exists, err := s.Profile(ctx, 404); return exists, err },
			"order by key": func() (bool, error) { _, exists, err := s.OrderPlacedUnder(ctx, "no-such-key"); return exists, err },
			"stock":        func() (bool, error) { _, exists, err := s.StockOf(ctx, 404); return exists, err },
			"outbox":       func() (bool, error) { _, exists, err := s.NextOutbox(ctx, 0); return exists, err },
			"link":         func() (bool, error) { _, exists, err := s.LinkEmail(ctx, "none", "reset", noon); return exists, err },
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
			if ann, err = tx.CreateUser(t.Context(), user, "hash", noon); err != nil {
				return err
			}
			if bob, err = tx.CreateAccount(t.Context(), shop.User{Email: "bob@example.com"}, "hash", noon); err != nil {
				return err
			}
			return tx.AddPasskey(t.Context(), ann, store.Passkey{ID: "key", CreatedAt: noon})
		})
		if err != nil {
			t.Fatal(err)
		}
		for name, add := range map[string]func(ctx context.Context, tx *store.Tx) error{
			"email": func(ctx context.Context, tx *store.Tx) error {
				_, err := tx.CreateAccount(ctx, user, "hash", noon)
				return err
			},
			"username": func(ctx context.Context, tx *store.Tx) error {
				return tx.AddProfile(ctx, shop.User{ID: bob, Username: "Ann"}, noon)
			},
			"passkey": func(ctx context.Context, tx *store.Tx) error {
				return tx.AddPasskey(ctx, bob, store.Passkey{ID: "key", CreatedAt: noon})
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
			_, err := tx.CreateProduct(t.Context(), in, nil, noon)
			return err
		})
		if refusal, ok := errors.AsType[*shop.Error](err); !ok || refusal.Code != shop.Invalid || refusal.Fields.Message("category_id") == "" {
			t.Errorf("a product in no category: %v", err)
		}
	})
}
