package shopapi

import (
	"context"
	"encoding/json"
	"time"

	"github.com/snackdrop/snackdrop/internal/accounts"
	"github.com/snackdrop/snackdrop/internal/operations"
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

// accountHandlers serve the signed-in person's account.
type accountHandlers struct {
	accounts *accounts.Service
	sessions Sessions
}

func (h accountHandlers) Routes(s *operations.Registry) {
	operations.Register(s, "POST", "/api/account/email", "ask-email-change", "Send a link to a new address; it becomes the account's when it is opened",
		func(ctx context.Context, in *operations.Body[EmailChangeInput]) (*struct{}, error) {
			info := operations.RequestInfoFrom(ctx)
			return nil, h.accounts.RequestEmailChange(ctx, *info.Session, in.Body.Email, in.Body.Password, info.Client)
		})
	operations.Register(s, "POST", "/api/email-changes", "confirm-email-change", "Confirm a new address with the link",
		func(ctx context.Context, in *operations.Body[TokenInput]) (*private[EmailChanged], error) {
			email, err := h.accounts.ConfirmEmailChange(ctx, in.Body.Token, operations.RequestInfoFrom(ctx).Client)
			if err != nil {
				return nil, err
			}
			return noStore(EmailChanged{Email: email}), nil
		})
	h.deviceRoutes(s)
	h.avatarRoutes(s)
	operations.Register(s, "GET", "/api/account/export", "export-account", "Everything the account holds, as JSON",
		func(ctx context.Context, _ *struct{}) (*struct {
			ContentDisposition string `header:"Content-Disposition"`
			ContentType        string `header:"Content-Type"`
			CacheControl       string `header:"Cache-Control"`
			Body               []byte
		}, error) {
			export, err := h.accounts.Export(ctx, operations.UserID(ctx), operations.RequestInfoFrom(ctx).Client)
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
	operations.Register(s, "POST", "/api/account/deletion", "delete-account", "Delete the own account for good",
		func(ctx context.Context, in *operations.Body[PasswordInput]) (*signedOutResponse, error) {
			info := operations.RequestInfoFrom(ctx)
			if err := h.accounts.DeleteAccount(ctx, *info.Session, in.Body.Password, info.Client); err != nil {
				return nil, err
			}
			return h.sessions.noCookie(), nil
		})
	h.addressRoutes(s)
}

func (h accountHandlers) deviceRoutes(s *operations.Registry) {
	operations.Register(s, "GET", "/api/account/sessions", "list-sessions", "Where the person is signed in",
		func(ctx context.Context, _ *struct{}) (*private[DeviceList], error) {
			rows, err := h.accounts.Devices(ctx, operations.UserID(ctx))
			if err != nil {
				return nil, err
			}
			out := DeviceList{Items: make([]Device, 0, len(rows))}
			for _, row := range rows {
				out.Items = append(out.Items, Device{ID: row.ID, UserAgent: row.UserAgent, IP: row.IP, CreatedAt: row.CreatedAt,
					LastSeenAt: row.LastSeenAt, Current: row.ID == operations.RequestInfoFrom(ctx).Session.ID})
			}
			return noStore(out), nil
		})
	operations.Register(s, "DELETE", "/api/account/sessions/{id}", "sign-out-device", "Sign one device out",
		func(ctx context.Context, in *operations.IDPath) (*struct{}, error) {
			return nil, h.accounts.SignOutDevice(ctx, operations.UserID(ctx), in.ID)
		})
	operations.Register(s, "DELETE", "/api/account/sessions", "sign-out-others", "Sign every other device out",
		func(ctx context.Context, _ *struct{}) (*struct{}, error) {
			return nil, h.accounts.SignOutOthers(ctx, *operations.RequestInfoFrom(ctx).Session)
		})
}

func (h accountHandlers) avatarRoutes(s *operations.Registry) {
	operations.Register(s, "PUT", "/api/account/avatar", "save-avatar", "Upload the own picture (JPEG, PNG, WebP, GIF, AVIF)",
		func(ctx context.Context, in *struct {
			operations.UploadBody
		}) (*private[Avatar], error) {
			defer in.Drain()
			url, err := h.accounts.SaveAvatar(ctx, operations.UserID(ctx), in.Filename, in.File, operations.RequestInfoFrom(ctx).Client)
			if err != nil {
				return nil, err
			}
			return noStore(Avatar{AvatarURL: url}), nil
		})
	operations.Register(s, "DELETE", "/api/account/avatar", "remove-avatar", "Remove the own picture",
		func(ctx context.Context, _ *struct{}) (*struct{}, error) {
			return nil, h.accounts.RemoveAvatar(ctx, operations.UserID(ctx))
		})
}
