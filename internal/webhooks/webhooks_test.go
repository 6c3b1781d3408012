package webhooks_test

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

func TestAMessageIsSignedByStandardWebhooks(t *testing.T) {
	each(t, func(t *testing.T, s *sender, r *receiver) {
		w, secret := s.add(r.URL+"/hook?a=b", shop.WebhookStandard, shop.WebhookOrderPaid)
		s.paid("ORD-001", 1)
		s.move(0)
		got := r.accepted[0]
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
		if err != nil || !strings.HasPrefix(secret, "whsec_") || len(key) != 32 {
			t.Fatalf("%q: %v", secret, err)
		}
		mac := hmac.New(sha256.New, key)
		fmt.Fprintf(mac, "%s.%s.%s", got.header.Get("webhook-id"), got.header.Get("webhook-timestamp"), got.body)
		if want := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)); got.header.Get("webhook-signature") != want {
			t.Errorf("%v, want the signature %s", got.header, want)
		}
		if got.header.Get("webhook-timestamp") != fmt.Sprint(s.clock.Now().Unix()) || !strings.HasPrefix(got.header.Get("webhook-id"), "msg_") {
			t.Errorf("%v", got.header)
		}
		if !strings.HasPrefix(got.body, `{"type":"order.paid","timestamp":"2026-11-16T20:00:00Z","data":{"order":{"number":"ORD-001"`) || !strings.Contains(got.body, `"total":12.50`) {
			t.Error(got.body)
		}
		d := s.deliveries(w.ID)[0]
		if d.Status != shop.DeliverySent || d.Code != 200 || d.Response != "thank you" || d.Attempts != 1 || d.Payload != "" || d.MessageID != got.header.Get("webhook-id") {
			t.Errorf("%+v", d)
		}
		stored, err := s.store.Webhooks.ByID(t.Context(), w.ID)
		if err != nil || strings.Contains(stored.Secret, secret) || !strings.HasPrefix(stored.Secret, "sealed:") {
			t.Errorf("the secret is stored as %q, %v", stored.Secret, err)
		}
	})
}

func TestAReceiverThatIsDownForAnHourGetsEachEventOnceAndInOrder(t *testing.T) {
	each(t, func(t *testing.T, s *sender, r *receiver) {
		up := newReceiver(t)
		s.roots.AddCert(up.Certificate())
		s.add(r.URL, shop.WebhookStandard, shop.WebhookOrderPaid)
		s.add(up.URL, shop.WebhookStandard, shop.WebhookOrderPaid)
		r.set(r.down)
		var want []string
		for minute := range 60 {
			if minute%5 == 0 {
				for drop := range int64(2) {
					number := fmt.Sprintf("ORD-%d-%02d", drop+1, minute)
					s.paid(number, drop+1)
					want = append(want, number)
				}
			}
			s.move(time.Minute)
		}
		if got := up.numbers(); got != strings.Join(want, " ") {
			t.Errorf("the other receiver got %s", got)
		}
		if len(r.accepted) != 0 || r.refused < 10 || r.refused > 20 { // only the first event of each drop is tried
			t.Errorf("%d accepted and %d refused while it was down", len(r.accepted), r.refused)
		}
		r.set(nil)
		for range 61 {
			s.move(time.Minute)
		}
		seen := map[string]bool{}
		for _, m := range r.accepted {
			if id := m.header.Get("webhook-id"); seen[id] {
				t.Errorf("%s came twice", id)
			} else {
				seen[id] = true
			}
		}
		got := strings.Fields(r.numbers())
		for drop := 1; drop <= 2; drop++ {
			of := func(all []string) (out []string) {
				for _, number := range all {
					if strings.HasPrefix(number, fmt.Sprintf("ORD-%d-", drop)) {
						out = append(out, number)
					}
				}
				return out
			}
			if fmt.Sprint(of(got)) != fmt.Sprint(of(want)) {
				t.Errorf("drop %d: %v, want %v", drop, of(got), of(want))
			}
		}
	})
}

// An order with products of two drops is in order with what is told of each of them; what is told of no drop waits for neither.
func TestAnOrderOfTwoDropsIsInOrderInBoth(t *testing.T) {
	each(t, func(t *testing.T, s *sender, r *receiver) {
		s.add(r.URL, shop.WebhookStandard, shop.WebhookOrderPaid)
		r.set(r.down)
		s.paid("ORD-1", 1)
		s.paid("ORD-2", 2)
		s.paid("ORD-3", 2, 1)
		s.paid("ORD-4", 1)
		s.paid("ORD-5", 2)
		s.paid("ORD-6")
		s.paid("ORD-7", 3, 1)
		s.move(0)
		if r.refused != 3 { // the first of drop 1, of drop 2 and the one of no drop
			t.Errorf("%d were tried", r.refused)
		}
		r.set(func(w http.ResponseWriter, request *http.Request) bool {
			if strings.Contains(string(r.reading), `"ORD-2"`) {
				w.WriteHeader(http.StatusBadGateway)
				return false
			}
			return true
		})
		s.move(5 * time.Second)
		if got := r.numbers(); got != "ORD-1 ORD-6" {
			t.Errorf("while ORD-2 of drop 2 is refused: %s", got)
		}
		r.set(nil)
		s.move(time.Minute)
		if got := r.numbers(); got != "ORD-1 ORD-6 ORD-2 ORD-3 ORD-4 ORD-5 ORD-7" {
			t.Errorf("in the end: %s", got)
		}
	})
}

func TestADeliveryIsTriedForADayAndThenNeedsAttention(t *testing.T) {
	each(t, func(t *testing.T, s *sender, r *receiver) {
		w, _ := s.add(r.URL, shop.WebhookStandard, shop.WebhookOrderPaid)
		r.set(r.down)
		s.paid("ORD-001", 1)
		s.paid("ORD-002", 1)
		start := s.clock.Now()
		s.move(0)
		var pauses []time.Duration
		for {
			d := s.deliveries(w.ID)[1]
			if d.Status == shop.DeliveryFailed {
				break
			}
			if d.Code != http.StatusBadGateway || d.Error == "" || len(pauses) > 40 {
				t.Fatalf("%+v", d)
			}
			pauses = append(pauses, d.NextAt.Sub(s.clock.Now()))
			s.move(d.NextAt.Sub(s.clock.Now()))
		}
		if got := fmt.Sprint(pauses[:7]); got != "[5s 30s 2m0s 10m0s 30m0s 1h0m0s 1h0m0s]" {
			t.Errorf("pauses %s", got)
		}
		if took := s.clock.Now().Sub(start); took < 24*time.Hour || took > 25*time.Hour {
			t.Errorf("given up after %s", took)
		}
		for range 3 { // what waited behind it is as old: it is tried and given up
			s.move(time.Second)
		}
		list, err := s.List(t.Context())
		if err != nil || list[0].Failed != 2 || list[0].Waiting != 0 {
			t.Errorf("%+v, %v", list, err)
		}
		if mails, err := s.store.Outbox.CountFailed(t.Context(), start); err != nil || mails != 0 {
			t.Errorf("%d emails are said to have failed, %v", mails, err)
		}
		r.set(nil)
		first := s.deliveries(w.ID)[1]
		if err := s.SendAgain(t.Context(), w.ID, first.ID, staff); err != nil {
			t.Fatal(err)
		}
		if err := s.SendAgain(t.Context(), w.ID, first.ID, staff); shop.CodeOf(err) != shop.NotFound {
			t.Errorf("twice: %v", err)
		}
		s.move(0)
		if got := r.numbers(); got != "ORD-001" {
			t.Errorf("sent again: %s", got)
		}
		s.clock.Set(s.clock.Now().Add(31 * 24 * time.Hour))
		if err := s.store.Write(t.Context(), func(tx *store.Tx) error { return tx.Sessions.DeleteExpired(t.Context(), s.clock.Now()) }); err != nil {
			t.Fatal(err)
		}
		if left := s.deliveries(w.ID); len(left) != 0 {
			t.Errorf("%+v after 31 days", left)
		}
	})
}

func TestResponsesAreBoundedAndRedirectsAreNotFollowed(t *testing.T) {
	each(t, func(t *testing.T, s *sender, r *receiver) {
		w, _ := s.add(r.URL, shop.WebhookStandard, shop.WebhookOrderPaid)
		r.set(func(w http.ResponseWriter, request *http.Request) bool {
			if request.URL.Path == "/there" {
				return true
			}
			w.Header().Set("Location", r.URL+"/there")
			w.WriteHeader(http.StatusTemporaryRedirect)
			_, _ = io.WriteString(w, strings.Repeat("é", 1<<20))
			return false
		})
		d, err := s.Test(t.Context(), w.ID, staff)
		if err != nil || d.Status != shop.DeliveryFailed || d.Code != http.StatusTemporaryRedirect || len([]rune(d.Response)) != 500 {
			t.Errorf("%v %v, %d characters, %v", d.Status, d.Code, len([]rune(d.Response)), err)
		}
		if len(r.accepted) != 0 {
			t.Error("a redirect was followed")
		}
		s.move(2 * time.Hour)
		r.mu.Lock() // the answer may have been read before all of it was written
		defer r.mu.Unlock()
		if r.refused != 1 {
			t.Error("a test was tried again")
		}
		if list, err := s.List(t.Context()); err != nil || list[0].Failed != 0 {
			t.Errorf("a test needs attention: %+v, %v", list, err)
		}
	})
}

func TestADiscordChannelIsToldOfAnOpening(t *testing.T) {
	each(t, func(t *testing.T, s *sender, r *receiver) {
		s.add(r.URL, shop.WebhookDiscord, shop.WebhookDropOpened)
		err := s.store.Write(t.Context(), func(tx *store.Tx) error {
			return s.DropOpened(t.Context(), tx, shop.Drop{ID: 3, Slug: "yuzu", Name: "*Yuzu* @everyone"})
		})
		if err != nil {
			t.Fatal(err)
		}
		s.move(0)
		want := `{"allowed_mentions":{"parse":[]},"content":"**\\*Yuzu\\* @everyone** is open now: https://shop.test/drop/yuzu"}`
		if len(r.accepted) != 1 || r.accepted[0].body != want {
			t.Errorf("%+v", r.accepted)
		}
	})
}

// Fifteen kinds of address that are not public are refused when a webhook is added and, where a name hides them, when it is called.
func TestPrivateAddressesAreRefused(t *testing.T) {
	eachReaching(t, nil, func(t *testing.T, s *sender, r *receiver) {
		port := r.URL[strings.LastIndex(r.URL, ":"):]
		kinds := map[string]string{"loopback": "127.0.0.1", "another loopback": "127.9.9.9", "ten": "10.0.0.1", "172": "172.16.5.4", "192": "192.168.0.1", "link-local and metadata": "169.254.169.254",
			"carrier": "100.64.0.1", "unspecified": "0.0.0.0", "multicast": "224.0.0.1", "broadcast": "255.255.255.255", "benchmark": "198.18.0.1", "loopback 6": "[::1]", "unspecified 6": "[::]",
			"mapped": "[::ffff:127.0.0.1]", "NAT64": "[64:ff9b::7f00:1]", "6to4": "[2002:7f00:1::]", "Teredo": "[2001:0:7f00:1::]", "unique local": "[fd00:ec2::254]", "link-local 6": "[fe80::1]",
			"multicast 6": "[ff02::1]", "Azure": "168.63.129.16", "documentation": "[2001:db8::1]"}
		if len(kinds) < 15 {
			t.Errorf("only %d kinds are tried", len(kinds))
		}
		for name, host := range kinds {
			if _, _, err := s.Add(t.Context(), shop.Webhook{URL: "https://" + host + port, Format: shop.WebhookStandard, Events: []shop.WebhookEvent{shop.WebhookOrderPaid}}, staff); shop.CodeOf(err) != shop.Invalid {
				t.Errorf("%s (%s) was added: %v", name, host, err)
			}
		}
		for _, url := range []string{"", "https://", "http://hooks.example/", "ftp://hooks.example/", "https://user:word@hooks.example/", "https:///", "hooks.example", "https://localhost/", "https://intranet/", "https://hooks.example/" + strings.Repeat("a", 500)} {
			if _, _, err := s.Add(t.Context(), shop.Webhook{URL: url, Format: shop.WebhookStandard, Events: []shop.WebhookEvent{shop.WebhookOrderPaid}}, staff); shop.CodeOf(err) != shop.Invalid {
				t.Errorf("%s was added: %v", url, err)
			}
		}
		// What a name resolves to is checked when it is called, so it does not matter what it resolved to before.
		for _, host := range []string{"127.1", "0x7f.1", "127.0.0.1", "[::ffff:127.0.0.1]"} {
			err := s.store.Write(t.Context(), func(tx *store.Tx) error {
				_, err := tx.Webhooks.Create(t.Context(), shop.Webhook{URL: "https://" + host + port, Format: shop.WebhookStandard, Events: []shop.WebhookEvent{shop.WebhookOrderPaid}, Secret: s.sealed})
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		list, err := s.List(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range list {
			if d, err := s.Test(t.Context(), w.ID, staff); err != nil || d.Status != shop.DeliveryFailed || d.Code != 0 {
				t.Errorf("%s: %+v, %v", w.URL, d, err)
			}
		}
		if len(r.accepted)+r.refused != 0 {
			t.Error("a request arrived")
		}
	})
}

func TestThereAreTenWebhooksAtMost(t *testing.T) {
	each(t, func(t *testing.T, s *sender, r *receiver) {
		var adding sync.WaitGroup
		var mu sync.Mutex
		codes := map[shop.Code]int{}
		for range 13 {
			adding.Go(func() {
				_, _, err := s.Add(context.Background(), shop.Webhook{URL: r.URL, Format: shop.WebhookStandard, Events: []shop.WebhookEvent{shop.WebhookOrderPaid}}, staff)
				mu.Lock()
				defer mu.Unlock()
				codes[shop.CodeOf(err)]++
			})
		}
		adding.Wait()
		if codes[""] != shop.MaxWebhooks || codes[shop.Conflict] != 3 {
			t.Errorf("%v", codes)
		}
		list, err := s.List(t.Context())
		if err != nil || len(list) != shop.MaxWebhooks {
			t.Fatalf("%d, %v", len(list), err)
		}
		s.paid("ORD-001", 1)
		if err := s.Remove(t.Context(), list[0].ID, staff); err != nil {
			t.Fatal(err)
		}
		s.move(0)
		if len(r.accepted) != shop.MaxWebhooks-1 {
			t.Errorf("%d messages after one was removed", len(r.accepted))
		}
	})
}
