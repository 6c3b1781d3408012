package publicapi

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/operations"
)

// NextDrop is as much of a drop as the home page shows.
type NextDrop struct {
	_            struct{}  `nullable:"true"`
	Slug         string    `json:"slug"`
	Name         string    `json:"name"`
	Phase        string    `json:"phase" enum:"teased,early,live,awarding,ended"`
	Paused       bool      `json:"paused"`
	Availability string    `json:"availability" enum:"available,all_held,sold_out"`
	OpensAt      time.Time `json:"opens_at"`
	OpensText    string    `json:"opens_text" doc:"opens_at in the shop's time zone for drops"`
	Color        string    `json:"color" doc:"Of its picture, #rrggbb, or empty"`
}

func (q *Queries) nextDropRoutes(s *operations.Registry) {
	type nextDropResponse struct {
		Drop *NextDrop `json:"drop" doc:"The drop that is open or opens next, null when none is planned"`
	}
	operations.Register(s, "GET", "/api/next-drop", "get-next-drop", "The drop that is open or opens next",
		func(ctx context.Context, _ *struct{}) (*operations.Body[nextDropResponse], error) {
			d, err := q.publicDrops.Next(ctx)
			if err != nil || d == nil {
				return &operations.Body[nextDropResponse]{}, err
			}
			settings, err := q.settings.Get(ctx)
			if err != nil {
				return nil, err
			}
			next := NextDrop{Slug: d.Slug, Name: d.Name, Phase: string(d.Phase), Paused: d.Paused, Availability: string(d.Availability), OpensAt: d.OpensAt,
				OpensText: dropTimeText(&d.OpensAt, settings.DropZone())}
			if d.Image != nil {
				next.Color = d.Image.Color
			}
			return &operations.Body[nextDropResponse]{Body: nextDropResponse{&next}}, nil
		})
}
