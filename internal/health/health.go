// Package health tells the owner of a shop how its parts are, in plain sentences and
// with what to do. /healthz and /readyz, which machines ask, are not here.
package health

import (
	"context"
	"sync"
	"time"

	"github.com/snackdrop/snackdrop/internal/background"
	"github.com/snackdrop/snackdrop/internal/backup"
	"github.com/snackdrop/snackdrop/internal/clock"
	"github.com/snackdrop/snackdrop/internal/disk"
	"github.com/snackdrop/snackdrop/internal/orders"
	"github.com/snackdrop/snackdrop/internal/payments"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// State is how a part is.
type State string

// The states, from the best to the worst.
const (
	Good      State = "good"
	Attention State = "attention"
	Broken    State = "broken"
)

// Result is what a check found.
type Result struct {
	State  State
	Text   string // how the part is
	Advice string // what to do; "" when there is nothing to do
	Link   string // to the page of the back office where it is done
}

// Row is the result of one check.
type Row struct {
	ID   string
	Name string
	Result
}

// Config is what the checks ask.
type Config struct {
	Store       *store.Store
	Settings    func(context.Context) (shop.Settings, error)
	Orders      *orders.Service
	Payments    *payments.Service
	Backups     *backup.Service
	Clock       *clock.Clock
	Now         func() time.Time
	PublicURL   string
	Mailer      any              // a Checker, or something that cannot be asked
	SendsMail   bool             // false: mail is only written to the data folder
	Pictures    any              // as Mailer
	Certificate func() time.Time // when it expires; nil: a proxy speaks HTTPS
	Program     Program
}

// Checker is a part that can be asked whether it works.
type Checker interface {
	Check(ctx context.Context) error
}

// Program is what the program was started with.
type Program struct {
	Version string
	Data    string // the data folder
	Bucket  bool   // pictures are in one
}

// Service checks the parts of a shop.
type Service struct {
	c       Config
	started time.Time
	checks  []*check
	// Disk says how much space is left in the data folder; tests set another.
	Disk func(folder string) (disk.Space, error)
}

// New makes the service.
func New(c Config) *Service {
	s := &Service{c: c, started: c.Now(), Disk: disk.Of}
	s.checks = []*check{
		{id: "version", name: "Version", run: s.version},
		{id: "database", name: "Database", run: s.database},
		{id: "mail", name: "Email", run: s.mail},
		{id: "storage", name: "Pictures", run: s.storage},
		{id: "payments", name: "Payments", run: s.payments},
		{id: "details", name: "Shop details", run: s.details},
		{id: "queue", name: "Queue", run: s.queue},
		{id: "backup", name: "Backup", run: s.backup},
		{id: "certificate", name: "Certificate", run: s.certificate},
		{id: "clock", name: "Clock", run: s.clock},
		{id: "disk", name: "Disk", run: s.disk},
	}
	return s
}

// checkTime is how long one check may take. All run at once, so a part that does not answer delays the page by no more.
const checkTime = 3 * time.Second

// Check asks every part. It takes as long as the slowest, checkTime at most.
func (s *Service) Check(ctx context.Context) []Row {
	rows := make([]Row, len(s.checks))
	var all sync.WaitGroup
	for i, c := range s.checks {
		rows[i] = Row{ID: c.id, Name: c.name}
		all.Go(func() { rows[i].Result = c.ask(ctx, checkTime) })
	}
	all.Wait()
	return rows
}

// check asks one part. While an earlier run has not ended, it is not run again: a part that hangs
// holds one goroutine, however often the page is opened.
type check struct {
	id, name string
	run      func(context.Context) Result
	mu       sync.Mutex
	pending  chan struct{} // of a run that has not ended; closed when it ends
	last     Result
}

func (c *check) ask(ctx context.Context, most time.Duration) Result {
	c.mu.Lock()
	pending := c.pending
	if pending == nil {
		pending = make(chan struct{})
		c.pending = pending
		background.Go("check "+c.id, func() { c.work(context.WithoutCancel(ctx), most, pending) })
	}
	c.mu.Unlock()
	timer := time.NewTimer(most)
	defer timer.Stop()
	select {
	case <-pending:
		c.mu.Lock()
		defer c.mu.Unlock()
		return c.last
	case <-timer.C:
	case <-ctx.Done():
	}
	return Result{State: Broken, Text: "It did not answer in " + inSeconds(most) + ".", Advice: "Look into the program’s log and press Refresh."}
}

func (c *check) work(ctx context.Context, most time.Duration, pending chan struct{}) {
	ctx, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	result := Result{State: Broken, Text: "It could not be checked.", Advice: "The program’s log says why."}
	defer func() { // also after a panic
		c.mu.Lock()
		c.last, c.pending = result, nil
		c.mu.Unlock()
		close(pending)
	}()
	result = c.run(ctx)
}
