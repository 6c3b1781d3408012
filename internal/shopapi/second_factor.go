package shopapi

import (
	"context"
	"encoding/json"
	"time"

	"github.com/snackdrop/snackdrop/internal/accounts"
	"github.com/snackdrop/snackdrop/internal/operations"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// SecondFactor is what an admin has set up beside the password.
type SecondFactor struct {
	Totp          bool      `json:"totp" doc:"An authenticator app is set up"`
	RecoveryCodes int64     `json:"recovery_codes" doc:"How many are left"`
	Passkeys      []Passkey `json:"passkeys"`
}

// Passkey is one enrolled key.
type Passkey struct {
	ID         string     `json:"id"`
	Name       string     `json:"name"`
	CreatedAt  time.Time  `json:"created_at"`
	LastUsedAt *time.Time `json:"last_used_at"`
}

// TotpOffer is what an authenticator app needs.
type TotpOffer struct {
	Secret string `json:"secret"`
	URL    string `json:"url" doc:"otpauth://"`
	QR     string `json:"qr" doc:"The same as a picture, in a data: address"`
}

// CodeInput is a code of an authenticator app, or a recovery code.
type CodeInput struct {
	Code string `json:"code" maxLength:"200"`
}

// RecoveryCodes are shown once.
type RecoveryCodes struct {
	RecoveryCodes []string `json:"recovery_codes" doc:"New codes, to be written down now; empty when the old ones still hold"`
}

// PasskeyOptions is the argument of navigator.credentials, as JSON.
type PasskeyOptions struct {
	PublicKey any `json:"public_key"`
}

// PasskeyResponse is the result of navigator.credentials, as JSON.
type PasskeyResponse struct {
	Credential any `json:"credential"`
}

// NewPasskey is a credential that the browser just created.
type NewPasskey struct {
	Name       string `json:"name" maxLength:"200"`
	Credential any    `json:"credential"`
}

// waiting is the session of a person who gave the right password and whose second
// factor is still missing.
func waiting(ctx context.Context) (shop.Session, *operations.RequestInfo, error) {
	info := operations.RequestInfoFrom(ctx)
	if info.Session == nil || !info.Session.SecondFactorDue {
		return shop.Session{}, info, shop.Errorf(shop.Expired, "This took too long. Please log in again.")
	}
	return *info.Session, info, nil
}

func (h secondFactorHandlers) signInRoutes(s *operations.Registry) {
	useCode := func(use func(context.Context, shop.Session, string, *operations.RequestInfo) (string, shop.Session, error)) func(context.Context, *operations.Body[CodeInput]) (*sessionResponse, error) {
		return func(ctx context.Context, in *operations.Body[CodeInput]) (*sessionResponse, error) {
			session, info, err := waiting(ctx)
			if err != nil {
				return nil, err
			}
			token, whole, err := use(ctx, session, in.Body.Code, info)
			if err != nil {
				return nil, err
			}
			return h.sessions.signedIn(ctx, token, whole), nil
		}
	}
	operations.Register(s, "POST", "/api/session/totp", "sign-in-totp", "Complete a sign-in with a code of the authenticator app",
		useCode(func(ctx context.Context, session shop.Session, code string, info *operations.RequestInfo) (string, shop.Session, error) {
			return h.secondFactor.SignInWithTOTP(ctx, session, code, info.Client)
		}))
	operations.Register(s, "POST", "/api/session/recovery-code", "sign-in-recovery-code", "Complete a sign-in with a recovery code",
		useCode(func(ctx context.Context, session shop.Session, code string, info *operations.RequestInfo) (string, shop.Session, error) {
			return h.secondFactor.SignInWithRecoveryCode(ctx, session, code, info.Client)
		}))
	operations.Register(s, "POST", "/api/session/passkey/options", "sign-in-passkey-options", "Options for a sign-in with a passkey",
		func(ctx context.Context, _ *struct{}) (*private[PasskeyOptions], error) {
			session, info, err := waiting(ctx)
			if err != nil {
				return nil, err
			}
			options, err := h.secondFactor.StartPasskeySignIn(ctx, session, info.Token)
			if err != nil {
				return nil, err
			}
			return noStore(PasskeyOptions{PublicKey: options.Response}), nil
		})
	operations.Register(s, "POST", "/api/session/passkey", "sign-in-passkey", "Complete a sign-in with a passkey",
		func(ctx context.Context, in *operations.Body[PasskeyResponse]) (*sessionResponse, error) {
			session, info, err := waiting(ctx)
			if err != nil {
				return nil, err
			}
			credential, err := json.Marshal(in.Body.Credential)
			if err != nil {
				return nil, err
			}
			token, whole, err := h.secondFactor.SignInWithPasskey(ctx, session, info.Token, credential, info.Client)
			if err != nil {
				return nil, err
			}
			return h.sessions.signedIn(ctx, token, whole), nil
		})
}

// secondFactorHandlers serve the second step at sign-in.
type secondFactorHandlers struct {
	secondFactor *accounts.SecondFactor
	sessions     Sessions
}

func (h secondFactorHandlers) Routes(s *operations.Registry) {
	h.signInRoutes(s)
	operations.Register(s, "GET", "/api/account/second-factor", "get-second-factor", "What is set up beside the password",
		func(ctx context.Context, _ *struct{}) (*private[SecondFactor], error) {
			has, err := h.secondFactor.Status(ctx, operations.UserID(ctx))
			if err != nil {
				return nil, err
			}
			out := SecondFactor{Totp: has.TOTP, RecoveryCodes: has.RecoveryCodes, Passkeys: make([]Passkey, 0, len(has.Passkeys))}
			for _, key := range has.Passkeys {
				out.Passkeys = append(out.Passkeys, Passkey{ID: key.ID, Name: key.Name, CreatedAt: key.CreatedAt, LastUsedAt: key.LastUsedAt})
			}
			return noStore(out), nil
		})
	operations.Register(s, "POST", "/api/account/totp", "offer-totp", "Begin to set up an authenticator app",
		func(ctx context.Context, in *operations.Body[PasswordInput]) (*private[TotpOffer], error) {
			info := operations.RequestInfoFrom(ctx)
			offer, err := h.secondFactor.StartTOTP(ctx, *info.Session, info.Token, in.Body.Password, info.Client)
			if err != nil {
				return nil, err
			}
			return noStore(TotpOffer(offer)), nil
		})
	codes := func(list []string, err error) (*private[RecoveryCodes], error) {
		if err != nil {
			return nil, err
		}
		return noStore(RecoveryCodes{RecoveryCodes: list}), nil
	}
	operations.Register(s, "PUT", "/api/account/totp", "accept-totp", "End the setup of an authenticator app with a first code",
		func(ctx context.Context, in *operations.Body[CodeInput]) (*private[RecoveryCodes], error) {
			info := operations.RequestInfoFrom(ctx)
			return codes(h.secondFactor.ConfirmTOTP(ctx, *info.Session, info.Token, in.Body.Code, info.Client))
		})
	operations.Register(s, "POST", "/api/account/totp/removal", "remove-totp", "Remove the authenticator app",
		func(ctx context.Context, in *operations.Body[PasswordInput]) (*struct{}, error) {
			info := operations.RequestInfoFrom(ctx)
			return nil, h.secondFactor.RemoveTOTP(ctx, *info.Session, in.Body.Password, info.Client)
		})
	operations.Register(s, "POST", "/api/account/recovery-codes", "new-recovery-codes", "Replace the recovery codes",
		func(ctx context.Context, in *operations.Body[PasswordInput]) (*private[RecoveryCodes], error) {
			info := operations.RequestInfoFrom(ctx)
			return codes(h.secondFactor.ReplaceRecoveryCodes(ctx, *info.Session, in.Body.Password, info.Client))
		})
	operations.Register(s, "POST", "/api/account/passkeys/options", "offer-passkey", "Options for creating a passkey",
		func(ctx context.Context, in *operations.Body[PasswordInput]) (*private[PasskeyOptions], error) {
			info := operations.RequestInfoFrom(ctx)
			options, err := h.secondFactor.StartPasskey(ctx, *info.Session, info.Token, in.Body.Password, info.Client)
			if err != nil {
				return nil, err
			}
			return noStore(PasskeyOptions{PublicKey: options.Response}), nil
		})
	operations.Register(s, "POST", "/api/account/passkeys", "accept-passkey", "Store the passkey that the browser created",
		func(ctx context.Context, in *operations.Body[NewPasskey]) (*private[RecoveryCodes], error) {
			info := operations.RequestInfoFrom(ctx)
			credential, err := json.Marshal(in.Body.Credential)
			if err != nil {
				return nil, err
			}
			return codes(h.secondFactor.AddPasskey(ctx, *info.Session, info.Token, in.Body.Name, credential))
		})
	operations.Register(s, "POST", "/api/account/passkeys/{id}/removal", "remove-passkey", "Remove a passkey",
		func(ctx context.Context, in *struct {
			ID   string `path:"id" maxLength:"1400"`
			Body PasswordInput
		}) (*struct{}, error) {
			info := operations.RequestInfoFrom(ctx)
			return nil, h.secondFactor.RemovePasskey(ctx, *info.Session, in.ID, in.Body.Password, info.Client)
		})
}
