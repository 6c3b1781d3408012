package ssr

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

// route is where in the shop an address leads.
type route struct {
	url  *url.URL // cleaned: only the path and the parameters that change the page
	kind kind
	name string // a product's id, a category's slug, a static page's address, a clientOnly page's title
}

type kind string

const (
	home       kind = "home"
	list       kind = "list"
	product    kind = "product"
	category   kind = "category"
	static     kind = "static"
	clientOnly kind = "client-only" // rendered by the browser: it depends on who is signed in
	notFound   kind = "notFound"
)

// staticPages are the pages whose text does not change, with their titles and descriptions.
var staticPages = map[string]struct{ title, description string }{
	"about":        {"About Us", "How we find rare snacks abroad, pick the ones worth the trip, and drop them in Los Angeles and nationwide."},
	"faq":          {"FAQ", "Shipping, pickup in Los Angeles, drops, restocks and returns: the questions we hear most."},
	"contact":      {"Contact", "Ask about an order, a drop or a snack you miss. We answer within a day."},
	"terms":        {"Terms of Service", "The terms of this shop, in plain words."},
	"privacy":      {"Privacy Policy", "What this shop knows about you, why, and how to make it forget."},
	"subscription": {"Join The Inner Circle", "Hear of limited drops before everybody else."},
}

// clientOnlyPages are the browser's own pages, with their titles.
var clientOnlyPages = map[string]string{
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

// clientOnlyTitle tells the browser's own pages from addresses that only begin like one: those have none. Below /admin the
// back office itself says what is not there.
func clientOnlyTitle(path string, parts []string) string {
	switch {
	case parts[0] == "admin":
		return "Admin"
	case len(parts) == 2 && parts[0] == "order":
		return "Order " + parts[1]
	}
	return clientOnlyPages[path]
}

func resolve(u *url.URL) route {
	parts := strings.Split(strings.Trim(u.EscapedPath(), "/"), "/") // an escaped slash parts nothing
	for i, part := range parts {
		parts[i], _ = url.PathUnescape(part)
	}
	trimmed := strings.Join(parts, "/")
	p := route{url: &url.URL{Path: "/" + trimmed}, kind: notFound}
	switch {
	case trimmed == "":
		p.kind = home
	case clientOnlyTitle(trimmed, parts) != "":
		p.kind, p.name = clientOnly, clientOnlyTitle(trimmed, parts)
	case len(parts) == 1 && parts[0] == "products":
		p.kind = list
		p.url.RawQuery = filters(u.RawQuery).Encode()
	case len(parts) == 1 && staticPages[parts[0]].title != "":
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
	if p.kind == notFound {
		p.url = &url.URL{Path: "/404"} // one page for every address that leads notFound
	}
	return p
}

// section is the first part of the path.
func (p route) section() string {
	first, _, _ := strings.Cut(strings.TrimPrefix(p.url.Path, "/"), "/")
	return first
}

// pageData is what a page is data of.
type pageData struct {
	json       string // JSON list of [query key, answer]
	answers    map[string]json.RawMessage
	status     int
	renderable bool
	createdAt  time.Time
	version    int64 // the catalogue's, when the page was data
}

const maxRounds = 3

// loadPage gathers the answers that a page is data of. Which they are is said by
// the same code that will ask for them in the browser.
func (s *Handler) loadPage(ctx context.Context, p route) (pageData, error) {
	data := pageData{json: "[]", answers: map[string]json.RawMessage{}, status: http.StatusOK, createdAt: time.Now(), version: s.app.Version(),
		renderable: s.script != nil && p.kind != clientOnly}
	if p.kind == notFound {
		data.status = http.StatusNotFound
	}
	if s.script == nil {
		return data, s.checkExists(ctx, p, &data)
	}
	var pairs, known [][]byte // known is what the loader needs of them: what the page is about, and that there are the others
	for range maxRounds {
		missing, err := s.script.queries(ctx, s.app.PublicURL+p.url.RequestURI(), array(known))
		if err != nil {
			return data, err
		}
		if len(missing) == 0 {
			break
		}
		for _, query := range missing {
			answer, err := s.ask(ctx, p, query.Path, &data)
			if err != nil {
				return data, err
			}
			hint := json.RawMessage("null")
			if query.Path == p.mainQuery() {
				hint = answer
			} else if answer, err = brief(answer); err != nil {
				return data, err
			}
			known = append(known, fmt.Appendf(nil, "[%s,%s]", query.Key, hint))
			if query.Pages {
				answer = fmt.Appendf(nil, `{"pages":[%s],"pageParams":[null]}`, answer)
			}
			pairs = append(pairs, fmt.Appendf(nil, "[%s,%s]", query.Key, answer))
		}
		data.json = array(pairs)
	}
	return data, nil
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

// checkExists looks at least whether the thing the page is about exists.
func (s *Handler) checkExists(ctx context.Context, p route, data *pageData) error {
	if p.mainQuery() == "" {
		return nil
	}
	_, err := s.ask(ctx, p, p.mainQuery(), data)
	return err
}

// ask gets one answer of the API. What is not there is null; when the page is
// about that very thing, its status is 404.
func (s *Handler) ask(ctx context.Context, p route, path string, data *pageData) (json.RawMessage, error) {
	body, status, err := s.API.PublicJSON(ctx, path)
	switch {
	case err != nil:
		return nil, err
	case status == http.StatusOK:
		answer := json.RawMessage(bytes.TrimSpace(body))
		data.answers[path] = answer
		return answer, nil
	case status < 500:
		if path == p.mainQuery() {
			data.status = http.StatusNotFound
		}
		return json.RawMessage("null"), nil
	}
	return nil, fmt.Errorf("%s answers %d", path, status)
}

// mainQuery is where the API tells of the one thing that the page is about.
func (p route) mainQuery() string {
	switch p.kind {
	case product:
		return "/api/products/" + p.name
	case category:
		return "/api/categories/" + url.PathEscape(p.name)
	}
	return ""
}
