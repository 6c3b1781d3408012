package demo

import (
	"context"
	"fmt"
	"io/fs"
	"time"

	"github.com/google/uuid"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// Media stores files; they are then served from "/" and their key.
type Media interface {
	Put(ctx context.Context, key string, content []byte) error
}

// Seed fills an empty shop with the demo catalogue and its two orders. A shop
// that has anything in it is left alone.
func Seed(ctx context.Context, s *store.Store, media Media, catalogue Catalog, now time.Time) error {
	if full, err := hasCatalogue(ctx, s); err != nil || full {
		return err
	}
	pictures := map[string]shop.Image{}
	add := func(name string) error {
		picture, err := storeImage(ctx, media, name)
		if err == nil && picture.URL != "" {
			pictures[name] = picture
		}
		return err
	}
	for _, c := range catalogue.Categories {
		if err := add(c.Image); err != nil {
			return err
		}
	}
	for _, p := range catalogue.Products {
		if err := add(p.Image); err != nil {
			return err
		}
	}
	err := s.Write(ctx, func(tx *store.Tx) error { return seed(ctx, tx, catalogue, pictures, now) })
	if full, again := hasCatalogue(ctx, s); err != nil && again == nil && full {
		return nil // another process was faster
	}
	return err
}

func hasCatalogue(ctx context.Context, s *store.Store) (bool, error) {
	categories, err := s.Categories.All(ctx)
	if err != nil {
		return false, err
	}
	products, err := s.Products.Count(ctx)
	return len(categories) > 0 || products > 0, err
}

// storeImage stores one picture with its sizes where uploads go.
func storeImage(ctx context.Context, media Media, name string) (shop.Image, error) {
	files, err := pictureFiles(name)
	if err != nil {
		return shop.Image{}, err
	}
	var picture shop.Image
	id := uuid.NewString()
	for _, file := range files {
		content, err := fs.ReadFile(pictureFolder(), file.Name)
		if err != nil {
			return picture, err
		}
		key := fmt.Sprintf("site-assets/product-images/%s-%d.webp", id, file.Width)
		if file.Kind == "social" {
			key = fmt.Sprintf("site-assets/product-images/%s-social.jpg", id)
		}
		if err := media.Put(ctx, key, content); err != nil {
			return picture, err
		}
		url := "/" + key
		if file.Kind == "social" {
			picture.Social = url
			continue
		}
		picture.Sizes = append(picture.Sizes, shop.ImageSize{URL: url, Width: file.Width})
		picture.URL, picture.Width, picture.Height, picture.Color = url, file.Width, file.Height, file.Colour
	}
	return picture, nil
}

// socialHandles let the pages of a demo shop show what they look like with links to social media.
var socialHandles = map[string]string{"instagram_username": "snackdrop", "facebook_page": "https://www.facebook.com/snackdrop"}

func seed(ctx context.Context, tx *store.Tx, catalogue Catalog, pictures map[string]shop.Image, now time.Time) error {
	for _, key := range []string{"site_name", "currency", "primary_color", "secondary_color"} {
		if err := tx.Settings.Save(ctx, key, shop.DefaultSettings().Text(key), now); err != nil {
			return err
		}
	}
	for key, handle := range socialHandles {
		if err := tx.Settings.Save(ctx, key, handle, now); err != nil {
			return err
		}
	}
	for _, picture := range pictures {
		if err := tx.Images.Add(ctx, picture, now); err != nil {
			return err
		}
	}
	categories := map[string]int64{}
	for _, c := range catalogue.Categories {
		id, err := tx.Categories.Create(ctx, shop.CategoryInput{Name: c.Name, Slug: c.Slug, Description: c.Description, ImageURL: pictures[c.Image].URL,
			Sign: c.Sign, Color: &c.Color}, now)
		if err != nil {
			return err
		}
		categories[c.Slug] = id
	}
	for _, p := range catalogue.Products {
		category := categories[p.Category]
		in := shop.ProductInput{Name: p.Name, Slug: p.Slug, Description: p.Description, Price: shop.Cents(p.PriceCents), CategoryID: &category,
			Origin: p.Origin, Featured: p.Featured, Popular: p.Popular, InStock: p.InStock, Stock: p.Stock, Rating: p.Rating}
		var images []shop.Image
		if picture, ok := pictures[p.Image]; ok {
			images = []shop.Image{picture}
		}
		id, err := tx.Products.Create(ctx, in, images, now.Add(-p.Age))
		if err != nil {
			return err
		}
		if id != p.ID {
			return fmt.Errorf("demo product %d got id %d: the database is not new", p.ID, id)
		}
	}
	if err := seedOrders(ctx, tx, catalogue, pictures, now); err != nil {
		return err
	}
	return tx.TouchCatalog(ctx)
}

// seedOrders makes the two orders of a fresh demo shop: a delivery that waits to
// be processed and a pickup in process.
func seedOrders(ctx context.Context, tx *store.Tx, catalogue Catalog, pictures map[string]shop.Image, now time.Time) error {
	delivery := shop.Order{Email: "maya@example.com", Name: "Maya Torres", Phone: "(323) 555-0142",
		Fulfillment: shop.Delivery, Method: shop.Standard, Address: shop.Address{Line1: "1420 Rosewood Ave", City: "Austin", State: "TX", Zip: "78702"},
		Status: shop.StatusPending, Shipping: 5_99}
	pickup := shop.Order{Email: "jordan@example.com", Name: "Jordan Lee", Phone: "(213) 555-0178",
		Fulfillment: shop.Pickup, Status: shop.StatusProcessing, PickupCode: "SNACK7"}
	if err := seedOrder(ctx, tx, delivery, now.Add(-3*time.Hour), pictures, catalogue.Products[0], catalogue.Products[3], catalogue.Products[9]); err != nil {
		return err
	}
	return seedOrder(ctx, tx, pickup, now.Add(-50*time.Minute), pictures, catalogue.Products[1], catalogue.Products[6])
}

// seedOrder places an order of one unit of the first product, two of the second and so on.
func seedOrder(ctx context.Context, tx *store.Tx, order shop.Order, placed time.Time, pictures map[string]shop.Image, products ...Product) error {
	for i, p := range products {
		line := shop.OrderLine{Position: int64(i + 1), ProductID: &p.ID, Name: p.Name, ImageURL: pictures[p.Image].URL, Price: shop.Cents(p.PriceCents), Quantity: int64(i + 1)}
		order.Lines = append(order.Lines, line)
		order.Subtotal += line.Price.Times(line.Quantity)
	}
	order.Total = order.Subtotal + order.Shipping
	order.Currency, order.Payment, order.PaymentMethod, order.Reserved = "USD", shop.Paid, "demo", true
	return tx.Orders.Insert(ctx, []*store.NewOrder{{Order: order, PlacedBy: "shop"}}, placed)
}
