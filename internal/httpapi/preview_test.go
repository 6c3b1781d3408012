package httpapi_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/httpapi/apitest"
	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/shoptest"
)

var dropOpens = time.Date(2031, 5, 6, 12, 0, 0, 0, time.UTC)

// at sends a request that asks for a moment.
func at(t *testing.T, c *apitest.Client, moment, method, path string) apitest.Response {
	t.Helper()
	r, err := http.NewRequest(method, c.URL+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("X-Snackdrop-At", moment)
	return c.Send(r)
}

func milliseconds(at time.Time) string { return strconv.FormatInt(at.UnixMilli(), 10) }

// phases are moments of the drop that addPhases makes.
func phases() map[string]time.Time {
	return map[string]time.Time{
		"draft":  dropOpens.Add(-2 * time.Hour),
		"teased": dropOpens.Add(-time.Hour),
		"early":  dropOpens.Add(-30 * time.Minute),
		"live":   dropOpens,
		"ended":  dropOpens.Add(time.Hour + time.Minute), // the rest is sold as usual
	}
}

func addPhases(t *testing.T, a *services.Services) shop.Product {
	t.Helper()
	_, p := shoptest.AddDrop(t, a, "crisps", dropOpens, func(d *shop.Drop) {
		early := dropOpens.Add(-30 * time.Minute)
		d.Mode, d.EarlyAt, d.EarlyAccess, d.EarlyShare = shop.DropQueue, &early, shop.EarlyCodes, 25
		d.SellRest = true
	})
	return p
}

// publicReads are the calls that a shopper's pages make.
func publicReads(p shop.Product) []string {
	return []string{"/api/drops", "/api/drops/crisps", "/api/products", "/api/products?search=nori", "/api/products?in_stock=true", fmt.Sprintf("/api/products/%d", p.ID),
		"/api/categories", "/api/settings", "/api/clock"}
}

// Each phase previewed equals that phase when it comes.
func TestThePreviewOfAPhaseIsThePhase(t *testing.T) {
	shoptest.EachAt(t, dropOpens.Add(-3*time.Hour), func(t *testing.T, a *services.Services, clock *shoptest.Clock) {
		s := apitest.Serve(t, a)
		admin, visitor := s.Admin(t), s.Visitor(t)
		p := addPhases(t, a)
		previews := map[string]apitest.Response{}
		for phase, moment := range phases() {
			for _, path := range publicReads(p) {
				visitor.Do("GET", path, nil) // fills the cache with today's
				answer := at(t, admin, milliseconds(moment), "GET", path)
				if control := answer.Header.Get("Cache-Control"); control != "no-store" {
					t.Errorf("%s %s: Cache-Control is %q", phase, path, control)
				}
				previews[phase+path] = answer
			}
		}
		for _, phase := range []string{"draft", "teased", "early", "live", "ended"} {
			clock.Set(phases()[phase])
			if err := a.Drops.RunDue(t.Context()); err != nil {
				t.Fatal(err)
			}
			for _, path := range publicReads(p) {
				real, preview := visitor.Do("GET", path, nil), previews[phase+path]
				if real.Status != preview.Status || string(real.Body) != string(preview.Body) {
					t.Errorf("%s at %q differs:\npreview: %d %s\nreal:    %d %s", path, phase, preview.Status, preview.Body, real.Status, real.Body)
				}
			}
		}
		if teased, live := previews["teased/api/drops/crisps"], previews["live/api/drops/crisps"]; string(teased.Body) == string(live.Body) || live.Status != 200 {
			t.Errorf("the drop does not follow the moment: %d %s", live.Status, live.Body)
		}
	})
}

// The header of anybody but an admin changes nothing.
func TestOnlyAdminsSeeAnotherMoment(t *testing.T) {
	a, _ := shoptest.NewAt(t, dropOpens.Add(-3*time.Hour))
	s := apitest.Serve(t, a)
	admin, customer, visitor := s.Admin(t), s.Customer(t, "casey"), s.Visitor(t)
	p := addPhases(t, a)
	for _, path := range append(publicReads(p), "/api/session", "/api/orders/ORD-1") {
		for name, client := range map[string]*apitest.Client{"a customer": customer, "a visitor": visitor} {
			plain := client.Do("GET", path, nil)
			for _, moment := range []string{milliseconds(dropOpens), "soon", ""} {
				if asked := at(t, client, moment, "GET", path); asked.Status != plain.Status || string(asked.Body) != string(plain.Body) {
					t.Errorf("%s asks for %s at %q: %d %s instead of %d %s", name, path, moment, asked.Status, asked.Body, plain.Status, plain.Body)
				}
			}
		}
	}
	if answer := at(t, customer, milliseconds(dropOpens), "DELETE", "/api/session"); answer.Status != 204 {
		t.Errorf("a customer's write with the header: %d %s", answer.Status, answer.Body)
	}
	page := "/preview/" + milliseconds(dropOpens) + "/drop/crisps"
	for _, client := range []*apitest.Client{customer, visitor} {
		client.Must("GET", page, nil, 404)
		client.Must("GET", "/preview/"+milliseconds(dropOpens), nil, 404)
	}
	if answer := admin.Must("GET", page, nil, 200); string(answer.Body) != apitest.PreviewPage {
		t.Errorf("an admin gets %s", answer.Body)
	}
	admin.Must("GET", "/preview/soon/drop/crisps", nil, 404)
	for _, moment := range []string{"soon", "-1", "1e12", "99999999999999999", "9223372036854775808"} {
		if answer := at(t, admin, moment, "GET", "/api/products"); answer.Status != 400 {
			t.Errorf("the moment %q: %d", moment, answer.Status)
		}
	}
}

// An admin who looks at another moment changes nothing, whatever it is.
func TestNothingIsWrittenAtAnotherMoment(t *testing.T) {
	a, _ := shoptest.NewAt(t, dropOpens.Add(-3*time.Hour))
	s := apitest.Serve(t, a)
	admin := s.Admin(t)
	addPhases(t, a)
	before := admin.Must("GET", "/api/admin/audit", nil, 200)
	for _, route := range []string{"POST /api/orders", "POST /api/quote", "PUT /api/cart", "POST /api/reservations", "PUT /api/admin/settings", "POST /api/admin/products",
		"DELETE /api/admin/products/1", "POST /api/admin/drops/1/withdraw", "DELETE /api/session", "PATCH /api/admin/products/1"} {
		method, path, _ := strings.Cut(route, " ")
		if answer := at(t, admin, milliseconds(dropOpens), method, path); answer.Status != 409 || answer.Problem(t).Code != "conflict" {
			t.Errorf("%s: %d %s", route, answer.Status, answer.Body)
		}
	}
	if after := admin.Must("GET", "/api/admin/audit", nil, 200); string(after.Body) != string(before.Body) {
		t.Error("the audit log has another entry")
	}
}

// In a mix of previews and plain requests nobody gets the other's response.
func TestAPreviewNeitherFillsNorUsesTheCache(t *testing.T) {
	a, _ := shoptest.NewAt(t, dropOpens.Add(-3*time.Hour))
	s := apitest.Serve(t, a)
	admin, visitor := s.Admin(t), s.Visitor(t)
	p := addPhases(t, a)
	moments := []time.Time{dropOpens.Add(-time.Hour), dropOpens, dropOpens.Add(time.Hour)}
	reads := publicReads(p)
	want := map[string]string{}
	for _, path := range reads {
		want[path] = string(visitor.Do("GET", path, nil).Body)
		for _, moment := range moments {
			want[path+milliseconds(moment)] = string(at(t, admin, milliseconds(moment), "GET", path).Body)
		}
	}
	random := rand.New(rand.NewPCG(10, 3))
	for range 1000 {
		path, moment, preview := reads[random.IntN(len(reads))], milliseconds(moments[random.IntN(len(moments))]), random.IntN(2) == 0
		key, got := path, ""
		if preview {
			key = path + moment
			answer := at(t, admin, moment, "GET", path)
			if got = string(answer.Body); answer.Header.Get("Etag") != "" || answer.Header.Get("Cache-Control") != "no-store" {
				t.Fatalf("a preview of %s can be cached: %v", path, answer.Header)
			}
		} else {
			got = string(visitor.Do("GET", path, nil).Body)
		}
		if got != want[key] {
			t.Fatalf("%s (preview: %t): %s instead of %s", path, preview, got, want[key])
		}
	}
}

var seedPattern = regexp.MustCompile(`"seed":"[^"]`)

// A seed is in no preview before it is stored as public, also when the moment is after the shuffle.
func TestAPreviewHasNoSeedThatIsNotPublic(t *testing.T) {
	a, _ := shoptest.NewAt(t, dropOpens.Add(-3*time.Hour))
	s := apitest.Serve(t, a)
	admin := s.Admin(t)
	addPhases(t, a)
	for _, after := range []time.Duration{0, time.Minute, 10 * time.Minute, 2 * time.Hour, 240 * time.Hour} {
		for _, path := range []string{"/api/drops", "/api/drops/crisps"} {
			answer := at(t, admin, milliseconds(dropOpens.Add(after)), "GET", path)
			if answer.Status != 200 || seedPattern.Match(answer.Body) {
				t.Errorf("%s %s after the opening: %d %s", path, after, answer.Status, answer.Body)
			}
			var proof struct {
				SeedHash string `json:"seed_hash"`
			}
			if err := json.Unmarshal(answer.Body, &proof); path != "/api/drops" && (err != nil || proof.SeedHash == "") {
				t.Errorf("%s has no digest of the seed: %s", path, answer.Body)
			}
		}
	}
}

// Staff look at a draft before they schedule it. For everybody else, and for lists, it is not there.
func TestADraftCanBePreviewed(t *testing.T) {
	a, _ := shoptest.NewAt(t, dropOpens.Add(-3*time.Hour))
	s := apitest.Serve(t, a)
	admin, visitor := s.Admin(t), s.Visitor(t)
	d, _ := shoptest.AddDrop(t, a, "crisps", dropOpens, func(d *shop.Drop) { d.Mode = shop.DropQueue })
	draft, err := a.Drops.Withdraw(t.Context(), d.ID, d.Version, audit.Actor{Name: "staff"})
	if err != nil || draft.WithdrawnAt == nil {
		t.Fatal(err)
	}
	for phase, moment := range map[string]time.Time{"teased": dropOpens.Add(-time.Minute), "live": dropOpens, "ended": dropOpens.Add(2 * time.Hour)} {
		var seen struct {
			Phase    string
			Free     int64
			SeedHash string `json:"seed_hash"`
			Products []struct{ Price float64 }
		}
		answer := at(t, admin, milliseconds(moment), "GET", "/api/drops/crisps")
		if err := json.Unmarshal(answer.Body, &seen); err != nil || answer.Status != 200 || seen.Phase != phase || seen.Free != 40 || seen.SeedHash != "" || len(seen.Products) != 1 {
			t.Errorf("the draft at %q: %d %s", phase, answer.Status, answer.Body)
		} else if phase == "live" && seen.Products[0].Price != 3 {
			t.Errorf("the draft has not the drop's price: %s", answer.Body)
		}
		if list := at(t, admin, milliseconds(moment), "GET", "/api/drops"); strings.Contains(string(list.Body), "crisps") {
			t.Errorf("the list at %q has the draft: %s", phase, list.Body)
		}
	}
	visitor.Must("GET", "/api/drops/crisps", nil, 404)
	admin.Must("GET", "/api/drops/crisps", nil, 404)
	if answer := at(t, visitor, milliseconds(dropOpens), "GET", "/api/drops/crisps"); answer.Status != 404 {
		t.Errorf("a visitor asks for the draft: %d %s", answer.Status, answer.Body)
	}
}
