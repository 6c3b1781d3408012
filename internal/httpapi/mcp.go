package httpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/snackdrop/snackdrop/internal/mcp"
	"github.com/snackdrop/snackdrop/internal/operations"
	"github.com/snackdrop/snackdrop/internal/publicapi"
	"github.com/snackdrop/snackdrop/internal/ratelimit"
	"github.com/snackdrop/snackdrop/internal/settings"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/shopapi"
)

// agentLimit is how many messages of agents a network may send.
var agentLimit = ratelimit.Limit{Times: 60, Per: time.Minute}

// mcpServer serves POST /mcp.
type mcpServer struct {
	shop      agentShop
	settings  *settings.Service
	limits    *ratelimit.Limiter
	version   string
	publicURL string
}

// handler serves POST /mcp unless the owner has switched it off. Whoever sends a message is a visitor: cookies are ignored.
func (d mcpServer) handler() http.Handler {
	server := mcp.New(d.shop, d.version, d.publicURL)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		settings, err := d.settings.Get(r.Context())
		if err != nil {
			operations.RefuseError(w, r, err)
			return
		}
		w.Header().Set("Cache-Control", "no-store")
		switch {
		case !settings.Integrations.AgentDoor:
			operations.Refuse(w, shop.NotFound, "There is nothing here.")
			return
		case !ownHost(r.Host, d.publicURL) || !ownOrigin(r.Header.Get("Origin"), r.Host):
			operations.Refuse(w, operations.CodeCrossSite, "This request was sent to another site.")
			return
		case r.Method != http.MethodPost:
			w.Header().Set("Allow", http.MethodPost)
			operations.Refuse(w, operations.CodeMethodNotAllowed, "This cannot be done here.")
			return
		}
		if err := d.limits.TakeNetwork(operations.RequestInfoFrom(r.Context()).Client, "agent", agentLimit); err != nil {
			operations.RefuseError(w, r, err)
			return
		}
		message, err := io.ReadAll(r.Body)
		switch {
		case err != nil:
			operations.Refuse(w, shop.TooLarge, "The message is too large.")
			return
		case bytes.HasPrefix(bytes.TrimSpace(message), []byte("[")): // many calls would count as one
			operations.Refuse(w, operations.CodeBadRequest, "Send one message at a time.")
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(message))
		r.Header.Del("Cookie")
		r.Header.Del("Authorization")
		server.ServeHTTP(w, r)
	})
}

// ownHost says whether a request was sent to the shop's own name or to an address. A page of somebody else whose name was made
// to point here (DNS rebinding) sends its own name.
func ownHost(host, publicURL string) bool {
	name := host
	if only, _, err := net.SplitHostPort(host); err == nil {
		name = only
	}
	name = strings.ToLower(strings.TrimSuffix(strings.Trim(name, "[]"), "."))
	if _, err := netip.ParseAddr(name); err == nil || name == "localhost" {
		return true
	}
	public, err := url.Parse(publicURL)
	return err == nil && strings.EqualFold(public.Hostname(), name)
}

// ownOrigin says whether a request comes from no page, or from one of this host.
func ownOrigin(origin, host string) bool {
	if origin == "" {
		return true
	}
	from, err := url.Parse(origin)
	return err == nil && from.Host != "" && strings.EqualFold(from.Host, host)
}

// agentShop is what the tools of the MCP server read from.
type agentShop struct {
	*publicapi.Queries
	orders shopapi.OrderHandlers
}

// OrderJSON gives an order to whoever has its key, as GET /api/orders/{number} does.
func (s agentShop) OrderJSON(ctx context.Context, number, key string) (json.RawMessage, error) {
	order, err := s.orders.Orders.ForBuyer(ctx, strings.ToUpper(strings.TrimSpace(number)), key, nil)
	if err != nil {
		return nil, err
	}
	out, err := s.orders.OrderWithPayment(ctx, order)
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	err = operations.Marshal(&text, out.Body)
	return text.Bytes(), err
}

// Refusal is what a client may know of an error.
func (s agentShop) Refusal(ctx context.Context, err error) string {
	if p, ok := errors.AsType[*operations.Problem](operations.ProblemOf(ctx, err)); ok {
		return p.Detail
	}
	return operations.Internal
}
