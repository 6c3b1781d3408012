package app

import (
	"context"

	"github.com/snackdrop/snackdrop/internal/store"
)

// QueueMail lets tests of the package's outside put a letter into the outbox.
func (a *App) QueueMail(ctx context.Context, tx *store.Tx, to string, letter Letter, uniqueKey string) error {
	return a.queueMail(ctx, tx, to, letter, uniqueKey)
}
