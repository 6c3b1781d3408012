package shopapi

import (
	"context"

	"github.com/snackdrop/snackdrop/internal/inbox"
	"github.com/snackdrop/snackdrop/internal/operations"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// inboxHandlers take messages and subscriptions.
type inboxHandlers struct {
	inbox *inbox.Service
}

func (h inboxHandlers) Routes(s *operations.Registry) {
	operations.Register(s, "POST", "/api/contact", "contact", "Write to the store",
		func(ctx context.Context, in *operations.Body[struct {
			Name    string `json:"name" maxLength:"200"`
			Email   string `json:"email" maxLength:"254"`
			Subject string `json:"subject" maxLength:"300"`
			Message string `json:"message" maxLength:"10000"`
			Website string `json:"website,omitempty" maxLength:"200" doc:"Leave it empty: only bots fill it"`
		}]) (*struct{}, error) {
			message := shop.ContactMessage{Name: in.Body.Name, Email: in.Body.Email, Subject: in.Body.Subject, Body: in.Body.Message}
			return nil, h.inbox.Contact(ctx, message, in.Body.Website, operations.RequestInfoFrom(ctx).Client)
		})
	h.subscriptionRoutes(s)
}

type tokenBody = operations.Body[struct {
	Token string `json:"token" maxLength:"300"`
}]

func (h inboxHandlers) subscriptionRoutes(s *operations.Registry) {
	operations.Register(s, "POST", "/api/subscriptions", "subscribe", "Join the early-access list; a mail asks to confirm it",
		func(ctx context.Context, in *operations.Body[struct {
			Email   string `json:"email" maxLength:"254"`
			Website string `json:"website,omitempty" maxLength:"200" doc:"Leave it empty: only bots fill it"`
		}]) (*struct{}, error) {
			return nil, h.inbox.Subscribe(ctx, in.Body.Email, in.Body.Website, operations.RequestInfoFrom(ctx).Client)
		})
	operations.Register(s, "POST", "/api/subscriptions/confirm", "confirm-subscription", "Join the early-access list with the mail's token",
		func(ctx context.Context, in *tokenBody) (*struct{}, error) {
			return nil, h.inbox.ConfirmSubscription(ctx, in.Body.Token)
		})
	operations.Register(s, "POST", "/api/subscriptions/leave", "leave-subscription", "Leave the early-access list with the mail's token",
		func(ctx context.Context, in *tokenBody) (*struct{}, error) {
			return nil, h.inbox.LeaveSubscription(ctx, in.Body.Token)
		})
}
