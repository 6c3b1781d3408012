package shopapi

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/carts"
	"github.com/snackdrop/snackdrop/internal/catalog"
	"github.com/snackdrop/snackdrop/internal/operations"
	"github.com/snackdrop/snackdrop/internal/reservations"
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

// Reservation is units that are held for whoever has its token.
type Reservation struct {
	Token       string             `json:"token"`
	ProductID   int64              `json:"product_id"`
	Units       int64              `json:"units"`
	Price       operations.Dollars `json:"price" doc:"Of one unit, fixed when the reservation was made"`
	Kind        string             `json:"kind" enum:"cart,offer,win"`
	State       string             `json:"state" enum:"held,used,ended"`
	Email       string             `json:"email" doc:"The order must use this mailbox"`
	Wanted      int64              `json:"wanted" doc:"How many units were waited for"`
	ExpiresAt   time.Time          `json:"expires_at"`
	SecondsLeft int64              `json:"seconds_left" doc:"By the shop's clock"`
	Paused      bool               `json:"paused"`
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

// waitlistHandlers serve waitlists and the units that are held for somebody.
type waitlistHandlers struct {
	carts     *carts.Service
	dropIndex *catalog.DropIndexCache
	now       func() time.Time
	units     *reservations.Units
	waitlist  *waitlist.Service
}

func (h waitlistHandlers) Routes(s *operations.Registry) {
	operations.Register(s, "POST", "/api/products/{id}/waitlist", "join-waitlist", "Wait for a product of which nothing is free; a mail asks to open a link",
		func(ctx context.Context, in *struct {
			operations.IDPath
			Ticket string `header:"Queue-Ticket" maxLength:"600" doc:"In a drop with a line: the ticket that the line gave out"`
			Body   struct {
				Email string `json:"email" maxLength:"254"`
				Units int64  `json:"units,omitempty" minimum:"1" maximum:"10" default:"1"`
			}
		}) (*operations.Body[WaitlistPlace], error) {
			place, err := h.waitlist.Join(ctx, in.ID, in.Body.Email, in.Body.Units, in.Ticket, signedInUser(ctx), operations.RequestInfoFrom(ctx).Client)
			if err != nil {
				return nil, err
			}
			return &operations.Body[WaitlistPlace]{Body: placeJSON(place)}, nil
		})
	operations.Register(s, "POST", "/api/waitlist/confirm", "confirm-waitlist", "Make a place on a waitlist count with the mail's token",
		func(ctx context.Context, in *tokenBody) (*operations.Body[WaitlistPlace], error) {
			place, err := h.waitlist.Confirm(ctx, in.Body.Token, signedInUser(ctx), operations.RequestInfoFrom(ctx).Client)
			if err != nil {
				return nil, err
			}
			return &operations.Body[WaitlistPlace]{Body: placeJSON(place)}, nil
		})
	operations.Register(s, "POST", "/api/waitlist/leave", "leave-waitlist", "Leave a waitlist with the mail's token",
		func(ctx context.Context, in *tokenBody) (*struct{}, error) {
			return nil, h.waitlist.Leave(ctx, in.Body.Token, operations.RequestInfoFrom(ctx).Client)
		})
	operations.Register(s, "POST", "/api/reservations", "reserve", "Hold units of a drop in a cart with a pass; the same call changes how many, and never until when",
		func(ctx context.Context, in *operations.Body[ReservationInput]) (*operations.Body[Reservation], error) {
			r, token, err := h.carts.Reserve(ctx, carts.ReserveRequest{ProductID: in.Body.ProductID, Units: in.Body.Units, Pass: in.Body.Pass, Buyer: buyerOf(ctx)})
			if err != nil {
				return nil, err
			}
			return h.reservation(ctx, r, token, r.Units)
		})
	operations.Register(s, "GET", "/api/reservations/{token}", "get-reservation", "Units that are held for whoever has the token",
		func(ctx context.Context, in *tokenPath) (*operations.Body[Reservation], error) {
			r, err := h.units.Reservation(ctx, in.Token)
			if err != nil {
				return nil, err
			}
			wanted, err := h.waitlist.Wanted(ctx, r)
			if err != nil {
				return nil, err
			}
			return h.reservation(ctx, r, in.Token, wanted)
		})
	operations.Register(s, "DELETE", "/api/reservations/{token}", "release-reservation", "Release held units: they go to the next person or back to the stock",
		func(ctx context.Context, in *tokenPath) (*struct{}, error) {
			return nil, h.units.ReleaseReservation(ctx, in.Token)
		})
}

func (h waitlistHandlers) reservation(ctx context.Context, r shop.Reservation, token string, wanted int64) (*operations.Body[Reservation], error) {
	var drop shop.Drop
	if r.DropID != nil {
		index, err := h.dropIndex.Get(ctx)
		if err != nil {
			return nil, err
		}
		drop, _ = index.ByID(*r.DropID)
	}
	now, state := h.now(), r.State
	if state == shop.ReservationHeld && r.Over(&drop, now) { // unusable at once, also before its units have come back
		state = shop.ReservationEnded
	}
	left := time.Duration(0)
	if state == shop.ReservationHeld {
		left = r.TimeLeft(&drop, now)
	}
	return &operations.Body[Reservation]{Body: Reservation{Token: token, ProductID: r.ProductID, Units: r.Units, Price: operations.Dollars(r.Price), Kind: string(r.Kind), State: string(state),
		Email: r.Email, Wanted: wanted, ExpiresAt: r.ExpiresAt, SecondsLeft: int64(left / time.Second), Paused: drop.Paused(now)}}, nil
}
