package app

import (
	"context"
	"strconv"

	"github.com/snackdrop/snackdrop/internal/settings"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// Settings is the shop's configuration; see package settings.
func (a *App) Settings(ctx context.Context) (shop.Settings, error) { return a.ShopSettings.Get(ctx) }

// SaveSettings stores the given settings and tax rates; see package settings.
func (a *App) SaveSettings(ctx context.Context, values map[string]string, clear []string, rates map[string]string, by Actor) error {
	return a.ShopSettings.Save(ctx, settings.Change{Values: values, ClearSecrets: clear, TaxRates: rates}, by)
}

func idText(id int64) string { return strconv.FormatInt(id, 10) }
