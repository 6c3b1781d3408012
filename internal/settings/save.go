package settings

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// Change is what the settings form sends.
type Change struct {
	Values       map[string]string // the given keys; the others stay. An empty secret stays too: the form never knew it
	ClearSecrets []string
	TaxRates     map[string]string // the whole table, percent by state; nil keeps the stored one
}

// Save stores a change as one transaction and writes the difference into the
// audit log, secrets hidden.
func (s *Service) Save(ctx context.Context, change Change, by audit.Actor) error {
	rates, err := check(change)
	if err != nil {
		return err
	}
	return s.store.Write(ctx, func(tx *store.Tx) error {
		if err := tx.Settings.Lock(ctx); err != nil {
			return err
		}
		before, err := s.stored(ctx, tx.Settings.SettingsReader) // the cache may be older than the last save of another instance
		if err != nil {
			return err
		}
		if err := checkDefaultStatus(before, change.Values); err != nil {
			return err
		}
		if err := checkStripeKeys(before, change); err != nil {
			return err
		}
		save, diff := s.differences(before, change)
		for key, value := range save {
			if err := tx.Settings.Save(ctx, key, value, s.now()); err != nil {
				return err
			}
		}
		ratesChanged, err := saveTaxRates(ctx, tx, rates, diff)
		if err != nil {
			return err
		}
		if len(save) == 0 && !ratesChanged {
			return nil
		}
		if err := tx.TouchCatalog(ctx); err != nil {
			return err
		}
		tx.Emit(shop.Event{Type: shop.EventSetting})
		if len(diff.after) == 0 { // defaults were stored: the shop behaves as before
			return nil
		}
		return s.log.Record(ctx, tx, by, "update", "settings", "", diff.before, diff.after)
	})
}

// difference is what the audit log records, by key.
type difference struct{ before, after map[string]string }

func (d difference) note(key, before, after string) { d.before[key], d.after[key] = before, after }

// differences gives the texts to store and what of it changes the shop.
func (s *Service) differences(before shop.Settings, change Change) (save map[string]string, diff difference) {
	save, diff = map[string]string{}, difference{map[string]string{}, map[string]string{}}
	after := before.With(change.Values)
	for key, value := range change.Values {
		secret := isSecret(key)
		if secret && value == "" {
			continue
		}
		// A text that was never stored may become blank: its stored text is "" before and after.
		if value == before.Stored(key) && after.Text(key) == before.Text(key) {
			continue
		}
		if secret {
			save[key] = s.keys.Seal(value)
			diff.note(key, hidden(before.Stored(key)), hidden(value))
			continue
		}
		save[key] = value
		// What was never stored had its default all the same.
		if had, has := before.Text(key), after.Text(key); had != has {
			diff.note(key, had, has)
		}
	}
	for _, key := range change.ClearSecrets {
		if isSecret(key) && before.Stored(key) != "" {
			save[key] = ""
			diff.note(key, hidden(before.Stored(key)), "")
		}
	}
	return save, diff
}

func hidden(secret string) string {
	if secret == "" {
		return ""
	}
	return "(secret)"
}

// check names everything that is wrong with the form at once, and reads the
// table of tax rates into parts per million.
func check(change Change) (map[string]int64, error) {
	problems := shop.Problems{}
	if err := shop.CheckSettings(change.Values); err != nil {
		refusal, ok := errors.AsType[*shop.Error](err)
		if !ok {
			return nil, err
		}
		problems = refusal.Fields
	}
	if change.TaxRates == nil {
		return nil, problems.Err()
	}
	rates := make(map[string]int64, len(change.TaxRates))
	for _, state := range slices.Sorted(maps.Keys(change.TaxRates)) {
		ppm, err := shop.ParsePercent(change.TaxRates[state])
		problems.Check(shop.ValidState(state), "tax_rates", "Use the two letters of a US state.")
		problems.Check(err == nil, "tax_rates."+state, "Enter a rate from 0 to 100, like 7.5.")
		rates[state] = ppm
	}
	return rates, problems.Err()
}

// checkDefaultStatus refuses to let new orders start at a status that is switched off.
func checkDefaultStatus(before shop.Settings, values map[string]string) error {
	orders := before.With(values).Orders
	for _, key := range []string{"default_order_status", "status_" + string(orders.DefaultStatus)} {
		if _, asked := values[key]; asked && !orders.StatusEnabled(orders.DefaultStatus) {
			return shop.FieldError(shop.Invalid, key, "New orders start at this status: enable it or choose another default.")
		}
	}
	return nil
}

// checkStripeKeys refuses a key for test payments beside one for real money:
// the shop would tell shoppers the wrong thing about theirs.
func checkStripeKeys(before shop.Settings, change Change) error {
	public, secret := before.Payments.StripePublicKey, before.Payments.StripeSecretKey
	if given, asked := change.Values["stripe_public_key"]; asked {
		public = given
	}
	if given := change.Values["stripe_secret_key"]; given != "" {
		secret = given
	} else if slices.Contains(change.ClearSecrets, "stripe_secret_key") {
		secret = ""
	}
	test, live := strings.HasPrefix(public, "pk_test_"), strings.HasPrefix(public, "pk_live_")
	if test && strings.Contains(secret, "k_live_") || live && strings.Contains(secret, "k_test_") {
		return shop.FieldError(shop.Invalid, "stripe_public_key", "One of the Stripe keys is for test payments and the other for real money.")
	}
	return nil
}

// saveTaxRates stores the table and notes what became different. A nil table changes nothing.
func saveTaxRates(ctx context.Context, tx *store.Tx, rates map[string]int64, diff difference) (changed bool, err error) {
	if rates == nil {
		return false, nil
	}
	stored, err := tx.TaxRates.All(ctx)
	if err != nil {
		return false, err
	}
	for state, before := range stored {
		if _, stays := rates[state]; stays {
			continue
		}
		changed = true
		diff.note("tax_rate "+state, shop.PercentText(before), "")
		if err := tx.TaxRates.Delete(ctx, state); err != nil {
			return false, err
		}
	}
	for state, ppm := range rates {
		before, known := stored[state]
		if known && before == ppm {
			continue
		}
		text := ""
		if known {
			text = shop.PercentText(before)
		}
		changed = true
		diff.note("tax_rate "+state, text, shop.PercentText(ppm))
		if err := tx.TaxRates.Save(ctx, state, ppm); err != nil {
			return false, err
		}
	}
	return changed, nil
}
