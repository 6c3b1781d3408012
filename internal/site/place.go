package site

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// place is where in the shop an address leads.
type place struct {
	url  *url.URL // cleaned: only the path and the parameters that change the page
	kind kind
	name string // a product's id, a category's slug, a static page's address, a private page's title
}

type kind string

const (
	home     kind = "home"
	list     kind = "list"
	product  kind = "product"
	category kind = "category"
	static   kind = "static"
	private  kind = "private" // drawn by the browser: it depends on who looks
	nowhere  kind = "nowhere"
)

// statics are the pages whose text does not change, with their titles and descriptions.
var statics = map[string]struct{ title, description string }{
	"about":        {"About Us", "How we find rare snacks abroad, pick the ones worth the trip, and drop them in Los Angeles and nationwide."},
	"faq":          {"FAQ", "Shipping, pickup in Los Angeles, drops, restocks and returns: the questions we hear most."},
	"contact":      {"Contact", "Ask about an order, a drop or a snack you miss. We answer within a day."},
	"terms":        {"Terms of Service", "The terms of this shop, in plain words."},
	"privacy":      {"Privacy Policy", "What this shop knows about you, why, and how to make it forget."},
	"subscription": {"Join The Inner Circle", "Hear of limited drops before everybody else."},
}

// privates are the browser's own pages, with their titles.
var privates = map[string]string{
	"cart":              "Your Shopping Cart",
	"checkout":          "Checkout",
	"orders":            "Find your order",
	"forgot-password":   "Forgot Password",
	"reset-password":    "Reset Password",
	"setup":             "Set Up Your Shop",
	"verify":            "Confirm Your Email",
	"account":           "Login",
	"account/dashboard": "My Account",
}

// privateTitle tells the browser's own pages from addresses that only begin like one: those have none. Below /admin the
// back office itself says what is not there.
func privateTitle(path string, parts []string) string {
	switch {
	case parts[0] == "admin":
		return "Admin"
	case len(parts) == 2 && parts[0] == "order":
		return "Order " + parts[1]
	}
	return privates[path]
}

func route(u *url.URL) place {
	parts := strings.Split(strings.Trim(u.EscapedPath(), "/"), "/") // an escaped slash parts nothing
	for i, part := range parts {
		parts[i], _ = url.PathUnescape(part)
	}
	trimmed := strings.Join(parts, "/")
	p := place{url: &url.URL{Path: "/" + trimmed}, kind: nowhere}
	switch {
	case trimmed == "":
		p.kind = home
	case privateTitle(trimmed, parts) != "":
		p.kind, p.name = private, privateTitle(trimmed, parts)
	case len(parts) == 1 && parts[0] == "products":
		p.kind = list
		p.url.RawQuery = filters(u.RawQuery).Encode()
	case len(parts) == 1 && statics[parts[0]].title != "":
		p.kind, p.name = static, parts[0]
	case len(parts) == 2 && (parts[0] == "product" || parts[0] == "products"):
		p.kind, p.name = product, "0" // every id that cannot be one shares a page
		if id, err := strconv.ParseInt(parts[1], 10, 64); err == nil && id > 0 && strconv.FormatInt(id, 10) == parts[1] {
			p.name = parts[1]
		}
		p.url.Path = "/product/" + p.name
	case len(parts) == 2 && parts[0] == "category":
		p.kind, p.name = category, parts[1]
		p.url.RawPath = "/category/" + url.PathEscape(p.name)
	}
	if p.kind == nowhere {
		p.url = &url.URL{Path: "/404"} // one page for every address that leads nowhere
	}
	return p
}

// section is the first part of the path.
func (p place) section() string {
	first, _, _ := strings.Cut(strings.TrimPrefix(p.url.Path, "/"), "/")
	return first
}

// contents is what a page is made of.
type contents struct {
	data     string // JSON list of [query key, answer]
	answers  map[string]json.RawMessage
	status   int
	drawable bool
	madeAt   time.Time
	version  int64 // the catalogue's, when the page was made
}

const mostRounds = 3

// shellOf gathers the answers that a page is made of. Which they are is said by
// the same code that will ask for them in the browser.
func (s *Site) shellOf(ctx context.Context, p place) (contents, error) {
	made := contents{data: "[]", answers: map[string]json.RawMessage{}, status: http.StatusOK, madeAt: time.Now(), version: s.app.Version(),
		drawable: s.script != nil && p.kind != private}
	if p.kind == nowhere {
		made.status = http.StatusNotFound
	}
	if s.script == nil {
		return made, s.known(ctx, p, &made)
	}
	var pairs, known [][]byte // known is what the plan needs of them: what the page is about, and that there are the others
	for range mostRounds {
		wanted, err := s.script.plan(ctx, s.app.PublicURL+p.url.RequestURI(), array(known))
		if err != nil {
			return made, err
		}
		if len(wanted) == 0 {
			break
		}
		for _, query := range wanted {
			answer, err := s.ask(ctx, p, query.Path, &made)
			if err != nil {
				return made, err
			}
			hint := json.RawMessage("null")
			if query.Path == p.mainAnswer() {
				hint = answer
			} else if answer, err = brief(answer); err != nil {
				return made, err
			}
			known = append(known, fmt.Appendf(nil, "[%s,%s]", query.Key, hint))
			if query.Pages {
				answer = fmt.Appendf(nil, `{"pages":[%s],"pageParams":[null]}`, answer)
			}
			pairs = append(pairs, fmt.Appendf(nil, "[%s,%s]", query.Key, answer))
		}
		made.data = array(pairs)
	}
	return made, nil
}

// brief is a list without the descriptions, which only the pages of the things themselves show. They would be a
// sixth of the home page.
func brief(answer json.RawMessage) (json.RawMessage, error) {
	var list map[string]json.RawMessage
	if err := json.Unmarshal(answer, &list); err != nil || list["items"] == nil {
		return answer, err
	}
	var items []map[string]json.RawMessage
	if err := json.Unmarshal(list["items"], &items); err != nil {
		return nil, err
	}
	for _, item := range items {
		delete(item, "description")
	}
	text, err := json.Marshal(items)
	if err != nil {
		return nil, err
	}
	list["items"] = text
	return json.Marshal(list)
}

// array puts JSON values together.
func array(values [][]byte) string { return "[" + string(bytes.Join(values, []byte{','})) + "]" }

// known looks at least whether the thing the page is about exists.
func (s *Site) known(ctx context.Context, p place, made *contents) error {
	if p.mainAnswer() == "" {
		return nil
	}
	_, err := s.ask(ctx, p, p.mainAnswer(), made)
	return err
}

// ask gets one answer of the API. What is not there is null; when the page is
// about that very thing, its status is 404.
func (s *Site) ask(ctx context.Context, p place, path string, made *contents) (json.RawMessage, error) {
	body, status, err := s.API.PublicJSON(ctx, path)
	switch {
	case err != nil:
		return nil, err
	case status == http.StatusOK:
		answer := json.RawMessage(bytes.TrimSpace(body))
		made.answers[path] = answer
		return answer, nil
	case status < 500:
		if path == p.mainAnswer() {
			made.status = http.StatusNotFound
		}
		return json.RawMessage("null"), nil
	}
	return nil, fmt.Errorf("%s answers %d", path, status)
}

// mainAnswer is where the API tells of the one thing that the page is about.
func (p place) mainAnswer() string {
	switch p.kind {
	case product:
		return "/api/products/" + p.name
	case category:
		return "/api/categories/" + url.PathEscape(p.name)
	}
	return ""
}
