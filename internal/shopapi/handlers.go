// Package shopapi is the operations of the API for shoppers and their accounts: one file per subject. Responses that are the
// same for everybody are the work of package publicapi. Business rules do not belong here.
package shopapi

import (
	"github.com/snackdrop/snackdrop/internal/operations"
	"github.com/snackdrop/snackdrop/internal/services"
)

// NewOrderHandlers serve orders to whoever has their key.
func NewOrderHandlers(a *services.Services, people Sessions) OrderHandlers {
	return OrderHandlers{accounts: a.Accounts, now: a.Now, Orders: a.Orders, payments: a.Payments, sessions: people, settings: a.Settings}
}

// NewSessions reads and writes the cookies of sessions. https says whether the shop is reached over TLS.
func NewSessions(a *services.Services, https func() bool) Sessions {
	return Sessions{accounts: a.Accounts, secondFactor: a.SecondFactor, https: https}
}

// Handlers are the operations for shoppers. crowded says whether so many connections are open that responses to polls close theirs.
func Handlers(a *services.Services, placed OrderHandlers, people Sessions, crowded func() bool) []operations.Handlers {
	return []operations.Handlers{
		clockHandlers{now: a.Now},
		checkoutHandlers{orders: a.Orders, payments: a.Payments, settings: a.Settings},
		placed,
		visitHandlers{analytics: a.Analytics},
		inboxHandlers{inbox: a.Inbox},
		waitlistHandlers{carts: a.Carts, dropIndex: a.DropIndex, now: a.Now, units: a.Units, waitlist: a.Waitlist},
		queueHandlers{earlyAccess: a.EarlyAccess, waitlist: a.Waitlist, carts: a.Carts, crowded: crowded, dropCounts: a.DropCounts, https: people.https, waitingRoom: a.WaitingRoom},
		dropHandlers{draws: a.DrawResults, earlyAccess: a.EarlyAccess, mailings: a.Mailings},
		sessionHandlers{accounts: a.Accounts, admins: a.Admins, sessions: people},
		accountHandlers{accounts: a.Accounts, sessions: people},
		customerOrderHandlers{carts: a.Carts, now: a.Now, orders: a.Orders, settings: a.Settings},
		cartHandlers{carts: a.Carts},
		secondFactorHandlers{secondFactor: a.SecondFactor, sessions: people},
	}
}
