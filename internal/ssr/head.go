package ssr

import (
	"bytes"
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// meta is what the head of a page says.
type meta struct {
	title, description, canonical, image, kind string
	imageWidth, imageHeight                    int
	noindex                                    bool
	linked                                     []any // JSON-LD
}

// These are the parts of the API's answers that a head speaks of.
type (
	productAnswer struct {
		ID          int64        `json:"id"`
		Name        string       `json:"name"`
		Slug        string       `json:"slug"`
		Description string       `json:"description"`
		Price       json.Number  `json:"price"`
		Images      []shop.Image `json:"images"`
		InStock     bool         `json:"in_stock"`
		Category    *struct {
			Name string `json:"name"`
			Slug string `json:"slug"`
		} `json:"category"`
	}
	categoryAnswer struct {
		Name        string  `json:"name"`
		Slug        string  `json:"slug"`
		Description *string `json:"description"`
	}
)

const tagline = "The hottest source for rare and exotic snacks in Los Angeles. Limited drops of chips, drinks, candy, chocolate and cookies from abroad, shipped nationwide."

func (s *Handler) head(p route, data pageData) string {
	settings, err := s.app.Settings(context.Background())
	if err != nil {
		settings = shop.DefaultSettings()
	}
	brand := settings.Brand.SiteName
	m := meta{title: brand, description: tagline, canonical: s.app.PublicURL + p.url.EscapedPath(), kind: "website",
		image: s.app.PublicURL + "/social.jpg", imageWidth: 1200, imageHeight: 630}
	switch p.kind {
	case home:
		m.title = "Rare Snacks. Limited Supply. Maximum Hype. · " + brand
		m.linked = append(m.linked, s.organization(brand, settings), s.website(brand))
	case list:
		m.title = "All Products · " + brand
		m.noindex = p.url.RawQuery != ""
		m.linked = append(m.linked, s.crumbs("All Products", "/products"))
	case product:
		var item productAnswer
		if read(data.answers[p.mainQuery()], &item) {
			s.describeProduct(&m, item, brand, settings)
		} else {
			m.title, m.noindex = "Product Not Found · "+brand, true
		}
	case category:
		var shelf categoryAnswer
		if read(data.answers[p.mainQuery()], &shelf) {
			m.title = shelf.Name + " · " + brand
			if shelf.Description != nil {
				m.description = shorten(*shelf.Description, 160)
			}
			m.linked = append(m.linked, s.crumbs(shelf.Name, "/category/"+shelf.Slug))
		} else {
			m.title, m.noindex = "Category Not Found · "+brand, true
		}
	case static:
		m.title, m.description = staticPages[p.name].title+" · "+brand, staticPages[p.name].description
	case clientOnly:
		m.title, m.noindex = p.name+" · "+brand, true
	case notFound:
		m.title, m.noindex = "Page not found · "+brand, true
	}
	return m.html(brand)
}

func (s *Handler) describeProduct(m *meta, item productAnswer, brand string, settings shop.Settings) {
	m.title, m.description, m.kind = item.Name+" · "+brand, shorten(item.Description, 160), "product"
	availability := "https://schema.org/InStock"
	if !item.InStock {
		availability = "https://schema.org/OutOfStock"
	}
	linked := map[string]any{"@context": "https://schema.org", "@type": "Product", "name": item.Name, "description": item.Description,
		"sku": strconv.FormatInt(item.ID, 10), "url": m.canonical,
		"offers": map[string]any{"@type": "Offer", "price": item.Price, "priceCurrency": settings.Payments.Currency, "availability": availability, "url": m.canonical}}
	if len(item.Images) > 0 {
		picture := item.Images[0]
		m.image, m.imageWidth, m.imageHeight = s.app.PublicURL+picture.URL, picture.Width, picture.Height
		if picture.Social != "" {
			m.image, m.imageWidth, m.imageHeight = s.app.PublicURL+picture.Social, 1200, 630
		}
		linked["image"] = s.app.PublicURL + picture.URL
	}
	trail := []string{"All Products", "/products"}
	if item.Category != nil {
		linked["category"] = item.Category.Name
		trail = append(trail, item.Category.Name, "/category/"+item.Category.Slug)
	}
	m.linked = append(m.linked, linked, s.crumbs(append(trail, item.Name, "/product/"+strconv.FormatInt(item.ID, 10))...))
}

func (s *Handler) organization(brand string, settings shop.Settings) map[string]any {
	about := map[string]any{"@context": "https://schema.org", "@type": "Organization", "name": brand, "url": s.app.PublicURL + "/",
		"logo": s.app.PublicURL + "/icon-512.png"}
	var same []string
	if name := settings.Integrations.Instagram; name != "" {
		same = append(same, "https://www.instagram.com/"+strings.TrimPrefix(name, "@"))
	}
	if page := settings.Integrations.Facebook; page != "" {
		same = append(same, page)
	}
	if same != nil {
		about["sameAs"] = same
	}
	return about
}

func (s *Handler) website(brand string) map[string]any {
	return map[string]any{"@context": "https://schema.org", "@type": "WebSite", "name": brand, "url": s.app.PublicURL + "/",
		"potentialAction": map[string]any{"@type": "SearchAction", "query-input": "required name=search_term_string",
			"target": map[string]any{"@type": "EntryPoint", "urlTemplate": s.app.PublicURL + "/products?search={search_term_string}"}}}
}

// crumbs is the trail to a page: names and paths in turn, after Home.
func (s *Handler) crumbs(trail ...string) map[string]any {
	items := []any{}
	trail = append([]string{"Home", "/"}, trail...)
	for i := 0; i < len(trail); i += 2 {
		items = append(items, map[string]any{"@type": "ListItem", "position": i/2 + 1, "name": trail[i], "item": s.app.PublicURL + trail[i+1]})
	}
	return map[string]any{"@context": "https://schema.org", "@type": "BreadcrumbList", "itemListElement": items}
}

func (m meta) html(brand string) string {
	var b strings.Builder
	tag := func(kind, name, content string) {
		b.WriteString(`<meta ` + kind + `="` + name + `" content="` + escape(content) + `">`)
	}
	b.WriteString("<title>" + escape(m.title) + "</title>")
	tag("name", "description", m.description)
	if m.noindex {
		tag("name", "robots", "noindex")
	} else {
		b.WriteString(`<link rel="canonical" href="` + escape(m.canonical) + `">`)
	}
	tag("property", "og:type", m.kind)
	tag("property", "og:site_name", brand)
	tag("property", "og:title", m.title)
	tag("property", "og:description", m.description)
	tag("property", "og:url", m.canonical)
	tag("property", "og:image", m.image)
	tag("property", "og:image:width", strconv.Itoa(m.imageWidth))
	tag("property", "og:image:height", strconv.Itoa(m.imageHeight))
	tag("name", "twitter:card", "summary_large_image")
	b.WriteString(`<link rel="manifest" href="/manifest.webmanifest"><link rel="apple-touch-icon" href="/apple-touch-icon.png">`)
	for _, thing := range m.linked {
		var text bytes.Buffer
		enc := json.NewEncoder(&text)
		enc.SetEscapeHTML(true) // keeps </script> out of the script
		if enc.Encode(thing) == nil {
			b.WriteString(`<script type="application/ld+json">` + strings.TrimSpace(text.String()) + `</script>`)
		}
	}
	return b.String()
}

func read(answer json.RawMessage, into any) bool {
	return len(answer) > 0 && string(answer) != "null" && json.Unmarshal(answer, into) == nil
}

func shorten(text string, most int) string {
	text = strings.Join(strings.Fields(text), " ")
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	runes := []rune(text)[:most-1]
	cut := string(runes)
	if space := strings.LastIndexByte(cut, ' '); space > most/2 {
		cut = cut[:space]
	}
	return cut + "…"
}
