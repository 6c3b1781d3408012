package httpapi

import (
	"errors"
	"log/slog"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/snackdrop/snackdrop/internal/apikeys"
	"github.com/snackdrop/snackdrop/internal/operations"
	"github.com/snackdrop/snackdrop/internal/ratelimit"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/shopapi"
)

// checkKey compares the scopes of an API key with the scope that the route requires. Where a route names
// no scope, a key gives no rights. On public routes it is not looked at: the program is a visitor.
func (s *Server) checkKey(r *http.Request, info *operations.RequestInfo, rule Rule, text string) error {
	if rule.Who == Visitor {
		return nil
	}
	ctx, done := s.database.WhileDatabaseAnswers(r.Context())
	defer done()
	key, err := s.apiKeys.Authenticate(ctx, text, info.Client)
	if _, limited := errors.AsType[*ratelimit.TooManyError](err); limited {
		return err
	}
	switch {
	case shop.CodeOf(err) == shop.NotFound:
		return shop.Errorf(shop.Unauthorized, "This key is not valid, or it was revoked.")
	case err != nil:
		operations.LogOnceASecond(slog.LevelError, "API key not read", "cause", operations.OutageCause(err), "request_id", info.RequestID)
		return shop.Errorf(shop.Unavailable, "Please try again in a moment.")
	case rule.Scope == "":
		return shop.Errorf(shop.Forbidden, "API keys cannot be used for this.")
	case !key.Allows(rule.Scope):
		return shop.Errorf(shop.Forbidden, "This needs a key with the scope %s.", rule.Scope)
	}
	info.Key = &key
	return nil
}

const (
	sessionScheme = "session"
	keyScheme     = "api_key"
)

// securitySchemes are the ways to prove who calls, for the OpenAPI document.
var securitySchemes = map[string]*huma.SecurityScheme{
	sessionScheme: {Type: "apiKey", In: "cookie", Name: shopapi.SecureCookieName,
		Description: "The session of somebody who signed in with POST /api/session. Over plain http the cookie is called " + shopapi.PlainCookieName + "."},
	keyScheme: {Type: "http", Scheme: "bearer", BearerFormat: apikeys.Prefix + "…",
		Description: "A key that an admin made under Settings, Integrations, for a program of the shop's owner: `Authorization: Bearer sd_…`. " +
			"It opens the operations whose x-scope is among its scopes and nothing else: catalogue:read, catalogue:write, orders:read, orders:fulfil; none includes another. " +
			"Cookies are ignored beside a key. A key may call 600 times a minute; after that the response is 429 with Retry-After. " +
			"401 not_signed_in: the key is wrong or was revoked. 403 forbidden: it has not the scope. The audit log names the key as the actor."},
}

// documented is what the OpenAPI document says of who may call an operation.
func documented(route string) operations.Access {
	rule := access[route]
	return operations.Access{Who: string(rule.Who), Scope: string(rule.Scope), MaxBody: rule.bodyLimit(), Security: rule.security()}
}

// security is the proof that an operation needs.
func (r Rule) security() []map[string][]string {
	switch {
	case r.Who == Visitor:
		return []map[string][]string{}
	case r.Scope != "":
		return []map[string][]string{{sessionScheme: {}}, {keyScheme: {string(r.Scope)}}}
	}
	return []map[string][]string{{sessionScheme: {}}}
}
