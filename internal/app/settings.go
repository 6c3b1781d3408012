package app

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/db"
)

// Settings is the shop's configuration, secrets decrypted. It must not leave
// the server whole: see Settings.Public and StaffSettings.
func (a *App) Settings(ctx context.Context) (shop.Settings, error) {
	return a.settings.Get(a.Version(), func() (shop.Settings, error) {
		rows, err := a.Store.Queries.Settings(ctx)
		if err != nil {
			return shop.Settings{}, err
		}
		stored := map[string]string{}
		for _, row := range rows {
			stored[row.Key] = row.Value
			if setting, _ := shop.SettingByKey(row.Key); setting.Secret && row.Value != "" {
				if stored[row.Key], err = a.Secrets.Open(row.Value); err != nil {
					return shop.Settings{}, fmt.Errorf("setting %s was encrypted with another key: %w", row.Key, err)
				}
			}
		}
		return shop.SettingsFrom(stored), nil
	})
}

// StaffSettings is what the settings form shows: every key with its value, and
// for secrets only whether one is set.
func (a *App) StaffSettings(ctx context.Context) (values map[string]string, secretsSet []string, rows int, err error) {
	settings, err := a.Settings(ctx)
	if err != nil {
		return nil, nil, 0, err
	}
	values, secretsSet = settings.Staff()
	return values, secretsSet, settings.StoredCount(), nil
}

// SaveSettings stores the given keys together and keeps the others. An empty
// secret leaves the stored one as it is: the form never knew it. rates is the
// whole table of sales tax by state in percent; nil keeps it.
func (a *App) SaveSettings(ctx context.Context, values map[string]string, clear []string, rates map[string]string, by Actor) error {
	table, err := checkSettings(values, rates)
	if err != nil {
		return err
	}
	before, err := a.Settings(ctx)
	if err != nil {
		return err
	}
	if err := checkDefaultStatus(before, values); err != nil {
		return err
	}
	if err := checkStripeKeys(before, values, clear); err != nil {
		return err
	}
	was, now := map[string]string{}, map[string]string{}
	save := map[string]string{}
	after := before.With(values)
	for key, value := range values {
		secret := isSecret(key)
		if secret && value == "" || value == before.Stored(key) {
			continue
		}
		save[key] = value
		if secret {
			save[key], was[key], now[key] = a.Secrets.Seal(value), hidden(before.Stored(key)), hidden(value)
			continue
		}
		// What was never set had its default all the same.
		if had, has := before.Text(key), after.Text(key); had != has {
			was[key], now[key] = had, has
		}
	}
	for _, key := range clear {
		if isSecret(key) && before.Stored(key) != "" {
			save[key], was[key], now[key] = "", hidden(before.Stored(key)), ""
		}
	}
	return a.Store.Write(ctx, func(tx *store.Tx) error {
		for key, value := range save {
			if err := tx.SaveSetting(ctx, db.SaveSettingParams{Key: key, Value: value, UpdatedAt: a.Now().UnixMilli()}); err != nil {
				return err
			}
		}
		taxed, err := a.saveTaxRates(ctx, tx, table, was, now)
		if err != nil {
			return err
		}
		if len(save) == 0 && !taxed {
			return nil
		}
		if err := tx.TouchCatalog(ctx); err != nil {
			return err
		}
		tx.Emit(shop.Event{Type: shop.EventSetting})
		if len(now) == 0 { // defaults were written down: nothing is different
			return nil
		}
		return a.audit(ctx, tx, by, "update", "settings", "", was, now)
	})
}

// checkSettings names everything that is wrong with the form at once.
func checkSettings(values, rates map[string]string) (map[string]int64, error) {
	problems := shop.Problems{}
	if err := shop.CheckSettings(values); err != nil {
		refusal, ok := errors.AsType[*shop.Error](err)
		if !ok {
			return nil, err
		}
		problems = refusal.Fields
	}
	if rates == nil {
		return nil, problems.Err()
	}
	table := make(map[string]int64, len(rates))
	for state, rate := range rates {
		ppm, err := shop.ParsePercent(rate)
		problems.Check(shop.ValidState(state), "tax_rates", "Use the two letters of a US state.")
		problems.Check(err == nil, "tax_rates."+state, "Enter a rate from 0 to 100, like 7.5.")
		table[state] = ppm
	}
	return table, problems.Err()
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
func checkStripeKeys(before shop.Settings, values map[string]string, clear []string) error {
	public, secret := before.Payments.StripePublicKey, before.Payments.StripeSecretKey
	if given, asked := values["stripe_public_key"]; asked {
		public = given
	}
	if given := values["stripe_secret_key"]; given != "" {
		secret = given
	} else if slices.Contains(clear, "stripe_secret_key") {
		secret = ""
	}
	test, live := strings.HasPrefix(public, "pk_test_"), strings.HasPrefix(public, "pk_live_")
	if test && strings.Contains(secret, "k_live_") || live && strings.Contains(secret, "k_test_") {
		return shop.FieldError(shop.Invalid, "stripe_public_key", "One of the Stripe keys is for test payments and the other for real money.")
	}
	return nil
}

// saveTaxRates stores the table and notes what became different. A nil table changes nothing.
func (a *App) saveTaxRates(ctx context.Context, tx *store.Tx, table map[string]int64, was, now map[string]string) (bool, error) {
	if table == nil {
		return false, nil
	}
	rows, err := tx.TaxTable(ctx)
	if err != nil {
		return false, err
	}
	changed, stored := false, map[string]int64{}
	note := func(state, before, after string) {
		changed = true
		was["tax_rate "+state], now["tax_rate "+state] = before, after
	}
	for _, row := range rows {
		stored[row.State] = row.RatePpm
		if _, kept := table[row.State]; !kept {
			note(row.State, shop.PercentText(row.RatePpm), "")
			if err := tx.DeleteTaxRate(ctx, row.State); err != nil {
				return false, err
			}
		}
	}
	for state, ppm := range table {
		before, known := stored[state]
		if known && before == ppm {
			continue
		}
		text := ""
		if known {
			text = shop.PercentText(before)
		}
		note(state, text, shop.PercentText(ppm))
		if err := tx.SaveTaxRate(ctx, db.SaveTaxRateParams{State: state, RatePpm: ppm}); err != nil {
			return false, err
		}
	}
	return changed, nil
}

func isSecret(key string) bool {
	setting, _ := shop.SettingByKey(key)
	return setting.Secret
}

func hidden(secret string) string {
	if secret == "" {
		return ""
	}
	return "(secret)"
}

func idText(id int64) string { return strconv.FormatInt(id, 10) }
