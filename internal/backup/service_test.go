package backup_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/backup"
	"github.com/snackdrop/snackdrop/internal/media"
	"github.com/snackdrop/snackdrop/internal/orders"
	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/settings"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/shoptest"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
	"github.com/snackdrop/snackdrop/internal/testkit"
)

var noon = time.Date(2026, 11, 16, 12, 0, 0, 0, time.UTC)

// saver is a shop with a backup service of the test's own, so that nothing runs but what the test starts.
type saver struct {
	*services.Services
	*backup.Service
	clock   *shoptest.Clock
	folder  string
	program backup.Program
}

func newSaver(t *testing.T, st *store.Store, change ...func(*backup.Program)) *saver {
	t.Helper()
	s := &saver{clock: shoptest.NewClock(noon), folder: filepath.Join(t.TempDir(), "backups")}
	s.Services = shoptest.On(t, st, func(c *services.Config) { c.Now = s.clock.Now })
	s.program = backup.Program{Shop: backup.Shop{Database: storetest.LocationOf(st), Pictures: s.Media.(*media.Store), Key: testKey}, Version: "test", Folder: s.folder}
	for _, c := range change {
		c(&s.program)
	}
	s.Service = s.another(t)
	return s
}

const testKey = "a key for tests only"

// another is the service of another instance.
func (s *saver) another(t *testing.T) *backup.Service {
	t.Helper()
	keys, err := secrets.New(testKey)
	if err != nil {
		t.Fatal(err)
	}
	return backup.New(backup.Config{Store: s.Store, Settings: s.Settings.Get, Audit: s.Audit, Keys: keys, Now: s.clock.Now, Program: s.program})
}

func (s *saver) set(t *testing.T, values map[string]string) {
	t.Helper()
	if err := s.Settings.Save(t.Context(), settings.Change{Values: values}, audit.Actor{ID: 1, Name: "staff"}); err != nil {
		t.Fatal(err)
	}
}

func (s *saver) runDue(t *testing.T) backup.Status {
	t.Helper()
	if err := s.RunDue(t.Context()); err != nil {
		t.Fatal(err)
	}
	status, err := s.Service.Status(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return status
}

func files(t *testing.T, folder string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}

func TestAShopSavesItselfEveryDayAndKeepsSomeDays(t *testing.T) {
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		s := newSaver(t, st)
		if status := s.runDue(t); status.Next != nil || len(files(t, s.folder)) != 0 {
			t.Fatalf("without a target: %+v", status)
		}
		if _, err := s.Start(t.Context(), audit.Actor{ID: 1, Name: "staff"}); shop.CodeOf(err) != shop.Invalid {
			t.Errorf("a backup without a target: %v", err)
		}
		s.set(t, map[string]string{"backup_target": "folder", "backup_keep_days": "2"})
		status := s.runDue(t)
		first := files(t, s.folder)
		if len(first) != 1 || status.Last == nil || status.Last.Name != first[0] || status.Last.Bytes == 0 || status.Last.RowsDone != status.Last.RowsTotal {
			t.Fatalf("at first: %v, %+v", first, status.Last)
		}
		if info, err := os.Stat(filepath.Join(s.folder, first[0])); err != nil || info.Size() != status.Last.Bytes || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("the file: %v, %v, and %d bytes were noted", info, err, status.Last.Bytes)
		}
		if want := time.Date(2026, 11, 17, 12, 0, 0, 0, time.UTC); status.Next == nil || !status.Next.Equal(want) { // 04:00 in Los Angeles
			t.Errorf("next at %v, want %s", status.Next, want)
		}
		if s.runDue(t); len(files(t, s.folder)) != 1 {
			t.Error("one more on the same day")
		}
		other := filepath.Join(s.folder, strings.Replace(first[0], first[0][10:18], "00000000", 1)) // of another shop
		for _, file := range []string{other, filepath.Join(s.folder, "notes.txt")} {
			if err := os.WriteFile(file, []byte("x"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		for day := 1; day <= 3; day++ { // whoever looks first makes it, the others none
			s.clock.Set(noon.AddDate(0, 0, day).Add(time.Hour))
			var all sync.WaitGroup
			for range 3 {
				instance := s.another(t)
				all.Go(func() {
					if err := instance.RunDue(t.Context()); err != nil {
						t.Error(err)
					}
				})
			}
			all.Wait()
		}
		names := files(t, s.folder)
		if len(names) != 5 || slices.Contains(names, first[0]) {
			t.Errorf("after three days: %v, the first was %s", names, first[0])
		}
		s.clock.Set(noon.AddDate(1, 0, 0)) // nobody was there for a year
		if status, err := s.Service.Status(t.Context()); err != nil || !status.Late {
			t.Errorf("a backup that is missing for a year is not late: %v", err)
		}
		if status := s.runDue(t); status.Late || len(files(t, s.folder)) != 3 {
			t.Errorf("after a year: %v, late %v", files(t, s.folder), status.Late)
		}
		s.set(t, map[string]string{"backup_schedule": "off"})
		s.clock.Set(noon.AddDate(2, 0, 0))
		if status := s.runDue(t); status.Next != nil || len(files(t, s.folder)) != 3 {
			t.Errorf("with the schedule off: %v", files(t, s.folder))
		}
	})
}

func TestAFailedBackupIsSaidAndTriedAgain(t *testing.T) {
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		blocked := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(blocked, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		s := newSaver(t, st, func(p *backup.Program) { p.Target = filepath.Join(blocked, "below") })
		s.set(t, map[string]string{"backup_target": "folder"})
		status := s.runDue(t)
		failed := status.Failed()
		if failed == nil || failed.Error == "" || strings.Contains(failed.Error, blocked) || !status.Fixed {
			t.Fatalf("%+v", status)
		}
		if last := s.LastStatus(); last == nil || last.Failed() == nil {
			t.Error("the metrics do not know of it")
		}
		if s.runDue(t); len(s.runDue(t).Recent) != 1 {
			t.Error("tried again at once")
		}
		if err := os.Remove(blocked); err != nil {
			t.Fatal(err)
		}
		s.clock.Set(noon.Add(16 * time.Minute))
		if status := s.runDue(t); status.Failed() != nil || status.Last == nil || len(files(t, s.folder)) != 0 {
			t.Errorf("a quarter of an hour later: %+v", status)
		}
	})
}

func TestABackupOfAnInstanceThatIsGone(t *testing.T) {
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		s := newSaver(t, st)
		s.set(t, map[string]string{"backup_target": "folder"})
		err := s.Store.Write(t.Context(), func(tx *store.Tx) error {
			_, _, err := tx.Backups.Claim(t.Context(), shop.Backup{StartedAt: noon, Target: s.folder, Name: "x"}, noon.Add(time.Minute), "")
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		by := audit.Actor{ID: 1, Name: "staff"}
		if _, err := s.Start(t.Context(), by); shop.CodeOf(err) != shop.Conflict {
			t.Errorf("two at once: %v", err)
		}
		s.clock.Set(noon.Add(2 * time.Minute))
		status := s.runDue(t)
		if len(status.Recent) != 2 || status.Last == nil || status.Recent[1].Status != shop.BackupFailed || status.Recent[1].Error == "" {
			t.Errorf("%+v", status.Recent)
		}
	})
}

func TestBackupsInABucket(t *testing.T) {
	st := storetest.New(t)
	s := newSaver(t, st, func(p *backup.Program) { p.Target = strings.Replace(testkit.S3(t), "?", "/shops/one?", 1) })
	s.set(t, map[string]string{"backup_keep_days": "1", "backup_encryption": "yes"})
	first := s.runDue(t)
	s.clock.Set(noon.AddDate(0, 0, 3))
	second := s.runDue(t)
	if second.Last == nil || first.Last == nil || !second.Last.Encrypted {
		t.Fatalf("%+v, %+v", first.Recent, second.Recent)
	}
	for name, there := range map[string]bool{first.Last.Name: false, second.Last.Name: true} {
		file, err := backup.OpenFile(t.Context(), strings.Replace(s.program.Target, "?", "/"+name+"?", 1))
		if (err == nil) != there {
			t.Errorf("%s: %v", name, err)
		}
		if err == nil {
			_ = file.Close()
		}
	}
	away := newSaver(t, storetest.New(t), func(p *backup.Program) {
		p.Target = "s3://nobody/x?region=us-east-1&endpoint=http://127.0.0.1:1"
	})
	if failed := away.runDue(t).Failed(); failed == nil || !strings.Contains(failed.Error, "did not answer") {
		t.Errorf("a bucket that is away: %+v", failed)
	}
}

// Orders are placed while the shop is saved: all succeed, and what is restored is a shop as it was at one moment.
func TestOrdersGoOnWhileAShopIsSaved(t *testing.T) {
	st := storetest.New(t)
	s := newSaver(t, st)
	stock := int64(100_000)
	product, err := s.Catalog.CreateProduct(t.Context(), shop.ProductInput{Name: "Nori", Slug: "nori", Description: "Thin.", InStock: true, Stock: &stock}, audit.Actor{Name: "staff"})
	if err != nil {
		t.Fatal(err)
	}
	var placed atomic.Int64
	place := func(who, n int) {
		c := shop.Checkout{Lines: []shop.CheckoutLine{{ProductID: product.ID, Quantity: 1}}, Email: fmt.Sprintf("maya%d-%d@example.com", who, n), Name: "Maya Torres",
			Fulfillment: shop.Pickup, Payment: shop.PayFree}
		if _, err := s.Orders.Place(context.Background(), c, fmt.Sprintf("order-key-%d-%d", who, n), orders.Buyer{}); err != nil {
			t.Error(err)
			return
		}
		placed.Add(1)
	}
	for n := range 20 {
		place(0, n)
	}
	s.set(t, map[string]string{"backup_target": "folder", "backup_encryption": "yes"})
	stop, done := make(chan struct{}), sync.WaitGroup{}
	for who := 1; who <= 3; who++ {
		done.Go(func() {
			for n := 0; ; n++ {
				select {
				case <-stop:
					return
				default:
					place(who, n)
				}
			}
		})
	}
	before := placed.Load()
	status := s.runDue(t)
	close(stop)
	done.Wait()
	if status.Last == nil {
		t.Fatalf("%+v", status.Recent)
	}
	restored := restore(t, filepath.Join(s.folder, status.Last.Name))
	again := storetest.Open(t, restored)
	err = again.Write(t.Context(), func(tx *store.Tx) error {
		problems, err := tx.CheckInvariants(t.Context())
		if len(problems) > 0 {
			t.Errorf("the restored shop: %v", problems)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	p, err := again.Products.ByID(t.Context(), product.ID)
	if err != nil {
		t.Fatal(err)
	}
	if sold := stock - *p.Stock; sold < before || sold > placed.Load() {
		t.Errorf("%d units are sold in the restored shop; %d were before the backup and %d after it", sold, before, placed.Load())
	}
	if recent, err := again.Backups.Last(t.Context(), 10); err != nil || len(recent) != 0 {
		t.Errorf("the restored shop knows of the backup that it came from: %v, %v", recent, err)
	}
}
