package drops_test

import (
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/outbox"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// aDrop is a drop of one product that opens in two days.
func (c *testShop) aDrop(product int64, change func(*shop.Drop)) shop.Drop {
	d := shop.Drop{Name: "Midnight Box", OpensAt: c.now().Add(48 * time.Hour), TeasedAt: c.now().Add(24 * time.Hour), EarlyShare: 25, LimitUnits: 1,
		ReservationTime: 8 * time.Minute, HoldTime: 10 * time.Minute, PassTime: 5 * time.Minute, ShuffleTime: 20 * time.Second,
		Products: []shop.DropProduct{{ProductID: product, Units: 8, Hidden: true}}}
	if change != nil {
		change(&d)
	}
	return d
}

// scheduledDrop makes and schedules a drop.
func (c *testShop) scheduledDrop(product int64, change func(*shop.Drop)) shop.Drop {
	c.t.Helper()
	draft, err := c.Drops.Create(c.t.Context(), c.aDrop(product, change), staff)
	if err != nil {
		c.t.Fatal(err)
	}
	d, err := c.Drops.Schedule(c.t.Context(), draft.ID, draft.Version, staff)
	if err != nil {
		c.t.Fatal(err)
	}
	return d.Drop
}

func (c *testShop) listed(id int64) bool {
	c.t.Helper()
	page, err := c.Catalog.PublicProducts(c.t.Context(), shop.ProductFilter{}, shop.ByName, 100, "")
	if err != nil {
		c.t.Fatal(err)
	}
	for _, p := range page.Products {
		if p.ID == id {
			return true
		}
	}
	return false
}

func TestAHiddenProductIsPublicFromTheTeaseOn(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		id := c.product(10)
		if !c.listed(id) {
			t.Fatal("a product without a drop is not listed")
		}
		d := c.scheduledDrop(id, func(d *shop.Drop) { price := shop.Cents(6_00); d.Products[0].Price = &price })
		seen := func() (listed, page, drop bool, price shop.Cents, inStock bool) {
			p, err := c.Catalog.PublicProduct(t.Context(), id)
			_, dropErr := c.PublicDrops.Public(t.Context(), d.Slug)
			return c.listed(id), err == nil, dropErr == nil, p.Price, p.InStock()
		}
		if listed, page, drop, _, _ := seen(); listed || page || drop {
			t.Errorf("before the tease: listed %t, page %t, drop %t", listed, page, drop)
		}
		c.move(24 * time.Hour)
		if listed, page, drop, price, inStock := seen(); !listed || !page || !drop || price != 8_00 || inStock {
			t.Errorf("teased: listed %t, page %t, drop %t, %d, in stock %t", listed, page, drop, price, inStock)
		}
		c.move(24 * time.Hour)
		if listed, page, drop, price, inStock := seen(); !listed || !page || !drop || price != 6_00 || !inStock {
			t.Errorf("live: listed %t, page %t, drop %t, %d, in stock %t", listed, page, drop, price, inStock)
		}
		p, err := c.PublicDrops.Public(t.Context(), d.Slug)
		if err != nil || p.Phase != shop.PhaseLive || p.Free != 8 || p.Availability != shop.DropAvailable {
			t.Errorf("the drop is %+v, %v", p, err)
		}
	})
}

func TestWithdrawnProductsStayHidden(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		id := c.product(10)
		d := c.scheduledDrop(id, nil)
		c.move(30 * time.Hour)
		withdrawn, err := c.Drops.Withdraw(t.Context(), d.ID, d.Version, staff)
		if err != nil {
			t.Fatal(err)
		}
		c.move(100 * 24 * time.Hour)
		if c.listed(id) {
			t.Error("a product of a withdrawn drop is listed")
		}
		if _, err := c.PublicDrops.Public(t.Context(), d.Slug); shop.CodeOf(err) != shop.NotFound {
			t.Errorf("the drop: %v", err)
		}
		later := withdrawn.Drop
		later.TeasedAt, later.OpensAt, later.EarlyAt = c.now(), c.now().Add(time.Hour), nil
		changed, err := c.Drops.Change(t.Context(), later, staff)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Drops.Schedule(t.Context(), d.ID, changed.Version, staff); err != nil {
			t.Fatal(err)
		}
		if !c.listed(id) {
			t.Error("a product of a drop that was scheduled again is not listed")
		}
	})
}

func TestSchedulingKeepsBackWhatIsNotForTheDrop(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		id := c.product(10)
		d := c.scheduledDrop(id, nil)
		if free := c.free(id); free != 8 {
			t.Errorf("%d free, want 8 of 10", free)
		}
		more := d
		more.Products = []shop.DropProduct{{ProductID: id, Units: 11, Hidden: true}}
		_, err := c.Drops.Change(t.Context(), more, staff)
		wantCode(t, err, shop.Invalid)
		if refusal, ok := errors.AsType[*shop.Error](err); !ok || !strings.Contains(refusal.Fields.Message("products[0].units"), "Only 10 in stock.") {
			t.Errorf("refused with %v", err)
		}
		fewer := d
		fewer.Products = []shop.DropProduct{{ProductID: id, Units: 3, Hidden: true}}
		changed, err := c.Drops.Change(t.Context(), fewer, staff)
		if err != nil || c.free(id) != 3 || changed.Kept[id] != 7 {
			t.Errorf("%d free, kept %v, %v", c.free(id), changed.Kept, err)
		}
		_, err = c.Drops.Change(t.Context(), fewer, staff)
		wantCode(t, err, shop.Stale)
		other, err := c.Drops.Duplicate(t.Context(), d.ID, changed.Version, staff)
		if err != nil || other.Slug != "midnight-box-2" || other.ScheduledAt != nil {
			t.Fatalf("duplicated to %+v, %v", other, err)
		}
		_, err = c.Drops.Schedule(t.Context(), other.ID, other.Version, staff)
		wantCode(t, err, shop.Conflict) // the product is in a drop
	})
}

func TestEveryTaskIsDoneOnce(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		id := c.product(10)
		c.scheduledDrop(id, func(d *shop.Drop) {
			end := d.OpensAt.Add(time.Hour)
			d.EndsAt, d.Mode, d.SellRest = &end, shop.DropOpen, true
		})
		c.move(50 * time.Hour) // nothing ran for all this time
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() {
				if err := c.Drops.RunDue(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if due, err := c.Store.DropTasks.Due(t.Context(), c.now()); err != nil || len(due) != 0 {
			t.Errorf("left: %v, %v", due, err)
		}
		entries, _, err := c.Audit.List(t.Context(), shop.AuditFilter{}, 100, "")
		if err != nil {
			t.Fatal(err)
		}
		skipped := map[string]int{}
		for _, e := range entries {
			skipped[e.Action]++
		}
		if skipped["skip announce"] != 1 || skipped["skip remind"] != 1 { // it was too late for both
			t.Errorf("the audit log has %v", skipped)
		}
		if p, err := c.Catalog.PublicProduct(t.Context(), id); err != nil || !p.InStock() {
			t.Errorf("the rest is not sold as usual: %+v, %v", p.Drop, err)
		}
	})
}

func (c *testShop) subscribe(email string) {
	c.t.Helper()
	err := c.Store.Write(c.t.Context(), func(tx *store.Tx) error {
		sub, err := tx.Inbox.AskSubscriber(c.t.Context(), email, c.now())
		if err == nil {
			_, _, err = tx.Inbox.ConfirmSubscriber(c.t.Context(), sub.ID, c.now())
		}
		return err
	})
	if err != nil {
		c.t.Fatal(err)
	}
}

func (c *testShop) runTasks() {
	c.t.Helper()
	if err := c.Drops.RunDue(c.t.Context()); err != nil {
		c.t.Fatal(err)
	}
}

func TestSubscribersAreToldOnceAndOldOnesGetInEarly(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		id := c.product(10)
		c.subscribe("ada@example.com")
		c.move(time.Hour)
		d := c.scheduledDrop(id, nil)
		c.move(time.Hour)
		c.subscribe("ben@example.com") // confirmed after it was scheduled
		c.move(23 * time.Hour)
		c.runTasks()
		c.runTasks()
		ada, ben := mailed[outbox.DropEmail](c, "ada@example.com"), mailed[outbox.DropEmail](c, "ben@example.com")
		if n := len(allMailed[outbox.DropEmail](c, "ada@example.com")); n != 1 {
			t.Errorf("%d announcements", n)
		}
		if ada.Early == "" || !strings.Contains(ada.URL, "?early=") || ben.Early != "" || !strings.Contains(ben.URL, "?proof=") {
			t.Errorf("ada got %+v, ben got %+v", ada, ben)
		}
		pass, err := c.EarlyAccess.Unlock(t.Context(), d.Slug, tokenOf(ada.URL))
		if err != nil || pass == "" {
			t.Errorf("unlocking: %v", err)
		}
		_, err = c.EarlyAccess.Unlock(t.Context(), d.Slug, tokenOf(ben.URL))
		wantCode(t, err, shop.NotFound)
		c.move(24 * time.Hour)
		_, err = c.EarlyAccess.Unlock(t.Context(), d.Slug, tokenOf(ada.URL))
		wantCode(t, err, shop.Conflict) // it has opened
	})
}

func TestAnAccessCodeCountsOncePerMailbox(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		id := c.product(10)
		d := c.scheduledDrop(id, func(d *shop.Drop) { d.EarlyAccess, d.TeasedAt = shop.EarlyCodes, c.now() })
		code, changed, err := c.EarlyAccess.AddCode(t.Context(), d.ID, d.Version, "Friends", 2, staff)
		if err != nil {
			t.Fatal(err)
		}
		visitor := shop.Client{IP: "203.0.113.9"}
		unlock := func(code, email string) error {
			_, err := c.EarlyAccess.UnlockWithCode(t.Context(), d.Slug, code, email, visitor)
			return err
		}
		for _, email := range []string{"a.d.a@gmail.com", "ADA+drop@googlemail.com", "ben@example.com"} {
			if err := unlock(strings.ToLower(code), email); err != nil {
				t.Errorf("%s: %v", email, err)
			}
		}
		wantCode(t, unlock(code, "cem@example.com"), shop.AccessCodeInvalid) // both uses are taken
		for range 9 {
			wantCode(t, unlock("WRONG-CODE", "cem@example.com"), shop.AccessCodeInvalid)
		}
		wantCode(t, unlock(code, "ben@example.com"), shop.TooMany)
		codes, err := c.EarlyAccess.Codes(t.Context(), d.ID)
		if err != nil || len(codes) != 1 || codes[0].Uses != 2 {
			t.Errorf("the codes are %+v, %v", codes, err)
		}
		_, err = c.EarlyAccess.LiftLimit(t.Context(), d.ID, d.Version, "ada@example.com", staff)
		wantCode(t, err, shop.Stale)
		if _, err := c.EarlyAccess.LiftLimit(t.Context(), d.ID, changed.Version, "ada@example.com", staff); err != nil {
			t.Error(err)
		}
	})
}

func TestARemindedMailboxHasOpenedTheLink(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		id := c.product(10)
		d := c.scheduledDrop(id, func(d *shop.Drop) { d.TeasedAt = c.now() })
		visitor := shop.Client{IP: "203.0.113.9"}
		for _, email := range []string{"ada@example.com", "ben@example.com"} {
			if err := c.Mailings.Remind(t.Context(), d.Slug, email, visitor); err != nil {
				t.Fatal(err)
			}
		}
		link := mailed[outbox.ReminderEmail](c, "ada@example.com").URL
		for range 2 {
			if err := c.Mailings.ConfirmReminder(t.Context(), d.Slug, tokenOf(link)); err != nil {
				t.Fatal(err)
			}
		}
		wantCode(t, c.Mailings.ConfirmReminder(t.Context(), d.Slug, tokenOf(link)+"x"), shop.NotFound)
		c.move(47*time.Hour + 30*time.Minute)
		c.runTasks()
		if email := mailed[outbox.DropEmail](c, "ada@example.com"); !email.Reminder || !strings.Contains(email.URL, "?proof=") {
			t.Errorf("reminded with %+v", email)
		}
		if n := len(allMailed[outbox.DropEmail](c, "ben@example.com")); n != 0 {
			t.Errorf("ben, who opened no link, got %d reminders", n)
		}
	})
}

func TestTimesThatHavePassedStay(t *testing.T) {
	eachShop(t, func(t *testing.T, c *testShop) {
		id := c.product(10)
		d := c.scheduledDrop(id, nil)
		c.move(30 * time.Hour)
		for name, change := range map[string]func(*shop.Drop){
			"tease":   func(d *shop.Drop) { d.TeasedAt = d.TeasedAt.Add(time.Hour) },
			"opening": func(d *shop.Drop) { d.OpensAt, d.EarlyAt = c.now().Add(-time.Minute), nil },
			"mode":    func(d *shop.Drop) { d.Mode = shop.DropOpen },
		} {
			next := d
			change(&next)
			if _, err := c.Drops.Change(t.Context(), next, staff); shop.CodeOf(err) != shop.Invalid {
				t.Errorf("%s: %v", name, err)
			}
		}
		next := d
		next.OpensAt, next.EarlyAt = d.OpensAt.Add(time.Hour), nil
		if _, err := c.Drops.Change(t.Context(), next, audit.Actor{Name: "staff"}); err != nil {
			t.Errorf("an hour later: %v", err)
		}
		_, err := c.Drops.Schedule(t.Context(), d.ID, d.Version+1, staff)
		wantCode(t, err, shop.Conflict)
		wantCode(t, c.Drops.Delete(t.Context(), d.ID, d.Version+1, staff), shop.Conflict)
	})
}
