package app

import (
	"context"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// QueueMail lets tests of the package's outside put a letter into the outbox.
func (a *App) QueueMail(ctx context.Context, tx *store.Tx, to string, letter Letter, uniqueKey string) error {
	return a.queueMail(ctx, tx, to, letter, uniqueKey)
}

// ForgetSettings makes the next reader ask the database.
func (a *App) ForgetSettings() { a.settings.filled = false }

// StatusByMail lets such tests write to a buyer inside a transaction.
func (a *App) StatusByMail(ctx context.Context, tx *store.Tx, order shop.Order, status shop.Status) error {
	return a.statusByMail(ctx, tx, order, status, "")
}
