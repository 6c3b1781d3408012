package shopapi

import (
	"context"
	"fmt"
	"math"
	"net/http"
	"time"

	"github.com/snackdrop/snackdrop/internal/carts"
	"github.com/snackdrop/snackdrop/internal/drops"
	"github.com/snackdrop/snackdrop/internal/operations"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/waitingroom"
	"github.com/snackdrop/snackdrop/internal/waitlist"
)

// QueuePlace is a place in the line of a drop, as the browser keeps it.
type QueuePlace struct {
	Number  int64  `json:"number"`
	Line    string `json:"line" enum:"main,early"`
	Ticket  string `json:"ticket" doc:"Sent as Queue-Ticket"`
	Receipt string `json:"receipt" doc:"Its SHA-256 stands in the list that is shuffled"`
	Proven  bool   `json:"proven" doc:"A link that was mailed to the address was opened"`
}

// QueueStatus is what everybody in a line sees alike. Times are milliseconds since 1970.
type QueueStatus struct {
	Now         int64   `json:"now"`
	Line        string  `json:"line" enum:"main,early"`
	Phase       string  `json:"phase" enum:"teased,early,live,awarding,ended"`
	LineOpensAt int64   `json:"queue_opens_at" doc:"From when on it can be joined"`
	OpensAt     int64   `json:"opens_at" doc:"When the line begins to be served"`
	ShuffleAt   int64   `json:"shuffle_at"`
	Joined      int64   `json:"joined"`
	Shuffled    *int64  `json:"shuffled" doc:"How many were shuffled; null before"`
	Serving     int64   `json:"serving" doc:"Ranks up to this one are called"`
	Rate        float64 `json:"rate" doc:"People called per minute"`
	Paused      bool    `json:"paused"`
	Closed      bool    `json:"closed" doc:"For good"`
	Free        int64   `json:"free"`
	Held        int64   `json:"held"`
	Poll        int64   `json:"poll" doc:"Seconds until it is worth asking again"`
}

// QueueEntry is somebody's own place.
type QueueEntry struct {
	Number      int64      `json:"number"`
	Line        string     `json:"line" enum:"main,early"`
	Rank        *int64     `json:"rank" doc:"null before the shuffle"`
	Tier        *int64     `json:"tier"`
	State       string     `json:"state" enum:"waiting,next,admitted,expired,used,left,won,lost"`
	SecondsLeft int64      `json:"seconds_left" doc:"Of the pass"`
	WinEndsAt   *time.Time `json:"win_ends_at,omitempty" doc:"Until when the winner of a draw can buy"`
	Proven      bool       `json:"proven"`
	MayRejoin   bool       `json:"may_rejoin"`
	Reservation string     `json:"reservation" doc:"The token with which the winner of a draw buys; empty without an open win"`
}

// QueuePass is the right to reserve units of a drop.
type QueuePass struct {
	Pass        string    `json:"pass"`
	ExpiresAt   time.Time `json:"expires_at"`
	SecondsLeft int64     `json:"seconds_left"`
}

// TicketHeader is the ticket of a place.
type TicketHeader struct {
	Slug   string `path:"slug" maxLength:"200"`
	Ticket string `header:"Queue-Ticket" maxLength:"500"`
}

type queueStatusResponse struct {
	CacheControl string `header:"Cache-Control"`
	Connection   string `header:"Connection"`
	Body         QueueStatus
}

type queueListResponse struct {
	ContentType  string `header:"Content-Type"`
	CacheControl string `header:"Cache-Control"`
	Disposition  string `header:"Content-Disposition"`
	Body         []byte
}

func queuePlaceJSON(j waitingroom.Joined) *operations.Body[QueuePlace] {
	return &operations.Body[QueuePlace]{Body: QueuePlace{Number: j.Number, Line: string(j.Line), Ticket: j.Ticket, Receipt: j.Receipt, Proven: j.Proven}}
}

// queueHandlers serve the lines of drops.
type queueHandlers struct {
	carts       *carts.Service
	crowded     func() bool // so many connections are open that responses to polls close theirs
	dropCounts  *drops.Counts
	https       func() bool
	waitingRoom *waitingroom.Service
	earlyAccess *drops.EarlyAccess
	waitlist    *waitlist.Service
}

func (h queueHandlers) Routes(s *operations.Registry) {
	s.Handle("POST /drop/{slug}/line", http.HandlerFunc(h.queueForm))
	operations.Register(s, "POST", "/api/drops/{slug}/queue/entries", "join-queue", "Stand in the line of a drop or enter a draw, or join again with the ticket of a place that was left",
		func(ctx context.Context, in *struct {
			TicketHeader
			Body struct {
				Email     string `json:"email,omitempty" maxLength:"254"`
				Notify    bool   `json:"notify,omitempty" doc:"By email, when it is almost their turn"`
				EarlyPass string `json:"early_pass,omitempty" maxLength:"500" doc:"Before the opening: for the line of those with early access"`
				Proof     string `json:"proof,omitempty" maxLength:"500" doc:"The token of a mailed link to the drop"`
				EnterNext bool   `json:"enter_next,omitempty" doc:"Of a draw: enter the next one too when this one is not won"`
			}
		}) (*operations.Body[QueuePlace], error) {
			joined, err := h.waitingRoom.Join(ctx, waitingroom.JoinInput{Slug: in.Slug, Email: in.Body.Email, Notify: in.Body.Notify, EarlyPass: in.Body.EarlyPass,
				Proof: in.Body.Proof, EnterNext: in.Body.EnterNext, Ticket: in.Ticket, User: signedInUser(ctx), Client: operations.RequestInfoFrom(ctx).Client})
			if err != nil {
				h.dropCounts.RefusedInLine(ctx, in.Slug, err)
				return nil, err
			}
			return queuePlaceJSON(joined), nil
		})
	operations.Register(s, "POST", "/api/drops/{slug}/queue/entry", "open-queue-link", "Get a place with the token that was mailed, and prove its address",
		func(ctx context.Context, in *struct {
			operations.SlugPath
			Body struct {
				Token string `json:"token" maxLength:"500"`
			}
		}) (*operations.Body[QueuePlace], error) {
			joined, err := h.waitingRoom.OpenLink(ctx, in.Slug, in.Body.Token, signedInUser(ctx))
			if err != nil {
				return nil, err
			}
			return queuePlaceJSON(joined), nil
		})
	operations.Register(s, "GET", "/api/drops/{slug}/queue/entry", "get-queue-entry", "One's own place in the line",
		func(ctx context.Context, in *TicketHeader) (*operations.Body[QueueEntry], error) {
			e, err := h.waitingRoom.Entry(ctx, in.Slug, in.Ticket)
			if err != nil {
				return nil, err
			}
			return &operations.Body[QueueEntry]{Body: QueueEntry{Number: e.Number, Line: string(e.Line), Rank: e.Rank, Tier: e.Tier, State: string(e.State),
				SecondsLeft: wholeSeconds(e.TimeLeft), WinEndsAt: e.WinEndsAt, Proven: e.Proven, MayRejoin: e.MayJoin, Reservation: e.Reservation}}, nil
		})
	operations.Register(s, "DELETE", "/api/drops/{slug}/queue/entry", "leave-queue", "Leave the line, or withdraw from a draw",
		func(ctx context.Context, in *TicketHeader) (*struct{}, error) {
			return nil, h.waitingRoom.Leave(ctx, in.Slug, in.Ticket)
		})
	operations.Register(s, "POST", "/api/drops/{slug}/queue/pass", "get-queue-pass", "Go in: get the pass when it is one's turn",
		func(ctx context.Context, in *TicketHeader) (*operations.Body[QueuePass], error) {
			p, err := h.waitingRoom.Pass(ctx, in.Slug, in.Ticket)
			if err != nil {
				h.dropCounts.RefusedInLine(ctx, in.Slug, err)
				return nil, err
			}
			return &operations.Body[QueuePass]{Body: QueuePass{p.Pass, p.ExpiresAt, wholeSeconds(p.Left)}}, nil
		})
	operations.Register(s, "GET", "/api/drops/{slug}/queue", "get-queue-status", "How far a line is served; the same for everybody",
		func(ctx context.Context, in *struct {
			operations.SlugPath
			LineQuery
		}) (*queueStatusResponse, error) {
			status, err := h.waitingRoom.Status(ctx, in.Slug, shop.QueueLine(in.Line))
			if err != nil {
				return nil, err
			}
			response := &queueStatusResponse{CacheControl: "public, max-age=1", Body: queueStatusJSON(status)}
			if h.crowded() {
				response.Connection = "close"
			}
			return response, nil
		})
	operations.Register(s, "GET", "/api/drops/{slug}/queue/entries.csv", "get-queue-entries", "The list that a line was shuffled from: number, receipt_hash, tier, withdrawn",
		func(ctx context.Context, in *struct {
			operations.SlugPath
			LineQuery
		}) (*queueListResponse, error) {
			text, err := h.waitingRoom.EntriesCSV(ctx, in.Slug, shop.QueueLine(in.Line))
			if err != nil {
				return nil, err
			}
			// It never changes.
			return &queueListResponse{ContentType: "text/csv; charset=utf-8", CacheControl: "public, max-age=3600",
				Disposition: fmt.Sprintf(`attachment; filename="entries-%s.csv"`, in.Line), Body: []byte(text)}, nil
		})
}

// LineQuery is a line of a drop in a query. Huma sees only exported types that are embedded.
type LineQuery struct {
	Line string `query:"line" enum:"main,early" default:"main"`
}

func wholeSeconds(d time.Duration) int64 { return int64(max(0, d) / time.Second) }

func queueStatusJSON(q waitingroom.LineStatus) QueueStatus {
	return QueueStatus{Now: q.Now.UnixMilli(), Line: string(q.Line), Phase: string(q.Phase), LineOpensAt: q.LineOpensAt.UnixMilli(), OpensAt: q.OpensAt.UnixMilli(),
		ShuffleAt: q.ShuffleAt.UnixMilli(), Joined: q.Joined, Shuffled: q.Shuffled, Serving: q.Serving, Rate: math.Round(q.RatePerMinute*10) / 10, Paused: q.Paused,
		Closed: q.Closed, Free: q.Free, Held: q.Held, Poll: int64(q.Poll / time.Second)}
}
