package store_test

import (
	"reflect"
	"testing"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

func TestAnOrderIsTheSameInItsBuyersListAndByItself(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		chips := addProduct(t, s, snack("Chips", 100))
		var mia int64
		placed := &store.NewOrder{Order: shop.Order{Email: "mia@example.com", Name: "Mia", Fulfillment: shop.Pickup, Status: shop.StatusPending,
			Payment: shop.Unpaid, Currency: "USD", Total: 300}}
		err := s.Write(ctx, func(tx *store.Tx) (err error) {
			if mia, err = tx.Accounts.CreateWithProfile(ctx, shop.User{Username: "mia", Email: "mia@example.com", CreatedAt: noon}, "hash", noon); err != nil {
				return err
			}
			drop, err := tx.Drops.Create(ctx, shop.Drop{Slug: "night", Name: "Night", Mode: shop.DropOpen, TeasedAt: noon, OpensAt: noon, EarlyAccess: shop.EarlyNone, LimitUnits: 1}, noon)
			if err != nil {
				return err
			}
			placed.UserID = &mia
			placed.Lines = []shop.OrderLine{
				{Position: 1, ProductID: &chips, Name: "Chips", ImageURL: "/chips.webp", Price: 100, Quantity: 2, Discount: 10, Tax: 5, Counted: true, DropID: &drop},
				{Position: 2, Name: "Gift card", Price: 100, Quantity: 1}}
			return tx.Orders.Insert(ctx, []*store.NewOrder{placed}, noon)
		})
		if err != nil {
			t.Fatal(err)
		}
		alone, err := s.Orders.ByID(ctx, placed.ID)
		if err != nil || !alone.InDrop() || !reflect.DeepEqual(alone.Lines, placed.Lines) {
			t.Errorf("by itself it has the lines %+v (%v), want %+v", alone.Lines, err, placed.Lines)
		}
		list, _, err := s.Orders.OfUser(ctx, mia, 10, "")
		if err != nil || len(list) != 1 || !reflect.DeepEqual(list[0].Order, alone) {
			t.Errorf("the list has %+v (%v), by itself it is %+v", list, err, alone)
		}
	})
}
