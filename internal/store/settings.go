package store

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/store/internal/db"
)

// All is every stored setting by its key, secrets as they are stored.
func (r SettingsReader) All(ctx context.Context) (map[string]string, error) {
	rows, err := r.q.Settings(ctx)
	values := make(map[string]string, len(rows))
	for _, row := range rows {
		values[row.Key] = row.Value
	}
	return values, err
}

// Lock keeps others from changing settings until this transaction ends. Reading goes on.
func (t SettingsWriter) Lock(ctx context.Context) error {
	if t.engine != Postgres {
		return nil
	}
	_, err := t.tx.ExecContext(ctx, "LOCK TABLE settings IN SHARE ROW EXCLUSIVE MODE")
	return err
}

// Save stores one setting.
func (t SettingsWriter) Save(ctx context.Context, key, value string, at time.Time) error {
	return t.q.SaveSetting(ctx, db.SaveSettingParams{Key: key, Value: value, UpdatedAt: at.UnixMilli()})
}
