package orders

import (
	"context"
	"crypto/subtle"
	"slices"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

var errOrderNotFound = shop.Errorf(shop.NotFound, "Order not found.")

// ForBuyer opens an order for whoever has its key, or whose account it is in. For
// anybody else it does not exist.
func (s *Service) ForBuyer(ctx context.Context, number, key string, user *shop.User) (shop.Order, error) {
	order, err := s.store.OrderNumbered(ctx, number)
	if err != nil {
		return order, err
	}
	mine := user != nil && checkOwner(order, user.ID) == nil
	if mine || subtle.ConstantTimeCompare([]byte(key), []byte(s.links.key(number))) == 1 {
		return order, nil
	}
	return shop.Order{}, errOrderNotFound
}

// Confirm keeps the units of an order that is paid at the shop for the whole time,
// once the link in its email was opened. key is the one of that link.
func (s *Service) Confirm(ctx context.Context, number, key string) (shop.Order, error) {
	order, err := s.store.OrderNumbered(ctx, number)
	if err != nil {
		return order, err
	}
	if subtle.ConstantTimeCompare([]byte(key), []byte(s.links.confirmKey(number))) != 1 {
		return shop.Order{}, errOrderNotFound
	}
	if err := order.CheckConfirm(); err != nil {
		return order, err
	}
	settings, err := s.settings.Get(ctx)
	if err != nil {
		return order, err
	}
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		now := s.now()
		extended, err := tx.ExtendHold(ctx, order.ID, settings.Orders.ManualHoldEnd(order.CreatedAt, true), now)
		if err != nil || !extended {
			return err
		}
		return recordEvent(ctx, tx, order.ID, shop.OrderEvent{At: now, Actor: "customer", Kind: "confirmed"})
	})
	if err != nil {
		return order, err
	}
	return s.store.OrderNumbered(ctx, number)
}

// CustomerOrder is an order with what happened to it, as its customer may know.
type CustomerOrder = store.OrderWithHistory

// CustomerOrders lists a page of the person's orders, the newest first.
func (s *Service) CustomerOrders(ctx context.Context, userID int64, limit int, cursor string) ([]CustomerOrder, string, error) {
	orders, next, err := s.store.OrdersOfUser(ctx, userID, limit, cursor)
	for i := range orders {
		orders[i].History = withoutStaffNotes(orders[i].History)
	}
	return orders, next, err
}

// CustomerOrder is one order of the person's.
func (s *Service) CustomerOrder(ctx context.Context, userID int64, number string) (CustomerOrder, error) {
	order, err := s.store.OrderNumbered(ctx, number)
	if err != nil {
		return CustomerOrder{}, err
	}
	if err := checkOwner(order, userID); err != nil {
		return CustomerOrder{}, err
	}
	history, err := s.store.EventsOfOrder(ctx, order.ID)
	return CustomerOrder{Order: order, History: withoutStaffNotes(history)}, err
}

func checkOwner(order shop.Order, userID int64) error {
	if order.UserID == nil || *order.UserID != userID {
		return errOrderNotFound
	}
	return nil
}

func withoutStaffNotes(history []shop.OrderEvent) []shop.OrderEvent {
	return slices.DeleteFunc(history, func(e shop.OrderEvent) bool { return e.Kind == "note" })
}

// CancelByCustomer cancels the person's order while nothing was prepared.
func (s *Service) CancelByCustomer(ctx context.Context, userID int64, number string) error {
	return s.cancel(ctx, number, "", audit.Actor{ID: userID, Name: "customer"}, func(_ *store.Tx, order shop.Order, settings shop.Settings) error {
		if err := checkOwner(order, userID); err != nil {
			return err
		}
		return order.CheckCancelByCustomer(settings.Orders)
	})
}

// Reorder puts the products of an order into the person's cart again, as far as
// the shop still has them, and names those that it has not.
func (s *Service) Reorder(ctx context.Context, userID int64, number string) (missing []string, err error) {
	order, err := s.CustomerOrder(ctx, userID, number)
	if err != nil {
		return nil, err
	}
	err = s.changeCart(ctx, userID, func(tx *store.Tx) error {
		missing = []string{}
		var items []shop.CartItem
		for _, line := range order.Lines {
			if line.ProductID == nil {
				missing = append(missing, line.Name)
				continue
			}
			product, err := tx.Product(ctx, *line.ProductID)
			if err != nil && shop.CodeOf(err) != shop.NotFound {
				return err
			}
			if err != nil || !product.InStock() {
				missing = append(missing, line.Name)
				continue
			}
			items = append(items, shop.CartItem{ProductID: product.ID, Quantity: line.Quantity})
		}
		return s.putInCart(ctx, tx, userID, items, tx.AddCartItem)
	})
	return missing, err
}
