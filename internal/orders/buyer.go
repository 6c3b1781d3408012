package orders

import (
	"context"
	"crypto/subtle"
	"log/slog"
	"slices"
	"time"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/orderbook"
	"github.com/snackdrop/snackdrop/internal/ratelimit"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

var errOrderNotFound = shop.Errorf(shop.NotFound, "Order not found.")

// ForBuyer opens an order for whoever has its key, or whose account it is in. For
// anybody else it does not exist.
func (s *Service) ForBuyer(ctx context.Context, number, key string, user *shop.User) (shop.Order, error) {
	order, err := s.store.Orders.ByNumber(ctx, number)
	if err != nil {
		return order, err
	}
	mine := user != nil && checkOwner(order, user.ID) == nil
	if mine || subtle.ConstantTimeCompare([]byte(key), []byte(s.links.Key(number))) == 1 {
		return order, nil
	}
	return shop.Order{}, errOrderNotFound
}

// Confirm keeps the units of an order that is paid at the shop for the whole time,
// once the link in its email was opened. key is the one of that link.
func (s *Service) Confirm(ctx context.Context, number, key string) (shop.Order, error) {
	order, err := s.store.Orders.ByNumber(ctx, number)
	if err != nil {
		return order, err
	}
	if subtle.ConstantTimeCompare([]byte(key), []byte(s.links.ConfirmKey(number))) != 1 {
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
		extended, err := tx.OrderHolds.Extend(ctx, order.ID, settings.Orders.ManualHoldEnd(order.CreatedAt, true), now)
		if err != nil || !extended {
			return err
		}
		return orderbook.RecordEvent(ctx, tx, order, shop.OrderEvent{At: now, Actor: orderbook.CustomerActor, Kind: "confirmed"})
	})
	if err != nil {
		return order, err
	}
	return s.store.Orders.ByNumber(ctx, number)
}

// CustomerOrders lists a page of the person's orders, the newest first.
func (s *Service) CustomerOrders(ctx context.Context, userID int64, limit int, cursor string) ([]shop.OrderWithHistory, string, error) {
	orders, next, err := s.store.Orders.OfUser(ctx, userID, limit, cursor)
	for i := range orders {
		orders[i].History = withoutStaffNotes(orders[i].History)
	}
	return orders, next, err
}

// CustomerOrder is one order of the person's.
func (s *Service) CustomerOrder(ctx context.Context, userID int64, number string) (shop.OrderWithHistory, error) {
	order, err := s.store.Orders.ByNumber(ctx, number)
	if err != nil {
		return shop.OrderWithHistory{}, err
	}
	if err := checkOwner(order, userID); err != nil {
		return shop.OrderWithHistory{}, err
	}
	history, err := s.store.Orders.Events(ctx, order.ID)
	return shop.OrderWithHistory{Order: order, History: withoutStaffNotes(history)}, err
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
	return s.cancel(ctx, number, "", audit.Actor{ID: userID, Name: orderbook.CustomerActor}, func(_ *store.Tx, order shop.Order, settings shop.Settings) error {
		if err := checkOwner(order, userID); err != nil {
			return err
		}
		return order.CheckCancelByCustomer(settings.Orders)
	})
}

var (
	orderLinksPerAddress = ratelimit.Limit{Times: 20, Per: time.Hour}
	orderLinksPerOrder   = ratelimit.Limit{Times: 5, Per: time.Hour}
)

// linkRequest asks for the link of an order by email.
type linkRequest struct{ number, email string }

const (
	// maxLinkRequests bounds how many requests wait; past it they are refused.
	maxLinkRequests  = 1000
	linkRequestTries = 30
	linkRetryPause   = time.Second
	lastLinkRequests = 5 * time.Second // for what still waits when the shop stops
)

// EmailLink sends the link of an order to the address it was placed with. The order is
// looked up in the background: neither the response nor the time it takes reveals whether
// there is such an order.
func (s *Service) EmailLink(_ context.Context, number, email string, client shop.Client) error {
	if !shop.ValidEmail(email) {
		return shop.FieldError(shop.Invalid, "email", "Enter an email address.")
	}
	if err := s.limits.TakeNetwork(client, "order link", orderLinksPerAddress); err != nil {
		return err
	}
	if err := s.limits.TakeFrom(client, "order link", "order", number+" "+shop.EmailKey(email), orderLinksPerOrder); err != nil {
		return err
	}
	select {
	case s.linkRequests <- linkRequest{number, email}:
		return nil
	default:
		return shop.Errorf(shop.Busy, "Many people ask for their orders right now. Please try again in a moment.")
	}
}

// RunLinkRequests answers the requests of EmailLink until ctx ends, then for a while those that still wait.
func (s *Service) RunLinkRequests(ctx context.Context) {
	work, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	context.AfterFunc(ctx, func() { time.AfterFunc(lastLinkRequests, stop) })
	for ctx.Err() == nil {
		select {
		case request := <-s.linkRequests:
			s.answerLinkRequest(work, request)
		case <-ctx.Done():
		}
	}
	for {
		select {
		case request := <-s.linkRequests:
			s.answerLinkRequest(work, request)
		default:
			return
		}
	}
}

// answerLinkRequest tries again while the database is away.
func (s *Service) answerLinkRequest(ctx context.Context, request linkRequest) {
	for try := 1; ; try++ {
		err := s.queueLink(ctx, request)
		if err == nil {
			return
		}
		if !store.IsUnavailable(err) || try == linkRequestTries || ctx.Err() != nil {
			slog.Error("link of an order not sent", "error", err)
			return
		}
		select {
		case <-ctx.Done():
		case <-time.After(linkRetryPause):
		}
	}
}

func (s *Service) queueLink(ctx context.Context, request linkRequest) error {
	return s.store.Write(ctx, func(tx *store.Tx) error {
		order, err := tx.Orders.ByNumber(ctx, request.number)
		if shop.CodeOf(err) == shop.NotFound || err == nil && shop.EmailKey(order.Email) != shop.EmailKey(request.email) {
			return nil
		}
		if err != nil {
			return err
		}
		if allowed, err := s.emails.Allow(ctx, tx, order, "link"); err != nil || !allowed {
			return err
		}
		return s.emails.SendStatus(ctx, tx, order, order.Status, "You asked for the link to this order. It is below; nobody else has it.", "")
	})
}
