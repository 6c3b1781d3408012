package health

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/snackdrop/snackdrop/internal/payment"
	"github.com/snackdrop/snackdrop/internal/store"
)

func good(format string, args ...any) Result {
	return Result{State: Good, Text: fmt.Sprintf(format, args...)}
}

func attention(text, advice, link string) Result { return Result{Attention, text, advice, link} }

func broken(text, advice, link string) Result { return Result{Broken, text, advice, link} }

func (s *Service) version(context.Context) Result {
	return good("Snackdrop %s, running for %s.", s.c.Program.Version, formatDuration(s.c.Now().Sub(s.started)))
}

// slowDatabase is how long one write may take before shoppers feel it.
const slowDatabase = 500 * time.Millisecond

func (s *Service) database(ctx context.Context) Result {
	name := "SQLite in the data folder"
	if s.c.Store.Engine() == store.Postgres {
		name = "PostgreSQL"
	}
	start := time.Now()
	if err := s.c.Store.CanWrite(ctx); err != nil {
		slog.Warn("health: the database cannot be written", "error", err)
		return broken(name+" does not answer, or cannot store anything. Nobody can order.", "Check that its server runs, that the network lets the shop reach it and that its disk has space.", "")
	}
	took := time.Since(start)
	if took > slowDatabase {
		return attention(fmt.Sprintf("%s answers slowly: %d ms for one write.", name, took.Milliseconds()), "Look at the load of its machine and at its disk.", "")
	}
	return good("%s answers and stores, in %d ms.", name, max(1, took.Milliseconds()))
}

// mailDays is how far back mail that was given up counts.
const mailDays = 30

func (s *Service) mail(ctx context.Context) Result {
	if !s.c.SendsMail {
		return attention("No mail server is set: mail is only written to the data folder, and nobody gets it.", "Start the shop with --smtp-url.", "")
	}
	if server, ok := s.c.Mailer.(Checker); ok {
		if err := server.Check(ctx); err != nil {
			slog.Warn("health: the mail server does not answer", "error", err)
			return broken("The mail server does not answer or refuses the login. Mail waits and is tried again for a day.", "Check --smtp-url: name, port, user and password.", "")
		}
	}
	failed, err := s.c.Store.Outbox.CountFailed(ctx, s.c.Now().AddDate(0, 0, -mailDays))
	if err != nil {
		return unknown("mail", err)
	}
	if failed > 0 {
		return attention(fmt.Sprintf("The mail server answers, but %s of the last %d days could not be sent.", count(failed, "mail", "mails"), mailDays),
			"The program’s log names them in lines with “outbox”. Check the store email.", "/admin/settings?tab=customers")
	}
	return good("The mail server answers.")
}

func (s *Service) storage(ctx context.Context) Result {
	place := "The folder of the pictures"
	advice := "Check that the program may write into the data folder and that its disk has space."
	if s.c.Program.Bucket {
		place, advice = "The bucket of the pictures", "Check that the bucket exists and that the program’s credentials may read, write and delete in it."
	}
	pictures, ok := s.c.Pictures.(Checker)
	if !ok {
		return good("%s is in use.", place)
	}
	if err := pictures.Check(ctx); err != nil {
		slog.Warn("health: pictures cannot be stored", "error", err)
		return broken(place+" cannot be written. New pictures cannot be saved, and old ones may be missing.", advice, "")
	}
	return good("%s can be read and written.", place)
}

func (s *Service) payments(ctx context.Context) Result {
	set, err := s.c.Settings(ctx)
	if err != nil {
		return unknown("payments", err)
	}
	pay := set.Payments
	inUse := s.c.Payments.ProvidersInUse(pay)
	var names []string
	for _, provider := range []struct{ id, name string }{{"stripe", "Stripe"}, {"paypal", "PayPal"}} {
		if !slices.Contains(inUse, provider.id) {
			continue
		}
		switch err := s.c.Payments.CheckProvider(ctx, provider.id); {
		case errors.Is(err, payment.ErrKeys):
			return broken(provider.name+" refuses the shop’s key. Nobody can pay with it.", "Enter the key again.", "/admin/settings?tab=integrations")
		case err != nil:
			slog.Warn("health: a payment provider does not answer", "provider", provider.id, "error", err)
			return broken(provider.name+" does not answer. Shoppers cannot pay with it now.", "Look at its status page. The shop asks again by itself and loses no payment.", "")
		}
		names = append(names, provider.name)
	}
	switch {
	case len(names) == 0 && s.c.Payments.TakesDemoPayments():
		return attention("The demo shop takes play money.", "Enter the keys of a payment provider and start the shop without --demo before you sell.", "/admin/settings?tab=integrations")
	case len(names) == 0 && pay.Manual:
		return attention("No payment provider is set up: orders can only be paid at pickup or on delivery.", "Enter the keys of Stripe or PayPal.", "/admin/settings?tab=integrations")
	case len(names) == 0:
		return broken("There is no way to pay. Nobody can order.", "Enter the keys of Stripe or PayPal, or allow payment at pickup.", "/admin/settings?tab=payments")
	case slices.Contains(inUse, "stripe") && pay.StripeWebhookSecret == "", slices.Contains(inUse, "paypal") && pay.PayPalWebhookID == "":
		return attention(strings.Join(names, " and ")+" answers, but cannot report payments to the shop: they are seen a little later.", "Set up the webhook.", "/admin/settings?tab=integrations")
	}
	return good("%s answers and accepts the shop’s keys.", strings.Join(names, " and "))
}

// From when on what waits needs somebody to look.
const (
	longWait   = 15 * time.Minute
	fullOrders = 500
)

func (s *Service) queue(ctx context.Context) Result {
	waiting, oldest, err := s.c.Store.Outbox.Figures(ctx, s.c.Now())
	if err != nil {
		return unknown("queue", err)
	}
	ordersWaiting := int64(s.c.Orders.Queued())
	age := s.c.Now().Sub(oldest)
	if waiting > 0 && age > longWait {
		return attention(fmt.Sprintf("%s to be sent, the oldest for %s.", wait(waiting, "message"), formatDuration(age)), "See Email above: they leave once the mail server accepts them.", "")
	}
	if ordersWaiting > fullOrders {
		return attention(fmt.Sprintf("%s to be stored: more come in than the database stores.", wait(ordersWaiting, "order")), "They are placed in their turn. If this lasts, the database needs a faster disk.", "")
	}
	if waiting == 0 && ordersWaiting == 0 {
		return good("No order and no message waits.")
	}
	return good("%s to be stored and %s to be sent, none of them for long.", wait(ordersWaiting, "order"), wait(waiting, "message"))
}

func (s *Service) backup(ctx context.Context) Result {
	const link = "/admin/settings?tab=backups"
	b, err := s.c.Backups.Status(ctx)
	if err != nil {
		return unknown("backups", err)
	}
	failed := b.Failed()
	switch {
	case b.Target == "":
		return attention("No backups are made by themselves.", "Choose where they go: the first one is made at once.", link)
	case failed != nil && b.Last == nil:
		return broken("The backup failed, and there is no other. "+failed.Error, "Mend that and press ‘Back up now’.", link)
	case failed != nil:
		return attention(fmt.Sprintf("The last backup failed; the newest good one is %s old. %s", formatDuration(s.c.Now().Sub(b.Last.StartedAt)), failed.Error), "Mend that and press ‘Back up now’.", link)
	case b.Last == nil && b.Running != nil:
		return good("The first backup is being made.")
	case b.Last == nil:
		return attention("There is no backup yet.", "Press ‘Back up now’.", link)
	case b.Late:
		return attention(fmt.Sprintf("The newest backup is %s old: the one of the schedule is missing.", formatDuration(s.c.Now().Sub(b.Last.StartedAt))), "Press ‘Back up now’, and look into the program’s log if it fails.", link)
	}
	return good("The newest backup is %s old.", formatDuration(s.c.Now().Sub(b.Last.StartedAt)))
}

// renewBefore is when a certificate should have been renewed.
const renewBefore = 14 * 24 * time.Hour

func (s *Service) certificate(context.Context) Result {
	u, err := url.Parse(s.c.PublicURL)
	if s.c.Certificate == nil {
		if err == nil && u.Scheme == "https" {
			return good("Whatever is in front of the shop speaks HTTPS and looks after the certificate.")
		}
		if err == nil && (u.Hostname() == "localhost" || strings.HasPrefix(u.Hostname(), "127.")) {
			return good("None is needed on this machine alone.")
		}
		return attention("Shoppers reach the shop without HTTPS: others on their network can read along.", "Start the shop with --domain, or put a proxy with HTTPS in front and give --public-url.", "")
	}
	at := s.c.Certificate()
	left := at.Sub(s.c.Now())
	switch {
	case at.IsZero():
		return attention("There is no certificate yet: the program is getting one.", "If this lasts for minutes, check that the name leads to this machine and that ports 80 and 443 are open.", "")
	case left <= 0:
		return broken(fmt.Sprintf("It expired %s ago. Browsers refuse the shop.", formatDuration(-left)), "Renew it. With --domain: check that ports 80 and 443 are open and look into the log.", "")
	case left < renewBefore:
		return attention(fmt.Sprintf("It expires in %s and was not renewed.", formatDuration(left)), "Renew it. With --domain: check that ports 80 and 443 are open and look into the log.", "")
	}
	return good("It is good for %s.", formatDuration(left))
}

// From when on the clock needs somebody to look. The shop uses the database's time, but what the machine itself signs and checks does not.
const (
	clockAttention = 2 * time.Second
	clockBroken    = time.Minute
)

func (s *Service) clock(context.Context) Result {
	if s.c.Store.Engine() != store.Postgres {
		return good("The shop uses the clock of this machine: %s UTC.", s.c.Now().UTC().Format("15:04:05"))
	}
	offset := s.c.Clock.Offset()
	text := fmt.Sprintf("The clock of this machine differs from the database’s by %.1f s.", offset.Abs().Seconds())
	const advice = "Switch on time synchronisation (NTP) on both machines."
	switch {
	case offset.Abs() > clockBroken:
		return broken(text+" Payments and certificates may be refused.", advice, "")
	case offset.Abs() > clockAttention:
		return attention(text+" Drops open by the database’s.", advice, "")
	}
	return good("It agrees with the database’s to %d ms.", max(1, offset.Abs().Milliseconds()))
}

// From when on a disk needs somebody to look.
const (
	diskAttention = 2 << 30
	diskBroken    = 256 << 20
)

func (s *Service) disk(context.Context) Result {
	if s.c.Program.Data == "" {
		return good("It is not looked at.")
	}
	space, err := s.Disk(s.c.Program.Data)
	if err != nil {
		return broken("The data folder cannot be looked at.", "Check that it is there and that its disk works.", "")
	}
	text := fmt.Sprintf("%.1f GB of %.0f GB are free where the data folder is.", float64(space.Free)/1e9, float64(space.Total)/1e9)
	const advice = "Delete what is not needed, move backups to a bucket or take a larger disk."
	switch {
	case space.Free < diskBroken:
		return broken(text+" The shop is about to stop selling.", advice, "")
	case space.Free < diskAttention || space.Free < space.Total/20:
		return attention(text, advice, "")
	}
	return good("%s", text)
}

func unknown(what string, err error) Result {
	slog.Warn("health: not checked", "part", what, "error", err)
	return broken("It could not be checked, because the database does not answer.", "See Database above.", "")
}

func wait(n int64, one string) string {
	if n == 1 {
		return "1 " + one + " waits"
	}
	return fmt.Sprintf("%d %ss wait", n, one)
}

func count(n int64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

func inSeconds(d time.Duration) string { return fmt.Sprintf("%g s", d.Seconds()) }

// formatDuration is a length of time in its largest unit.
func formatDuration(d time.Duration) string {
	switch {
	case d < 2*time.Minute:
		return count(max(0, int64(d.Seconds())), "second", "seconds")
	case d < 2*time.Hour:
		return count(int64(d.Minutes()), "minute", "minutes")
	case d < 48*time.Hour:
		return count(int64(d.Hours()), "hour", "hours")
	}
	return count(int64(d.Hours()/24), "day", "days")
}
