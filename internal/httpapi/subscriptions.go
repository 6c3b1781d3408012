package httpapi

import "context"

type tokenBody = body[struct {
	Token string `json:"token" maxLength:"300"`
}]

func (s *Server) registerSubscriptions() {
	register(s, "POST", "/api/subscriptions", "subscribe", "Ask for a place on the early-access list; a mail asks back",
		func(ctx context.Context, in *body[struct {
			Email   string `json:"email" maxLength:"254"`
			Website string `json:"website,omitempty" maxLength:"200" doc:"Leave it empty: only bots fill it"`
		}]) (*struct{}, error) {
			return nil, s.services.Inbox.Subscribe(ctx, in.Body.Email, in.Body.Website, requestInfoFrom(ctx).Client)
		})
	register(s, "POST", "/api/subscriptions/confirm", "confirm-subscription", "Join the early-access list with the mail's token",
		func(ctx context.Context, in *tokenBody) (*struct{}, error) {
			return nil, s.services.Inbox.ConfirmSubscription(ctx, in.Body.Token)
		})
	register(s, "POST", "/api/subscriptions/leave", "leave-subscription", "Leave the early-access list with the mail's token",
		func(ctx context.Context, in *tokenBody) (*struct{}, error) {
			return nil, s.services.Inbox.LeaveSubscription(ctx, in.Body.Token)
		})
}
