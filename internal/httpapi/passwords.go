package httpapi

import (
	"context"
	"net/http"
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

// knownDeviceAnswer makes the browser known, without signing it in.
type knownDeviceAnswer struct {
	SetCookie http.Cookie `header:"Set-Cookie"`
}

type linkQuery struct {
	Token string `query:"token" maxLength:"100"`
}

func (s *Server) registerPasswords() {
	register(s, "POST", "/api/password-resets", "forgot-password", "Send a link for a new password; the answer is the same for every address",
		func(ctx context.Context, in *body[ForgotPasswordInput]) (*struct{}, error) {
			return nil, s.services.Accounts.RequestPasswordReset(ctx, in.Body.Email, requestInfoFrom(ctx).Client)
		})
	register(s, "GET", "/api/password-resets", "get-password-reset", "Whether a reset link still works",
		func(ctx context.Context, in *linkQuery) (*private[ResetLink], error) {
			email, open, err := s.services.Accounts.CheckResetLink(ctx, in.Token, requestInfoFrom(ctx).Client)
			if err != nil {
				return nil, err
			}
			return noStore(ResetLink{Open: open, Email: email}), nil
		})
	register(s, "PUT", "/api/password-resets", "reset-password", "Set a new password with the link; ends every session of the account",
		func(ctx context.Context, in *body[ResetPasswordInput]) (*knownDeviceAnswer, error) {
			email, err := s.services.Accounts.ResetPassword(ctx, in.Body.Token, in.Body.Password, requestInfoFrom(ctx).Client)
			if err != nil {
				return nil, err
			}
			return &knownDeviceAnswer{s.deviceCookie(email)}, nil
		})
	register(s, "PUT", "/api/account/password", "change-password", "Change the own password; ends the other sessions",
		func(ctx context.Context, in *body[ChangePasswordInput]) (*struct{}, error) {
			info := requestInfoFrom(ctx)
			return nil, s.services.Accounts.ChangePassword(ctx, *info.Session, in.Body.CurrentPassword, in.Body.Password, info.Client)
		})
}
