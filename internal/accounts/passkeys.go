package accounts

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"log/slog"
	"net/url"
	"strings"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

const maxPasskeys = 20

// webauthnUser is a user as the WebAuthn library wants to see them.
type webauthnUser struct {
	user shop.User
	keys []webauthn.Credential
}

func (u webauthnUser) WebAuthnID() []byte {
	return binary.BigEndian.AppendUint64(nil, uint64(u.user.ID))
}
func (u webauthnUser) WebAuthnName() string                       { return u.user.Email }
func (u webauthnUser) WebAuthnDisplayName() string                { return u.user.Username }
func (u webauthnUser) WebAuthnCredentials() []webauthn.Credential { return u.keys }

func loadWebauthnUser(ctx context.Context, tx *store.Tx, user shop.User) (webauthnUser, error) {
	u := webauthnUser{user: user}
	passkeys, err := tx.SecondFactors.Passkeys(ctx, user.ID)
	for _, passkey := range passkeys {
		var key webauthn.Credential
		if err := json.Unmarshal([]byte(passkey.Credential), &key); err != nil {
			return u, err
		}
		u.keys = append(u.keys, key)
	}
	return u, err
}

func (f *SecondFactor) relyingParty(ctx context.Context) (*webauthn.WebAuthn, error) {
	settings, err := f.settings(ctx)
	if err != nil {
		return nil, err
	}
	u, err := url.Parse(f.publicURL)
	if err != nil {
		return nil, err
	}
	return webauthn.New(&webauthn.Config{RPID: u.Hostname(), RPDisplayName: settings.Brand.SiteName, RPOrigins: []string{f.publicURL}})
}

// StartPasskey begins to enrol a passkey. The options are for navigator.credentials.create.
func (f *SecondFactor) StartPasskey(ctx context.Context, session shop.Session, sessionToken, password string, client shop.Client) (options *protocol.CredentialCreation, err error) {
	account, err := f.accounts.confirmPassword(ctx, session.User.ID, "password", password, client)
	if err != nil {
		return nil, err
	}
	party, err := f.relyingParty(ctx)
	if err != nil {
		return nil, err
	}
	err = f.store.Write(ctx, func(tx *store.Tx) error {
		if _, err := lockUserIfPasswordUnchanged(ctx, tx, account); err != nil {
			return err
		}
		user, err := loadWebauthnUser(ctx, tx, session.User)
		if err != nil {
			return err
		}
		if len(user.keys) >= maxPasskeys {
			return shop.Errorf(shop.Conflict, "Remove a passkey first.")
		}
		var state *webauthn.SessionData
		options, state, err = party.BeginRegistration(user, webauthn.WithExclusions(webauthn.Credentials(user.keys).CredentialDescriptors()))
		if err != nil {
			return err
		}
		return f.startChallenge(ctx, tx, enrolPasskey, sessionToken, session.User.ID, state)
	})
	return options, err
}

// AddPasskey stores the key that the browser made. It returns recovery codes when the
// user has none yet.
func (f *SecondFactor) AddPasskey(ctx context.Context, session shop.Session, sessionToken, name string, credential []byte) (codes []string, err error) {
	if name = strings.TrimSpace(name); name == "" {
		name = "Passkey"
	}
	if len([]rune(name)) > shop.MaxPasskeyName {
		return nil, shop.FieldError(shop.Invalid, "name", "Keep the name below 60 characters.")
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes(credential)
	if err != nil {
		return nil, errRefusedPasskey(err)
	}
	party, err := f.relyingParty(ctx)
	if err != nil {
		return nil, err
	}
	err = f.store.Write(ctx, func(tx *store.Tx) error {
		state, err := finishChallenge[webauthn.SessionData](ctx, f, tx, enrolPasskey, sessionToken, session.User.ID)
		if err != nil {
			return err
		}
		user, err := loadWebauthnUser(ctx, tx, session.User)
		if err != nil {
			return err
		}
		key, err := party.CreateCredential(user, state, parsed)
		if err != nil {
			return errRefusedPasskey(err)
		}
		text, err := json.Marshal(key)
		if err != nil {
			return err
		}
		if err := tx.SecondFactors.AddPasskey(ctx, session.User.ID, shop.Passkey{ID: passkeyID(key), Name: name, Credential: string(text), CreatedAt: f.now()}); err != nil {
			return err
		}
		codes, err = f.factorAdded(ctx, tx, session.User.ID, "passkey")
		return err
	})
	return codes, err
}

// RemovePasskey deletes one of the user's own keys.
func (f *SecondFactor) RemovePasskey(ctx context.Context, session shop.Session, id, password string, client shop.Client) error {
	account, err := f.accounts.confirmPassword(ctx, session.User.ID, "password", password, client)
	if err != nil {
		return err
	}
	return f.store.Write(ctx, func(tx *store.Tx) error {
		if _, err := lockUserIfPasswordUnchanged(ctx, tx, account); err != nil {
			return err
		}
		if err := tx.SecondFactors.DeletePasskey(ctx, account.ID, id); err != nil {
			return err
		}
		return f.factorRemoved(ctx, tx, account.ID, "passkey")
	})
}

// StartPasskeySignIn begins the second step of a sign-in. The options are for
// navigator.credentials.get.
func (f *SecondFactor) StartPasskeySignIn(ctx context.Context, session shop.Session, sessionToken string) (options *protocol.CredentialAssertion, err error) {
	party, err := f.relyingParty(ctx)
	if err != nil {
		return nil, err
	}
	err = f.store.Write(ctx, func(tx *store.Tx) error {
		user, err := loadWebauthnUser(ctx, tx, session.User)
		if err != nil {
			return err
		}
		if len(user.keys) == 0 {
			return shop.Errorf(shop.NotFound, "This account has no passkey.")
		}
		var state *webauthn.SessionData
		if options, state, err = party.BeginLogin(user); err != nil {
			return err
		}
		return f.startChallenge(ctx, tx, signInPasskey, sessionToken, session.User.ID, state)
	})
	return options, err
}

// SignInWithPasskey completes a sign-in with what the key signed.
func (f *SecondFactor) SignInWithPasskey(ctx context.Context, session shop.Session, sessionToken string, assertion []byte, client shop.Client) (token string, full shop.Session, err error) {
	succeeded, err := f.takeAttempt(session.User, client)
	if err != nil {
		return "", full, err
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes(assertion)
	if err != nil {
		return "", full, errRefusedPasskey(err)
	}
	party, err := f.relyingParty(ctx)
	if err != nil {
		return "", full, err
	}
	err = f.store.Write(ctx, func(tx *store.Tx) error {
		state, err := finishChallenge[webauthn.SessionData](ctx, f, tx, signInPasskey, sessionToken, session.User.ID)
		if err != nil {
			return err
		}
		user, err := loadWebauthnUser(ctx, tx, session.User)
		if err != nil {
			return err
		}
		key, err := party.ValidateLogin(user, state, parsed)
		if err != nil {
			return errRefusedPasskey(err)
		}
		if key.Authenticator.CloneWarning {
			slog.Warn("passkey refused: its counter went back", "user", session.User.ID)
			return shop.Errorf(shop.BadCredentials, "This passkey was not accepted.")
		}
		text, err := json.Marshal(key)
		if err != nil {
			return err
		}
		if err := tx.SecondFactors.UpdateUsedPasskey(ctx, session.User.ID, passkeyID(key), string(text), f.now()); err != nil {
			return err
		}
		token, full, err = f.completeSignIn(ctx, tx, session, client)
		return err
	})
	if err == nil {
		succeeded()
	}
	return token, full, err
}

func passkeyID(key *webauthn.Credential) string { return base64.RawURLEncoding.EncodeToString(key.ID) }

// errRefusedPasskey logs the library's message, which is for programmers.
func errRefusedPasskey(err error) error {
	slog.Info("passkey refused", "error", err)
	return shop.Errorf(shop.BadCredentials, "This passkey was not accepted.")
}
