package ssr_test

import (
	"context"
	"encoding/xml"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/httpapi/apitest"
	"github.com/snackdrop/snackdrop/internal/outbox"
	"github.com/snackdrop/snackdrop/internal/outbox/outboxtest"
	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/shopapi"
	"github.com/snackdrop/snackdrop/internal/shoptest"
	"github.com/snackdrop/snackdrop/internal/ssr"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

// mailbox keeps what the shop sends.
type mailbox struct {
	mu       sync.Mutex
	messages []outbox.Message
}

func (m *mailbox) Send(_ context.Context, message outbox.Message) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.messages = append(m.messages, message)
	return nil
}

// wait gives the mail of that kind, as soon as it was sent.
func (m *mailbox) wait(t *testing.T, kind string) outbox.Message {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		m.mu.Lock()
		at := slices.IndexFunc(m.messages, func(message outbox.Message) bool { return message.Email.Kind() == kind })
		messages := m.messages
		m.mu.Unlock()
		if at >= 0 {
			return messages[at]
		}
	}
	t.Fatalf("no mail %s", kind)
	return outbox.Message{}
}

// movedShop is the settings of a merchant who only gave the shop another name
// and place: every text is the built-in one.
func movedShop() map[string]string {
	return map[string]string{"site_name": "Crumb Harbor", "store_street": "12 Pier Rd", "store_city": "Portland", "store_state": "OR", "store_zip": "97201",
		"store_street_name": "Pier Road", "store_street_short": "the Pier", "store_map": "45.5152,-122.6784", "store_email": "hello@crumbharbor.test",
		"list_name": "Harbor Crew", "site_logo": "/site-assets/harbor.png"}
}

// anotherShop is the settings of a merchant who shares nothing with the built-in
// shop: every public text, and the shop's place.
func anotherShop() map[string]string {
	values := movedShop()
	maps.Copy(values, map[string]string{"home_sections": "crisps | Sea Crisps | Salted by the tide. | All crisps", "home_categories": "crisps | Crisps | From the sea\n* | All | Everything",
		"menu_categories": "crisps | Crisps", "about_steps": "Fish | We fish for crumbs.", "home_promises": "{free_shipping}\nPickup on {street}",
		"subscription_reasons": "Fresh | Straight from the boat.", "shop_sign": "gem", "contact_sign": "plant", "faq_sign": "book",
		"skyline": "plain"})
	for _, setting := range shop.SettingTable() {
		text := setting.Pattern == "" && (setting.Kind == shop.KindText || setting.Kind == shop.KindLongText)
		if _, set := values[setting.Key]; !set && text && setting.Default != "" {
			words := "Our words for " + strings.ReplaceAll(setting.Key, "_", " ")
			values[setting.Key] = words[:min(len(words), setting.Max)]
		}
	}
	return values
}

// programNames are the program's own, which no setting changes: the element with the page's data, which the browser's code
// reads, where the line's page keeps its own, the program that wrote a calendar, and the program's part of a JSON feed.
var programNames = []string{`id="snackdrop-data"`, "`snackdrop.${", "PRODID:-//Snackdrop//", `"_snackdrop":`}

var builtInWords = regexp.MustCompile(`(?i)melrose|los angeles|90046|snackdrop|curson|34\.0837|inner.circle|mystery.(drop.)?box"`)

// builtInSubjects is what the built-in shop sells and promises, in words and as signs. Its own texts are full of it.
var builtInSubjects = regexp.MustCompile(`(?i)yuzu|snack|hungry|new boxes|within a day|anywhere in the us|mystery|nationwide|\bchips\b|` +
	`\bhype\b|hottest|this week|no restock|latest drops|get early access|next drop is on its way|come by, or write|cash or card|first dibs|no sharing|\.svg#(bag|drink|candy|bar|cookie)"|skyline-[\w-]+\.svg"`)

// What only the browser shows is not in a page of the server: its words are in the code or in a setting.
func TestTheStorefrontsCodeHasNoWordsOfTheBuiltInShop(t *testing.T) {
	const folder = "../../web/src/storefront"
	files := 0
	err := fs.WalkDir(os.DirFS(folder), ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !strings.Contains(path, ".ts") || strings.Contains(path, ".gen.") || strings.Contains(path, ".test.") {
			return err
		}
		files++
		source, err := os.ReadFile(folder + "/" + path)
		expectNone(t, builtInSubjects, path, strings.ReplaceAll(string(source), "snackdrop", "")) // the program
		return err
	})
	if err != nil || files < 50 {
		t.Errorf("%d files, %v", files, err)
	}
}

// builtInPictures matches the files of the built-in shop's pictures and the lines of its mark. The icons of a logo have the
// same names with a version.
var builtInPictures = regexp.MustCompile(`/social\.jpg|shop-map|closed-box|/icon\.svg|/(?:favicon|icon-[\w-]+|apple-touch-icon)\.(?:ico|png)(?:[^?]|$)|` +
	linesOf("../../web/src/shared/ui/LogoMark.tsx", `d="(m6 6[^"]+)"`) + "|" + builtInBag)

// builtInBag is the drawing of an empty list in a shop that sells bags of something.
var builtInBag = linesOf("../../web/src/shared/ui/EmptyState.tsx", `'(m12 10[^']+)'`)

// linesOf is the drawing that the expression finds in a source file.
func linesOf(file, expression string) string {
	source, err := os.ReadFile(file)
	if err != nil {
		panic(err)
	}
	found := regexp.MustCompile(expression).FindSubmatch(source)
	if found == nil {
		panic("no drawing was found in " + file)
	}
	return regexp.QuoteMeta(string(found[1]))
}

// expectNoBuiltInWords fails for every name of the built-in shop in the text.
func expectNoBuiltInWords(t *testing.T, where, text string) {
	t.Helper()
	expectNone(t, builtInWords, where, text)
}

func expectNone(t *testing.T, words *regexp.Regexp, where, text string) {
	t.Helper()
	for _, name := range programNames {
		text = strings.ReplaceAll(text, name, "")
	}
	for _, at := range words.FindAllStringIndex(text, -1) {
		t.Errorf("%s: …%s…", where, text[max(0, at[0]-80):min(len(text), at[1]+40)])
	}
}

func TestAShopOfOtherWordsShowsNothingOfTheBuiltInOne(t *testing.T) {
	expectAnotherShop(t, anotherShop(), false, builtInSubjects, map[string]string{"/about": "Our words for about story", "/terms": "Our words for terms text",
		"/drops": "The Harbor Crew hears of the next one first."})
}

func TestAShopOfAnotherNameAndPlaceShowsNothingOfTheBuiltInOne(t *testing.T) {
	expectAnotherShop(t, movedShop(), true, builtInWords, map[string]string{"/faq": "Yes, at 12 Pier Rd, Portland, OR 97201.", "/terms": "run by Crumb Harbor, 12 Pier Rd",
		"/privacy": "Crumb Harbor, 12 Pier Rd, Portland, OR 97201.", "/about": "a counter on Pier Road",
		"/subscription": "Join The Harbor Crew", "/drop/early": "You are in the Harbor Crew? Open the link in your email.", "/drop/teased": "The Harbor Crew<"})
}

func TestARenamedShopWithoutALogoHasItsOwnWordsAndPictures(t *testing.T) {
	a := shoptest.New(t)
	values := movedShop()
	delete(values, "site_logo")
	saveSettings(t, a, values)
	s := openWithFiles(t, a)
	for _, path := range []string{"/", "/about", "/drops", "/nothing-here"} {
		page := rendered(t, s, path).Body.String()
		expectNoBuiltInWords(t, path, page)
		expectOwnImage(t, path, page)
		if !strings.Contains(page, "Crumb Harbor") || strings.Contains(page, "shop-map") {
			t.Errorf("%s does not name the shop, or shows the map of another place", path)
		}
	}
}

// expectAnotherShop opens a shop with the settings and looks for names of the
// built-in one in all that leaves it, and for the other words on its pages; the wanted words stand on the pages.
func expectAnotherShop(t *testing.T, values map[string]string, withDrops bool, none *regexp.Regexp, wanted map[string]string) {
	st := storetest.New(t)
	clock, box := shoptest.NewClock(time.Now()), &mailbox{}
	a := shoptest.On(t, st, func(c *services.Config) { c.Now, c.Mailer = clock.Now, box })
	saveSettings(t, a, values)
	category, err := a.Catalog.CreateCategory(t.Context(), shop.CategoryInput{Name: "Crisps", Slug: "crisps"}, staff)
	if err != nil {
		t.Fatal(err)
	}
	product, err := a.Catalog.CreateProduct(t.Context(), shop.ProductInput{Name: "Kelp Crisps", Slug: "kelp-crisps", Description: "Salty.", Price: 650, InStock: true, CategoryID: &category.ID}, staff)
	if err != nil {
		t.Fatal(err)
	}
	saveSettings(t, a, map[string]string{"promo_product": fmt.Sprint(product.ID)})
	s := openWithFiles(t, a)
	if err := a.Media.Put(t.Context(), "site-assets/harbor.png", logoPNG(t, 400, 100)); err != nil {
		t.Fatal(err)
	}
	if withDrops {
		addDrops(t, a, clock)
		t.Run("drops", func(t *testing.T) { renamedDrops(t, s) })
	}
	if _, err := a.Catalog.CreateCategory(t.Context(), shop.CategoryInput{Name: "Dried Fish", Slug: "dried-fish"}, staff); err != nil {
		t.Fatal(err)
	}
	t.Run("pages", func(t *testing.T) { renamedPages(t, s, fmt.Sprintf("/product/%d", product.ID), none, wanted) })
	t.Run("answers", func(t *testing.T) { renamedAnswers(t, a, product.ID) })
	t.Run("mail", func(t *testing.T) { renamedMail(t, a, box) })
}

func renamedPages(t *testing.T, s *ssr.Handler, product string, none *regexp.Regexp, words map[string]string) {
	var sitemap struct {
		URLs []struct {
			Loc string `xml:"loc"`
		} `xml:"url"`
	}
	if err := xml.Unmarshal(get(s, "/sitemap.xml").Body.Bytes(), &sitemap); err != nil {
		t.Fatal(err)
	}
	// The map of the site leaves out what search engines need not find.
	pages := []string{"/subscription", "/nothing-here", "/category/dried-fish"}
	for _, url := range sitemap.URLs {
		pages = append(pages, "/"+strings.TrimPrefix(strings.TrimPrefix(url.Loc, "http://shop.test"), "/"))
	}
	for _, wanted := range []string{"/", "/about", "/contact", "/faq", "/privacy", "/terms", "/products", "/category/crisps", product} {
		if !slices.Contains(pages, wanted) {
			t.Errorf("the sitemap lacks %s", wanted)
		}
	}
	for _, path := range pages {
		page := rendered(t, s, path).Body.String()
		if !strings.Contains(page, "Crumb Harbor") {
			t.Errorf("%s does not name the shop", path)
		}
		expectNoBuiltInWords(t, path, page)
		expectNone(t, none, path, page)
		expectNone(t, builtInPictures, path, page)
		expectOwnImage(t, path, page)
	}
	words = maps.Clone(words) // tests on both databases share it
	maps.Copy(words, map[string]string{"/": "12 Pier Rd", "/contact": "Portland"})
	for path, wanted := range words {
		if !strings.Contains(rendered(t, s, path).Body.String(), wanted) {
			t.Errorf("%s lacks %s", path, wanted)
		}
	}
	// These are filled in by the browser.
	for _, path := range []string{"/cart", "/checkout", "/account", "/forgot-password", "/orders", "/admin", "/manifest.webmanifest", "/robots.txt", "/sitemap.xml"} {
		text := get(s, path).Body.String()
		expectNoBuiltInWords(t, path, text)
		expectNone(t, builtInPictures, path, text)
	}
	expectOwnIcons(t, s)
}

func renamedAnswers(t *testing.T, a *services.Services, product int64) {
	server := apitest.Serve(t, a)
	visitor, admin := server.Visitor(t), server.Admin(t)
	body := fmt.Sprintf(`{"lines":[{"product_id":%d,"quantity":1}],"email":"maya@example.com","name":"Maya Torres","fulfillment_type":"pickup",`+
		`"payment_method":"manual","expected_total":6.5}`, product)
	r, err := http.NewRequest(http.MethodPost, server.URL+"/api/orders", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Idempotency-Key", "renamed-shop-order-1")
	order := visitor.Send(r)
	if order.Status >= 300 {
		t.Fatalf("no order: %d %s", order.Status, order.Body)
	}
	expectNoBuiltInWords(t, "a new order", string(order.Body))
	number := apitest.Read[shopapi.PlacedOrder](t, order).Order.Number
	// What the staff's order page and its print view are made of.
	expectNoBuiltInWords(t, "the staff's order", string(admin.Must("GET", "/api/admin/orders/"+number, nil, 200).Body))
	// The checkout's choice of pickup.
	checkout := visitor.Must("GET", "/api/checkout", nil, 200)
	expectNoBuiltInWords(t, "the checkout", string(checkout.Body))
	if at := apitest.Read[shopapi.Checkout](t, checkout).PickupAddress; at != "12 Pier Rd, Portland, OR 97201" {
		t.Errorf("orders are picked up at %s", at)
	}
	expectNoBuiltInWords(t, "the public settings", string(visitor.Must("GET", "/api/settings", nil, 200).Body))
}

func renamedMail(t *testing.T, a *services.Services, box *mailbox) {
	err := a.Store.Write(t.Context(), func(tx *store.Tx) error {
		for _, email := range outboxtest.Emails {
			if err := a.Outbox.QueueEmail(t.Context(), tx, "casey@example.test", email, ""); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, email := range outboxtest.Emails {
		text := expectRenamedMail(t, box.wait(t, email.Kind()))
		if list := "You are in the Harbor Crew: your early access begins "; email.Kind() == "drop" && !(strings.Contains(text.Text, list) && strings.Contains(text.HTML, list)) {
			t.Errorf("the mail of a drop does not name the mailing list:\n%s", text.Text)
		}
	}
	for _, email := range renamedMailVariants {
		message := box.wait(t, email.Kind())
		message.Email = email
		expectRenamedMail(t, message)
	}
}
