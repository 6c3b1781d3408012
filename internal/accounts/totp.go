package accounts

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

// totpStepSeconds is how long one code of an authenticator app is valid.
const totpStepSeconds = 30

// TOTPEnrolment is what an authenticator app needs to be set up.
type TOTPEnrolment struct {
	Secret string
	URL    string // otpauth://
	QR     string // the URL as a QR code, in a data: URL
}

// StartTOTP begins to set up an authenticator app.
func (f *SecondFactor) StartTOTP(ctx context.Context, session shop.Session, sessionToken, password string, client shop.Client) (TOTPEnrolment, error) {
	account, err := f.accounts.confirmPassword(ctx, session.User.ID, "password", password, client)
	if err != nil {
		return TOTPEnrolment{}, err
	}
	settings, err := f.settings(ctx)
	if err != nil {
		return TOTPEnrolment{}, err
	}
	key, err := totp.Generate(totp.GenerateOpts{Issuer: settings.Brand.SiteName, AccountName: account.Email})
	if err != nil {
		return TOTPEnrolment{}, err
	}
	picture, err := key.Image(240, 240)
	if err != nil {
		return TOTPEnrolment{}, err
	}
	var qr bytes.Buffer
	if err := png.Encode(&qr, picture); err != nil {
		return TOTPEnrolment{}, err
	}
	err = f.store.Write(ctx, func(tx *store.Tx) error {
		if _, err := lockUserIfPasswordUnchanged(ctx, tx, account); err != nil {
			return err
		}
		return f.startChallenge(ctx, tx, enrolTOTP, sessionToken, account.ID, key.Secret())
	})
	return TOTPEnrolment{Secret: key.Secret(), URL: key.URL(), QR: "data:image/png;base64," + base64.StdEncoding.EncodeToString(qr.Bytes())}, err
}

// ConfirmTOTP ends the setup with a first code. It returns recovery codes when the
// user has none yet.
func (f *SecondFactor) ConfirmTOTP(ctx context.Context, session shop.Session, sessionToken, code string, client shop.Client) (codes []string, err error) {
	succeeded, err := f.takeAttempt(session.User, client)
	if err != nil {
		return nil, err
	}
	err = f.store.Write(ctx, func(tx *store.Tx) error {
		secret, err := finishChallenge[string](ctx, f, tx, enrolTOTP, sessionToken, session.User.ID)
		if err != nil {
			return err
		}
		step, ok, err := matchTOTP(secret, code, f.now())
		if err != nil {
			return err
		}
		if !ok { // rolls back: another code can be tried
			return shop.FieldError(shop.Invalid, "code", "This code is not right.")
		}
		if err := tx.SecondFactors.SetTOTPSecret(ctx, session.User.ID, f.secrets.Seal(secret), f.now()); err != nil {
			return err
		}
		if _, err := tx.SecondFactors.UseTOTPStep(ctx, session.User.ID, step); err != nil {
			return err
		}
		codes, err = f.factorAdded(ctx, tx, session.User.ID, "authenticator_app")
		return err
	})
	if err == nil {
		succeeded()
	}
	return codes, err
}

// RemoveTOTP removes the authenticator app.
func (f *SecondFactor) RemoveTOTP(ctx context.Context, session shop.Session, password string, client shop.Client) error {
	account, err := f.accounts.confirmPassword(ctx, session.User.ID, "password", password, client)
	if err != nil {
		return err
	}
	return f.store.Write(ctx, func(tx *store.Tx) error {
		if _, err := lockUserIfPasswordUnchanged(ctx, tx, account); err != nil {
			return err
		}
		if err := tx.SecondFactors.SetTOTPSecret(ctx, account.ID, "", f.now()); err != nil {
			return err
		}
		return f.factorRemoved(ctx, tx, account.ID, "authenticator_app")
	})
}

// SignInWithTOTP completes a sign-in with a code of the authenticator app. Each code works once.
func (f *SecondFactor) SignInWithTOTP(ctx context.Context, session shop.Session, code string, client shop.Client) (token string, full shop.Session, err error) {
	succeeded, err := f.takeAttempt(session.User, client)
	if err != nil {
		return "", full, err
	}
	err = f.store.Write(ctx, func(tx *store.Tx) error {
		account, err := tx.Accounts.ByID(ctx, session.User.ID)
		if err != nil {
			return err
		}
		if account.TOTPSecret == "" {
			return errWrongCode(client)
		}
		secret, err := f.secrets.Open(account.TOTPSecret)
		if err != nil {
			return err
		}
		step, ok, err := matchTOTP(secret, code, f.now())
		if err != nil {
			return err
		}
		if !ok {
			return errWrongCode(client)
		}
		fresh, err := tx.SecondFactors.UseTOTPStep(ctx, account.ID, step)
		if err != nil {
			return err
		}
		if !fresh {
			return errWrongCode(client)
		}
		token, full, err = f.completeSignIn(ctx, tx, session, client)
		return err
	})
	if err == nil {
		succeeded()
	}
	return token, full, err
}

// matchTOTP finds the time step that a code belongs to: the current one or a neighbour,
// for clocks that differ a little.
func matchTOTP(secret, code string, now time.Time) (step int64, ok bool, err error) {
	code = normalizeCode(code)
	for _, offset := range []int64{0, -1, 1} {
		step := now.Unix()/totpStepSeconds + offset
		want, err := totp.GenerateCode(secret, time.Unix(step*totpStepSeconds, 0))
		if err != nil {
			return 0, false, err
		}
		if subtle.ConstantTimeCompare([]byte(want), []byte(code)) == 1 {
			return step, true, nil
		}
	}
	return 0, false, nil
}
