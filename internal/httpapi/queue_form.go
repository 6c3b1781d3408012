package httpapi

import (
	"cmp"
	"net/http"
	"net/url"

	"github.com/snackdrop/snackdrop/internal/drops"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// ticketCookie keeps the ticket of a browser without scripts; the page of the line reads it.
const ticketCookie = "queue_ticket"

// queueForm does for a browser without scripts what the page's script does with the API: join, open the mailed link, leave.
func (s *Server) queueForm(w http.ResponseWriter, r *http.Request) {
	slug := r.PathValue("slug")
	page := "/drop/" + url.PathEscape(slug) + "/line"
	room := s.services.WaitingRoom
	var joined drops.Joined
	var err error
	switch token := r.PostFormValue("entry"); {
	case r.PostFormValue("leave") != "":
		if cookie, missing := r.Cookie(ticketCookie); missing == nil {
			err = room.Leave(r.Context(), slug, cookie.Value)
		}
	case token != "":
		joined, err = room.OpenLink(r.Context(), slug, token, nil)
	default:
		joined, err = room.Join(r.Context(), drops.JoinInput{Slug: slug, Email: r.PostFormValue("email"), Notify: r.PostFormValue("notify") != "", Client: requestInfoFrom(r.Context()).Client})
	}
	if err != nil {
		_ = problem(r.Context(), err) // logs what is no refusal
		http.Redirect(w, r, page+"?error="+string(cmp.Or(shop.CodeOf(err), shop.Busy)), http.StatusSeeOther)
		return
	}
	cookie := http.Cookie{Name: ticketCookie, Value: joined.Ticket, Path: page, HttpOnly: true, Secure: s.https(), SameSite: http.SameSiteLaxMode}
	if joined.Ticket == "" {
		cookie.MaxAge = -1
	}
	http.SetCookie(w, &cookie)
	http.Redirect(w, r, page, http.StatusSeeOther)
}
