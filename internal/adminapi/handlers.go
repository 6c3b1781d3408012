// Package adminapi is the operations of the API for staff: one file per subject. Who may call them is decided by the access
// table of package httpapi. Business rules do not belong here.
package adminapi

import (
	"github.com/snackdrop/snackdrop/internal/operations"
	"github.com/snackdrop/snackdrop/internal/services"
)

// Handlers are the operations for staff.
func Handlers(a *services.Services) []operations.Handlers {
	return []operations.Handlers{
		productHandlers{catalog: a.Catalog, files: a.ProductFiles, waitlist: a.Waitlist},
		categoryHandlers{catalog: a.Catalog},
		promotionHandlers{catalog: a.Catalog, now: a.Now},
		orderHandlers{orders: a.Orders, payments: a.Payments, settings: a.Settings},
		subscriberHandlers{inbox: a.Inbox},
		customerHandlers{accounts: a.Accounts, settings: a.Settings},
		dropHandlers{draws: a.Draws, drawResults: a.DrawResults, dropMetrics: a.DropMetrics, drops: a.Drops, earlyAccess: a.EarlyAccess, now: a.Now},
		reportHandlers{admins: a.Admins, analytics: a.Analytics, audit: a.Audit, backups: a.Backups, settings: a.Settings},
		settingsHandlers{outbox: a.Outbox, payments: a.Payments, secondFactor: a.SecondFactor, settings: a.Settings},
		systemHandlers{backups: a.Backups, health: a.Health, now: a.Now},
		integrationHandlers{apiKeys: a.APIKeys, webhooks: a.Webhooks},
	}
}
