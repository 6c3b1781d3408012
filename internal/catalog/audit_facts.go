package catalog

import "github.com/snackdrop/snackdrop/internal/shop"

// productFacts are the fields of a product for the audit log, named as in the API.
func productFacts(p shop.Product) map[string]any {
	images := make([]string, 0, len(p.Images))
	for _, image := range p.Images {
		images = append(images, image.URL)
	}
	facts := map[string]any{
		"name": p.Name, "slug": p.Slug, "description": p.Description, "price": p.Price.String(), "images": images,
		"category_id": nil, "origin": p.Origin, "is_featured": p.Featured, "is_popular": p.Popular, "in_stock": p.InStockFlag,
		"stock_quantity": p.Stock, "rating": nil, "max_per_order": p.MaxPerOrder, "max_per_customer": p.MaxPerCustomer,
		"safety_stock": p.SafetyStock, "published_at": p.PublishedAt,
	}
	if p.Category != nil {
		facts["category_id"] = p.Category.ID
	}
	if p.Rating != nil {
		facts["rating"] = float64(*p.Rating) / 10
	}
	return facts
}

// categoryFacts are the fields of a category.
func categoryFacts(c shop.Category) map[string]any {
	facts := map[string]any{"name": c.Name, "slug": c.Slug, "description": c.Description, "image_url": "", "sign": c.Sign, "color": c.Color}
	if c.Image != nil {
		facts["image_url"] = c.Image.URL
	}
	return facts
}

// promotionFacts are the fields of a promo code.
func promotionFacts(p shop.Promotion) map[string]any {
	facts := map[string]any{"code": p.Code, "kind": p.Kind, "minimum": p.Minimum.String(), "starts_at": p.StartsAt, "ends_at": p.EndsAt,
		"max_uses": p.MaxUses, "max_per_customer": p.MaxPerCustomer, "enabled": p.Enabled}
	switch p.Kind {
	case shop.PercentOff:
		facts["percent"] = p.Value
	case shop.AmountOff:
		facts["amount"] = shop.Cents(p.Value).String()
	}
	return facts
}
