package httpapi

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/draws"
	"github.com/snackdrop/snackdrop/internal/drops"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// DrawWinner is an entry that won in a draw. Nobody is named.
type DrawWinner struct {
	Number int64  `json:"number"`
	Rank   int64  `json:"rank"`
	State  string `json:"state" enum:"won,bought,passed" doc:"It can be bought, an order has it, or it went to the next rank"`
}

// Draw is what everybody may know of a draw.
type Draw struct {
	SeedHash      string       `json:"seed_hash" doc:"SHA-256 of the seed, public from the announcement on"`
	ScheduledAt   *time.Time   `json:"scheduled_at" doc:"When the seed was locked"`
	Entries       int64        `json:"entries" doc:"That count"`
	EntriesDigest string       `json:"entries_digest" doc:"SHA-256 of entries.csv, empty before the close"`
	Seed          string       `json:"seed" doc:"Empty until the list is stored"`
	Winners       []DrawWinner `json:"winners" doc:"By rank"`
	Check         string       `json:"check" doc:"A Python program that finds the ranks again beside entries.csv"`
	ScheduledText string       `json:"scheduled_text" doc:"scheduled_at in the shop's time zone for drops"`
	AwardsText    string       `json:"awards_text" doc:"Until when the next rank wins when somebody does not buy"`
}

func drawJSON(r draws.Result, zone *time.Location) Draw {
	out := Draw{SeedHash: r.Proof.SeedHash, ScheduledAt: r.Drop.ScheduledAt, Entries: r.Entries, EntriesDigest: r.Proof.EntriesDigest, Seed: r.Proof.Seed,
		Winners: make([]DrawWinner, 0, len(r.Winners)), Check: r.Check, ScheduledText: dropTimeText(r.Drop.ScheduledAt, zone)}
	if end, ends := r.Drop.EndAt(); ends {
		out.AwardsText = dropTimeText(&end, zone)
	}
	for _, w := range r.Winners {
		out.Winners = append(out.Winners, DrawWinner{Number: w.Number, Rank: w.Rank, State: string(w.State)})
	}
	return out
}

func (s *Server) registerDraw() {
	register(s, "GET", "/api/drops/{slug}/draw", "get-draw", "How a draw stands, and the proof of it",
		func(ctx context.Context, in *SlugPath) (*body[Draw], error) {
			result, err := s.services.Draws.Result(ctx, in.Slug)
			if err != nil {
				return nil, err
			}
			settings, err := s.services.Settings.Get(ctx)
			return &body[Draw]{drawJSON(result, settings.DropZone())}, err
		})
	register(s, "GET", "/api/drops/{slug}/draw/entries.csv", "get-draw-entries", "The list that a draw was made from: number, receipt_hash, tier, withdrawn",
		func(ctx context.Context, in *SlugPath) (*queueListAnswer, error) {
			text, err := s.services.Draws.EntriesCSV(ctx, in.Slug)
			if err != nil {
				return nil, err
			}
			// It never changes.
			return &queueListAnswer{ContentType: "text/csv; charset=utf-8", CacheControl: "public, max-age=3600",
				Disposition: `attachment; filename="entries.csv"`, Body: []byte(text)}, nil
		})
	register(s, "POST", "/api/admin/drops/{id}/draw", "admin-draw-now", "Draw the winners at once, after the close",
		func(ctx context.Context, in *dropAction) (*body[StaffDropDetail], error) {
			if err := s.services.Draws.DrawNow(ctx, in.ID, in.Body.Version, actor(ctx)); err != nil {
				return nil, err
			}
			d, err := s.services.Drops.Get(ctx, in.ID)
			return s.staffDrop(ctx, d, err)
		})
}

// staffDraw is how a draw stands, for staff.
func (s *Server) staffDraw(ctx context.Context, d drops.StaffDrop) (*StaffDraw, error) {
	if d.Mode != shop.DropDraw || d.ScheduledAt == nil || d.WithdrawnAt != nil {
		return nil, nil
	}
	figures, err := s.services.Draws.Figures(ctx, d.Drop)
	return &StaffDraw{Entries: figures.Entries, Unconfirmed: figures.Unconfirmed, Withdrawn: figures.Withdrawn, Open: figures.Open, Bought: figures.Bought, Passed: figures.Passed,
		Done: figures.Done}, err
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
	Done        bool     `json:"done" doc:"The winners are drawn"`
}
