package publicapi

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/drops"
	"github.com/snackdrop/snackdrop/internal/operations"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// ProductDrop is the drop that a product is in.
type ProductDrop struct {
	_       struct{}  `nullable:"true"`
	Slug    string    `json:"slug"`
	Name    string    `json:"name"`
	Mode    string    `json:"mode" enum:"open,queue,draw"`
	Phase   string    `json:"phase" enum:"teased,early,live,awarding,ended"`
	Paused  bool      `json:"paused"`
	OpensAt time.Time `json:"opens_at"`
	// OpensText is only in the response about one product.
	OpensText string `json:"opens_text,omitempty" doc:"opens_at in the shop's time zone for drops"`
	Free      int64  `json:"free" doc:"Units that can be had now"`
	Held      int64  `json:"held" doc:"Units in other carts and unpaid orders"`
	// LineClosed and CanWait are left out while they are false: lists are long.
	LineClosed bool `json:"line_closed,omitempty" doc:"In mode queue: nobody has to stand in line any more"`
	CanWait    bool `json:"can_wait,omitempty" doc:"Its waitlist can be joined while nothing is free"`
}

// DropProduct is a product of a drop.
type DropProduct struct {
	Product
	Units int64 `json:"units" doc:"For this drop"`
}

// DropQueue is a line of a drop with its proof.
type DropQueue struct {
	_             struct{}  `nullable:"true"`
	QueueOpensAt  time.Time `json:"queue_opens_at"`
	ShuffleAt     time.Time `json:"shuffle_at"`
	SeedHash      string    `json:"seed_hash"`
	EntriesDigest string    `json:"entries_digest"`
	Seed          string    `json:"seed"`
}

// Drop is a drop as shoppers see it.
type Drop struct {
	Slug          string         `json:"slug"`
	Name          string         `json:"name"`
	Description   string         `json:"description"`
	Image         *CategoryImage `json:"image"`
	Mode          string         `json:"mode" enum:"open,queue,draw"`
	Phase         string         `json:"phase" enum:"teased,early,live,awarding,ended"`
	Paused        bool           `json:"paused"`
	Availability  string         `json:"availability" enum:"available,all_held,sold_out"`
	TeasedAt      time.Time      `json:"teased_at"`
	EarlyAt       *time.Time     `json:"early_at"`
	OpensAt       time.Time      `json:"opens_at"`
	QueueOpensAt  *time.Time     `json:"queue_opens_at" doc:"Of the main line, or of the entries of a draw"`
	ShuffleAt     *time.Time     `json:"shuffle_at"`
	EndsAt        *time.Time     `json:"ends_at"`
	LimitUnits    int64          `json:"limit_units"`
	EarlyAccess   string         `json:"early_access" enum:"none,circle,codes,both"`
	Free          int64          `json:"free"`
	Held          int64          `json:"held"`
	SeedHash      string         `json:"seed_hash" doc:"SHA-256 of the seed of the shuffle, public from the announcement on"`
	EntriesDigest string         `json:"entries_digest" doc:"SHA-256 of the list that was shuffled, empty before"`
	Seed          string         `json:"seed" doc:"Empty until the list is fixed"`
	EarlyLine     *DropQueue     `json:"early_line"`
	Products      []DropProduct  `json:"products"`
	Version       int64          `json:"version"`
	LineClosed    bool           `json:"line_closed" doc:"Nobody can join the line any more; what comes back is sold as in mode open"`
	DropTexts
}

// DropList is the drops that shoppers may know of: the next opening first, then ended ones.
type DropList struct {
	Items []Drop `json:"items"`
}

// DropImageJSON is the picture of a drop as the API writes it.
func DropImageJSON(image *shop.Image) *CategoryImage {
	if image == nil {
		return nil
	}
	return &CategoryImage{URL: image.URL, Width: image.Width, Height: image.Height, Color: image.Color, Sizes: image.Sizes}
}

func dropJSON(d drops.PublicDrop, settings shop.Settings) Drop {
	out := Drop{Slug: d.Slug, Name: d.Name, Description: d.Description, Image: DropImageJSON(d.Image), Mode: string(d.Mode), Phase: string(d.Phase), Paused: d.Paused,
		Availability: string(d.Availability), TeasedAt: d.TeasedAt, EarlyAt: d.EarlyAt, OpensAt: d.OpensAt, EndsAt: d.EndsAt, LimitUnits: d.LimitUnits,
		EarlyAccess: string(d.EarlyAccess), Free: d.Free, Held: d.Held, Products: make([]DropProduct, 0, len(d.Products)), Version: d.Version,
		LineClosed: d.LineClosedAt != nil, DropTexts: dropTexts(d, settings)}
	if at, ok := d.EndAt(); ok && d.Mode != shop.DropDraw {
		out.EndsAt = &at
	}
	if d.Main != nil {
		out.QueueOpensAt, out.ShuffleAt = &d.Main.OpensAt, &d.Main.ShuffleAt
		out.SeedHash, out.EntriesDigest, out.Seed = d.Main.Proof.SeedHash, d.Main.Proof.EntriesDigest, d.Main.Proof.Seed
	}
	if d.Early != nil {
		out.EarlyLine = &DropQueue{QueueOpensAt: d.Early.OpensAt, ShuffleAt: d.Early.ShuffleAt, SeedHash: d.Early.Proof.SeedHash,
			EntriesDigest: d.Early.Proof.EntriesDigest, Seed: d.Early.Proof.Seed}
	}
	for _, p := range d.Products {
		product := ProductJSON(p.Product)
		if product.Drop != nil {
			product.Drop.Held = p.Held
		}
		out.Products = append(out.Products, DropProduct{Product: product, Units: p.Units})
	}
	return out
}

func productDropJSON(p shop.Product) *ProductDrop {
	if p.Drop == nil {
		return nil
	}
	out := &ProductDrop{Slug: p.Drop.Slug, Name: p.Drop.Name, Mode: string(p.Drop.Mode), Phase: string(p.Drop.Phase), Paused: p.Drop.Paused, OpensAt: p.Drop.OpensAt, LineClosed: p.Drop.LineClosed, CanWait: p.Drop.CanWait}
	if free := p.Free(); free != nil {
		out.Free = *free
	}
	return out
}

// productJSON is a product with the units of its drop that others hold.
func (q *Queries) productJSON(ctx context.Context, p shop.Product) (Product, error) {
	out := ProductJSON(p)
	if out.Drop == nil {
		return out, nil
	}
	held, err := q.publicDrops.Held(ctx)
	if err != nil {
		return out, err
	}
	settings, err := q.settings.Get(ctx)
	out.Drop.Held, out.Drop.OpensText = held[p.ID], dropTimeText(&p.Drop.OpensAt, settings.DropZone())
	return out, err
}

func (q *Queries) dropRoutes(s *operations.Registry) {
	operations.Register(s, "GET", "/api/drops", "list-drops", "Drops that are announced, open or over",
		func(ctx context.Context, _ *struct{}) (*operations.Body[DropList], error) {
			list, err := q.publicDrops.PublicList(ctx)
			if err != nil {
				return nil, err
			}
			settings, err := q.settings.Get(ctx)
			if err != nil {
				return nil, err
			}
			out := DropList{Items: make([]Drop, 0, len(list))}
			for _, d := range list {
				out.Items = append(out.Items, dropJSON(d, settings))
			}
			return &operations.Body[DropList]{Body: out}, nil
		})
	operations.Register(s, "GET", "/api/drops/{slug}", "get-drop", "One drop",
		func(ctx context.Context, in *operations.SlugPath) (*operations.Body[Drop], error) {
			d, err := q.publicDrops.Public(ctx, in.Slug)
			if err != nil {
				return nil, err
			}
			settings, err := q.settings.Get(ctx)
			return &operations.Body[Drop]{Body: dropJSON(d, settings)}, err
		})
}
