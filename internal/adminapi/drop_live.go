package adminapi

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/drops"
	"github.com/snackdrop/snackdrop/internal/operations"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// DropMetrics is what one instance counted in one second of a drop, and how things stood at its end.
type DropMetrics struct {
	Second       int64  `json:"second" doc:"Since 1970"`
	Instance     string `json:"instance"`
	Joins        int64  `json:"joins"`
	Passes       int64  `json:"passes"`
	Reservations int64  `json:"reservations"`
	Placed       int64  `json:"placed"`
	Paid         int64  `json:"paid"`
	Abandoned    int64  `json:"abandoned" doc:"Reservations and order holds that ended unpaid"`
	Busy         int64  `json:"busy" doc:"Refused because too many came"`
	Limited      int64  `json:"limited" doc:"Refused by a limit"`
	Errors       int64  `json:"errors"`
	QueueLength  int64  `json:"queue_length" doc:"Orders that wait to be placed"`
	P95          int64  `json:"p95_ms" doc:"Of placing an order"`
	ClockOffset  int64  `json:"clock_offset_ms"`
	PayCalls     int64  `json:"pay_calls" doc:"Calls to payment providers"`
	PayLimit     int64  `json:"pay_limit" doc:"How many calls a second they allow; 0: any number"`
	Waiting      int64  `json:"waiting" doc:"In line; from here on the same for all instances"`
	Called       int64  `json:"called" doc:"Called, without a pass yet"`
	Inside       int64  `json:"inside" doc:"Valid passes"`
	Held         int64  `json:"held" doc:"Units in reservations and unpaid orders"`
	Free         int64  `json:"free" doc:"Units"`
	KeptBack     int64  `json:"kept_back" doc:"Units"`
}

// DropMetricsJSON is a second of a drop as the API writes it.
func DropMetricsJSON(m shop.DropMetrics) DropMetrics {
	return DropMetrics{Second: m.Second.Unix(), Instance: m.Instance, Joins: m.Counts[shop.DropJoins], Passes: m.Counts[shop.DropPasses],
		Reservations: m.Counts[shop.DropReservations], Placed: m.Counts[shop.DropPlaced], Paid: m.Counts[shop.DropPaid], Abandoned: m.Counts[shop.DropAbandoned],
		Busy: m.Counts[shop.DropBusy], Limited: m.Counts[shop.DropLimited], Errors: m.Counts[shop.DropErrors], QueueLength: m.QueueLength, P95: m.P95.Milliseconds(),
		ClockOffset: m.ClockOffset.Milliseconds(), PayCalls: m.PayCalls, PayLimit: m.PayLimit, Waiting: m.Waiting, Called: m.Called, Inside: m.Inside, Held: m.Held, Free: m.Free,
		KeptBack: m.KeptBack}
}

// DropTotals are counts of a whole drop.
type DropTotals struct {
	Placed    int64 `json:"placed"`
	Paid      int64 `json:"paid"`
	Abandoned int64 `json:"abandoned"`
	Busy      int64 `json:"busy"`
	Limited   int64 `json:"limited"`
	Errors    int64 `json:"errors"`
}

// ReviewOrder is a paid order in a group that staff look at.
type ReviewOrder struct {
	Number   string             `json:"number"`
	Name     string             `json:"customer_name"`
	Email    string             `json:"email"`
	Status   string             `json:"status"`
	PlacedAt time.Time          `json:"created_at"`
	Units    int64              `json:"units" doc:"Of the drop"`
	Total    operations.Dollars `json:"total"`
	Currency string             `json:"currency"`
}

// ReviewGroup is paid orders of a drop that share something.
type ReviewGroup struct {
	Kind   string        `json:"kind" enum:"building,domain,network,name,phone,card"`
	Orders []ReviewOrder `json:"orders"`
}

func (h dropHandlers) liveRoutes(s *operations.Registry) {
	type dropMetricsList struct {
		Items     []DropMetrics `json:"items"`
		NextAfter int64         `json:"next_after" doc:"Give it as after to get what comes next"`
		Totals    *DropTotals   `json:"totals" doc:"Of the whole drop up to next_after; null in an response to after"`
	}
	operations.Register(s, "GET", "/api/admin/drops/{id}/metrics", "admin-drop-metrics", "What all instances counted in a drop, by second; without after the last two minutes",
		func(ctx context.Context, in *struct {
			operations.IDPath
			After int64 `query:"after" minimum:"0" doc:"A second"`
		}) (*operations.Body[dropMetricsList], error) {
			list, next, err := h.dropMetrics.Metrics(ctx, in.ID, time.Unix(in.After, 0))
			out := dropMetricsList{Items: make([]DropMetrics, 0, len(list)), NextAfter: next.Unix()}
			for _, m := range list {
				out.Items = append(out.Items, DropMetricsJSON(m))
			}
			if err != nil || in.After > 0 {
				return &operations.Body[dropMetricsList]{Body: out}, err
			}
			sum, err := h.dropMetrics.Totals(ctx, in.ID, next)
			out.Totals = &DropTotals{Placed: sum[shop.DropPlaced], Paid: sum[shop.DropPaid], Abandoned: sum[shop.DropAbandoned], Busy: sum[shop.DropBusy],
				Limited: sum[shop.DropLimited], Errors: sum[shop.DropErrors]}
			return &operations.Body[dropMetricsList]{Body: out}, err
		})
	type dropReview struct {
		Groups []ReviewGroup `json:"groups"`
	}
	operations.Register(s, "GET", "/api/admin/drops/{id}/review", "admin-drop-review", "Paid orders of a drop that share something, the largest group first",
		func(ctx context.Context, in *operations.IDPath) (*operations.Body[dropReview], error) {
			groups, err := h.drops.Review(ctx, in.ID)
			out := dropReview{Groups: make([]ReviewGroup, 0, len(groups))}
			for _, g := range groups {
				out.Groups = append(out.Groups, reviewJSON(g))
			}
			return &operations.Body[dropReview]{Body: out}, err
		})
	act := func(name, id, summary string, do func(ctx context.Context, id, version int64, by audit.Actor) (drops.StaffDrop, error)) {
		operations.Register(s, "POST", "/api/admin/drops/{id}/"+name, id, summary, func(ctx context.Context, in *dropAction) (*operations.Body[StaffDropDetail], error) {
			d, err := do(ctx, in.ID, in.Body.Version, operations.Actor(ctx))
			return h.staffDrop(ctx, d, err)
		})
	}
	act("pause", "admin-pause-drop", "Stop a drop for a while: no reservations, passes or orders", h.drops.Pause)
	act("resume", "admin-resume-drop", "Let a paused drop go on", h.drops.Resume)
	act("end", "admin-end-drop", "End a drop that is live", h.drops.End)
	operations.Register(s, "POST", "/api/admin/drops/{id}/rate", "admin-drop-rate", "Say how many people a minute are called",
		func(ctx context.Context, in *struct {
			operations.IDPath
			Body struct {
				PeoplePerMinute *int64 `json:"people_per_minute,omitempty" minimum:"1" maximum:"100000" doc:"Automatic when left out"`
				Version         int64  `json:"version"`
			}
		}) (*operations.Body[StaffDropDetail], error) {
			d, err := h.drops.SetRate(ctx, in.ID, in.Body.Version, in.Body.PeoplePerMinute, operations.Actor(ctx))
			return h.staffDrop(ctx, d, err)
		})
	operations.Register(s, "POST", "/api/admin/drops/{id}/stock", "admin-add-drop-units", "Give a drop more units: from those kept back first, then as new stock",
		func(ctx context.Context, in *struct {
			operations.IDPath
			Body struct {
				ProductID int64 `json:"product_id" minimum:"1" maximum:"9007199254740991"`
				Units     int64 `json:"units" minimum:"1" maximum:"1000000"`
				Version   int64 `json:"version"`
			}
		}) (*operations.Body[StaffDropDetail], error) {
			d, err := h.drops.AddUnits(ctx, in.ID, in.Body.Version, in.Body.ProductID, in.Body.Units, operations.Actor(ctx))
			return h.staffDrop(ctx, d, err)
		})
	operations.Register(s, "POST", "/api/admin/drops/{id}/pass-on", "admin-pass-orders-on", "Cancel and refund paid orders, keep their buyers out of the drop and give their units to the next",
		func(ctx context.Context, in *struct {
			operations.IDPath
			Body struct {
				Orders  []string `json:"orders" minItems:"1" maxItems:"200" doc:"Their numbers"`
				Version int64    `json:"version"`
			}
		}) (*operations.Body[StaffDropDetail], error) {
			d, err := h.drops.PassOn(ctx, in.ID, in.Body.Version, in.Body.Orders, operations.Actor(ctx))
			return h.staffDrop(ctx, d, err)
		})
}

func reviewJSON(g drops.ReviewGroup) ReviewGroup {
	out := ReviewGroup{Kind: g.Kind, Orders: make([]ReviewOrder, 0, len(g.Orders))}
	for _, o := range g.Orders {
		out.Orders = append(out.Orders, ReviewOrder{Number: o.Number, Name: o.Name, Email: o.Email, Status: string(o.Status), PlacedAt: o.PlacedAt, Units: o.Units,
			Total: operations.Dollars(o.Total), Currency: o.Currency})
	}
	return out
}

func (h dropHandlers) drawRoutes(s *operations.Registry) {
	operations.Register(s, "POST", "/api/admin/drops/{id}/draw", "admin-draw-now", "Draw the winners at once, after the close",
		func(ctx context.Context, in *dropAction) (*operations.Body[StaffDropDetail], error) {
			if err := h.draws.DrawNow(ctx, in.ID, in.Body.Version, operations.Actor(ctx)); err != nil {
				return nil, err
			}
			d, err := h.drops.Get(ctx, in.ID)
			return h.staffDrop(ctx, d, err)
		})
}

// staffDraw is how a draw stands, for staff.
func (h dropHandlers) staffDraw(ctx context.Context, d drops.StaffDrop) (*StaffDraw, error) {
	if d.Mode != shop.DropDraw || d.IsDraft() {
		return nil, nil
	}
	figures, err := h.drawResults.Figures(ctx, d.Drop)
	return &StaffDraw{Entries: figures.Entries, Unconfirmed: figures.Unconfirmed, Withdrawn: figures.Withdrawn, Open: figures.Open, Bought: figures.Bought, Passed: figures.Passed,
		Done: figures.Done, CanDraw: d.CheckDraw(figures.Done, h.now()) == nil}, err
}

// StaffDraw is how a draw stands, in figures.
type StaffDraw struct {
	_           struct{} `nullable:"true"`
	Entries     int64    `json:"entries" doc:"That count"`
	Unconfirmed int64    `json:"unconfirmed" doc:"Entries whose mailed link was not opened"`
	Withdrawn   int64    `json:"withdrawn"`
	Open        int64    `json:"open" doc:"Wins that can be bought"`
	Bought      int64    `json:"bought"`
	Passed      int64    `json:"passed" doc:"Wins that went to the next rank"`
	Done        bool     `json:"done" doc:"The seed is shown, and the best ranks have won"`
	CanDraw     bool     `json:"can_draw" doc:"It has closed and is not done"`
}
