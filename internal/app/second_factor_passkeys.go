package app

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

const (
	passkeyEnrol  = "passkey-enrol"
	passkeySignIn = "passkey-sign-in"
	maxPasskeys   = 20
)

// keyHolder is a user as the WebAuthn library wants to see them.
type keyHolder struct {
	user shop.User
	keys []webauthn.Credential
}

func (h keyHolder) WebAuthnID() []byte {
	return binary.BigEndian.AppendUint64(nil, uint64(h.user.ID))
}
func (h keyHolder) WebAuthnName() string                       { return h.user.Email }
func (h keyHolder) WebAuthnDisplayName() string                { return h.user.Username }
func (h keyHolder) WebAuthnCredentials() []webauthn.Credential { return h.keys }

func (a *App) relyingParty(ctx context.Context) (*webauthn.WebAuthn, error) {
	settings, err := a.Settings(ctx)
	if err != nil {
		return nil, err
	}
	u, err := url.Parse(a.PublicURL)
	if err != nil {
		return nil, err
	}
	return webauthn.New(&webauthn.Config{RPID: u.Hostname(), RPDisplayName: settings.Brand.SiteName, RPOrigins: []string{a.PublicURL}})
}

func holder(ctx context.Context, tx *store.Tx, user shop.User) (keyHolder, error) {
	h := keyHolder{user: user}
	rows, err := tx.Passkeys(ctx, user.ID)
	for _, row := range rows {
		var key webauthn.Credential
		if err := json.Unmarshal([]byte(row.Credential), &key); err != nil {
			return h, err
		}
		h.keys = append(h.keys, key)
	}
	return h, err
}

// OfferPasskey begins to enrol a passkey; what it returns is for the browser.
func (a *App) OfferPasskey(ctx context.Context, session store.Session, sessionToken, password string, client Client) (options *protocol.CredentialCreation, err error) {
	row, err := a.confirmPassword(ctx, session.User.ID, "password", password, client)
	if err != nil {
		return nil, err
	}
	party, err := a.relyingParty(ctx)
	if err != nil {
		return nil, err
	}
	err = a.Store.Write(ctx, func(tx *store.Tx) error {
		if _, err := lockUserIfPasswordUnchanged(ctx, tx, row); err != nil {
			return err
		}
		h, err := holder(ctx, tx, session.User)
		if err != nil {
			return err
		}
		if len(h.keys) >= maxPasskeys {
			return shop.Errorf(shop.Conflict, "Remove a passkey first.")
		}
		var state *webauthn.SessionData
		options, state, err = party.BeginRegistration(h, webauthn.WithExclusions(webauthn.Credentials(h.keys).CredentialDescriptors()))
		if err != nil {
			return err
		}
		return a.ceremony(ctx, tx, passkeyEnrol, sessionToken, session.User.ID, state)
	})
	return options, err
}

// AcceptPasskey keeps the key that the browser made. It gives recovery codes
// when there are none yet.
func (a *App) AcceptPasskey(ctx context.Context, session store.Session, sessionToken, name string, answer []byte) (codes []string, err error) {
	if name = strings.TrimSpace(name); name == "" {
		name = "Passkey"
	}
	if len([]rune(name)) > shop.MaxPasskeyName {
		return nil, shop.FieldError(shop.Invalid, "name", "Keep the name below 60 characters.")
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes(answer)
	if err != nil {
		return nil, refusedKey(err)
	}
	party, err := a.relyingParty(ctx)
	if err != nil {
		return nil, err
	}
	err = a.Store.Write(ctx, func(tx *store.Tx) error {
		state, err := endCeremony[webauthn.SessionData](ctx, a, tx, passkeyEnrol, sessionToken, session.User.ID)
		if err != nil {
			return err
		}
		h, err := holder(ctx, tx, session.User)
		if err != nil {
			return err
		}
		key, err := party.CreateCredential(h, state, parsed)
		if err != nil {
			return refusedKey(err)
		}
		text, err := json.Marshal(key)
		if err != nil {
			return err
		}
		err = tx.AddPasskey(ctx, session.User.ID, store.Passkey{ID: base64.RawURLEncoding.EncodeToString(key.ID), Name: name,
			Credential: string(text), CreatedAt: a.Now()})
		if err != nil {
			return err
		}
		codes, err = a.firstFactor(ctx, tx, session.User.ID, "passkey")
		return err
	})
	return codes, err
}

// RemovePasskey takes one of the person's own keys away.
func (a *App) RemovePasskey(ctx context.Context, session store.Session, id, password string, client Client) error {
	row, err := a.confirmPassword(ctx, session.User.ID, "password", password, client)
	if err != nil {
		return err
	}
	return a.Store.Write(ctx, func(tx *store.Tx) error {
		if _, err := lockUserIfPasswordUnchanged(ctx, tx, row); err != nil {
			return err
		}
		if err := tx.DeletePasskey(ctx, row.ID, id); err != nil {
			return err
		}
		return a.lastFactor(ctx, tx, row.ID, "passkey")
	})
}

// AskPasskey begins the second step of a sign-in; what it returns is for the browser.
func (a *App) AskPasskey(ctx context.Context, session store.Session, sessionToken string) (options *protocol.CredentialAssertion, err error) {
	party, err := a.relyingParty(ctx)
	if err != nil {
		return nil, err
	}
	err = a.Store.Write(ctx, func(tx *store.Tx) error {
		h, err := holder(ctx, tx, session.User)
		if err != nil {
			return err
		}
		if len(h.keys) == 0 {
			return shop.Errorf(shop.NotFound, "This account has no passkey.")
		}
		var state *webauthn.SessionData
		if options, state, err = party.BeginLogin(h); err != nil {
			return err
		}
		return a.ceremony(ctx, tx, passkeySignIn, sessionToken, session.User.ID, state)
	})
	return options, err
}

// UsePasskey ends a sign-in with what the key signed.
func (a *App) UsePasskey(ctx context.Context, session store.Session, sessionToken string, answer []byte, client Client) (token string, whole store.Session, err error) {
	if err := a.tryFactor(session, client); err != nil {
		return "", whole, err
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes(answer)
	if err != nil {
		return "", whole, refusedKey(err)
	}
	party, err := a.relyingParty(ctx)
	if err != nil {
		return "", whole, err
	}
	err = a.Store.Write(ctx, func(tx *store.Tx) error {
		state, err := endCeremony[webauthn.SessionData](ctx, a, tx, passkeySignIn, sessionToken, session.User.ID)
		if err != nil {
			return err
		}
		h, err := holder(ctx, tx, session.User)
		if err != nil {
			return err
		}
		key, err := party.ValidateLogin(h, state, parsed)
		if err != nil {
			return refusedKey(err)
		}
		if key.Authenticator.CloneWarning {
			slog.Warn("passkey refused: its counter went back", "user", session.User.ID)
			return shop.Errorf(shop.BadCredentials, "This passkey was not accepted.")
		}
		text, err := json.Marshal(key)
		if err != nil {
			return err
		}
		id := base64.RawURLEncoding.EncodeToString(key.ID)
		if err := tx.UpdateUsedPasskey(ctx, session.User.ID, id, string(text), a.Now()); err != nil {
			return err
		}
		token, whole, err = a.completeSignIn(ctx, tx, session, client)
		return err
	})
	if err == nil {
		a.Limits.Forget("second factor account " + idText(session.User.ID))
	}
	return token, whole, err
}

// refusedKey hides the library's words, which are for programmers.
func refusedKey(err error) error {
	slog.Info("passkey refused", "error", err)
	return shop.Errorf(shop.BadCredentials, "This passkey was not accepted.")
}
