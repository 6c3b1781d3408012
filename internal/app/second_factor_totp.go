package app

import (
	"bytes"
	"context"
	"crypto/subtle"
	"encoding/base64"
	"image/png"
	"time"

	"github.com/pquerna/otp/totp"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

const (
	totpCeremony = "totp-enrol"
	totpStep     = 30
)

// TotpOffer is what an authenticator app needs to be set up.
type TotpOffer struct {
	Secret string
	URL    string // otpauth://
	QR     string // the URL as a picture, in a data: address
}

// OfferTotp begins to set up an authenticator app.
func (a *App) OfferTotp(ctx context.Context, session store.Session, sessionToken, password string, client Client) (TotpOffer, error) {
	row, err := a.confirmPassword(ctx, session.User.ID, "password", password, client)
	if err != nil {
		return TotpOffer{}, err
	}
	settings, err := a.Settings(ctx)
	if err != nil {
		return TotpOffer{}, err
	}
	key, err := totp.Generate(totp.GenerateOpts{Issuer: settings.Brand.SiteName, AccountName: row.Email})
	if err != nil {
		return TotpOffer{}, err
	}
	picture, err := key.Image(240, 240)
	if err != nil {
		return TotpOffer{}, err
	}
	var qr bytes.Buffer
	if err := png.Encode(&qr, picture); err != nil {
		return TotpOffer{}, err
	}
	err = a.Store.Write(ctx, func(tx *store.Tx) error {
		if _, err := lockUserIfPasswordUnchanged(ctx, tx, row); err != nil {
			return err
		}
		return a.ceremony(ctx, tx, totpCeremony, sessionToken, row.ID, key.Secret())
	})
	return TotpOffer{Secret: key.Secret(), URL: key.URL(), QR: "data:image/png;base64," + base64.StdEncoding.EncodeToString(qr.Bytes())}, err
}

// AcceptTotp ends the setup with a first code. It gives recovery codes when
// there are none yet.
func (a *App) AcceptTotp(ctx context.Context, session store.Session, sessionToken, code string, client Client) (codes []string, err error) {
	if err := a.tryFactor(session, client); err != nil {
		return nil, err
	}
	err = a.Store.Write(ctx, func(tx *store.Tx) error {
		secret, err := endCeremony[string](ctx, a, tx, totpCeremony, sessionToken, session.User.ID)
		if err != nil {
			return err
		}
		step, ok, err := totpStepOf(secret, code, a.Now())
		if err != nil {
			return err
		}
		if !ok { // nothing is committed: the offer still stands
			return shop.FieldError(shop.Invalid, "code", "This code is not right.")
		}
		if err := tx.SetTOTPSecret(ctx, session.User.ID, a.Secrets.Seal(secret), a.Now()); err != nil {
			return err
		}
		if _, err := tx.UseTOTPStep(ctx, session.User.ID, step); err != nil {
			return err
		}
		codes, err = a.firstFactor(ctx, tx, session.User.ID, "authenticator_app")
		return err
	})
	return codes, err
}

// RemoveTotp takes the authenticator app away.
func (a *App) RemoveTotp(ctx context.Context, session store.Session, password string, client Client) error {
	row, err := a.confirmPassword(ctx, session.User.ID, "password", password, client)
	if err != nil {
		return err
	}
	return a.Store.Write(ctx, func(tx *store.Tx) error {
		if _, err := lockUserIfPasswordUnchanged(ctx, tx, row); err != nil {
			return err
		}
		if err := tx.SetTOTPSecret(ctx, row.ID, "", a.Now()); err != nil {
			return err
		}
		return a.lastFactor(ctx, tx, row.ID, "authenticator_app")
	})
}

// UseTotp ends a sign-in with a code of the authenticator app. Each code works once.
func (a *App) UseTotp(ctx context.Context, session store.Session, code string, client Client) (token string, whole store.Session, err error) {
	if err := a.tryFactor(session, client); err != nil {
		return "", whole, err
	}
	err = a.Store.Write(ctx, func(tx *store.Tx) error {
		row, err := tx.AccountByID(ctx, session.User.ID)
		if err != nil {
			return err
		}
		if row.TOTPSecret == "" {
			return wrongFactor(client)
		}
		secret, err := a.Secrets.Open(row.TOTPSecret)
		if err != nil {
			return err
		}
		step, ok, err := totpStepOf(secret, code, a.Now())
		if err != nil {
			return err
		}
		if !ok {
			return wrongFactor(client)
		}
		fresh, err := tx.UseTOTPStep(ctx, row.ID, step)
		if err != nil {
			return err
		}
		if !fresh {
			return wrongFactor(client)
		}
		token, whole, err = a.completeSignIn(ctx, tx, session, client)
		return err
	})
	if err == nil {
		a.Limits.Forget("second factor account " + idText(session.User.ID))
	}
	return token, whole, err
}

// totpStepOf finds the half minute that a code belongs to: this one or a neighbour,
// for clocks that differ a little.
func totpStepOf(secret, code string, now time.Time) (step int64, ok bool, err error) {
	code = foldCode(code)
	for _, near := range []int64{0, -1, 1} {
		at := now.Unix()/totpStep + near
		want, err := totp.GenerateCode(secret, time.Unix(at*totpStep, 0))
		if err != nil {
			return 0, false, err
		}
		if subtle.ConstantTimeCompare([]byte(want), []byte(code)) == 1 {
			return at, true, nil
		}
	}
	return 0, false, nil
}
