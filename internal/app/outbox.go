package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"sync"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/db"
)

// Message is one mail, ready to be put into words and sent.
type Message struct {
	ID       string // of the Message-ID header: the same at every try
	From     string
	FromName string
	To       string
	ReplyTo  string
	Date     time.Time
	Letter   Letter
	Brand    Brand
}

// Brand is the shop's look, for mail.
type Brand struct {
	Name      string
	URL       string
	Primary   string
	Secondary string
	Money     string // how amounts are written: symbol, code or both
}

// Mailer sends one message. ErrUndeliverable in its error means that trying
// again is of no use.
type Mailer interface {
	Send(ctx context.Context, m Message) error
}

// ErrUndeliverable marks a refusal for good, like an address that does not exist.
var ErrUndeliverable = errors.New("undeliverable")

const (
	mailKind    = "mail"
	outboxDesks = 4
	// A desk takes a few letters at a time: each time costs the database a commit.
	outboxHand = 4
	sendTime   = time.Minute
	// A copy that dies while sending leaves its rows claimed; another takes them up
	// after this. It is longer than sending a hand of them, so that none goes out twice.
	outboxLease = 6 * time.Minute
	// While shoppers order, letters wait their turn, but not longer than this.
	outboxYield = 250 * time.Millisecond
	outboxLook  = 30 * time.Second // events may be lost: look anyway
	firstPause  = time.Minute
	longPause   = time.Hour
	giveUpAfter = 24 * time.Hour
)

type queuedMail struct {
	To       string          `json:"to"`
	ReplyTo  string          `json:"reply_to,omitempty"`
	Template string          `json:"template"`
	Data     json.RawMessage `json:"data"`
}

// queueMail writes a letter into the outbox, in the transaction of its cause. A
// second letter with the same unique key is not queued; "" means any number.
func (a *App) queueMail(ctx context.Context, tx *store.Tx, to string, letter Letter, uniqueKey string) error {
	row, err := a.mailRow(to, letter, uniqueKey)
	if err != nil {
		return err
	}
	return queueRows(ctx, tx, row)
}

func (a *App) mailRow(to string, letter Letter, uniqueKey string) (store.OutboxRow, error) {
	data, err := json.Marshal(letter)
	if err != nil {
		return store.OutboxRow{}, err
	}
	mail := queuedMail{To: to, Template: letter.Template(), Data: data}
	if contact, ok := letter.(ContactLetter); ok {
		mail.ReplyTo = contact.Email
	}
	return a.outboxRow(mailKind, mail, uniqueKey)
}

// queue writes anything that must leave the house into the outbox.
func (a *App) queue(ctx context.Context, tx *store.Tx, kind string, payload any, uniqueKey string) error {
	row, err := a.outboxRow(kind, payload, uniqueKey)
	if err != nil {
		return err
	}
	return queueRows(ctx, tx, row)
}

// outboxRow seals a payload: it may hold links that open accounts.
func (a *App) outboxRow(kind string, payload any, uniqueKey string) (store.OutboxRow, error) {
	text, err := json.Marshal(payload)
	if err != nil {
		return store.OutboxRow{}, err
	}
	now := a.Now().UnixMilli()
	row := store.OutboxRow{Kind: kind, Payload: a.Secrets.Seal(string(text)), NextAt: now, CreatedAt: now}
	if uniqueKey != "" {
		row.UniqueKey = &uniqueKey
	}
	return row, nil
}

// queueRows writes any number of rows at the cost of one.
func queueRows(ctx context.Context, tx *store.Tx, rows ...store.OutboxRow) error {
	if len(rows) == 0 {
		return nil
	}
	if err := tx.InsertOutbox(ctx, rows); err != nil {
		return err
	}
	tx.Emit(shop.Event{Type: shop.EventOutbox, Audience: shop.ToServers})
	return nil
}

// runOutbox sends what waits, at once when it is queued and later when it failed.
func (a *App) runOutbox(ctx context.Context) {
	if a.Mailer == nil {
		return
	}
	for {
		if err := a.SendDue(ctx); err != nil && ctx.Err() == nil {
			slog.Warn("outbox not read", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-a.outbox:
		case <-time.After(a.outboxPause(ctx)):
		}
	}
}

// outboxPause is the time until the next row is due, within bounds.
func (a *App) outboxPause(ctx context.Context) time.Duration {
	next, err := a.Store.NextOutbox(ctx)
	if err != nil { // none, or no answer
		return outboxLook
	}
	return min(max(time.UnixMilli(next).Sub(a.Now()), 100*time.Millisecond), outboxLook)
}

// SendDue sends everything that is due now, a few at a time. What is being sent
// when ctx ends is still sent: cutting it off could send it twice.
func (a *App) SendDue(ctx context.Context) error {
	var desks sync.WaitGroup
	failed := make(chan error, outboxDesks)
	for range outboxDesks {
		desks.Go(func() {
			for ctx.Err() == nil {
				more, err := a.sendSome(ctx)
				if err != nil {
					failed <- err
					return
				}
				if !more {
					return
				}
			}
		})
	}
	desks.Wait()
	close(failed)
	return <-failed
}

func (a *App) sendSome(ctx context.Context) (more bool, err error) {
	a.desk.calm(ctx, outboxYield)
	var rows []db.Outbox
	err = a.Store.Write(ctx, func(tx *store.Tx) error {
		var err error
		rows, err = tx.ClaimOutbox(ctx, db.ClaimOutboxParams{LeaseEnd: a.Now().Add(outboxLease).UnixMilli(), Now: a.Now().UnixMilli(), Most: outboxHand})
		return err
	})
	if err != nil || len(rows) == 0 {
		return false, err
	}
	for _, row := range rows {
		if err := a.send(context.WithoutCancel(ctx), row); err != nil {
			return false, err
		}
	}
	return true, nil
}

// send writes down at once how it went: a crash sends again only what it met on
// its way.
func (a *App) send(ctx context.Context, row db.Outbox) error {
	sending, cancel := context.WithTimeout(ctx, sendTime)
	outcome := a.deliver(sending, row)
	cancel()
	ctx, cancel = context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	return a.Store.Write(ctx, func(tx *store.Tx) error { return a.settle(ctx, tx, row, outcome) })
}

// settle writes down how a try ended.
func (a *App) settle(ctx context.Context, tx *store.Tx, row db.Outbox, sendErr error) error {
	now := a.Now()
	if sendErr == nil {
		at := now.UnixMilli()
		_, err := tx.OutboxSent(ctx, db.OutboxSentParams{SentAt: &at, ID: row.ID})
		return err
	}
	reason := sendErr.Error()
	if r := []rune(reason); len(r) > 300 {
		reason = string(r[:300])
	}
	next := now.Add(outboxBackOff(row.Attempts))
	if errors.Is(sendErr, ErrUndeliverable) || next.Sub(time.UnixMilli(row.CreatedAt)) > giveUpAfter {
		slog.Error("outbox: given up", "id", row.ID, "kind", row.Kind, "attempts", row.Attempts, "error", reason)
		at := now.UnixMilli()
		_, err := tx.OutboxFailed(ctx, db.OutboxFailedParams{FailedAt: &at, LastError: reason, ID: row.ID, Attempts: row.Attempts})
		return err
	}
	slog.Warn("outbox: will be tried again", "id", row.ID, "kind", row.Kind, "attempts", row.Attempts, "at", next.UTC().Format(time.RFC3339), "error", reason)
	_, err := tx.OutboxRetry(ctx, db.OutboxRetryParams{NextAt: next.UnixMilli(), LastError: reason, ID: row.ID, Attempts: row.Attempts})
	return err
}

func outboxBackOff(attempts int64) time.Duration {
	return min(firstPause<<min(attempts-1, 10), longPause)
}

// deliver sends one row. Whatever it is, it is sent outside of any transaction.
func (a *App) deliver(ctx context.Context, row db.Outbox) error {
	payload, err := a.Secrets.Open(row.Payload)
	if err != nil {
		return fmt.Errorf("queued with another secret key: %w", err)
	}
	switch row.Kind {
	case mailKind:
	case listKind:
		return a.deliverListChange(ctx, payload)
	case decoy:
		return nil
	default:
		return fmt.Errorf("%w: nobody sends %q", ErrUndeliverable, row.Kind)
	}
	var mail queuedMail
	if err := json.Unmarshal([]byte(payload), &mail); err != nil {
		return fmt.Errorf("%w: stored mail: %w", ErrUndeliverable, err)
	}
	read, ok := letterKinds[mail.Template]
	if !ok {
		return fmt.Errorf("%w: no letter is called %q", ErrUndeliverable, mail.Template)
	}
	letter, err := read(mail.Data)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUndeliverable, err)
	}
	settings, err := a.Settings(ctx)
	if err != nil {
		return err
	}
	host := "localhost"
	if u, err := url.Parse(a.PublicURL); err == nil && u.Hostname() != "" {
		host = u.Hostname()
	}
	from := settings.Email.StoreEmail
	if from == "" {
		from = "no-reply@" + host
	}
	return a.Mailer.Send(ctx, Message{
		ID:   fmt.Sprintf("%d.%d@%s", row.ID, row.CreatedAt, host),
		From: from, FromName: settings.Brand.SiteName, To: mail.To, ReplyTo: mail.ReplyTo,
		Date: time.UnixMilli(row.CreatedAt).UTC(), Letter: letter,
		Brand: Brand{Name: settings.Brand.SiteName, URL: a.PublicURL, Primary: settings.Brand.PrimaryColor, Secondary: settings.Brand.SecondaryColor,
			Money: settings.Payments.CurrencyFormat},
	})
}
