package httpapi

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/snackdrop/snackdrop/internal/accounts"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// The session's cookie. Over https its name has a prefix with which browsers
// take it only from this very host over TLS, never from a subdomain.
const (
	plainCookieName  = "snackdrop_session"
	secureCookieName = "__Host-" + plainCookieName
)

// deviceCookieName is of the cookie by which a browser is known to have signed in
// before; see accounts.NewDevice.
const deviceCookieName = "snackdrop_device"

func (s *Server) cookieName() string {
	if s.https() {
		return secureCookieName
	}
	return plainCookieName
}

func (s *Server) deviceCookie(email string) http.Cookie {
	token, expires := s.services.Accounts.NewDevice(email)
	cookie := s.cookie(token, expires)
	cookie.Name, cookie.SameSite = s.deviceCookieName(), http.SameSiteStrictMode
	return cookie
}

func (s *Server) deviceCookieName() string {
	if s.https() {
		return "__Host-" + deviceCookieName
	}
	return deviceCookieName
}

// device reads the device cookie.
func (s *Server) device(r *http.Request) string {
	cookie, err := r.Cookie(s.deviceCookieName())
	if err != nil {
		return ""
	}
	return cookie.Value
}

// sessionToken reads the session's cookie. Browsers that signed in before the shop
// had https have one with the plain name: it is accepted too, and old says that the
// cookie has to be sent again. A request with an API key has no session.
func (s *Server) sessionToken(r *http.Request) (token string, old bool) {
	if keyOfRequest(r) != "" {
		return "", false
	}
	for _, name := range []string{s.cookieName(), plainCookieName} {
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

type sessionAnswer struct {
	SetCookie    []http.Cookie `header:"Set-Cookie"`
	CacheControl string        `header:"Cache-Control"`
	Body         Session
}

func (s *Server) sessionJSON(ctx context.Context, session *accounts.Session) Session {
	if session == nil {
		return Session{}
	}
	if session.SecondFactorDue {
		return Session{SecondFactorDue: true}
	}
	u := session.User
	due, err := s.services.SecondFactor.DueFrom(ctx, u)
	if err != nil { // the page shows the admin area, and every request there is refused
		slog.Warn("second factor not read", "error", err)
	}
	return Session{User: &User{ID: u.ID, Email: u.Email, Username: u.Username, FullName: u.FullName, AvatarURL: u.AvatarURL, IsAdmin: u.Admin,
		SecondFactorRequired: due}}
}

func (s *Server) cookie(token string, end time.Time) http.Cookie {
	return http.Cookie{Name: s.cookieName(), Value: token, Path: "/", Expires: end, HttpOnly: true, SameSite: http.SameSiteLaxMode,
		Secure: s.https()}
}

func (s *Server) signedIn(ctx context.Context, token string, session accounts.Session) *sessionAnswer {
	info := requestInfoFrom(ctx)
	slog.Info("signed in", "user", session.User.ID, "second_factor_due", session.SecondFactorDue, "known_device",
		s.services.Accounts.KnowsDevice(session.User.Email, info.Client), "ip", info.Client.IP, "request_id", info.RequestID)
	cookies := []http.Cookie{s.cookie(token, session.ExpiresAt)}
	if !session.SecondFactorDue { // who only has the password is not known yet
		cookies = append(cookies, s.deviceCookie(session.User.Email))
	}
	return &sessionAnswer{SetCookie: cookies, CacheControl: "no-store", Body: s.sessionJSON(ctx, &session)}
}

type signedOutAnswer struct {
	SetCookie http.Cookie `header:"Set-Cookie"`
}

func (s *Server) noCookie() *signedOutAnswer {
	gone := s.cookie("", time.Unix(0, 0))
	gone.MaxAge = -1
	return &signedOutAnswer{gone}
}

func (s *Server) registerSession() {
	type privateSession struct {
		CacheControl string `header:"Cache-Control"`
		Body         Session
	}
	register(s, "GET", "/api/session", "get-session", "Who is signed in",
		func(ctx context.Context, _ *struct{}) (*privateSession, error) {
			return &privateSession{"no-store", s.sessionJSON(ctx, requestInfoFrom(ctx).Session)}, nil
		})
	register(s, "POST", "/api/session", "sign-in", "Sign in",
		func(ctx context.Context, in *body[struct {
			Email    string `json:"email" maxLength:"400"`
			Password string `json:"password" maxLength:"1000"`
		}]) (*sessionAnswer, error) {
			token, session, err := s.services.Accounts.SignIn(ctx, in.Body.Email, in.Body.Password, requestInfoFrom(ctx).Client)
			if err != nil {
				return nil, err
			}
			s.endOld(ctx)
			return s.signedIn(ctx, token, session), nil
		})
	register(s, "DELETE", "/api/session", "sign-out", "Sign out",
		func(ctx context.Context, _ *struct{}) (*signedOutAnswer, error) {
			if info := requestInfoFrom(ctx); info.Token != "" {
				if err := s.services.Accounts.SignOut(ctx, info.Token); err != nil {
					return nil, err
				}
			}
			return s.noCookie(), nil
		})
	register(s, "POST", "/api/users", "sign-up", "Open an account and sign in",
		func(ctx context.Context, in *body[struct {
			Username string `json:"username" maxLength:"200"`
			Email    string `json:"email" maxLength:"400"`
			Password string `json:"password" maxLength:"1000"`
		}]) (*sessionAnswer, error) {
			token, session, err := s.services.Accounts.SignUp(ctx, shop.SignUp{Username: in.Body.Username, Email: in.Body.Email, Password: in.Body.Password}, requestInfoFrom(ctx).Client)
			if err != nil {
				return nil, err
			}
			s.endOld(ctx)
			return s.signedIn(ctx, token, session), nil
		})
	register(s, "GET", "/api/profile", "get-profile", "The signed-in user's profile",
		func(ctx context.Context, _ *struct{}) (*body[Profile], error) {
			p, err := s.services.Accounts.Profile(ctx, userID(ctx))
			if err != nil {
				return nil, err
			}
			return &body[Profile]{Profile{ID: userID(ctx), Username: p.Username, FullName: p.FullName, AvatarURL: p.AvatarURL, UpdatedAt: p.UpdatedAt}}, nil
		})
	register(s, "PUT", "/api/profile", "update-profile", "Change the signed-in user's profile",
		func(ctx context.Context, in *body[struct {
			Username string `json:"username" maxLength:"200"`
			FullName string `json:"full_name" maxLength:"200"`
		}]) (*struct{}, error) {
			return nil, s.services.Accounts.UpdateProfile(ctx, userID(ctx), in.Body.Username, in.Body.FullName, requestInfoFrom(ctx).Client)
		})
}

// endOld ends the session that a browser had before it signed in again.
func (s *Server) endOld(ctx context.Context) {
	if info := requestInfoFrom(ctx); info.Token != "" {
		_ = s.services.Accounts.SignOut(ctx, info.Token) // should it fail, the session expires
	}
}

func (s *Server) registerSetup() {
	register(s, "GET", "/api/setup", "get-setup", "Whether a setup link still works",
		func(ctx context.Context, in *linkQuery) (*body[LinkState], error) {
			open, err := s.services.Admins.CheckSetupLink(ctx, in.Token, requestInfoFrom(ctx).Client)
			return &body[LinkState]{LinkState{Open: open}}, err
		})
	register(s, "POST", "/api/setup", "set-up", "Create the first admin with the one-time link",
		func(ctx context.Context, in *body[struct {
			Token    string `json:"token" maxLength:"100"`
			Email    string `json:"email" maxLength:"400"`
			Password string `json:"password" maxLength:"1000"`
		}]) (*sessionAnswer, error) {
			token, session, err := s.services.Admins.SetUp(ctx, in.Body.Token, in.Body.Email, in.Body.Password, requestInfoFrom(ctx).Client)
			if err != nil {
				return nil, err
			}
			s.endOld(ctx)
			return s.signedIn(ctx, token, session), nil
		})
}
