package httpapi

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/carts"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/waitlist"
)

// WaitlistPlace is where somebody stands on a product's waitlist.
type WaitlistPlace struct {
	ProductID int64  `json:"product_id"`
	State     string `json:"state" enum:"waiting,offered,bought,passed,left,ended"`
	Before    int64  `json:"before" doc:"Entries that count and come earlier"`
	Counts    bool   `json:"counts" doc:"The mailed link was opened"`
}

// WaitlistEntry is one entry as staff see it.
type WaitlistEntry struct {
	ID       int64     `json:"id"`
	Email    string    `json:"email"`
	Units    int64     `json:"units"`
	State    string    `json:"state" enum:"waiting,offered"`
	Counts   bool      `json:"counts" doc:"The mailed link was opened"`
	JoinedAt time.Time `json:"joined_at"`
}

// Reservation is units that are held for whoever has its token.
type Reservation struct {
	Token       string    `json:"token"`
	ProductID   int64     `json:"product_id"`
	Units       int64     `json:"units"`
	Price       Dollars   `json:"price" doc:"Of one unit, fixed when the reservation was made"`
	Kind        string    `json:"kind" enum:"cart,offer,win"`
	State       string    `json:"state" enum:"held,used,ended"`
	Email       string    `json:"email" doc:"The order must use this mailbox"`
	Wanted      int64     `json:"wanted" doc:"How many units were waited for"`
	ExpiresAt   time.Time `json:"expires_at"`
	SecondsLeft int64     `json:"seconds_left" doc:"By the shop's clock"`
	Paused      bool      `json:"paused"`
}

// ReservationInput asks to hold units of a drop in a cart.
type ReservationInput struct {
	ProductID int64  `json:"product_id" minimum:"1" maximum:"9007199254740991"`
	Units     int64  `json:"units,omitempty" minimum:"1" maximum:"10000" default:"1" doc:"The total wanted"`
	Pass      string `json:"pass,omitempty" maxLength:"600" doc:"An early pass, or a pass of the drop's line"`
}

// tokenPath is the token of a reservation in a path.
type tokenPath struct {
	Token string `path:"token" maxLength:"300"`
}

func placeJSON(p waitlist.Place) WaitlistPlace {
	return WaitlistPlace{ProductID: p.ProductID, State: string(p.State), Before: p.Before, Counts: p.Counts}
}

func (s *Server) registerWaitlist() {
	register(s, "POST", "/api/products/{id}/waitlist", "join-waitlist", "Wait for a product of which nothing is free; a mail asks to open a link",
		func(ctx context.Context, in *struct {
			IDPath
			Ticket string `header:"Queue-Ticket" maxLength:"600" doc:"In a drop with a line: the ticket that the line gave out"`
			Body   struct {
				Email string `json:"email" maxLength:"254"`
				Units int64  `json:"units,omitempty" minimum:"1" maximum:"10" default:"1"`
			}
		}) (*body[WaitlistPlace], error) {
			place, err := s.services.Waitlist.Join(ctx, in.ID, in.Body.Email, in.Body.Units, in.Ticket, signedInUser(ctx), requestInfoFrom(ctx).Client)
			if err != nil {
				return nil, err
			}
			return &body[WaitlistPlace]{placeJSON(place)}, nil
		})
	register(s, "POST", "/api/waitlist/confirm", "confirm-waitlist", "Make a place on a waitlist count with the mail's token",
		func(ctx context.Context, in *tokenBody) (*body[WaitlistPlace], error) {
			place, err := s.services.Waitlist.Confirm(ctx, in.Body.Token, requestInfoFrom(ctx).Client)
			if err != nil {
				return nil, err
			}
			return &body[WaitlistPlace]{placeJSON(place)}, nil
		})
	register(s, "POST", "/api/waitlist/leave", "leave-waitlist", "Leave a waitlist with the mail's token",
		func(ctx context.Context, in *tokenBody) (*struct{}, error) {
			return nil, s.services.Waitlist.Leave(ctx, in.Body.Token, requestInfoFrom(ctx).Client)
		})
	register(s, "POST", "/api/reservations", "reserve", "Hold units of a drop in a cart with a pass; again: change how many, never how long",
		func(ctx context.Context, in *body[ReservationInput]) (*body[Reservation], error) {
			r, token, err := s.services.Carts.Reserve(ctx, carts.ReserveRequest{ProductID: in.Body.ProductID, Units: in.Body.Units, Pass: in.Body.Pass, Buyer: buyerOf(ctx)})
			if err != nil {
				return nil, err
			}
			return s.reservation(ctx, r, token, r.Units)
		})
	register(s, "GET", "/api/reservations/{token}", "get-reservation", "Units that are held for whoever has the token",
		func(ctx context.Context, in *tokenPath) (*body[Reservation], error) {
			r, err := s.services.Units.Reservation(ctx, in.Token)
			if err != nil {
				return nil, err
			}
			wanted, err := s.services.Waitlist.Wanted(ctx, r)
			if err != nil {
				return nil, err
			}
			return s.reservation(ctx, r, in.Token, wanted)
		})
	register(s, "DELETE", "/api/reservations/{token}", "give-back-reservation", "Give held units to the next",
		func(ctx context.Context, in *tokenPath) (*struct{}, error) {
			return nil, s.services.Units.GiveBack(ctx, in.Token)
		})
}

func (s *Server) reservation(ctx context.Context, r shop.Reservation, token string, wanted int64) (*body[Reservation], error) {
	now, paused := s.services.Now(), false
	if r.DropID != nil {
		index, err := s.services.Catalog.Drops(ctx)
		if err != nil {
			return nil, err
		}
		if d, ok := index.ByID(*r.DropID); ok && d.Paused(now) { // its time stands still
			now, paused = *d.PausedAt, true
		}
	}
	state := r.State
	left := r.ExpiresAt.Sub(now)
	if state == shop.ReservationHeld && left <= 0 { // unusable at once, also before its units have come back
		state = shop.ReservationEnded
	}
	if state != shop.ReservationHeld {
		left = 0
	}
	return &body[Reservation]{Reservation{Token: token, ProductID: r.ProductID, Units: r.Units, Price: dollars(r.Price), Kind: string(r.Kind), State: string(state),
		Email: r.Email, Wanted: wanted, ExpiresAt: r.ExpiresAt, SecondsLeft: int64(left / time.Second), Paused: paused}}, nil
}

func (s *Server) registerAdminWaitlist() {
	type entries struct {
		Items []WaitlistEntry `json:"items"`
	}
	register(s, "GET", "/api/admin/products/{id}/waitlist", "admin-list-waitlist", "Who waits for a product or has an offer, in order",
		func(ctx context.Context, in *IDPath) (*body[entries], error) {
			list, err := s.services.Waitlist.Entries(ctx, in.ID)
			if err != nil {
				return nil, err
			}
			out := entries{Items: make([]WaitlistEntry, 0, len(list))}
			for _, e := range list {
				out.Items = append(out.Items, WaitlistEntry{ID: e.ID, Email: e.Email, Units: e.Units, State: string(e.State), Counts: e.Proven, JoinedAt: e.CreatedAt})
			}
			return &body[entries]{out}, nil
		})
	register(s, "DELETE", "/api/admin/products/{id}/waitlist/{entry}", "admin-remove-from-waitlist", "Take somebody off a product's waitlist",
		func(ctx context.Context, in *struct {
			IDPath
			Entry int64 `path:"entry" minimum:"1" maximum:"9007199254740991"`
		}) (*struct{}, error) {
			return nil, s.services.Waitlist.Remove(ctx, in.ID, in.Entry, actor(ctx))
		})
}
