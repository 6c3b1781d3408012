package draws

import (
	"context"

	"github.com/snackdrop/snackdrop/internal/drops"
	"github.com/snackdrop/snackdrop/internal/outbox"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
)

// tellAtOnce is how many emails are queued in one transaction.
const tellAtOnce = 500

// award gives the free units of a draw whose winners are chosen to the next ranks.
func (s *Service) award(ctx context.Context, d shop.Drop) error {
	for {
		units, err := s.c.Store.Drops.Units(ctx, d)
		if err != nil || units.Free == 0 {
			return err
		}
		was, err := s.c.Store.Queues.OfDrop(ctx, d.ID, shop.MainLine)
		if err != nil || !was.Ready() {
			return err
		}
		err = s.c.Store.Write(ctx, func(tx *store.Tx) error {
			for _, product := range d.Products {
				if err := s.c.Units.ReleaseUnits(ctx, tx, product.ProductID, 0); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		if now, err := s.c.Store.Queues.OfDrop(ctx, d.ID, shop.MainLine); err != nil || now.Serving == was.Serving {
			return err
		}
	}
}

// tellLosers writes to everybody who counted and did not win, once.
func (s *Service) tellLosers(ctx context.Context, id int64) error {
	settings, err := s.c.Settings(ctx)
	if err != nil {
		return err
	}
	for more := true; more; {
		err := s.c.Store.Write(ctx, func(tx *store.Tx) error {
			d, err := tx.Drops.ByID(ctx, id)
			if err != nil {
				return err
			}
			q, err := tx.Queues.Lock(ctx, id, shop.MainLine)
			if err != nil {
				return err
			}
			ranks, err := s.c.Results.ranksOf(ctx, &tx.Reader, q)
			if err != nil {
				return err
			}
			entries, err := tx.Draws.EntriesToTell(ctx, id, 0, tellAtOnce)
			if err != nil {
				return err
			}
			more = len(entries) == tellAtOnce
			numbers := make([]int64, 0, len(entries))
			var emails []outbox.Addressed
			end, _ := d.EndAt()
			for _, e := range entries {
				numbers = append(numbers, e.Number)
				rank, ranked := ranks.Rank(e.Number)
				if !ranked || e.MailboxKey == "" {
					continue
				}
				to, err := s.c.Keys.Open(e.EmailSealed)
				if err != nil {
					return err
				}
				emails = append(emails, outbox.Addressed{To: to, UniqueKey: "not-this-time-" + shop.IDText(id) + "-" + e.MailboxKey,
					Email: outbox.NotThisTimeEmail{Drop: d.Name, Number: e.Number, Rank: rank, Entries: ranks.Len(), Winners: q.Serving, Until: settings.FormatTime(end),
						EnterNext: e.EnterNext, URL: s.room.EntryURL(d, e)}})
			}
			if err := tx.Draws.Lose(ctx, id, numbers); err != nil {
				return err
			}
			return s.c.Outbox.QueueEmails(ctx, tx, emails...)
		})
		if err != nil {
			return err
		}
		if more {
			s.c.Idle.WaitUntilIdle(ctx, drops.MailingPause)
		}
	}
	return nil
}
