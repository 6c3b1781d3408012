// Package drops manages limited sales: drafts, schedules, control while they run, tasks
// that are due by the clock, mailings and figures. Who may buy when is in packages waitingroom,
// draws and waitlist. Package reservations gives units back.
package drops

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/outbox"
	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/webhooks"
)

// Units are those of products that somebody holds. reservations.Units implements it.
type Units interface {
	// ReleaseUnits gives units of a product back, to whoever is next or to everybody. With 0 units it only looks whether
	// somebody is next.
	ReleaseUnits(ctx context.Context, tx *store.Tx, productID, units int64) error
	EndReservation(ctx context.Context, tx *store.Tx, id int64) (bool, error)
	// Lock locks the drop of a product, if it is in one, and then its stock.
	Lock(ctx context.Context, tx *store.Tx, productID int64) (*shop.Drop, error)
	// ResumeDrop moves the ends of reservations and passes of a drop by the length of its pause.
	ResumeDrop(ctx context.Context, tx *store.Tx, d shop.Drop, now time.Time) error
}

// Config is what Service needs of the rest of the program.
type Config struct {
	Store    *store.Store
	Orders   Canceller // cancels orders that staff pass on
	Outbox   *outbox.Service
	Audit    *audit.Log
	Keys     *secrets.Keys
	Units    Units
	Settings func(context.Context) (shop.Settings, error)
	Now      func() time.Time
	Webhooks *webhooks.Service
	// Tasks does what is due in the life of a drop, besides what Service does itself.
	Tasks map[shop.DropTask]Task
	// Demo allows durations of seconds, so that people and tests can try a drop quickly.
	Demo bool
}
