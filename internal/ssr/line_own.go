package ssr

import (
	"context"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/waitingroom"
)

// ownPlace is what a browser without scripts can do with its place: each is a form of the page.
type ownPlace struct {
	Leave, Again bool
	Turn         []lineProduct // one of these can be held now
}

// lineProduct is a product of the drop that whoever goes in may choose.
type lineProduct struct {
	ID   int64
	Name string
}

// ownView adds what a browser without scripts knows of its own place. own is false for a page that is the same for everybody.
func (s *Handler) ownView(ctx context.Context, r *http.Request, v *lineView, status waitingroom.LineStatus, settings shop.Settings) (own bool) {
	query := r.URL.Query()
	v.Token = query.Get("entry")
	v.Error = lineErrors[query.Get("error")]
	own = v.Token != "" || v.Error != ""
	if link, err := r.Cookie(earlyCookie); err == nil && v.Early {
		v.Link, own = link.Value, true
	}
	switch waiting := query.Get("waiting"); {
	case waiting == "mailed":
		v.Say, v.Note, v.Wait, own = "Open the link we mailed you: your place counts from then on.", "", nil, true
	case waiting != "":
		if before, err := strconv.ParseUint(waiting, 10, 32); err == nil {
			v.Say, v.Note, v.Wait, own = "You are on the waitlist. "+strconv.FormatUint(before, 10)+" before you.", "", nil, true
		}
	}
	cookie, err := r.Cookie(ticketCookie)
	if err != nil {
		return own
	}
	entry, err := s.c.Lines.Entry(ctx, v.Slug, cookie.Value)
	if err != nil {
		return own
	}
	if entry.Line == shop.EarlyLine {
		early, err := s.c.Lines.Status(ctx, v.Slug, shop.EarlyLine)
		if err != nil || early.Closed { // people with early access then join the main line like everybody
			return true
		}
		status, v.Title = early, "The early line for "+early.Name
	}
	const safe = "You can close this page. We keep your place."
	goesIn := entry.TimeLeft > 0 || entry.State == waitingroom.StateNext && status.Free > 0
	v.Form, v.Early, v.Note = false, false, ""
	const again = "You can join once more, at the end of the line."
	switch {
	case entry.State == shop.QueueUsed:
		v.Say, v.Wait, v.Over = "Thank you. You have ordered.", nil, false
	case status.Closed && entry.TimeLeft <= 0: // the view already says why
	case entry.State == shop.QueueLeft:
		v.Say, v.Own.Again = "You left the line.", entry.MayJoin
	case entry.State == waitingroom.StateExpired:
		v.Say, v.Own.Again = "Your turn is over.", entry.MayJoin
	case status.Paused:
		v.Say, v.Own.Leave = "The line is paused. Your place is safe.", true
	case entry.Rank == nil && status.Now.Before(status.ShuffleAt):
		v.Say, v.Safe, v.Own.Leave = "You are in. Number "+strconv.FormatInt(entry.Number, 10)+".", safe, true
		v.Note = "Open the link we mailed you before " + timeOfDay(status.ShuffleAt, settings) + ": proven addresses go first."
		if entry.Proven {
			v.Note = "Your address is proven."
		}
	case entry.Rank == nil:
		v.Say, v.Safe = "Shuffling…", safe
	case goesIn:
		v.Say, v.Own.Leave, v.Own.Turn = "It is your turn", true, s.lineProducts(ctx, v.Slug)
		if entry.TimeLeft > 0 {
			v.Note = "Go in before " + timeOfDay(status.Now.Add(entry.TimeLeft), settings) + "."
		}
	case *entry.Rank <= status.Serving:
		v.Say, v.Safe, v.Own.Leave = "You are next", safe, true
	default:
		v.Safe, v.Own.Leave = safe, true
		ahead := max(0, *entry.Rank-1-status.Serving)
		minutes := float64(ahead) / max(status.RatePerMinute, 0.1)
		v.Say = strconv.FormatInt(ahead, 10) + " ahead of you · about " + strconv.Itoa(max(1, int(minutes*0.8))) + " to " + strconv.Itoa(max(2, int(minutes*1.25)+1)) + " minutes"
		if ahead > 2*status.Free {
			v.Note = "There may be none left when your turn comes."
		}
	}
	if v.Own.Again {
		v.Note = again
	}
	return true
}

// earlyCookie stores the token of a mailed link to early access, for the page of the line in a browser without scripts. With
// scripts, the page of the drop, where the link leads, stores the token.
const earlyCookie = "early_link"

// keepEarlyLink sets the cookie when such a link is opened. It changes nothing else, because mail programs open links too.
func (s *Handler) keepEarlyLink(w http.ResponseWriter, r *http.Request) {
	token := r.URL.Query().Get("early")
	if token == "" || len(token) > maxEarlyLink {
		return
	}
	slug, isDrop := strings.CutPrefix(r.URL.Path, "/drop/")
	if _, err := base64.RawURLEncoding.DecodeString(token); err != nil || !isDrop || slug == "" || strings.Contains(slug, "/") {
		return
	}
	http.SetCookie(w, &http.Cookie{Name: earlyCookie, Value: token, Path: r.URL.EscapedPath(), HttpOnly: true, Secure: strings.HasPrefix(s.c.PublicURL, "https:"),
		SameSite: http.SameSiteLaxMode, MaxAge: 24 * 3600})
}

const maxEarlyLink = 500

// lineProducts lists what somebody whose turn it is may choose from.
func (s *Handler) lineProducts(ctx context.Context, slug string) (list []lineProduct) {
	if s.c.Drops == nil {
		return nil
	}
	d, err := s.c.Drops.Public(ctx, slug)
	if err != nil {
		return nil
	}
	for _, p := range d.Products {
		list = append(list, lineProduct{p.ID, p.Name})
	}
	return list
}

// lineErrors are what the form of a browser without scripts may come back with, by code.
var lineErrors = map[string]string{
	string(shop.Invalid):           "Enter an email address.",
	string(shop.AlreadyQueued):     "This address is in line already. We mailed its link.",
	string(shop.NotOpen):           "The line is not open.",
	string(shop.OutOfStock):        "Nothing of it is free right now.",
	string(shop.Conflict):          "That is not possible right now.",
	string(shop.AccessCodeInvalid): "This code does not work.",
	string(shop.NotFound):          "This link is not valid.",
	string(shop.NotYourTurn):       "It is not your turn yet.",
	string(shop.PassExpired):       "Your turn is over.",
	string(shop.LimitReached):      "Your household has as many as one may have.",
	string(shop.DropPaused):        "The line is paused. Your place is safe.",
	string(shop.TooMany):           "Too many attempts. Please try again later.",
	string(shop.Busy):              "So many are joining right now. Please try again in a moment.",
}
