package shopapi

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/snackdrop/snackdrop/internal/accounts"
	"github.com/snackdrop/snackdrop/internal/operations"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// The session's cookie. Over https its name has a prefix with which browsers
// take it only from this very host over TLS, never from a subdomain.
const (
	PlainCookieName  = "snackdrop_session"
	SecureCookieName = "__Host-" + PlainCookieName
)

// deviceCookieName names the cookie of browsers that have signed in before; see accounts.NewDevice.
const deviceCookieName = "snackdrop_device"

// Sessions reads and writes the cookies of sessions, and says who is signed in.
type Sessions struct {
	accounts     *accounts.Service
	secondFactor *accounts.SecondFactor
	https        func() bool
}

func (s Sessions) cookieName() string {
	if s.https() {
		return SecureCookieName
	}
	return PlainCookieName
}

// DeviceCookie makes the browser known as one that signed in to the account.
func (s Sessions) DeviceCookie(email string) http.Cookie {
	token, expires := s.accounts.NewDevice(email)
	cookie := s.Cookie(token, expires)
	cookie.Name, cookie.SameSite = s.deviceCookieName(), http.SameSiteStrictMode
	return cookie
}

func (s Sessions) deviceCookieName() string {
	if s.https() {
		return "__Host-" + deviceCookieName
	}
	return deviceCookieName
}

// Device reads the device cookie.
func (s Sessions) Device(r *http.Request) string {
	cookie, err := r.Cookie(s.deviceCookieName())
	if err != nil {
		return ""
	}
	return cookie.Value
}

// SessionToken reads the session's cookie. Browsers that signed in before the shop
// had https have one with the plain name: it is accepted too, and old says that the
// cookie has to be sent again. A request with an API key has no session.
func (s Sessions) SessionToken(r *http.Request) (token string, old bool) {
	if operations.KeyOfRequest(r) != "" {
		return "", false
	}
	for _, name := range []string{s.cookieName(), PlainCookieName} {
		if cookie, err := r.Cookie(name); err == nil && cookie.Value != "" {
			return cookie.Value, name != s.cookieName()
		}
	}
	return "", false
}

// User is the signed-in person, or null.
type User struct {
	_         struct{} `nullable:"true"`
	ID        int64    `json:"id"`
	Email     string   `json:"email"`
	Username  string   `json:"username"`
	FullName  string   `json:"full_name"`
	AvatarURL string   `json:"avatar_url"`
	IsAdmin   bool     `json:"is_admin"`

	SecondFactorRequired bool `json:"second_factor_required,omitempty" doc:"An admin who has to set up a second factor before anything else"`
}

// Session says who is signed in.
type Session struct {
	User            *User `json:"user"`
	SecondFactorDue bool  `json:"second_factor_due" doc:"The password was right; the second factor is still to come"`
}

// Profile is what users can change about themselves.
type Profile struct {
	ID        int64     `json:"id"`
	Username  string    `json:"username"`
	FullName  string    `json:"full_name"`
	AvatarURL string    `json:"avatar_url"`
	UpdatedAt time.Time `json:"updated_at"`
}

type sessionResponse struct {
	SetCookie    []http.Cookie `header:"Set-Cookie"`
	CacheControl string        `header:"Cache-Control"`
	Body         Session
}

func (s Sessions) sessionJSON(ctx context.Context, session *shop.Session) Session {
	if session == nil {
		return Session{}
	}
	if session.SecondFactorDue {
		return Session{SecondFactorDue: true}
	}
	u := session.User
	due, err := s.secondFactor.DueFrom(ctx, u)
	if err != nil { // the page shows the admin area, and every request there is refused
		slog.Warn("second factor not read", "error", err)
	}
	return Session{User: &User{ID: u.ID, Email: u.Email, Username: u.Username, FullName: u.FullName, AvatarURL: u.AvatarURL, IsAdmin: u.Admin,
		SecondFactorRequired: due}}
}

// Cookie is the cookie of a session.
func (s Sessions) Cookie(token string, end time.Time) http.Cookie {
	return http.Cookie{Name: s.cookieName(), Value: token, Path: "/", Expires: end, HttpOnly: true, SameSite: http.SameSiteLaxMode,
		Secure: s.https()}
}

func (s Sessions) signedIn(ctx context.Context, token string, session shop.Session) *sessionResponse {
	info := operations.RequestInfoFrom(ctx)
	slog.Info("signed in", "user", session.User.ID, "second_factor_due", session.SecondFactorDue, "known_device",
		s.accounts.KnowsDevice(session.User.Email, info.Client), "ip", info.Client.IP, "request_id", info.RequestID)
	cookies := []http.Cookie{s.Cookie(token, session.ExpiresAt)}
	if !session.SecondFactorDue { // who only has the password is not known yet
		cookies = append(cookies, s.DeviceCookie(session.User.Email))
	}
	return &sessionResponse{SetCookie: cookies, CacheControl: "no-store", Body: s.sessionJSON(ctx, &session)}
}

type signedOutResponse struct {
	SetCookie http.Cookie `header:"Set-Cookie"`
}

func (s Sessions) noCookie() *signedOutResponse {
	gone := s.Cookie("", time.Unix(0, 0))
	gone.MaxAge = -1
	return &signedOutResponse{gone}
}

// sessionHandlers sign people in and out, and open accounts.
type sessionHandlers struct {
	accounts *accounts.Service
	admins   *accounts.Admins
	sessions Sessions
}

func (h sessionHandlers) Routes(s *operations.Registry) {
	type privateSession struct {
		CacheControl string `header:"Cache-Control"`
		Body         Session
	}
	operations.Register(s, "GET", "/api/session", "get-session", "Who is signed in",
		func(ctx context.Context, _ *struct{}) (*privateSession, error) {
			return &privateSession{"no-store", h.sessions.sessionJSON(ctx, operations.RequestInfoFrom(ctx).Session)}, nil
		})
	operations.Register(s, "POST", "/api/session", "sign-in", "Sign in",
		func(ctx context.Context, in *operations.Body[struct {
			Email    string `json:"email" maxLength:"400"`
			Password string `json:"password" maxLength:"1000"`
		}]) (*sessionResponse, error) {
			token, session, err := h.accounts.SignIn(ctx, in.Body.Email, in.Body.Password, operations.RequestInfoFrom(ctx).Client)
			if err != nil {
				return nil, err
			}
			h.sessions.endOld(ctx)
			return h.sessions.signedIn(ctx, token, session), nil
		})
	operations.Register(s, "DELETE", "/api/session", "sign-out", "Sign out",
		func(ctx context.Context, _ *struct{}) (*signedOutResponse, error) {
			if info := operations.RequestInfoFrom(ctx); info.Token != "" {
				if err := h.accounts.SignOut(ctx, info.Token); err != nil {
					return nil, err
				}
			}
			return h.sessions.noCookie(), nil
		})
	operations.Register(s, "POST", "/api/users", "sign-up", "Open an account and sign in",
		func(ctx context.Context, in *operations.Body[struct {
			Username string `json:"username" maxLength:"200"`
			Email    string `json:"email" maxLength:"400"`
			Password string `json:"password" maxLength:"1000"`
		}]) (*sessionResponse, error) {
			token, session, err := h.accounts.SignUp(ctx, shop.SignUp{Username: in.Body.Username, Email: in.Body.Email, Password: in.Body.Password}, operations.RequestInfoFrom(ctx).Client)
			if err != nil {
				return nil, err
			}
			h.sessions.endOld(ctx)
			return h.sessions.signedIn(ctx, token, session), nil
		})
	operations.Register(s, "GET", "/api/profile", "get-profile", "The signed-in user's profile",
		func(ctx context.Context, _ *struct{}) (*operations.Body[Profile], error) {
			p, err := h.accounts.Profile(ctx, operations.UserID(ctx))
			if err != nil {
				return nil, err
			}
			return &operations.Body[Profile]{Body: Profile{ID: operations.UserID(ctx), Username: p.Username, FullName: p.FullName, AvatarURL: p.AvatarURL, UpdatedAt: p.UpdatedAt}}, nil
		})
	operations.Register(s, "PUT", "/api/profile", "update-profile", "Change the signed-in user's profile",
		func(ctx context.Context, in *operations.Body[struct {
			Username string `json:"username" maxLength:"200"`
			FullName string `json:"full_name" maxLength:"200"`
		}]) (*struct{}, error) {
			return nil, h.accounts.UpdateProfile(ctx, operations.UserID(ctx), in.Body.Username, in.Body.FullName, operations.RequestInfoFrom(ctx).Client)
		})
	h.setupRoutes(s)
	h.passwordRoutes(s)
}

// endOld ends the session that a browser had before it signed in again.
func (s Sessions) endOld(ctx context.Context) {
	if info := operations.RequestInfoFrom(ctx); info.Token != "" {
		_ = s.accounts.SignOut(ctx, info.Token) // should it fail, the session expires
	}
}

func (h sessionHandlers) setupRoutes(s *operations.Registry) {
	operations.Register(s, "GET", "/api/setup", "get-setup", "Whether a setup link still works",
		func(ctx context.Context, in *linkQuery) (*operations.Body[LinkState], error) {
			open, err := h.admins.CheckSetupLink(ctx, in.Token, operations.RequestInfoFrom(ctx).Client)
			return &operations.Body[LinkState]{Body: LinkState{Open: open}}, err
		})
	operations.Register(s, "POST", "/api/setup", "set-up", "Create the first admin with the one-time link",
		func(ctx context.Context, in *operations.Body[struct {
			Token    string `json:"token" maxLength:"100"`
			Email    string `json:"email" maxLength:"400"`
			Password string `json:"password" maxLength:"1000"`
		}]) (*sessionResponse, error) {
			token, session, err := h.admins.SetUp(ctx, in.Body.Token, in.Body.Email, in.Body.Password, operations.RequestInfoFrom(ctx).Client)
			if err != nil {
				return nil, err
			}
			h.sessions.endOld(ctx)
			return h.sessions.signedIn(ctx, token, session), nil
		})
}
