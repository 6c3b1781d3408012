package ssr

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/snackdrop/snackdrop/internal/clock"
	"github.com/snackdrop/snackdrop/internal/services"
)

// pageData is what a page is made of.
type pageData struct {
	json       string // a list of [query key, result]
	theme      theme
	head       head
	renderable bool
	createdAt  time.Time
	version    int64     // the catalogue's, when the page was made
	validUntil time.Time // when time alone makes it outdated; zero: never
	freshUntil time.Time // when a newer page should be made; zero: never
}

// maxRounds bounds the queries that depend on the results of others.
const maxRounds = 3

// loadPage gets the results of the page's queries, then its head. The page's own code says which queries those are: it is
// the code that asks for them in the browser.
func (s *Handler) loadPage(ctx context.Context, r route) (pageData, error) {
	data := pageData{json: "[]", head: head{Status: http.StatusOK}, createdAt: time.Now(), version: s.c.Versions.Catalog(), renderable: s.script != nil && !r.Client}
	ctx, validity := clock.WithValidity(ctx)
	shown, err := s.readTheme(ctx)
	if err != nil {
		return data, err
	}
	data.theme = shown
	if s.script == nil {
		return data, nil
	}
	var results, known [][]byte // known has only the results that the loader script needs
	for range maxRounds + 1 {
		response, err := s.script.load(ctx, s.c.PublicURL+r.Key, array(known))
		if err != nil {
			return data, err
		}
		if response.Head != nil {
			data.head, data.json, data.validUntil, data.freshUntil = *response.Head, array(results), validity.Until(), validity.Fresh()
			return data, nil
		}
		for _, query := range response.Queries {
			result, err := s.publicJSON(ctx, query.Path)
			if err != nil {
				return data, err
			}
			hint := json.RawMessage("null")
			if query.Meta {
				hint = result
			} else if result, err = withoutDescriptions(result); err != nil {
				return data, err
			}
			known = append(known, fmt.Appendf(nil, "[%s,%s]", query.Key, hint))
			if query.Pages && string(result) == "null" { // the address has a cursor that the API does not accept
				result = json.RawMessage(`{"pages":[],"pageParams":[]}`)
			} else if query.Pages {
				result = fmt.Appendf(nil, `{"pages":[%s],"pageParams":[null]}`, result)
			}
			results = append(results, fmt.Appendf(nil, "[%s,%s]", query.Key, result))
		}
	}
	return data, fmt.Errorf("the page %s asks for more data after %d rounds", r.Key, maxRounds)
}

// publicJSON gets one result from the API; null when it responds 4xx.
func (s *Handler) publicJSON(ctx context.Context, path string) (json.RawMessage, error) {
	body, status, err := s.c.API.PublicJSON(ctx, path)
	switch {
	case err != nil:
		return nil, err
	case status == http.StatusOK:
		return bytes.TrimSpace(body), nil
	case status == http.StatusServiceUnavailable:
		return nil, fmt.Errorf("%s: %w", path, services.ErrUnavailable)
	case status < http.StatusInternalServerError:
		return json.RawMessage("null"), nil
	}
	return nil, fmt.Errorf("%s answers %d", path, status)
}

// withoutDescriptions is a list without the descriptions of its items: only the pages of the items show them, and they
// would be a sixth of the home page.
func withoutDescriptions(result json.RawMessage) (json.RawMessage, error) {
	var list map[string]json.RawMessage
	if err := json.Unmarshal(result, &list); err != nil || list["items"] == nil {
		return result, err
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

// array is a JSON array of JSON values.
func array(values [][]byte) string { return "[" + string(bytes.Join(values, []byte{','})) + "]" }
