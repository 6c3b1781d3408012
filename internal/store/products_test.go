package store_test

import (
	"testing"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

func snack(name string, price shop.Cents) shop.ProductInput {
	return shop.ProductInput{Name: name, Slug: shop.Slug(name), Description: "Crunchy.", Price: price, InStock: true}
}

func addProduct(t *testing.T, s *store.Store, in shop.ProductInput) int64 {
	t.Helper()
	var id int64
	err := s.Write(t.Context(), func(tx *store.Tx) (err error) {
		id, err = tx.Products.Create(t.Context(), in, nil, noon)
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
		id, err = tx.Categories.Create(t.Context(), shop.CategoryInput{Name: name, Slug: shop.Slug(name)}, noon)
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
		p, err := s.Products.ByID(t.Context(), id)
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
			"negative price": func(tx *store.Tx) error { _, err := tx.Products.Create(ctx, snack("A", -1), nil, noon); return err },
			"negative stock": func(tx *store.Tx) error {
				p := snack("B", 1)
				p.Stock = &negative
				_, err := tx.Products.Create(ctx, p, nil, noon)
				return err
			},
			"rating above 5": func(tx *store.Tx) error {
				p := snack("C", 1)
				p.Rating = &tooMuch
				_, err := tx.Products.Create(ctx, p, nil, noon)
				return err
			},
			"unknown category": func(tx *store.Tx) error {
				p := snack("D", 1)
				p.CategoryID = &nowhere
				_, err := tx.Products.Create(ctx, p, nil, noon)
				return err
			},
			"taken slug":             func(tx *store.Tx) error { _, err := tx.Products.Create(ctx, snack("Waves", 1), nil, noon); return err },
			"category with products": func(tx *store.Tx) error { return tx.Categories.Delete(ctx, category) },
			"quantity below 1":       func(tx *store.Tx) error { return tx.Orders.Insert(ctx, []*store.NewOrder{orderOf(product, 0)}, noon) },
		}
		for name, do := range cases {
			if err := s.Write(ctx, do); err == nil {
				t.Errorf("%s was accepted", name)
			}
		}
		n, err := s.Products.CountMatching(ctx, shop.ProductFilter{})
		if err != nil || n != 1 {
			t.Fatalf("%d products, %v: a refused write left something behind", n, err)
		}
		if err := s.Write(ctx, func(tx *store.Tx) error { return tx.Orders.Insert(ctx, []*store.NewOrder{orderOf(product, 1)}, noon) }); err != nil {
			t.Errorf("an order with a quantity of 1: %v", err)
		}
		if err := s.Write(ctx, func(tx *store.Tx) error { return tx.Categories.Delete(ctx, category) }); shop.CodeOf(err) != shop.InUse {
			t.Errorf("deleting a category with products: %v", err)
		}
	})
}

func orderOf(product, quantity int64) *store.NewOrder {
	return &store.NewOrder{Order: shop.Order{Email: "ann@example.com", Name: "Ann", Fulfillment: shop.Pickup, Status: shop.StatusPending,
		Payment: shop.Paid, PaymentMethod: "card", Currency: "USD", Lines: []shop.OrderLine{{Position: 1, ProductID: &product, Name: "Waves", Quantity: quantity}}}}
}

func TestProductIDsAreNeverUsedTwice(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		first := addProduct(t, s, snack("First", 100))
		err := s.Write(t.Context(), func(tx *store.Tx) error { return tx.Products.Delete(t.Context(), first) })
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
				return tx.Products.Change(t.Context(), id, 1, snack("Waves", price), nil, noon)
			})
		}
		if err := save(500); err != nil {
			t.Fatal(err)
		}
		if err := save(600); shop.CodeOf(err) != shop.Stale {
			t.Fatalf("the second editor: %v", err)
		}
		if p, err := s.Products.ByID(t.Context(), id); err != nil || p.Price != 500 {
			t.Fatalf("price %v, %v", p.Price, err)
		}
	})
}
