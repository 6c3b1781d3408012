package outbox_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/outbox"
	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
	"github.com/snackdrop/snackdrop/internal/testkit"
)

const (
	unproven = 1
	bulk     = 2
)

// queueMany queues n emails of a priority to one address.
func queueMany(t *testing.T, s *store.Store, at *clock, priority int64, to string, n int) {
	t.Helper()
	keys, err := secrets.New("a key for tests only")
	if err != nil {
		t.Fatal(err)
	}
	row := store.NewOutboxRow{Kind: "mail", Priority: priority, CreatedAt: at.now(),
		Payload: keys.Seal(fmt.Sprintf(`{"to":%q,"template":"welcome","data":{"Username":"casey"}}`, to))}
	rows := make([]store.NewOutboxRow, n)
	for i := range rows {
		rows[i] = row
	}
	if err := s.Write(t.Context(), func(tx *store.Tx) error { return tx.Outbox.Insert(t.Context(), rows) }); err != nil {
		t.Fatal(err)
	}
}

func run(t *testing.T, o *outbox.Service) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { o.Run(ctx) })
	t.Cleanup(func() { stop(); running.Wait() })
}

// slowList is an email-marketing service that answers when it is released.
type slowList struct{ asked, released chan struct{} }

func (l slowList) Put(context.Context, string, string, string, bool) error {
	close(l.asked)
	<-l.released
	return nil
}

// The mail server is as slow as can be with everything but the confirmation: it
// arrives first, so its time does not depend on how much of the rest there is.
func TestAnOrderConfirmationWaitsForNoOtherEmail(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		box, at := testkit.SMTP(t), newClock()
		o := open(t, s, smtp(t, box), at)
		queueMany(t, s, at, bulk, "many@example.test", 20_000)
		queueMany(t, s, at, unproven, "unproven@example.test", 5_000)
		releaseBulk, releaseUnproven := box.Hold("many@example.test"), box.Hold("unproven@example.test")
		run(t, o)
		box.WaitHeld(t, 2)

		confirm := func(number string) {
			t.Helper()
			err := s.Write(t.Context(), func(tx *store.Tx) error {
				return o.QueueEmail(t.Context(), tx, "casey@example.test", outbox.OrderConfirmationEmail{Order: outbox.OrderEmailData{Number: number}}, "")
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		start := time.Now()
		confirm("ORD-001")
		if first := box.Wait(t, 1)[0]; first.To[0] != "casey@example.test" {
			t.Errorf("the first email is for %s", first.To[0])
		}
		if waited := time.Since(start); waited > 5*time.Second {
			t.Errorf("it took %v", waited)
		}
		// Neither of the others waits for the rest.
		releaseUnproven()
		box.Wait(t, 20)
		for _, message := range box.Messages() {
			if message.To[0] == "many@example.test" {
				t.Error("a held email came")
			}
		}
		releaseBulk()
		for came := 20; ; came++ {
			if last := box.Wait(t, came)[came-1]; last.To[0] == "many@example.test" {
				break
			}
		}
		// While all of them are sent as fast as the server takes them.
		before := len(box.Messages())
		confirm("ORD-002")
		for came := before + 1; ; came++ {
			if last := box.Wait(t, came)[came-1]; last.To[0] == "casey@example.test" {
				if came-before > 1_000 {
					t.Errorf("%d emails came before the confirmation", came-before)
				}
				break
			}
		}
	})
}

func TestASlowMailingListDelaysNoEmail(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		box, list := testkit.SMTP(t), slowList{make(chan struct{}), make(chan struct{})}
		settings := shop.DefaultSettings()
		settings.Integrations.MailchimpKey, settings.Integrations.MailchimpListID = "key-us1", "list"
		o := open(t, s, smtp(t, box), newClock(), func(c *outbox.Config) {
			c.MailingList, c.Settings = list, func(context.Context) (shop.Settings, error) { return settings, nil }
		})
		err := s.Write(t.Context(), func(tx *store.Tx) error { return o.QueueListChange(t.Context(), tx, "casey@example.test", true) })
		if err != nil {
			t.Fatal(err)
		}
		run(t, o)
		defer close(list.released)
		<-list.asked
		queue(t, s, o, "")
		box.Wait(t, 1)
	})
}

// Visitors can make the shop send these to any address, so they have a sender of their own.
func TestEmailsToUnprovenAddressesHaveTheirPriority(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		at := newClock()
		o := open(t, s, &recorder{}, at)
		want := map[int64]int{0: 6, unproven: 3}
		emails := []outbox.Email{outbox.WaitlistEmail{}, outbox.SubscriptionEmail{}, outbox.ContactEmail{},
			outbox.OfferEmail{}, outbox.OrderConfirmationEmail{}, outbox.OrderStatusEmail{}, outbox.PasswordResetEmail{}, outbox.WelcomeEmail{}, outbox.AddressChangeEmail{}}
		err := s.Write(t.Context(), func(tx *store.Tx) error {
			for _, email := range emails {
				if err := o.QueueEmail(t.Context(), tx, "casey@example.test", email, ""); err != nil {
					return err
				}
			}
			for priority, number := range want {
				rows, err := tx.Outbox.Claim(t.Context(), priority, at.now(), at.now(), 100)
				if err != nil {
					return err
				}
				if len(rows) != number {
					t.Errorf("%d emails of priority %d, want %d", len(rows), priority, number)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

func TestBrokenConnectionsLoseAndDoubleNoEmail(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		box, at := testkit.SMTP(t), newClock()
		o := open(t, s, smtp(t, box), at)
		const emails = 300
		queueMany(t, s, at, bulk, "many@example.test", emails)
		for _, stage := range []testkit.Stage{testkit.AtMail, testkit.AtRcpt, testkit.AtData} {
			box.BreakNext(3, stage)
		}
		sendDue(t, o)
		for range 4 { // those after whose last byte the connection broke
			at.move(10 * time.Minute)
			box.HangUp()
			sendDue(t, o)
		}
		times := map[string]int{}
		for _, message := range box.Messages() {
			times[strings.Trim(message.Header.Get("Message-ID"), "<>")]++
		}
		if len(times) != emails || len(box.Messages()) != emails {
			t.Errorf("%d emails came %d times, want %d once", len(times), len(box.Messages()), emails)
		}
		if n := box.Connections(); n > emails/10 {
			t.Errorf("%d emails needed %d connections", emails, n)
		}
	})
}

// slowPost takes a second for every email.
type slowPost struct{ at *clock }

func (p slowPost) Send(context.Context, outbox.Message) error {
	p.at.move(time.Second)
	return nil
}

func TestTheRateOfMailingsIsMeasured(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		at := newClock()
		o := open(t, s, slowPost{at}, at)
		if _, ok := o.BulkPerMinute(); ok {
			t.Error("the rate is known before a mailing")
		}
		queueMany(t, s, at, bulk, "casey@example.test", 24)
		if err := o.SendDue(t.Context()); err != nil {
			t.Fatal(err)
		}
		if rate, ok := o.BulkPerMinute(); !ok || rate != 60 {
			t.Errorf("the rate is %d a minute, known: %t", rate, ok)
		}
	})
}
