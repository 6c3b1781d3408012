package publicapi

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/draws"
	"github.com/snackdrop/snackdrop/internal/operations"
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

func (q *Queries) drawRoutes(s *operations.Registry) {
	operations.Register(s, "GET", "/api/drops/{slug}/draw", "get-draw", "How a draw stands, and the proof of it",
		func(ctx context.Context, in *operations.SlugPath) (*operations.Body[Draw], error) {
			result, err := q.draws.Result(ctx, in.Slug)
			if err != nil {
				return nil, err
			}
			settings, err := q.settings.Get(ctx)
			return &operations.Body[Draw]{Body: drawJSON(result, settings.DropZone())}, err
		})
}
