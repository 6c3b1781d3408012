package app

import (
	"context"

	"github.com/snackdrop/snackdrop/internal/store"
)

// QueueMail lets tests of the package's outside put a letter into the outbox.
func (a *App) QueueMail(ctx context.Context, tx *store.Tx, to string, letter Letter, uniqueKey string) error {
	return a.queueMail(ctx, tx, to, letter, uniqueKey)
}

// HoldPasswords lets no password have its turn until the test gives it back;
// waiting says how many have come.
func (a *App) HoldPasswords() (waiting func() int64, release func()) {
	for range cap(a.Passwords.turn) {
		a.Passwords.turn <- struct{}{}
	}
	return a.Passwords.waiting.Load, func() {
		for range cap(a.Passwords.turn) {
			<-a.Passwords.turn
		}
	}
}

// FillDesk lets the order desk look as if it were busy with as many orders as may wait.
func (a *App) FillDesk() {
	a.desk.busy.Store(true)
	for range cap(a.desk.queue) {
		a.desk.queue <- &deskJob{done: make(chan deskAnswer, 1)}
	}
}
