package demo

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

//go:embed drops.json
var dropsJSON []byte

// Drop is one drop of the demo shop, without its times: they depend on the first start.
type Drop struct {
	Slug        string        `json:"slug"`
	Name        string        `json:"name"`
	Description string        `json:"description"`
	Mode        shop.DropMode `json:"mode"`
	Image       string        `json:"image"` // the base name of its pictures, see pictureFiles
	LimitUnits  int64         `json:"limit_units"`
	Products    []DropProduct `json:"products"`
}

// DropProduct is a product that is sold in one of the drops alone.
type DropProduct struct {
	Name           string      `json:"name"`
	Slug           string      `json:"slug"`
	Category       string      `json:"category"`
	Origin         string      `json:"origin"`
	Description    string      `json:"description"`
	Art            string      `json:"art"` // what the picture shows
	PriceCents     shop.Cents  `json:"price_cents"`
	DropPriceCents *shop.Cents `json:"drop_price_cents"`
	Stock          int64       `json:"stock"`
	Units          int64       `json:"units"` // for the drop
}

// loadDrops reads the embedded drops: the one that opens first, the announced one, the one that is over, the draw.
func loadDrops() ([]Drop, error) {
	var file struct {
		Drops []Drop `json:"drops"`
	}
	dec := json.NewDecoder(bytes.NewReader(dropsJSON))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&file); err != nil {
		return nil, fmt.Errorf("demo drops: %w", err)
	}
	return file.Drops, nil
}

const (
	earlyAfter = 2 * time.Minute // of the drop that opens first
	opensAfter = 5 * time.Minute
	drawOpens  = 3 * time.Minute // for entries
	drawFor    = 48 * time.Hour
	daysAhead  = 3 // of the announced drop, which opens at noon
	overSince  = 26 * time.Hour
	soldOutIn  = 4 * time.Minute
)

// SeedDrops makes the drops of a demo shop and their products, once: one that opens minutes from now, one that is announced,
// one that is over, and a draw that takes entries soon. schedule saves a drop and announces it, as staff do.
func SeedDrops(ctx context.Context, s *store.Store, media Media, zone *time.Location, now time.Time, schedule func(context.Context, shop.Drop) error) error {
	drops, err := loadDrops()
	if err != nil {
		return err
	}
	if known, err := s.Drops.All(ctx); err != nil || len(known) > 0 {
		return err
	}
	if len(drops) != 4 {
		return fmt.Errorf("demo drops: there are %d", len(drops))
	}
	planned := make([]shop.Drop, len(drops))
	for i, d := range drops {
		if planned[i], err = seedProducts(ctx, s, media, d, now); err != nil {
			return err
		}
	}
	noon := now.In(zone)
	opening := time.Date(noon.Year(), noon.Month(), noon.Day()+daysAhead, 12, 0, 0, 0, zone)
	early, end := now.Add(earlyAfter), now.Add(24*time.Hour)
	planned[0].EarlyAt, planned[0].OpensAt, planned[0].EndsAt = &early, now.Add(opensAfter), &end
	planned[1].OpensAt = opening
	entriesEnd := now.Add(drawFor).Truncate(time.Hour)
	planned[3].OpensAt, planned[3].EndsAt, planned[3].EarlyAccess = now.Add(drawOpens), &entriesEnd, shop.EarlyNone
	for _, d := range []shop.Drop{planned[0], planned[1], planned[3]} {
		if err := schedule(ctx, d); err != nil {
			return err
		}
	}
	return seedFinished(ctx, s, planned[2], now)
}

// seedProducts stores the products of a drop and their pictures.
func seedProducts(ctx context.Context, s *store.Store, media Media, d Drop, now time.Time) (shop.Drop, error) {
	out := shop.Drop{Slug: d.Slug, Name: d.Name, Description: d.Description, Mode: d.Mode, LimitUnits: d.LimitUnits, TeasedAt: now, EarlyShare: 25,
		ReservationTime: 8 * time.Minute, HoldTime: 10 * time.Minute, PassTime: 5 * time.Minute, ShuffleTime: 20 * time.Second}
	categories, err := s.Categories.All(ctx)
	if err != nil {
		return out, err
	}
	pictures := map[string]shop.Image{}
	names := []string{d.Image}
	for _, p := range d.Products {
		names = append(names, p.Slug)
	}
	for _, name := range names {
		if pictures[name], err = storeImage(ctx, media, name); err != nil {
			return out, err
		}
	}
	if picture := pictures[d.Image]; picture.URL != "" {
		out.Image = &picture
	}
	return out, s.Write(ctx, func(tx *store.Tx) error {
		out.Products = nil
		for _, picture := range pictures {
			if picture.URL == "" {
				continue
			}
			if err := tx.Images.Add(ctx, picture, now); err != nil {
				return err
			}
		}
		for i, p := range d.Products {
			in := shop.ProductInput{Name: p.Name, Slug: p.Slug, Description: p.Description, Price: p.PriceCents, Origin: p.Origin, InStock: true, Stock: &p.Stock}
			for _, c := range categories {
				if c.Slug == p.Category {
					in.CategoryID = &c.ID
				}
			}
			var images []shop.Image
			if picture := pictures[p.Slug]; picture.URL != "" {
				images = []shop.Image{picture}
			}
			id, err := tx.Products.Create(ctx, in, images, now)
			if err != nil {
				return err
			}
			out.Products = append(out.Products, shop.DropProduct{ProductID: id, Position: int64(i + 1), Price: p.DropPriceCents, Units: p.Units, Hidden: true})
		}
		return tx.TouchCatalog(ctx)
	})
}

// seedFinished stores a drop that is over. Nobody can schedule one in the past.
func seedFinished(ctx context.Context, s *store.Store, d shop.Drop, now time.Time) error {
	d.OpensAt = now.Add(-overSince).Truncate(time.Hour)
	d.TeasedAt = d.OpensAt.Add(-48 * time.Hour)
	end := d.OpensAt.Add(soldOutIn)
	d.ScheduledAt, d.EndsAt = &d.TeasedAt, &end
	d.Complete(now)
	return s.Write(ctx, func(tx *store.Tx) error {
		id, err := tx.Drops.Create(ctx, d, d.TeasedAt)
		if err != nil {
			return err
		}
		d.ID, d.Version = id, 1
		if err := tx.Drops.Change(ctx, d, end); err != nil {
			return err
		}
		for i := range d.Products {
			d.Products[i].Active = true
		}
		if err := tx.Drops.SetProducts(ctx, id, d.Products); err != nil {
			return err
		}
		for _, p := range d.Products {
			if err := tx.Products.SetPublishedAt(ctx, p.ProductID, &d.TeasedAt, now); err != nil {
				return err
			}
		}
		return tx.TouchCatalog(ctx)
	})
}
