// Package inbox takes what visitors send to the store: messages of the contact
// form, and addresses for the early-access list.
package inbox

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/outbox"
	"github.com/snackdrop/snackdrop/internal/ratelimit"
	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

var (
	contactPerAddress   = ratelimit.Limit{Times: 10, Per: time.Hour}
	subscribePerAddress = ratelimit.Limit{Times: 20, Per: time.Hour}
	subscribePerEmail   = ratelimit.Limit{Times: 3, Per: 24 * time.Hour}
)

// Config is what a Service needs.
type Config struct {
	Store     *store.Store
	Outbox    *outbox.Service
	Limits    *ratelimit.Limiter
	Audit     *audit.Log
	Keys      *secrets.Keys
	Settings  func(context.Context) (shop.Settings, error)
	Now       func() time.Time
	PublicURL string // without a slash at the end
}

// Service is the inbox of one shop.
type Service struct{ c Config }

// New makes the inbox.
func New(c Config) *Service { return &Service{c} }
