package shopapi

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"strconv"

	"github.com/snackdrop/snackdrop/internal/carts"
	"github.com/snackdrop/snackdrop/internal/operations"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/waitingroom"
)

// ticketCookie keeps the ticket of a browser without scripts; the page of the line reads it.
const ticketCookie = "queue_ticket"

// queueForm does for a browser without scripts what the page's script does with the API: join, open the mailed link, go in,
// leave, join again, wait for what is sold out.
func (h queueHandlers) queueForm(w http.ResponseWriter, r *http.Request) {
	slug := r.PathValue("slug")
	page := "/drop/" + url.PathEscape(slug) + "/line"
	room := h.waitingRoom
	var joined waitingroom.Joined
	var err error
	ticket := ""
	if cookie, err := r.Cookie(ticketCookie); err == nil {
		ticket = cookie.Value
	}
	client := operations.RequestInfoFrom(r.Context()).Client
	switch token := r.PostFormValue("entry"); {
	case r.PostFormValue("waitlist") != "":
		var place string
		if place, err = h.waitInstead(r, ticket, client); err == nil {
			http.Redirect(w, r, page+"?waiting="+place, http.StatusSeeOther)
			return
		}
	case r.PostFormValue("leave") != "":
		if ticket != "" {
			err = room.Leave(r.Context(), slug, ticket)
		}
	case r.PostFormValue("again") != "":
		joined, err = room.Join(r.Context(), waitingroom.JoinInput{Slug: slug, Ticket: ticket, Client: client})
	case r.PostFormValue("go") != "":
		var held string
		if held, err = h.goIn(r.Context(), slug, ticket, r.PostFormValue("go")); err == nil {
			http.Redirect(w, r, "/reservation/"+url.PathEscape(held), http.StatusSeeOther)
			return
		}
	case token != "":
		joined, err = room.OpenLink(r.Context(), slug, token, nil)
	default:
		join := waitingroom.JoinInput{Slug: slug, Email: r.PostFormValue("email"), Notify: r.PostFormValue("notify") != "", Client: client}
		if join.EarlyPass, join.Proof, err = h.earlyPass(r, slug, client); err == nil {
			joined, err = room.Join(r.Context(), join)
		}
	}
	if err != nil {
		_ = operations.ProblemOf(r.Context(), err) // logs what is no refusal
		http.Redirect(w, r, page+"?error="+string(cmp.Or(shop.CodeOf(err), shop.Busy)), http.StatusSeeOther)
		return
	}
	cookie := http.Cookie{Name: ticketCookie, Value: joined.Ticket, Path: page, HttpOnly: true, Secure: h.https(), SameSite: http.SameSiteLaxMode}
	if joined.Ticket == "" {
		cookie.MaxAge = -1
	}
	http.SetCookie(w, &cookie)
	http.Redirect(w, r, page, http.StatusSeeOther)
}

// goIn takes the pass of whoever's turn it is and holds one unit. The page of the reservation can be opened on any device:
// the checkout needs scripts.
func (h queueHandlers) goIn(ctx context.Context, slug, ticket, product string) (token string, err error) {
	id, err := strconv.ParseInt(product, 10, 64)
	if err != nil {
		return "", shop.Errorf(shop.NotFound, "Product not found.")
	}
	pass, err := h.waitingRoom.Pass(ctx, slug, ticket)
	if err != nil {
		return "", err
	}
	_, token, err = h.carts.Reserve(ctx, carts.ReserveRequest{ProductID: id, Units: 1, Pass: pass.Pass, Buyer: buyerOf(ctx)})
	return token, err
}

// earlyPass turns the mailed link or the access code of a form into the early pass that joins the early line; a link also
// proves the address it was mailed to. Both are empty without either.
func (h queueHandlers) earlyPass(r *http.Request, slug string, client shop.Client) (pass, proof string, err error) {
	if token := r.PostFormValue("early"); token != "" {
		pass, err = h.earlyAccess.Unlock(r.Context(), slug, token)
		return pass, token, err
	}
	if code := r.PostFormValue("code"); code != "" {
		pass, err = h.earlyAccess.UnlockWithCode(r.Context(), slug, code, r.PostFormValue("email"), client)
	}
	return pass, "", err
}

// waitInstead puts an address on the waitlist of a product of the drop, at the place of its ticket. It returns how many are
// before it, or that a link was mailed.
func (h queueHandlers) waitInstead(r *http.Request, ticket string, client shop.Client) (place string, err error) {
	id, err := strconv.ParseInt(r.PostFormValue("waitlist"), 10, 64)
	if err != nil {
		return "", shop.Errorf(shop.NotFound, "Product not found.")
	}
	p, err := h.waitlist.Join(r.Context(), id, r.PostFormValue("email"), 1, ticket, nil, client)
	if err != nil {
		return "", err
	}
	if !p.Counts {
		return "mailed", nil
	}
	return strconv.FormatInt(p.Before, 10), nil
}
