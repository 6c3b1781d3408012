// Package settings reads and saves the shop's settings and its table of sales
// tax rates. What a setting is, its default and its check are in package shop.
package settings

import (
	"context"
	"fmt"
	"time"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/events"
	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// Service gives the settings of one shop. Reads are cached until the version of
// the catalogue moves on; Save moves it.
type Service struct {
	store    *store.Store
	keys     *secrets.Keys
	log      *audit.Log
	versions *events.Versions
	now      func() time.Time

	settings events.Cached[*shop.Settings]
	rates    events.Cached[map[string]int64]
}

// New gives the settings that are kept in a store, secrets encrypted with the keys.
func New(s *store.Store, keys *secrets.Keys, log *audit.Log, versions *events.Versions, now func() time.Time) *Service {
	return &Service{store: s, keys: keys, log: log, versions: versions, now: now}
}

// Get is the shop's configuration, secrets decrypted. It must not leave the
// server whole: see Settings.Public and Settings.Staff.
func (s *Service) Get(ctx context.Context) (shop.Settings, error) {
	settings, err := s.Shared(ctx)
	if err != nil {
		return shop.Settings{}, err
	}
	return *settings, nil
}

// Shared is Get without the copy, for orders. Nobody changes what it points to.
func (s *Service) Shared(ctx context.Context) (*shop.Settings, error) {
	return s.settings.Get(s.versions.Catalog(), func() (*shop.Settings, error) {
		settings, err := s.stored(ctx, s.store.Settings)
		return &settings, err
	})
}

// stored reads the configuration from the database.
func (s *Service) stored(ctx context.Context, from store.SettingsReader) (shop.Settings, error) {
	values, err := from.All(ctx)
	if err != nil {
		return shop.Settings{}, err
	}
	for key, value := range values {
		if isSecret(key) && value != "" {
			if values[key], err = s.keys.Open(value); err != nil {
				return shop.Settings{}, fmt.Errorf("setting %s was encrypted with another key: %w", key, err)
			}
		}
	}
	return shop.SettingsFrom(values), nil
}

// TaxRates is the sales tax by state, in parts per million.
func (s *Service) TaxRates(ctx context.Context) (map[string]int64, error) {
	return s.rates.Get(s.versions.Catalog(), func() (map[string]int64, error) { return s.store.TaxRates.All(ctx) })
}

// Rules are the shop's terms under the settings of this moment.
func (s *Service) Rules(ctx context.Context) (shop.Rules, error) {
	settings, err := s.Shared(ctx)
	if err != nil {
		return shop.Rules{}, err
	}
	rates, err := s.TaxRates(ctx)
	if err != nil {
		return shop.Rules{}, err
	}
	return shop.RulesOf(*settings, rates), nil
}

func isSecret(key string) bool {
	setting, _ := shop.SettingByKey(key)
	return setting.Secret
}
