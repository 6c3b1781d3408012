package waitingroom

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/snackdrop/snackdrop/internal/background"
	"github.com/snackdrop/snackdrop/internal/batch"
	"github.com/snackdrop/snackdrop/internal/drops"
	"github.com/snackdrop/snackdrop/internal/ratelimit"
	"github.com/snackdrop/snackdrop/internal/reservations"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/waitingroom/line"
)

var lineJoinsPerNetwork = ratelimit.Limit{Times: 300, Per: time.Minute}

// JoinInput is a request to join a line.
type JoinInput struct {
	Slug      string
	Email     string
	Notify    bool   // by email, when it is almost their turn
	EarlyPass string // before the opening: for the early line
	Proof     string // the token of a mailed announcement or reminder
	EnterNext bool   // of a draw: enter the next one too when this one is not won
	Ticket    string // of a place that was left or whose pass expired: join again
	User      *shop.User
	Client    shop.Client
}

// Joined is a place in a line.
type Joined struct {
	Number  int64
	Line    shop.QueueLine
	Ticket  string
	Receipt string
	Proven  bool
}

// joinRequest is one join in the queue.
type joinRequest struct {
	key        lineKey
	email      string
	mailboxKey string
	proven     bool
	notify     bool
	enterNext  bool
	userID     *int64
	network    string
	wider      string
}

// Join puts a mailbox into a line of a drop. Whoever has not proven to read the mailbox gets a link by email.
func (w *Service) Join(ctx context.Context, in JoinInput) (Joined, error) {
	d, err := w.drop(ctx, in.Slug)
	if err != nil {
		return Joined{}, err
	}
	if d.Mode == shop.DropOpen {
		return Joined{}, shop.Errorf(shop.Conflict, "This drop has no line.")
	}
	if in.Ticket != "" {
		return w.joinAgain(ctx, d, in.Ticket)
	}
	if !shop.ValidEmail(in.Email) {
		return Joined{}, shop.FieldError(shop.Invalid, "email", "Enter an email address.")
	}
	if err := w.countJoin(in.Client); err != nil {
		return Joined{}, err
	}
	request, err := w.entries.request(d, in)
	if err != nil {
		return Joined{}, err
	}
	if err := w.checkJoin(ctx, d, shop.Queue{Line: request.key.line}, w.c.Now()); err != nil { // people who are too early are refused here, before any query
		return Joined{}, err
	}
	joined, err := w.joins.Submit(ctx, in.Client.Network(), request)
	if errors.Is(err, batch.ErrFull) {
		w.noteRefused(request.key)
		return Joined{}, shop.Errorf(shop.Busy, "So many are joining right now. Please try again in a moment.")
	}
	return joined, err
}

// countJoin counts a request under its network and the wider one around it.
func (w *Service) countJoin(client shop.Client) error {
	network, wider := client.LimitedNetworks()
	for _, n := range []shop.Network{{Name: network, Share: 1}, {Name: wider, Share: shop.WiderNetwork}} {
		if n.Name == "" {
			continue
		}
		limit := ratelimit.Limit{Times: lineJoinsPerNetwork.Times * n.Share, Per: lineJoinsPerNetwork.Per}
		if err := w.limits.TakeFrom(client, "line", "address", n.Name, limit); err != nil {
			return err
		}
	}
	return nil
}

// entries makes entries of lines and the tokens of their owners.
type entries struct{ c Config }

// request reads the tokens of a join. A forged one is refused; one of another mailbox gives nothing.
func (n entries) request(d shop.Drop, in JoinInput) (*joinRequest, error) {
	key := n.c.Keys.BuyerKey(shop.MailboxKind, shop.Mailbox(in.Email))
	r := &joinRequest{key: lineKey{d.ID, shop.MainLine}, email: in.Email, mailboxKey: key, notify: in.Notify, enterNext: in.EnterNext && d.Mode == shop.DropDraw}
	if in.User != nil {
		r.userID = &in.User.ID
	}
	r.network, r.wider = in.Client.LimitedNetworks()
	if in.EarlyPass != "" {
		drop, mailbox, ok := reservations.ReadEarlyPass(n.c.Keys, in.EarlyPass)
		if !ok || drop != d.ID {
			return nil, shop.Errorf(shop.NotFound, "This early pass is not valid.")
		}
		if mailbox == key && d.HasEarlyLine() && n.c.Now().Before(d.OpensAt) {
			r.key.line = shop.EarlyLine
		}
	}
	if in.Proof != "" {
		mailbox, err := n.proofOf(d.ID, in.Proof)
		if err != nil {
			return nil, err
		}
		r.proven = mailbox == key
	}
	return r, nil
}

// proofOf is the mailbox that a mailed token proves: of an announcement, with or without early access, or of a reminder.
func (n entries) proofOf(dropID int64, token string) (mailboxKey string, err error) {
	for _, purpose := range []string{drops.ProofPurpose, drops.EarlyLinkPurpose} {
		text, err := n.c.Keys.ReadToken(purpose, token)
		if err != nil {
			continue
		}
		if id, key, ok := strings.Cut(text, " "); ok && id == shop.IDText(dropID) {
			return key, nil
		}
	}
	return "", shop.Errorf(shop.NotFound, "This link is not valid.")
}

// checkJoin refuses a join while the line is not open.
func (w *Service) checkJoin(ctx context.Context, d shop.Drop, q shop.Queue, now time.Time) error {
	if d.Mode == shop.DropDraw {
		return w.CheckEntry(ctx, d, q, now)
	}
	opens, has := d.LineOpens(q.Line)
	switch {
	case !has:
		return shop.Errorf(shop.NotFound, "This drop has no such line.")
	case d.LineOver(q.Line, now):
		return shop.Errorf(shop.NotOpen, "This drop is over.")
	case q.ClosedAt != nil:
		return shop.Errorf(shop.OutOfStock, "All of it is sold.")
	case now.Before(opens):
		settings, err := w.c.Settings(ctx)
		if err != nil {
			return err
		}
		return shop.Errorf(shop.NotOpen, "The line opens at %s.", settings.FormatTime(opens))
	}
	return nil
}

// noteRefused stores that a join was refused because the shop was busy, so that the shuffle waits for another try. It
// writes at most once a second.
func (w *Service) noteRefused(key lineKey) {
	now := w.c.Now()
	w.mu.Lock()
	recent := now.Sub(w.refusedAt) < time.Second
	if !recent {
		w.refusedAt = now
	}
	w.mu.Unlock()
	if recent {
		return
	}
	background.Go("refused joins", func() {
		ctx, cancel := context.WithTimeout(context.Background(), joinTime)
		defer cancel()
		_ = w.c.Store.Write(ctx, func(tx *store.Tx) error { return tx.Queues.NoteRefusedJoin(ctx, key.dropID, key.line, now) })
	})
}

// joinBatch serves joins of any lines, each line in a transaction of its own. A line that fails has its joins tried one by
// one, so that one of them cannot spoil the rest; where all are of one line, the queue does that.
func (w *Service) joinBatch(ctx context.Context, requests []*joinRequest) ([]batch.Result[Joined], error) {
	results := make([]batch.Result[Joined], len(requests))
	byLine := map[lineKey][]int{}
	for i, r := range requests {
		byLine[r.key] = append(byLine[r.key], i)
	}
	for key, indexes := range byLine {
		some := make([]*joinRequest, len(indexes))
		for i, index := range indexes {
			some[i] = requests[index]
		}
		joined, err := w.joinLine(ctx, key, some)
		if err != nil && len(byLine) == 1 {
			return nil, err
		}
		for i, index := range indexes {
			switch {
			case err == nil:
				results[index] = joined[i]
			case len(some) > 1 && mayJoinAlone(err):
				results[index] = w.joinAlone(ctx, some[i])
			default:
				results[index].Err = err
			}
		}
	}
	return results, nil
}

// mayJoinAlone says whether joins are tried one by one after they failed together.
func mayJoinAlone(err error) bool { return !store.IsUnavailable(err) || store.IsConflict(err) }

func (w *Service) joinAlone(ctx context.Context, r *joinRequest) batch.Result[Joined] {
	joined, err := w.joinLine(ctx, r.key, []*joinRequest{r})
	if err != nil {
		return batch.Result[Joined]{Err: err}
	}
	return joined[0]
}

// joinLine gives numbers to new people in one line. It sends no event to pages and does not change the version of the queue.
func (w *Service) joinLine(ctx context.Context, key lineKey, requests []*joinRequest) (results []batch.Result[Joined], err error) {
	err = w.c.Store.Write(ctx, func(tx *store.Tx) error {
		results = make([]batch.Result[Joined], len(requests)) // the transaction may run again
		q, err := tx.Queues.Lock(ctx, key.dropID, key.line)
		if err != nil {
			return err
		}
		d, err := tx.Drops.ByID(ctx, key.dropID)
		if err != nil {
			return err
		}
		now := w.c.Now()
		refusal := w.checkJoin(ctx, d, q, now)
		if refusal == nil {
			refusal = DrawFull(ctx, &tx.Reader, d, q)
		}
		if refusal != nil {
			if shop.CodeOf(refusal) == "" {
				return refusal
			}
			for i := range results {
				results[i].Err = refusal
			}
			return nil
		}
		var mailboxes []string
		var users []int64
		for _, r := range requests {
			mailboxes = append(mailboxes, r.mailboxKey)
			if r.userID != nil {
				users = append(users, *r.userID)
			}
		}
		byMailbox, byUser, err := tx.QueueEntries.Known(ctx, key.dropID, key.line, mailboxes, users)
		if err != nil {
			return err
		}
		var added []shop.QueueEntry
		mail := lineMail{d: d}
		for i, r := range requests {
			entry, known := byMailbox[r.mailboxKey]
			switch own, mine := ownEntry(r, byUser); {
			case mine:
				results[i].Value = w.entries.joined(own)
			case known && r.proven:
				if entry, err = Prove(ctx, tx, entry, r.userID, now); err != nil {
					return err
				}
				byMailbox[r.mailboxKey] = entry
				results[i].Value = w.entries.joined(entry)
			case known:
				mail.again = append(mail.again, entry)
				results[i].Err = errAlreadyQueued(d)
			default:
				entry = w.entries.newEntry(r, q.Joined+int64(len(added))+1, now)
				added, byMailbox[r.mailboxKey] = append(added, entry), entry
				if r.userID != nil {
					byUser[*r.userID] = entry
				}
				if !r.proven {
					mail.first = append(mail.first, entry)
				}
				results[i].Value = w.entries.joined(entry)
			}
		}
		if err := tx.QueueEntries.Add(ctx, q, added); err != nil {
			return err
		}
		return w.entries.mailLinks(ctx, tx, mail, now)
	})
	return results, err
}

// ownEntry is the entry that the account made before, even if another address was typed now.
func ownEntry(r *joinRequest, byUser map[int64]shop.QueueEntry) (shop.QueueEntry, bool) {
	if r.userID == nil {
		return shop.QueueEntry{}, false
	}
	entry, ok := byUser[*r.userID]
	return entry, ok && entry.MailboxKey != ""
}

func (n entries) newEntry(r *joinRequest, number int64, now time.Time) shop.QueueEntry {
	receipt := line.Receipt(n.c.Keys, r.key.dropID, r.key.line, r.mailboxKey)
	return shop.QueueEntry{DropID: r.key.dropID, Line: r.key.line, Number: number, MailboxKey: r.mailboxKey, EmailSealed: n.c.Keys.Seal(r.email), UserID: r.userID,
		DomainKey: n.c.Keys.BuyerKey("domain", line.LimitedDomain(r.email)), NetworkKey: n.c.Keys.BuyerKey("network", r.network), Network48Key: n.c.Keys.BuyerKey("network", r.wider),
		ReceiptHash: line.ReceiptHash(receipt), TicketVersion: 1, Proven: r.proven, Notify: r.notify, EnterNext: r.enterNext, JoinedAt: now, State: shop.QueueWaiting}
}

// joined is an entry as its owner's browser stores it.
func (n entries) joined(e shop.QueueEntry) Joined {
	receipt := line.Receipt(n.c.Keys, e.DropID, e.Line, e.MailboxKey)
	ticket := line.Ticket{DropID: e.DropID, Line: e.Line, Number: e.Number, Version: e.TicketVersion, MailboxKey: e.MailboxKey, Receipt: receipt}
	return Joined{Number: e.Number, Line: e.Line, Ticket: ticket.Seal(n.c.Keys), Receipt: receipt, Proven: e.Proven}
}

// sortedNumbers are the numbers of entries in order.
func sortedNumbers(entries map[int64]shop.QueueEntry) []int64 {
	numbers := make([]int64, 0, len(entries))
	for n := range entries {
		numbers = append(numbers, n)
	}
	slices.Sort(numbers)
	return numbers
}
