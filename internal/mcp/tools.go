package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// tools are the tools of the server. Most of them are one public query of the API.
type tools struct {
	shop      Shop
	publicURL string
}

const (
	maxLookups = 100
	usualLimit = 10
)

type searchInput struct {
	Query string `json:"query" jsonschema:"words to find in names and descriptions; empty lists everything"`
	Limit int    `json:"limit,omitempty" jsonschema:"how many products at most, from 1 to 100; 10 when left out"`
}

func (t tools) search(ctx context.Context, in searchInput) (any, error) {
	if in.Limit == 0 {
		in.Limit = usualLimit
	}
	return t.public(ctx, "/api/products", url.Values{"search": {in.Query}, "limit": {strconv.Itoa(in.Limit)}})
}

type lookupInput struct {
	IDs []int64 `json:"ids" jsonschema:"ids of products, at most 100"`
}

func (t tools) lookup(ctx context.Context, in lookupInput) (any, error) {
	return t.products(ctx, in.IDs)
}

// products are those of the products that the shop has.
func (t tools) products(ctx context.Context, ids []int64) (json.RawMessage, error) {
	if len(ids) == 0 || len(ids) > maxLookups {
		return nil, refusal("Give from 1 to 100 ids.")
	}
	query := url.Values{"limit": {strconv.Itoa(maxLookups)}}
	for _, id := range ids {
		query.Add("id", strconv.FormatInt(id, 10))
	}
	return t.public(ctx, "/api/products", query)
}

type productInput struct {
	ID int64 `json:"id" jsonschema:"the product's id"`
}

func (t tools) product(ctx context.Context, in productInput) (any, error) {
	return t.public(ctx, "/api/products/"+strconv.FormatInt(in.ID, 10), nil)
}

func (t tools) drops(ctx context.Context, _ struct{}) (any, error) {
	return t.public(ctx, "/api/drops", nil)
}

type dropInput struct {
	Slug string `json:"slug" jsonschema:"the drop's slug, as list_drops names it"`
}

func (t tools) drop(ctx context.Context, in dropInput) (any, error) {
	if in.Slug == "" {
		return nil, refusal("Give the slug of a drop.")
	}
	return t.public(ctx, "/api/drops/"+url.PathEscape(in.Slug), nil)
}

type orderInput struct {
	Number string `json:"number" jsonschema:"the order's number"`
	Key    string `json:"key" jsonschema:"the key of the order's link"`
}

func (t tools) order(ctx context.Context, in orderInput) (any, error) {
	return t.shop.OrderJSON(ctx, in.Number, in.Key)
}

type cartInput struct {
	Lines []cartLine `json:"lines" jsonschema:"products and how many of each, at most 100 lines"`
}

type cartLine struct {
	ProductID int64 `json:"product_id" jsonschema:"the product's id"`
	Quantity  int64 `json:"quantity" jsonschema:"how many, from 1 to 10000"`
}

type cart struct {
	URL   string          `json:"url"`
	Lines []cartLine      `json:"lines"`
	Items json.RawMessage `json:"products"`
	Note  string          `json:"note"`
}

// cart makes a link. It reserves nothing and remembers nothing.
func (t tools) cart(ctx context.Context, in cartInput) (any, error) {
	if len(in.Lines) == 0 || len(in.Lines) > shop.MaxLines {
		return nil, refusal("A cart has from 1 to 100 lines.")
	}
	ids, parts, seen := []int64{}, []string{}, map[int64]bool{}
	for _, line := range in.Lines {
		switch {
		case line.Quantity < 1 || line.Quantity > shop.MaxQuantity:
			return nil, refusal(fmt.Sprintf("The quantity of product %d is from 1 to 10,000.", line.ProductID))
		case seen[line.ProductID]:
			return nil, refusal(fmt.Sprintf("Product %d is there twice.", line.ProductID))
		}
		seen[line.ProductID] = true
		ids = append(ids, line.ProductID)
		parts = append(parts, fmt.Sprintf("%dx%d", line.ProductID, line.Quantity))
	}
	found, err := t.products(ctx, ids)
	if err != nil {
		return nil, err
	}
	var list struct {
		Items []json.RawMessage `json:"items"`
	}
	if err := json.Unmarshal(found, &list); err != nil {
		return nil, err
	}
	for _, item := range list.Items {
		var known struct {
			ID int64 `json:"id"`
		}
		if err := json.Unmarshal(item, &known); err != nil {
			return nil, err
		}
		delete(seen, known.ID)
	}
	for _, id := range ids {
		if seen[id] {
			return nil, refusal(fmt.Sprintf("The shop has no product %d.", id))
		}
	}
	products, err := json.Marshal(list.Items)
	return cart{URL: t.publicURL + "/cart?add=" + strings.Join(parts, ","), Lines: in.Lines, Items: products,
		Note: "Nothing is reserved. Whoever opens the link is asked before the products go into the cart; prices, stock and limits are those of that moment."}, err
}

// public is the response of a public query of the API, or the problem with which the API refuses it.
func (t tools) public(ctx context.Context, path string, query url.Values) (json.RawMessage, error) {
	if len(query) > 0 {
		path += "?" + query.Encode()
	}
	body, status, err := t.shop.PublicJSON(ctx, path)
	if err != nil {
		return nil, err
	}
	if status == http.StatusOK {
		return body, nil
	}
	var problem struct {
		Detail string `json:"detail"`
	}
	if json.Unmarshal(body, &problem) != nil || problem.Detail == "" {
		problem.Detail = "This could not be read."
	}
	return nil, refusal(problem.Detail)
}
