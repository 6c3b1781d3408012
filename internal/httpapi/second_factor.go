package httpapi

import (
	"context"
	"encoding/json"
	"time"

	"github.com/snackdrop/snackdrop/internal/accounts"
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

// PasskeyAnswer is the result of navigator.credentials, as JSON.
type PasskeyAnswer struct {
	Credential any `json:"credential"`
}

// NewPasskey is a credential that the browser just created.
type NewPasskey struct {
	Name       string `json:"name" maxLength:"200"`
	Credential any    `json:"credential"`
}

// waiting is the session of a person who gave the right password and whose second
// factor is still missing.
func waiting(ctx context.Context) (accounts.Session, *requestInfo, error) {
	info := requestInfoFrom(ctx)
	if info.Session == nil || !info.Session.SecondFactorDue {
		return accounts.Session{}, info, shop.Errorf(shop.Expired, "This took too long. Please log in again.")
	}
	return *info.Session, info, nil
}

func (s *Server) registerSecondFactorSignIn() {
	useCode := func(use func(context.Context, accounts.Session, string, *requestInfo) (string, accounts.Session, error)) func(context.Context, *body[CodeInput]) (*sessionAnswer, error) {
		return func(ctx context.Context, in *body[CodeInput]) (*sessionAnswer, error) {
			session, info, err := waiting(ctx)
			if err != nil {
				return nil, err
			}
			token, whole, err := use(ctx, session, in.Body.Code, info)
			if err != nil {
				return nil, err
			}
			return s.signedIn(ctx, token, whole), nil
		}
	}
	register(s, "POST", "/api/session/totp", "sign-in-totp", "End a sign-in with a code of the authenticator app",
		useCode(func(ctx context.Context, session accounts.Session, code string, info *requestInfo) (string, accounts.Session, error) {
			return s.services.SecondFactor.SignInWithTOTP(ctx, session, code, info.Client)
		}))
	register(s, "POST", "/api/session/recovery-code", "sign-in-recovery-code", "End a sign-in with a recovery code",
		useCode(func(ctx context.Context, session accounts.Session, code string, info *requestInfo) (string, accounts.Session, error) {
			return s.services.SecondFactor.SignInWithRecoveryCode(ctx, session, code, info.Client)
		}))
	register(s, "POST", "/api/session/passkey/options", "sign-in-passkey-options", "Begin to end a sign-in with a passkey",
		func(ctx context.Context, _ *struct{}) (*private[PasskeyOptions], error) {
			session, info, err := waiting(ctx)
			if err != nil {
				return nil, err
			}
			options, err := s.services.SecondFactor.StartPasskeySignIn(ctx, session, info.Token)
			if err != nil {
				return nil, err
			}
			return noStore(PasskeyOptions{PublicKey: options.Response}), nil
		})
	register(s, "POST", "/api/session/passkey", "sign-in-passkey", "End a sign-in with a passkey",
		func(ctx context.Context, in *body[PasskeyAnswer]) (*sessionAnswer, error) {
			session, info, err := waiting(ctx)
			if err != nil {
				return nil, err
			}
			credential, err := json.Marshal(in.Body.Credential)
			if err != nil {
				return nil, err
			}
			token, whole, err := s.services.SecondFactor.SignInWithPasskey(ctx, session, info.Token, credential, info.Client)
			if err != nil {
				return nil, err
			}
			return s.signedIn(ctx, token, whole), nil
		})
}

func (s *Server) registerSecondFactor() {
	s.registerSecondFactorSignIn()
	register(s, "GET", "/api/account/second-factor", "get-second-factor", "What is set up beside the password",
		func(ctx context.Context, _ *struct{}) (*private[SecondFactor], error) {
			has, err := s.services.SecondFactor.Status(ctx, userID(ctx))
			if err != nil {
				return nil, err
			}
			out := SecondFactor{Totp: has.TOTP, RecoveryCodes: has.RecoveryCodes, Passkeys: make([]Passkey, 0, len(has.Passkeys))}
			for _, key := range has.Passkeys {
				out.Passkeys = append(out.Passkeys, Passkey{ID: key.ID, Name: key.Name, CreatedAt: key.CreatedAt, LastUsedAt: key.LastUsedAt})
			}
			return noStore(out), nil
		})
	register(s, "POST", "/api/account/totp", "offer-totp", "Begin to set up an authenticator app",
		func(ctx context.Context, in *body[PasswordInput]) (*private[TotpOffer], error) {
			info := requestInfoFrom(ctx)
			offer, err := s.services.SecondFactor.StartTOTP(ctx, *info.Session, info.Token, in.Body.Password, info.Client)
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
	register(s, "PUT", "/api/account/totp", "accept-totp", "End the setup of an authenticator app with a first code",
		func(ctx context.Context, in *body[CodeInput]) (*private[RecoveryCodes], error) {
			info := requestInfoFrom(ctx)
			return codes(s.services.SecondFactor.ConfirmTOTP(ctx, *info.Session, info.Token, in.Body.Code, info.Client))
		})
	register(s, "POST", "/api/account/totp/removal", "remove-totp", "Remove the authenticator app",
		func(ctx context.Context, in *body[PasswordInput]) (*struct{}, error) {
			info := requestInfoFrom(ctx)
			return nil, s.services.SecondFactor.RemoveTOTP(ctx, *info.Session, in.Body.Password, info.Client)
		})
	register(s, "POST", "/api/account/recovery-codes", "new-recovery-codes", "Replace the recovery codes",
		func(ctx context.Context, in *body[PasswordInput]) (*private[RecoveryCodes], error) {
			info := requestInfoFrom(ctx)
			return codes(s.services.SecondFactor.ReplaceRecoveryCodes(ctx, *info.Session, in.Body.Password, info.Client))
		})
	register(s, "POST", "/api/account/passkeys/options", "offer-passkey", "Begin to enrol a passkey",
		func(ctx context.Context, in *body[PasswordInput]) (*private[PasskeyOptions], error) {
			info := requestInfoFrom(ctx)
			options, err := s.services.SecondFactor.StartPasskey(ctx, *info.Session, info.Token, in.Body.Password, info.Client)
			if err != nil {
				return nil, err
			}
			return noStore(PasskeyOptions{PublicKey: options.Response}), nil
		})
	register(s, "POST", "/api/account/passkeys", "accept-passkey", "Keep the passkey that the browser made",
		func(ctx context.Context, in *body[NewPasskey]) (*private[RecoveryCodes], error) {
			info := requestInfoFrom(ctx)
			credential, err := json.Marshal(in.Body.Credential)
			if err != nil {
				return nil, err
			}
			return codes(s.services.SecondFactor.AddPasskey(ctx, *info.Session, info.Token, in.Body.Name, credential))
		})
	register(s, "POST", "/api/account/passkeys/{id}/removal", "remove-passkey", "Remove a passkey",
		func(ctx context.Context, in *struct {
			ID   string `path:"id" maxLength:"1400"`
			Body PasswordInput
		}) (*struct{}, error) {
			info := requestInfoFrom(ctx)
			return nil, s.services.SecondFactor.RemovePasskey(ctx, *info.Session, in.ID, in.Body.Password, info.Client)
		})
}
