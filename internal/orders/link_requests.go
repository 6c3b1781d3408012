package orders

import (
	"context"
	"log/slog"
	"time"

	"github.com/snackdrop/snackdrop/internal/ratelimit"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

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

// RunLinkRequests answers the requests of EmailLink until ctx ends, then those that still wait.
func (s *Service) RunLinkRequests(ctx context.Context) {
	for {
		select {
		case request := <-s.linkRequests:
			s.answerLinkRequest(ctx, request)
			continue
		case <-ctx.Done():
		}
		select {
		case request := <-s.linkRequests:
			s.answerLinkRequest(context.WithoutCancel(ctx), request)
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
			return
		case <-time.After(linkRetryPause):
		}
	}
}

func (s *Service) queueLink(ctx context.Context, request linkRequest) error {
	return s.store.Write(ctx, func(tx *store.Tx) error {
		order, err := tx.OrderNumbered(ctx, request.number)
		if shop.CodeOf(err) == shop.NotFound || err == nil && shop.EmailKey(order.Email) != shop.EmailKey(request.email) {
			return nil
		}
		if err != nil {
			return err
		}
		if allowed, err := s.emails.allow(ctx, tx, order, "link"); err != nil || !allowed {
			return err
		}
		return s.emails.sendStatus(ctx, tx, order, order.Status, "You asked for the link to this order. It is below; nobody else has it.", "")
	})
}
