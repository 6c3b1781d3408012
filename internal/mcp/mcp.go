// Package mcp is the MCP server (Model Context Protocol), by which an assistant searches the catalogue,
// looks at products and drops, builds a cart as a link and reads an order with its key. It sees what any visitor of the API
// sees, and no tool joins a line, reserves or pays: the person opens the link and meets the same queue and limits.
package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/snackdrop/snackdrop/internal/background"
)

// Shop answers the tools. The server of the API is one.
type Shop interface {
	// PublicJSON gives the response of a public GET operation: the bytes that the API sends, from the same cache.
	PublicJSON(ctx context.Context, path string) (body []byte, status int, err error)
	// OrderJSON gives an order to whoever has its key.
	OrderJSON(ctx context.Context, number, key string) (json.RawMessage, error)
	// Refusal is what a client may know of an error.
	Refusal(ctx context.Context, err error) string
}

// MaxBody is how many bytes a message may have.
const MaxBody = 64 << 10

// toolTime is how long a tool may take.
const toolTime = 10 * time.Second

const instructions = "This is a shop. Search its catalogue, look at products and at drops (sales of few units that open at an announced moment), " +
	"and make a cart as a link. You cannot buy, reserve or join a line: give the link to the person, who opens it in a browser. " +
	"Prices are in the shop's currency and may change until the order is placed."

// New makes the handler of POST /mcp. It keeps no session: every message is answered by itself.
func New(shop Shop, version, publicURL string) http.Handler {
	server := mcp.NewServer(&mcp.Implementation{Name: "snackdrop", Version: version}, &mcp.ServerOptions{Instructions: instructions, Capabilities: &mcp.ServerCapabilities{}})
	t := tools{shop, publicURL}
	register(server, shop, "search_catalog", "Search the catalogue", "Products whose name or description contains the words, with price and stock.", t.search)
	register(server, shop, "lookup_catalog", "Look up products", "Several products by their ids. One that is gone is left out.", t.lookup)
	register(server, shop, "get_product", "Look at a product", "One product by its id, with price, stock, pictures and the drop that it is in.", t.product)
	register(server, shop, "list_drops", "List the drops", "Drops that are announced, open or over, the next opening first.", t.drops)
	register(server, shop, "get_drop", "Look at a drop", "One drop by its slug: its phase, times, products and limits.", t.drop)
	register(server, shop, "create_cart", "Make a cart", "A link that puts products into the cart of whoever opens it. Nothing is reserved.", t.cart)
	register(server, shop, "get_order", "Read an order", "An order by its number and the key of its link, which only its buyer has.", t.order)
	return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, &mcp.StreamableHTTPOptions{
		Stateless: true, JSONResponse: true, MaxRequestBodyBytes: MaxBody, PropagateRequestCancellation: true,
		// The API's server has checked the Host header; this check would refuse a shop behind a proxy on the same machine.
		DisableLocalhostProtection: true,
	})
}

// refusal is an error whose words are for the client.
type refusal string

func (r refusal) Error() string { return string(r) }

// register adds a tool that only reads. What it fails with is told in the words of the API, never in those of the error.
func register[In any](server *mcp.Server, shop Shop, name, title, description string, run func(context.Context, In) (any, error)) {
	closed := false
	tool := &mcp.Tool{Name: name, Title: title, Description: description,
		Annotations: &mcp.ToolAnnotations{Title: title, ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: &closed}}
	mcp.AddTool(server, tool, func(ctx context.Context, _ *mcp.CallToolRequest, in In) (_ *mcp.CallToolResult, out any, err error) {
		ctx, cancel := context.WithTimeout(ctx, toolTime)
		defer cancel()
		if !background.Protect("tool "+name, func() { out, err = run(ctx, in) }) {
			return nil, nil, refusal("Something went wrong on our side. Please try again.")
		}
		if err == nil {
			return nil, out, nil
		}
		if _, ours := errors.AsType[refusal](err); ours {
			return nil, nil, err
		}
		return nil, nil, refusal(shop.Refusal(ctx, err))
	})
}
