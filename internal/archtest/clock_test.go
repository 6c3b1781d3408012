package archtest

import (
	"go/ast"
	"slices"
	"testing"
)

// decideAboutTime are the packages whose times other instances read, or that compare
// them with times of other instances: they take the clock of internal/services.
var decideAboutTime = []string{"internal/accounts", "internal/analytics", "internal/apikeys", "internal/audit", "internal/backup", "internal/catalog", "internal/draws", "internal/drops", "internal/health", "internal/adminapi", "internal/shopapi", "internal/httpapi", "internal/inbox",
	"internal/mail", "internal/carts", "internal/operations", "internal/orderbook", "internal/orders", "internal/outbox", "internal/payment", "internal/payments", "internal/productcsv", "internal/publicapi", "internal/reservations", "internal/ratelimit", "internal/secrets", "internal/services", "internal/settings", "internal/shop", "internal/store", "internal/waitingroom", "internal/waitlist", "internal/webhooks"}

// processClock are the files that may read the process's clock all the same, with the reason.
var processClock = map[string]string{
	"internal/services/clock.go":        "makes the shared clock from it",
	"internal/orders/activity.go":       "how long ago the last batch was, by monotonic time",
	"internal/orders/queue.go":          "how long placing orders took, by monotonic time",
	"internal/mail/connection.go":       "what is left of a deadline, by monotonic time",
	"internal/payment/paypal/call.go":   "the age of an access token in memory, by monotonic time",
	"internal/httpapi/middleware.go":    "how long a request took, and deadlines of its connection",
	"internal/httpapi/events.go":        "deadlines of a connection",
	"internal/publicapi/cache.go":       "the age of a response in memory, by monotonic time",
	"internal/operations/outage.go":     "how often an outage is logged",
	"internal/productcsv/pictures.go":   "what is left of a deadline, by monotonic time",
	"internal/health/checks.go":         "how long a write took, by monotonic time",
	"internal/drops/recorder.go":        "how long a query took, by monotonic time",
	"internal/orders/figures.go":        "how long placing orders took, by monotonic time",
	"internal/reservations/expiry.go":   "how often it looks, by monotonic time",
	"internal/store/engine.go":          "the name of a copy of the database",
	"internal/store/baresql/baresql.go": "a benchmark",
	"internal/store/bigshop/bigshop.go": "fills a shop for benchmarks",

	"internal/store/transfer/sqlite_copy.go": "the age of a file that was left behind",
	"internal/backup/pace.go":                "how long it has worked, by monotonic time",
}

// Instances on one database agree on the time only when none uses its own clock.
func TestTimeComesFromTheSharedClock(t *testing.T) {
	used := map[string]bool{}
	for _, file := range goFiles(t) {
		if !slices.ContainsFunc(decideAboutTime, func(dir string) bool { return within(file.dir, dir) }) {
			continue
		}
		parsed := file.syntax
		ast.Inspect(parsed, func(node ast.Node) bool {
			call, ok := node.(*ast.SelectorExpr)
			if !ok || !slices.Contains([]string{"Now", "Since", "Until"}, call.Sel.Name) {
				return true
			}
			if from, ok := call.X.(*ast.Ident); !ok || from.Name != "time" || from.Obj != nil {
				return true
			}
			if processClock[file.path] == "" {
				t.Errorf("%s uses time.%s: take the clock of internal/services, or add the file to processClock with a reason", file.path, call.Sel.Name)
			}
			used[file.path] = true
			return true
		})
	}
	for path := range processClock {
		if !used[path] {
			t.Errorf("%s does not read the process's clock: remove it from processClock", path)
		}
	}
}
