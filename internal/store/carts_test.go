package store_test

import (
	"slices"
	"testing"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

func TestItemsThatComeTogetherKeepTheirOrderInTheCart(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		var items []shop.CartItem
		for _, name := range []string{"One", "Two", "Three"} {
			items = append(items, shop.CartItem{ProductID: addProduct(t, s, snack(name, 100)), Quantity: 1})
		}
		slices.Reverse(items) // not the order of the ids
		var kim int64
		err := s.Write(ctx, func(tx *store.Tx) (err error) {
			if kim, err = tx.Accounts.CreateWithProfile(ctx, shop.User{Username: "kim", Email: "kim@example.com", CreatedAt: noon}, "hash", noon); err != nil {
				return err
			}
			return tx.Carts.SetItems(ctx, kim, items, noon)
		})
		if err != nil {
			t.Fatal(err)
		}
		if cart, err := s.Carts.OfUser(ctx, kim); err != nil || !slices.Equal(cart, items) {
			t.Errorf("the cart is %v (%v), want %v", cart, err, items)
		}
	})
}
