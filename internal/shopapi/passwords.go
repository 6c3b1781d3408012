package shopapi

import (
	"context"
	"net/http"

	"github.com/snackdrop/snackdrop/internal/operations"
)

// ForgotPasswordInput asks for a reset link.
type ForgotPasswordInput struct {
	Email string `json:"email" maxLength:"400"`
}

// ResetPasswordInput uses one.
type ResetPasswordInput struct {
	Token    string `json:"token" maxLength:"100"`
	Password string `json:"password" maxLength:"1000"`
}

// ChangePasswordInput is a new password, with the current one.
type ChangePasswordInput struct {
	CurrentPassword string `json:"current_password" maxLength:"1000"`
	Password        string `json:"password" maxLength:"1000"`
}

// LinkState says whether a link is still valid.
type LinkState struct {
	Open bool `json:"open"`
}

// ResetLink says whether a reset link is still valid, and for which account.
type ResetLink struct {
	Open  bool   `json:"open"`
	Email string `json:"email" doc:"Of the account, for password managers; empty when the link is not open"`
}

// knownDeviceResponse makes the browser known, without signing it in.
type knownDeviceResponse struct {
	SetCookie http.Cookie `header:"Set-Cookie"`
}

type linkQuery struct {
	Token string `query:"token" maxLength:"100"`
}

func (h sessionHandlers) passwordRoutes(s *operations.Registry) {
	operations.Register(s, "POST", "/api/password-resets", "forgot-password", "Send a link for a new password; the response is the same for every address",
		func(ctx context.Context, in *operations.Body[ForgotPasswordInput]) (*struct{}, error) {
			return nil, h.accounts.RequestPasswordReset(ctx, in.Body.Email, operations.RequestInfoFrom(ctx).Client)
		})
	operations.Register(s, "GET", "/api/password-resets", "get-password-reset", "Whether a reset link still works",
		func(ctx context.Context, in *linkQuery) (*private[ResetLink], error) {
			email, open, err := h.accounts.CheckResetLink(ctx, in.Token, operations.RequestInfoFrom(ctx).Client)
			if err != nil {
				return nil, err
			}
			return noStore(ResetLink{Open: open, Email: email}), nil
		})
	operations.Register(s, "PUT", "/api/password-resets", "reset-password", "Set a new password with the link; ends every session of the account",
		func(ctx context.Context, in *operations.Body[ResetPasswordInput]) (*knownDeviceResponse, error) {
			email, err := h.accounts.ResetPassword(ctx, in.Body.Token, in.Body.Password, operations.RequestInfoFrom(ctx).Client)
			if err != nil {
				return nil, err
			}
			return &knownDeviceResponse{h.sessions.DeviceCookie(email)}, nil
		})
	operations.Register(s, "PUT", "/api/account/password", "change-password", "Change the own password; ends the other sessions",
		func(ctx context.Context, in *operations.Body[ChangePasswordInput]) (*struct{}, error) {
			info := operations.RequestInfoFrom(ctx)
			return nil, h.accounts.ChangePassword(ctx, *info.Session, in.Body.CurrentPassword, in.Body.Password, info.Client)
		})
}
