package httpapi

import (
	"context"
	"encoding/json"
	"time"
)

// PasswordInput confirms an action with the password, so that a borrowed browser is not enough.
type PasswordInput struct {
	Password string `json:"password" maxLength:"1000"`
}

// EmailChangeInput asks for another address.
type EmailChangeInput struct {
	Email    string `json:"email" maxLength:"400"`
	Password string `json:"password" maxLength:"1000"`
}

// TokenInput is the token of a link.
type TokenInput struct {
	Token string `json:"token" maxLength:"100"`
}

// EmailChanged says which address the account has now.
type EmailChanged struct {
	Email string `json:"email"`
}

// Device is a browser where the person is signed in.
type Device struct {
	ID         int64     `json:"id"`
	UserAgent  string    `json:"user_agent"`
	IP         string    `json:"ip"`
	CreatedAt  time.Time `json:"created_at"`
	LastSeenAt time.Time `json:"last_seen_at"`
	Current    bool      `json:"current" doc:"It is the one that asks"`
}

// DeviceList is every signed-in browser, the latest first.
type DeviceList struct {
	Items []Device `json:"items"`
}

// Avatar is the person's picture.
type Avatar struct {
	AvatarURL string `json:"avatar_url"`
}

type private[T any] struct {
	CacheControl string `header:"Cache-Control"`
	Body         T
}

func noStore[T any](value T) *private[T] { return &private[T]{CacheControl: "no-store", Body: value} }

func (s *Server) registerAccount() {
	register(s, "POST", "/api/account/email", "ask-email-change", "Send a link to a new address; it becomes the account's when it is opened",
		func(ctx context.Context, in *body[EmailChangeInput]) (*struct{}, error) {
			info := requestInfoFrom(ctx)
			return nil, s.services.Accounts.RequestEmailChange(ctx, *info.Session, in.Body.Email, in.Body.Password, info.Client)
		})
	register(s, "POST", "/api/email-changes", "confirm-email-change", "Confirm a new address with the link",
		func(ctx context.Context, in *body[TokenInput]) (*private[EmailChanged], error) {
			email, err := s.services.Accounts.ConfirmEmailChange(ctx, in.Body.Token, requestInfoFrom(ctx).Client)
			if err != nil {
				return nil, err
			}
			return noStore(EmailChanged{Email: email}), nil
		})
	s.registerDevices()
	s.registerAvatar()
	register(s, "GET", "/api/account/export", "export-account", "Everything the account holds, as JSON",
		func(ctx context.Context, _ *struct{}) (*struct {
			ContentDisposition string `header:"Content-Disposition"`
			ContentType        string `header:"Content-Type"`
			CacheControl       string `header:"Cache-Control"`
			Body               []byte
		}, error) {
			export, err := s.services.Accounts.Export(ctx, userID(ctx), requestInfoFrom(ctx).Client)
			if err != nil {
				return nil, err
			}
			text, err := json.MarshalIndent(export, "", "  ")
			if err != nil {
				return nil, err
			}
			return &struct {
				ContentDisposition string `header:"Content-Disposition"`
				ContentType        string `header:"Content-Type"`
				CacheControl       string `header:"Cache-Control"`
				Body               []byte
			}{`attachment; filename="my-account.json"`, "application/json", "no-store", text}, nil
		})
	register(s, "POST", "/api/account/deletion", "delete-account", "Delete the own account for good",
		func(ctx context.Context, in *body[PasswordInput]) (*signedOutAnswer, error) {
			info := requestInfoFrom(ctx)
			if err := s.services.Accounts.DeleteAccount(ctx, *info.Session, in.Body.Password, info.Client); err != nil {
				return nil, err
			}
			return s.noCookie(), nil
		})
}

func (s *Server) registerDevices() {
	register(s, "GET", "/api/account/sessions", "list-sessions", "Where the person is signed in",
		func(ctx context.Context, _ *struct{}) (*private[DeviceList], error) {
			rows, err := s.services.Accounts.Devices(ctx, userID(ctx))
			if err != nil {
				return nil, err
			}
			out := DeviceList{Items: make([]Device, 0, len(rows))}
			for _, row := range rows {
				out.Items = append(out.Items, Device{ID: row.ID, UserAgent: row.UserAgent, IP: row.IP, CreatedAt: row.CreatedAt,
					LastSeenAt: row.LastSeenAt, Current: row.ID == requestInfoFrom(ctx).Session.ID})
			}
			return noStore(out), nil
		})
	register(s, "DELETE", "/api/account/sessions/{id}", "sign-out-device", "Sign one device out",
		func(ctx context.Context, in *IDPath) (*struct{}, error) {
			return nil, s.services.Accounts.SignOutDevice(ctx, userID(ctx), in.ID)
		})
	register(s, "DELETE", "/api/account/sessions", "sign-out-others", "Sign every other device out",
		func(ctx context.Context, _ *struct{}) (*struct{}, error) {
			return nil, s.services.Accounts.SignOutOthers(ctx, *requestInfoFrom(ctx).Session)
		})
}

func (s *Server) registerAvatar() {
	register(s, "PUT", "/api/account/avatar", "save-avatar", "Upload the own picture (JPEG, PNG, WebP, GIF, AVIF)",
		func(ctx context.Context, in *struct {
			UploadBody
		}) (*private[Avatar], error) {
			defer in.drain()
			url, err := s.services.Accounts.SaveAvatar(ctx, userID(ctx), in.filename, in.file, requestInfoFrom(ctx).Client)
			if err != nil {
				return nil, err
			}
			return noStore(Avatar{AvatarURL: url}), nil
		})
	register(s, "DELETE", "/api/account/avatar", "remove-avatar", "Remove the own picture",
		func(ctx context.Context, _ *struct{}) (*struct{}, error) {
			return nil, s.services.Accounts.RemoveAvatar(ctx, userID(ctx))
		})
}
