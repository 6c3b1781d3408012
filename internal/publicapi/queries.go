// Package publicapi is the public queries of the API: the GET operations whose response is the same for everybody, and the
// cache of their responses. The API sends them, and pages are made of them.
package publicapi

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/catalog"
	"github.com/snackdrop/snackdrop/internal/draws"
	"github.com/snackdrop/snackdrop/internal/drops"
	"github.com/snackdrop/snackdrop/internal/events"
	"github.com/snackdrop/snackdrop/internal/httpcache"
	"github.com/snackdrop/snackdrop/internal/operations"
	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/settings"
)

// Queries are the GET operations whose response is the same for everybody: products, categories, settings, drops and
// draws. Handlers of the API and pages ask them; both get the same bytes from the same cache.
type Queries struct {
	*operations.Registry
	Cache       *httpcache.Cache // of finished public responses, and of pages
	catalog     *catalog.Service
	publicDrops *drops.PublicDrops
	draws       *draws.Results
	settings    *settings.Service
	versions    *events.Versions
	hub         *events.Hub
	database    database
	now         func() time.Time
}

// database says whether the database is away; services.Services does.
type database interface {
	DatabaseAway() bool
	WhileDatabaseAnswers(ctx context.Context) (context.Context, context.CancelFunc)
}

// New registers the queries.
func New(a *services.Services, cache *httpcache.Cache) *Queries {
	q := &Queries{Registry: operations.NewRegistry(func(string) operations.Access {
		return operations.Access{Who: "visitor", Security: []map[string][]string{}}
	}), Cache: cache,
		catalog: a.Catalog, publicDrops: a.PublicDrops, draws: a.DrawResults, settings: a.Settings, versions: a.Versions, hub: a.Hub, database: a,
		now: a.Now}
	q.productRoutes(q.Registry)
	q.categoryRoutes(q.Registry)
	q.settingsRoutes(q.Registry)
	q.drawRoutes(q.Registry)
	q.nextDropRoutes(q.Registry)
	q.dropRoutes(q.Registry)
	return q
}
