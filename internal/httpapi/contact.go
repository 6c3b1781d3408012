package httpapi

import (
	"context"

	"github.com/snackdrop/snackdrop/internal/shop"
)

func (s *Server) registerContact() {
	register(s, "POST", "/api/contact", "contact", "Write to the store",
		func(ctx context.Context, in *body[struct {
			Name    string `json:"name" maxLength:"200"`
			Email   string `json:"email" maxLength:"254"`
			Subject string `json:"subject" maxLength:"300"`
			Message string `json:"message" maxLength:"10000"`
			Website string `json:"website,omitempty" maxLength:"200" doc:"Leave it empty: only bots fill it"`
		}]) (*struct{}, error) {
			message := shop.ContactMessage{Name: in.Body.Name, Email: in.Body.Email, Subject: in.Body.Subject, Body: in.Body.Message}
			return nil, s.services.Inbox.Contact(ctx, message, in.Body.Website, requestInfoFrom(ctx).Client)
		})
}
