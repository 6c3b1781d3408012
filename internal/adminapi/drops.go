package adminapi

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/draws"
	"github.com/snackdrop/snackdrop/internal/drops"
	"github.com/snackdrop/snackdrop/internal/operations"
	"github.com/snackdrop/snackdrop/internal/publicapi"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// DropProductInput is a product of a drop that staff save.
type DropProductInput struct {
	ProductID int64               `json:"product_id" minimum:"1" maximum:"9007199254740991"`
	Price     *operations.Dollars `json:"price,omitempty" doc:"In this drop; null: its regular price"`
	Units     int64               `json:"units" minimum:"0" maximum:"1000000" doc:"For this drop; the rest of the stock is kept back"`
	Hidden    *bool               `json:"hidden,omitempty" doc:"Not public until the tease; true when left out"`
}

// DropInput is the body of creating or changing a drop.
type DropInput struct {
	Name               string             `json:"name" maxLength:"500"`
	Slug               string             `json:"slug,omitempty" maxLength:"500" doc:"Made from the name when left out"`
	Description        string             `json:"description,omitempty" maxLength:"20000"`
	ImageURL           *string            `json:"image_url,omitempty" maxLength:"500"`
	Mode               string             `json:"mode,omitempty" enum:"open,queue,draw" default:"queue"`
	TeasedAt           *time.Time         `json:"teased_at,omitempty" doc:"Now when left out"`
	EarlyAt            *time.Time         `json:"early_at,omitempty" doc:"An hour before the opening when left out"`
	OpensAt            time.Time          `json:"opens_at"`
	EndsAt             *time.Time         `json:"ends_at,omitempty"`
	EarlyAccess        string             `json:"early_access,omitempty" enum:"none,circle,codes,both" doc:"The mailing list (circle) when left out, nobody in a draw"`
	EarlyShare         *int64             `json:"early_share,omitempty" minimum:"0" maximum:"100" default:"25" doc:"Percent"`
	LimitUnits         int64              `json:"limit_units,omitempty" minimum:"1" maximum:"1000000" default:"1"`
	BuildingUnits      *int64             `json:"building_units,omitempty" minimum:"1" maximum:"1000000" doc:"Three times the units per household when left out"`
	ReservationSeconds int64              `json:"reservation_seconds,omitempty" minimum:"0" maximum:"86400" default:"480" doc:"A demo shop takes 5 seconds and more"`
	HoldSeconds        int64              `json:"hold_seconds,omitempty" minimum:"0" maximum:"86400" default:"600" doc:"A demo shop takes 5 seconds and more"`
	PassSeconds        int64              `json:"pass_seconds,omitempty" minimum:"0" maximum:"86400" default:"300" doc:"A demo shop takes 5 seconds and more"`
	ShuffleSeconds     int64              `json:"shuffle_seconds,omitempty" minimum:"0" maximum:"86400" default:"20"`
	RatePerMinute      *int64             `json:"rate_per_minute,omitempty" minimum:"1" maximum:"1000000" doc:"Automatic when left out"`
	PayAtPickup        bool               `json:"pay_at_pickup,omitempty"`
	SellRest           bool               `json:"sell_rest,omitempty"`
	NextDrawID         *int64             `json:"next_draw_id,omitempty" minimum:"1" maximum:"9007199254740991"`
	Products           []DropProductInput `json:"products,omitempty" maxItems:"1000"`
}

// StaffDropProduct is a product of a drop as staff see it.
type StaffDropProduct struct {
	ProductID   int64               `json:"product_id"`
	Position    int64               `json:"position"`
	Price       *operations.Dollars `json:"price"`
	Units       int64               `json:"units"`
	SafetyStock int64               `json:"safety_stock" doc:"Kept back from sale"`
	Hidden      bool                `json:"hidden"`
}

// StaffDrop is a drop as staff see it.
type StaffDrop struct {
	ID                 int64                    `json:"id"`
	Version            int64                    `json:"version"`
	Slug               string                   `json:"slug"`
	Name               string                   `json:"name"`
	Description        string                   `json:"description"`
	ImageURL           string                   `json:"image_url"`
	Image              *publicapi.CategoryImage `json:"image"`
	Mode               string                   `json:"mode" enum:"open,queue,draw"`
	ScheduledAt        *time.Time               `json:"scheduled_at"`
	TeasedAt           time.Time                `json:"teased_at"`
	EarlyAt            *time.Time               `json:"early_at"`
	OpensAt            time.Time                `json:"opens_at"`
	EndsAt             *time.Time               `json:"ends_at"`
	EndedAt            *time.Time               `json:"ended_at"`
	WithdrawnAt        *time.Time               `json:"withdrawn_at"`
	EarlyAccess        string                   `json:"early_access" enum:"none,circle,codes,both"`
	EarlyShare         int64                    `json:"early_share"`
	LimitUnits         int64                    `json:"limit_units"`
	BuildingUnits      *int64                   `json:"building_units"`
	ReservationSeconds int64                    `json:"reservation_seconds"`
	HoldSeconds        int64                    `json:"hold_seconds"`
	PassSeconds        int64                    `json:"pass_seconds"`
	ShuffleSeconds     int64                    `json:"shuffle_seconds"`
	RatePerMinute      *int64                   `json:"rate_per_minute"`
	PayAtPickup        bool                     `json:"pay_at_pickup"`
	SellRest           bool                     `json:"sell_rest"`
	NextDrawID         *int64                   `json:"next_draw_id"`
	Phase              string                   `json:"phase" enum:"draft,teased,early,live,awarding,ended"`
	Draft              bool                     `json:"draft" doc:"It was never scheduled, or was withdrawn: it can be scheduled"`
	Paused             bool                     `json:"paused" doc:"It can be resumed"`
	CanPause           bool                     `json:"can_pause"`
	CanEnd             bool                     `json:"can_end" doc:"It is live"`
	CanWithdraw        bool                     `json:"can_withdraw" doc:"It is scheduled and has not opened"`
	CanDelete          bool                     `json:"can_delete" doc:"It was never scheduled"`
	Units              int64                    `json:"units" doc:"Of all products, for this drop"`
	Sold               int64                    `json:"sold" doc:"In orders that are not over"`
	Products           []StaffDropProduct       `json:"products"`
}

// DropCode is an access code, without its text.
type DropCode struct {
	Label   string `json:"label"`
	MaxUses int64  `json:"max_uses"`
	Uses    int64  `json:"uses"`
}

// StaffDropDetail is one drop with its access codes.
type StaffDropDetail struct {
	StaffDrop
	AnnouncementMinutes int64      `json:"announcement_minutes" doc:"About how long its announcement takes to send"`
	Codes               []DropCode `json:"codes"`
	Draw                *StaffDraw `json:"draw" doc:"null unless it is a scheduled draw"`
}

func (in DropInput) shop() shop.Drop {
	d := shop.Drop{Name: in.Name, Slug: in.Slug, Description: in.Description, Mode: shop.DropMode(in.Mode), EarlyAt: in.EarlyAt, OpensAt: in.OpensAt,
		EndsAt: in.EndsAt, EarlyAccess: shop.EarlyAccess(in.EarlyAccess), EarlyShare: *in.EarlyShare, LimitUnits: in.LimitUnits, BuildingUnits: in.BuildingUnits,
		ReservationTime: seconds(in.ReservationSeconds), HoldTime: seconds(in.HoldSeconds), PassTime: seconds(in.PassSeconds), ShuffleTime: seconds(in.ShuffleSeconds),
		RatePerMinute: in.RatePerMinute, PayAtPickup: in.PayAtPickup, SellRest: in.SellRest, NextDrawID: in.NextDrawID}
	if in.TeasedAt != nil {
		d.TeasedAt = *in.TeasedAt
	}
	if in.ImageURL != nil && *in.ImageURL != "" {
		d.Image = &shop.Image{URL: *in.ImageURL}
	}
	for _, p := range in.Products {
		line := shop.DropProduct{ProductID: p.ProductID, Units: p.Units, Price: (*shop.Cents)(p.Price), Hidden: p.Hidden == nil || *p.Hidden}
		d.Products = append(d.Products, line)
	}
	return d
}

func seconds(n int64) time.Duration { return time.Duration(n) * time.Second }

func (h dropHandlers) staffDropJSON(d drops.StaffDrop) StaffDrop {
	now := h.now()
	out := StaffDrop{ID: d.ID, Version: d.Version, Slug: d.Slug, Name: d.Name, Description: d.Description, Image: publicapi.DropImageJSON(d.Image), Mode: string(d.Mode),
		ScheduledAt: d.ScheduledAt, TeasedAt: d.TeasedAt, EarlyAt: d.EarlyAt, OpensAt: d.OpensAt, EndsAt: d.EndsAt, EndedAt: d.EndedAt, WithdrawnAt: d.WithdrawnAt,
		EarlyAccess: string(d.EarlyAccess), EarlyShare: d.EarlyShare, LimitUnits: d.LimitUnits, BuildingUnits: d.BuildingUnits,
		ReservationSeconds: int64(d.ReservationTime.Seconds()), HoldSeconds: int64(d.HoldTime.Seconds()), PassSeconds: int64(d.PassTime.Seconds()),
		ShuffleSeconds: int64(d.ShuffleTime.Seconds()), RatePerMinute: d.RatePerMinute, PayAtPickup: d.PayAtPickup, SellRest: d.SellRest, NextDrawID: d.NextDrawID,
		Phase: string(d.Phase), Draft: d.IsDraft(), Paused: d.Paused(now), CanPause: d.CheckPause(now) == nil, CanEnd: d.CheckEnd(now) == nil,
		CanWithdraw: d.CheckWithdraw(now) == nil, CanDelete: d.CheckDelete() == nil, Sold: d.Sales.Sold, Products: make([]StaffDropProduct, 0, len(d.Products))}
	if d.Image != nil {
		out.ImageURL = d.Image.URL
	}
	for _, p := range d.Products {
		out.Units += p.Units
		out.Products = append(out.Products, StaffDropProduct{ProductID: p.ProductID, Position: p.Position, Price: (*operations.Dollars)(p.Price), Units: p.Units,
			SafetyStock: d.Kept[p.ProductID], Hidden: p.Hidden})
	}
	return out
}

// staffDrop answers with one drop and what staff need beside it.
func (h dropHandlers) staffDrop(ctx context.Context, d drops.StaffDrop, err error) (*operations.Body[StaffDropDetail], error) {
	if err != nil {
		return nil, err
	}
	out := StaffDropDetail{StaffDrop: h.staffDropJSON(d), Codes: []DropCode{}}
	if out.AnnouncementMinutes, err = h.drops.AnnouncementMinutes(ctx); err != nil {
		return nil, err
	}
	if out.Draw, err = h.staffDraw(ctx, d); err != nil {
		return nil, err
	}
	codes, err := h.earlyAccess.Codes(ctx, d.ID)
	for _, c := range codes {
		out.Codes = append(out.Codes, DropCode{Label: c.Label, MaxUses: c.MaxUses, Uses: c.Uses})
	}
	return &operations.Body[StaffDropDetail]{Body: out}, err
}

// dropAction is the request of an action on a drop.
type dropAction struct {
	operations.IDPath
	Body struct {
		Version int64 `json:"version" doc:"The version that was seen"`
	}
}

// dropHandlers serve drops and draws to staff.
type dropHandlers struct {
	draws       *draws.Service
	drawResults *draws.Results
	dropMetrics *drops.Recorder
	drops       *drops.Service
	earlyAccess *drops.EarlyAccess
	now         func() time.Time
}

func (h dropHandlers) Routes(s *operations.Registry) {
	type list struct {
		Items []StaffDrop `json:"items"`
	}
	operations.Register(s, "GET", "/api/admin/drops", "admin-list-drops", "All drops, the latest opening first",
		func(ctx context.Context, _ *struct{}) (*operations.Body[list], error) {
			found, err := h.drops.List(ctx)
			if err != nil {
				return nil, err
			}
			out := list{Items: make([]StaffDrop, 0, len(found))}
			for _, d := range found {
				out.Items = append(out.Items, h.staffDropJSON(d))
			}
			return &operations.Body[list]{Body: out}, nil
		})
	operations.Register(s, "POST", "/api/admin/drops", "admin-create-drop", "Save a drop as a draft",
		func(ctx context.Context, in *operations.Body[DropInput]) (*operations.Body[StaffDropDetail], error) {
			d, err := h.drops.Create(ctx, in.Body.shop(), operations.Actor(ctx))
			return h.staffDrop(ctx, d, err)
		})
	operations.Register(s, "GET", "/api/admin/drops/{id}", "admin-get-drop", "One drop for staff",
		func(ctx context.Context, in *operations.IDPath) (*operations.Body[StaffDropDetail], error) {
			d, err := h.drops.Get(ctx, in.ID)
			return h.staffDrop(ctx, d, err)
		})
	operations.Register(s, "PUT", "/api/admin/drops/{id}", "admin-update-drop", "Change a drop; times that have passed stay",
		func(ctx context.Context, in *struct {
			operations.IDPath
			Body struct {
				DropInput
				Version int64 `json:"version" doc:"The version the form was filled from"`
			}
		}) (*operations.Body[StaffDropDetail], error) {
			d := in.Body.shop()
			d.ID, d.Version = in.ID, in.Body.Version
			saved, err := h.drops.Change(ctx, d, operations.Actor(ctx))
			return h.staffDrop(ctx, saved, err)
		})
	operations.Register(s, "DELETE", "/api/admin/drops/{id}", "admin-delete-drop", "Delete a draft",
		func(ctx context.Context, in *struct {
			operations.IDPath
			Version int64 `query:"version" required:"true" minimum:"1"`
		}) (*struct{}, error) {
			return nil, h.drops.Delete(ctx, in.ID, in.Version, operations.Actor(ctx))
		})
	operations.Register(s, "POST", "/api/admin/drops/{id}/schedule", "admin-schedule-drop", "Announce a drop",
		func(ctx context.Context, in *dropAction) (*operations.Body[StaffDropDetail], error) {
			d, err := h.drops.Schedule(ctx, in.ID, in.Body.Version, operations.Actor(ctx))
			return h.staffDrop(ctx, d, err)
		})
	operations.Register(s, "POST", "/api/admin/drops/{id}/withdraw", "admin-withdraw-drop", "Take a drop back before it opens",
		func(ctx context.Context, in *dropAction) (*operations.Body[StaffDropDetail], error) {
			d, err := h.drops.Withdraw(ctx, in.ID, in.Body.Version, operations.Actor(ctx))
			return h.staffDrop(ctx, d, err)
		})
	operations.Register(s, "POST", "/api/admin/drops/{id}/duplicate", "admin-duplicate-drop", "Make a draft like a drop, with seeds of its own",
		func(ctx context.Context, in *dropAction) (*operations.Body[StaffDropDetail], error) {
			d, err := h.drops.Duplicate(ctx, in.ID, in.Body.Version, operations.Actor(ctx))
			return h.staffDrop(ctx, d, err)
		})
	type newCode struct {
		Code string          `json:"code" doc:"Shown once"`
		Drop StaffDropDetail `json:"drop"`
	}
	operations.Register(s, "POST", "/api/admin/drops/{id}/codes", "admin-add-drop-code", "Make an access code, which is shown once",
		func(ctx context.Context, in *struct {
			operations.IDPath
			Body struct {
				Label   string `json:"label,omitempty" maxLength:"80"`
				MaxUses int64  `json:"max_uses" minimum:"1" maximum:"1000000"`
				Version int64  `json:"version"`
			}
		}) (*operations.Body[newCode], error) {
			code, d, err := h.earlyAccess.AddCode(ctx, in.ID, in.Body.Version, in.Body.Label, in.Body.MaxUses, operations.Actor(ctx))
			detail, err := h.staffDrop(ctx, d, err)
			if err != nil {
				return nil, err
			}
			return &operations.Body[newCode]{Body: newCode{code, detail.Body}}, nil
		})
	operations.Register(s, "POST", "/api/admin/drops/{id}/limit-exceptions", "admin-lift-drop-limit", "Lift the purchase limits for one order of an address",
		func(ctx context.Context, in *struct {
			operations.IDPath
			Body struct {
				Email   string `json:"email" maxLength:"254"`
				Version int64  `json:"version"`
			}
		}) (*operations.Body[StaffDropDetail], error) {
			d, err := h.earlyAccess.LiftLimit(ctx, in.ID, in.Body.Version, in.Body.Email, operations.Actor(ctx))
			return h.staffDrop(ctx, d, err)
		})
	h.liveRoutes(s)
	h.drawRoutes(s)
}
