// Package feeds writes what the shop publishes for other programs: its drops as Atom, JSON Feed and iCalendar, its products
// for Google Merchant and as JSON lines. It is given what shoppers may see and knows neither cache nor HTTP.
package feeds

import (
	"cmp"
	"html"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/snackdrop/snackdrop/internal/drops"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// Shop is what every feed says of the shop.
type Shop struct {
	Name     string
	URL      string // without a slash at the end
	Currency string
	Format   string         // the setting currency_format
	Zone     *time.Location // in which times are written for people
}

// Of is the shop of some settings.
func Of(settings shop.Settings, url string) Shop {
	return Shop{Name: settings.Brand.SiteName, URL: url, Currency: settings.Payments.Currency, Format: settings.Payments.CurrencyFormat, Zone: settings.DropZone()}
}

func (s Shop) dropURL(d drops.PublicDrop) string { return s.URL + "/drop/" + url.PathEscape(d.Slug) }

// dropID names a drop for ever: its slug and its name may change.
func (s Shop) dropID(d drops.PublicDrop) string {
	return s.URL + "/drops#drop-" + strconv.FormatInt(d.ID, 10)
}

func (s Shop) title() string { return s.Name + " drops" }

// dropWhen says in words when a drop opens or that it is over.
func (s Shop) dropWhen(d drops.PublicDrop) string {
	opens := d.OpensAt.In(s.Zone).Format("Monday, January 2, 2006 at 3:04 PM MST")
	switch d.Phase {
	case shop.PhaseLive:
		return "Open since " + opens + "."
	case shop.PhaseAwarding:
		return "The draw is over. Its winners can buy now."
	case shop.PhaseEnded:
		return "This drop is over. It opened " + opens + "."
	}
	return "Opens " + opens + "."
}

// dropHTML is the body of an entry: when, what, and the products with their prices.
func (s Shop) dropHTML(d drops.PublicDrop) string {
	var b strings.Builder
	paragraph := func(text string) { b.WriteString("<p>" + html.EscapeString(text) + "</p>") }
	paragraph(s.dropWhen(d))
	for text := range strings.SplitSeq(d.Description, "\n") {
		if text = strings.TrimSpace(text); text != "" {
			paragraph(text)
		}
	}
	if len(d.Products) > 0 {
		b.WriteString("<ul>")
		for _, p := range d.Products {
			b.WriteString(`<li><a href="` + html.EscapeString(s.productURL(p.ID)) + `">` + html.EscapeString(p.Name) + `</a>, ` +
				html.EscapeString(shop.MoneyText(p.Price, s.Currency, s.Format)) + `</li>`)
		}
		b.WriteString("</ul>")
	}
	return b.String()
}

// dropUpdated is when what a feed says of a drop changed last: by staff, or by the clock.
func dropUpdated(d drops.PublicDrop, at time.Time) time.Time {
	last := d.UpdatedAt
	times := []time.Time{d.TeasedAt, d.OpensAt}
	if d.EarlyAt != nil {
		times = append(times, *d.EarlyAt)
	}
	if d.EndsAt != nil {
		times = append(times, *d.EndsAt)
	}
	if end, ends := d.EndAt(); ends {
		times = append(times, end)
	}
	for _, change := range times {
		if !change.After(at) && change.After(last) {
			last = change
		}
	}
	return last.UTC().Truncate(time.Second)
}

// feedUpdated is when the newest entry changed; of a feed without entries: now.
func feedUpdated(list []drops.PublicDrop, at time.Time) time.Time {
	var last time.Time
	for _, d := range list {
		if updated := dropUpdated(d, at); updated.After(last) {
			last = updated
		}
	}
	if last.IsZero() {
		return at.UTC().Truncate(time.Second)
	}
	return last
}

// dropImage is the address of the picture of a drop, "" when it has none.
func (s Shop) dropImage(d drops.PublicDrop) string {
	path := ""
	if d.Image != nil {
		path = d.Image.URL
	}
	if len(d.Products) > 0 {
		path = cmp.Or(path, d.Products[0].ImageURL())
	}
	return s.absolute(path)
}

func (s Shop) absolute(path string) string {
	if strings.HasPrefix(path, "/") {
		return s.URL + path
	}
	return path
}

func (s Shop) productURL(id int64) string { return s.URL + "/product/" + strconv.FormatInt(id, 10) }
