// Package demo holds the catalogue of the demo shop: its categories and
// products as plain values, the pictures that `node art/build.mjs` makes, and Seed,
// which fills an empty shop with them.
package demo

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
)

//go:embed catalog.json
var catalogJSON []byte

// Catalog is the whole demo shop, categories in the order in which the shop lists them and
// products in the order of their ids.
type Catalog struct {
	Categories []Category
	Products   []Product
}

// Category is one category of the demo shop.
type Category struct {
	Slug        string
	Name        string
	Description string
	Sign        shop.Sign
	Color       string // of the sign; "": the drawing's own
	// Image is the base name of the category card's picture, see pictureFiles.
	Image string
}

// Product is one demo product. Its fields carry the shop's meaning: Stock nil
// is not counted, Rating nil is not rated yet.
type Product struct {
	ID          int64
	Name        string
	Slug        string
	Description string
	PriceCents  int64
	Category    string // slug
	Origin      string
	Featured    bool
	Popular     bool
	Stock       *int64
	InStock     bool
	Rating      *int64 // tenths, 0 to 50
	// Age is how long before the shop's first day the product was added, so
	// that "newest first" has something to sort.
	Age time.Duration
	// Image is the base name of the product's pictures, see pictureFiles.
	Image string
	// ImageAlt says in words what the picture shows.
	ImageAlt string
}

type catalogFile struct {
	Categories []struct {
		Slug        string    `json:"slug"`
		Name        string    `json:"name"`
		Sign        shop.Sign `json:"sign"`
		Color       string    `json:"color"`
		Description string    `json:"description"`
	} `json:"categories"`
	Products []productFile `json:"products"`
}

type productFile struct {
	ID           int64  `json:"id"`
	Name         string `json:"name"`
	Slug         string `json:"slug"`
	Category     string `json:"category"`
	Origin       string `json:"origin"`
	PriceCents   int64  `json:"price_cents"`
	RatingTenths *int64 `json:"rating_tenths"`
	Stock        *int64 `json:"stock"`
	InStock      *bool  `json:"in_stock"` // absent means true
	Featured     bool   `json:"featured"`
	Popular      bool   `json:"popular"`
	DaysOld      int64  `json:"days_old"`
	Description  string `json:"description"`
	Art          string `json:"art"`
}

// Load reads the embedded catalogue. Every call returns fresh values.
func Load() (Catalog, error) {
	var file catalogFile
	dec := json.NewDecoder(bytes.NewReader(catalogJSON))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&file); err != nil {
		return Catalog{}, fmt.Errorf("demo catalogue: %w", err)
	}
	var c Catalog
	for _, cat := range file.Categories {
		c.Categories = append(c.Categories, Category{
			Slug:        cat.Slug,
			Name:        cat.Name,
			Description: cat.Description,
			Sign:        cat.Sign,
			Color:       cat.Color,
			Image:       "category-" + cat.Slug,
		})
	}
	for _, p := range file.Products {
		c.Products = append(c.Products, p.product())
	}
	return c, nil
}

func (p productFile) product() Product {
	return Product{
		ID:          p.ID,
		Name:        p.Name,
		Slug:        p.Slug,
		Description: p.Description,
		PriceCents:  p.PriceCents,
		Category:    p.Category,
		Origin:      p.Origin,
		Featured:    p.Featured,
		Popular:     p.Popular,
		Stock:       p.Stock,
		InStock:     p.InStock == nil || *p.InStock,
		Rating:      p.RatingTenths,
		Age:         time.Duration(p.DaysOld) * 24 * time.Hour,
		Image:       p.Slug,
		ImageAlt:    p.Art,
	}
}
