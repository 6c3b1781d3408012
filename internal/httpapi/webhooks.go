package httpapi

import (
	"errors"
	"io"
	"net/http"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// webhook receives a payment provider's message as raw bytes, because they are what
// is signed. The provider repeats a message until it gets a 2xx response.
func (s *Server) webhook(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		refuse(w, http.StatusRequestEntityTooLarge, shop.TooLarge, "The message is too large.")
		return
	}
	if err := s.services.Payments.Webhook(r.Context(), r.PathValue("provider"), r.Header, body); err != nil {
		p, ok := errors.AsType[*Problem](problem(r.Context(), err))
		if !ok {
			p = internalProblem()
		}
		refuse(w, p.Status, shop.Code(p.Code), p.Detail)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}
