package ssr_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/mail"
	"github.com/snackdrop/snackdrop/internal/outbox"
	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/shoptest"
	"github.com/snackdrop/snackdrop/internal/ssr"
)

// addDrops gives the shop a drop in every phase that shoppers see. They were scheduled hours ago: what has begun cannot be.
func addDrops(t *testing.T, a *services.Services, clock *shoptest.Clock) {
	t.Helper()
	now := clock.Now()
	early := func(at time.Time) func(*shop.Drop) {
		return func(d *shop.Drop) { d.Mode, d.EarlyAccess, d.EarlyAt = shop.DropQueue, shop.EarlySubscribers, &at }
	}
	clock.Set(now.Add(-4 * time.Hour))
	shoptest.AddDrop(t, a, "ended", now.Add(-2*time.Hour))
	shoptest.AddDrop(t, a, "line", now.Add(-10*time.Minute), func(d *shop.Drop) { d.Mode = shop.DropQueue })
	shoptest.AddDrop(t, a, "draw", now.Add(-10*time.Minute), func(d *shop.Drop) { d.Mode = shop.DropDraw })
	shoptest.AddDrop(t, a, "early", now.Add(30*time.Minute), early(now.Add(-15*time.Minute)))
	shoptest.AddDrop(t, a, "teased", now.Add(30*time.Minute), early(now.Add(15*time.Minute)))
	clock.Set(now)
}

// renamedDrops looks at the pages of drops and at what the shop says of them elsewhere.
func renamedDrops(t *testing.T, s *ssr.Handler) {
	for slug, phase := range map[string]string{"ended": "SoldOut", "line": "LimitedAvailability", "draw": "LimitedAvailability", "early": "LimitedAvailability", "teased": "OutOfStock"} {
		page := rendered(t, s, "/drop/"+slug).Body.String()
		expectNoBuiltInWords(t, "/drop/"+slug, page)
		expectOwnImage(t, "/drop/"+slug, page)
		expectNone(t, builtInPictures, "/drop/"+slug, page)
		for _, want := range []string{`"@type":"SaleEvent"`, `"organizer":{"@type":"Organization","name":"Crumb Harbor"`, "https://schema.org/" + phase} {
			if !strings.Contains(page, want) {
				t.Errorf("/drop/%s lacks %s", slug, want)
			}
		}
		calendar := "/drop/" + slug + ".ics"
		expectNoBuiltInWords(t, calendar, get(s, calendar).Body.String())
	}
	for path, wanted := range map[string]string{"/drop/line/line": `<img src="/site-assets/harbor.png" height="28" alt="">Crumb Harbor`, "/drops.atom": "Crumb Harbor drops", "/drops.json": "Crumb Harbor drops",
		"/drops.ics": "Crumb Harbor drops", "/llms.txt": "# Crumb Harbor", "/feeds/products.xml": "Crumb Harbor", "/feeds/products.jsonl": "Nori teased"} {
		w := get(s, path)
		if text := w.Body.String(); w.Code != http.StatusOK || !strings.Contains(text, wanted) {
			t.Errorf("%s lacks %s: %d %s", path, wanted, w.Code, text)
		}
		expectNoBuiltInWords(t, path, w.Body.String())
		expectNone(t, builtInPictures, path, w.Body.String())
	}
	draw := rendered(t, s, "/drop/draw/draw").Body.String()
	if !strings.Contains(draw, "Crumb Harbor") {
		t.Error("the page of the draw does not name the shop")
	}
	expectNoBuiltInWords(t, "/drop/draw/draw", draw)
}

// expectOwnImage fails when a shared link to the page shows the picture with the built-in name.
func expectOwnImage(t *testing.T, path, page string) {
	t.Helper()
	image := linkImage.FindStringSubmatch(page)
	if image == nil || strings.Contains(image[1], "social") {
		t.Errorf("a link to %s shows the picture %v", path, image)
	}
}

// renamedMailVariants are the other forms of mails of which outboxtest has one.
var renamedMailVariants = []outbox.Email{
	outbox.DropEmail{Drop: "Kelp Night", Opens: "Friday", Early: "Thursday", Reminder: true, URL: "http://shop.test/drop/kelp"},
	outbox.LineEmail{Drop: "Kelp Night", Number: 7, Early: true, URL: "http://shop.test/drop/kelp/line?entry=x"},
	outbox.DrawEntryEmail{Drop: "Kelp Night", Number: 7, Before: "5 PM", Carried: true, URL: "http://shop.test/drop/kelp/draw?entry=x"},
}

// expectRenamedMail fails when a mail says a name of the built-in shop, or does not name the shop.
func expectRenamedMail(t *testing.T, message outbox.Message) mail.Rendered {
	t.Helper()
	kind := message.Email.Kind()
	text, err := mail.Render(message)
	if err != nil {
		t.Fatal(err)
	}
	expectNoBuiltInWords(t, "mail "+kind, message.FromName+"\n"+text.Subject+"\n"+text.Text+"\n"+text.HTML)
	if !strings.Contains(text.Text, "Crumb Harbor") {
		t.Errorf("mail %s does not name the shop: %s", kind, text.Text)
	}
	return text
}
