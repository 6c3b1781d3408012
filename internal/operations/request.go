package operations

import (
	"context"
	"net/http"
	"strings"

	"github.com/snackdrop/snackdrop/internal/apikeys"
	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// KeyOfRequest is the API key that a request carries, "" when it carries none. With one, cookies are ignored.
func KeyOfRequest(r *http.Request) string {
	scheme, key, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if key = strings.TrimSpace(key); strings.EqualFold(scheme, "Bearer") && strings.HasPrefix(key, apikeys.Prefix) {
		return key
	}
	return ""
}

// RequestInfo is what the middleware knows about a request: who sent it and which route serves it.
type RequestInfo struct {
	Session   *shop.Session
	Token     string
	Client    shop.Client
	RequestID string
	Key       *shop.APIKey // of a program of the owner; there is no session then
	Extended  bool         // the session's expiry was moved, so its cookie has to be sent again
	Route     string       // the mux pattern that serves it
	Site      string       // the shop's address as the browser knows it; "" when only the public one counts
}

// LogID is the id in the log.
func (i *RequestInfo) LogID() string { return i.RequestID }

// RequestInfoFrom is what the middleware knows about the request of a context.
func RequestInfoFrom(ctx context.Context) *RequestInfo {
	if info, ok := ctx.Value(RequestKey{}).(*RequestInfo); ok {
		return info
	}
	return &RequestInfo{}
}

// UserID is the signed-in user's. The access table has made sure there is one.
func UserID(ctx context.Context) int64 { return RequestInfoFrom(ctx).Session.User.ID }

// Actor is who changes something, for the audit log: the key of a program or the signed-in user.
func Actor(ctx context.Context) audit.Actor {
	if key := RequestInfoFrom(ctx).Key; key != nil {
		return audit.Actor{Name: key.Name}
	}
	user := RequestInfoFrom(ctx).Session.User
	return audit.Actor{ID: user.ID, Name: user.Email}
}
