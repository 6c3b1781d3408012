package store

import (
	"context"
	"database/sql"
	"slices"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store/internal/db"
)

// Create puts somebody on the waitlist of a product.
func (tx WaitlistWriter) Create(ctx context.Context, e shop.WaitlistEntry, now time.Time) (int64, error) {
	return tx.q.InsertWaitlistEntry(ctx, db.InsertWaitlistEntryParams{ProductID: e.ProductID, DropID: e.DropID, Email: e.Email, MailboxKey: e.MailboxKey,
		UserID: e.UserID, Units: e.Units, Rank: e.Rank, Now: millis(now)})
}

// ByID finds one entry.
func (r WaitlistReader) ByID(ctx context.Context, id int64) (shop.WaitlistEntry, error) {
	row, err := r.q.WaitlistEntry(ctx, id)
	return waitlistEntryOf(row), orNotFound(err, "Waitlist entry")
}

// OpenEntry finds the entry of a mailbox that still waits or has an offer.
func (r WaitlistReader) OpenEntry(ctx context.Context, productID int64, mailboxKey string) (shop.WaitlistEntry, bool, error) {
	row, err := r.q.OpenWaitlistEntry(ctx, db.OpenWaitlistEntryParams{ProductID: productID, MailboxKey: mailboxKey})
	exists, err := optional(err)
	return waitlistEntryOf(row), exists, err
}

// OfReservation finds the entry that a reservation was offered to.
func (r WaitlistReader) OfReservation(ctx context.Context, reservationID int64) (shop.WaitlistEntry, bool, error) {
	row, err := r.q.WaitlistEntryOffered(ctx, &reservationID)
	exists, err := optional(err)
	return waitlistEntryOf(row), exists, err
}

// PassedOfferSince says whether a mailbox let an offer of the product pass since then.
func (r WaitlistReader) PassedOfferSince(ctx context.Context, productID int64, mailboxKey string, since time.Time) (bool, error) {
	n, err := r.q.PassedOffersSince(ctx, db.PassedOffersSinceParams{ProductID: productID, MailboxKey: mailboxKey, Since: millis(since)})
	return n > 0, err
}

// CountBefore counts the entries that are offered units before this one.
func (r WaitlistReader) CountBefore(ctx context.Context, e shop.WaitlistEntry) (int64, error) {
	return r.q.WaitlistBefore(ctx, db.WaitlistBeforeParams{ProductID: e.ProductID, DropID: idOrZero(e.DropID), Rank: e.Rank, ID: e.ID})
}

// Next is who is offered the next unit of a product. The caller has locked its stock.
func (tx WaitlistWriter) Next(ctx context.Context, productID int64, now time.Time) (shop.WaitlistEntry, bool, error) {
	row, err := tx.q.NextWaiting(ctx, db.NextWaitingParams{ProductID: productID, Now: millis(now)})
	exists, err := optional(err)
	return waitlistEntryOf(row), exists, err
}

// NextInDrop is who is offered the next unit of a product in a drop: of those
// who joined there, and not somebody who has all that one household may have.
func (tx WaitlistWriter) NextInDrop(ctx context.Context, productID int64, d shop.Drop, now time.Time) (shop.WaitlistEntry, bool, error) {
	row, err := tx.q.NextWaitingInDrop(ctx, db.NextWaitingInDropParams{ProductID: productID, DropID: &d.ID, Now: millis(now), LimitUnits: d.LimitUnits})
	exists, err := optional(err)
	return waitlistEntryOf(row), exists, err
}

// Waiting is somebody who still waits when the waitlist of a drop ends.
type Waiting struct {
	EntryID   int64
	ProductID int64
	Email     string
	Proven    bool
	Bought    bool // a part of what they wanted
}

// InDrop lists who still waits in a drop, some at a time.
func (r WaitlistReader) InDrop(ctx context.Context, dropID int64, limit int) ([]Waiting, error) {
	rows, err := r.q.WaitingInDrop(ctx, db.WaitingInDropParams{DropID: &dropID, Most: int32(limit)})
	return mapRows(rows, func(row db.WaitingInDropRow) Waiting {
		return Waiting{EntryID: row.ID, ProductID: row.ProductID, Email: row.Email, Proven: row.ProvenAt != nil, Bought: row.Bought}
	}), err
}

// End moves an entry that waits to a final state.
func (tx WaitlistWriter) End(ctx context.Context, entryID int64, to shop.WaitlistState, now time.Time) error {
	_, err := tx.q.EndWaiting(ctx, db.EndWaitingParams{State: string(to), Now: millis(now), ID: entryID})
	return err
}

// ProductsToOffer lists products of which units are free while somebody waits.
func (r WaitlistReader) ProductsToOffer(ctx context.Context, now time.Time) ([]int64, error) {
	return r.q.ProductsToOffer(ctx, millis(now))
}

// Offer notes the reservation that was made for an entry. It returns false when the entry does not wait any more.
func (tx WaitlistWriter) Offer(ctx context.Context, entryID, reservationID int64, now time.Time) (bool, error) {
	return changed(tx.q.OfferToEntry(ctx, db.OfferToEntryParams{ReservationID: &reservationID, Now: millis(now), ID: entryID}))
}

// Move gives an entry another state and wanted units, and lets it rest
// until a time. It returns false when its state is not the one that was seen.
func (tx WaitlistWriter) Move(ctx context.Context, seen shop.WaitlistEntry, to shop.WaitlistState, units int64, restsUntil, now time.Time) (bool, error) {
	rests := int64(0)
	if !restsUntil.IsZero() {
		rests = millis(restsUntil)
	}
	return changed(tx.q.MoveWaitlistEntry(ctx, db.MoveWaitlistEntryParams{State: string(to), Units: units, RestsUntil: rests, Now: millis(now), ID: seen.ID, Was: string(seen.State)}))
}

// Prove notes that the mailed link was opened: the entry counts from now on. It returns false when it did before.
func (tx WaitlistWriter) Prove(ctx context.Context, id int64, now time.Time) (bool, error) {
	ms := millis(now)
	return changed(tx.q.ProveWaitlistEntry(ctx, db.ProveWaitlistEntryParams{Now: &ms, ID: id}))
}

// OfMailbox lists the places of a mailbox in a drop that wait or have an offer, by product.
func (r WaitlistReader) OfMailbox(ctx context.Context, dropID int64, mailboxKey string) ([]shop.WaitlistEntry, error) {
	rows, err := r.q.OpenWaitlistOfMailbox(ctx, db.OpenWaitlistOfMailboxParams{DropID: &dropID, MailboxKey: mailboxKey})
	return mapRows(rows, waitlistEntryOf), err
}

// Claim gives an entry that was made without an account, and the offer that it has, to the account of its owner.
func (tx WaitlistWriter) Claim(ctx context.Context, e shop.WaitlistEntry, userID int64) error {
	if _, err := tx.q.ClaimWaitlistEntry(ctx, db.ClaimWaitlistEntryParams{UserID: &userID, ID: e.ID}); err != nil || e.ReservationID == nil {
		return err
	}
	_, err := tx.q.ClaimReservation(ctx, db.ClaimReservationParams{UserID: &userID, ID: *e.ReservationID})
	return err
}

// Open lists who waits for a product or has an offer, in order.
func (r WaitlistReader) Open(ctx context.Context, productID int64, limit int) ([]shop.WaitlistEntry, error) {
	rows, err := r.q.OpenWaitlist(ctx, db.OpenWaitlistParams{ProductID: productID, Most: int32(limit)})
	return mapRows(rows, waitlistEntryOf), err
}

// Counts counts the entries that wait and count, for those of the products that have any.
func (r WaitlistReader) Counts(ctx context.Context, productIDs []int64) (map[int64]int64, error) {
	counts := map[int64]int64{}
	for some := range slices.Chunk(productIDs, maxVariables) {
		var w where
		query := "SELECT product_id, COUNT(*) FROM waitlist_entries WHERE state = 'waiting' AND proven_at IS NOT NULL AND product_id IN (" +
			placeholders(&w, some) + ") GROUP BY product_id"
		err := r.eachRow(ctx, query, w.args, func(rows *sql.Rows) error {
			var id, waiting int64
			err := rows.Scan(&id, &waiting)
			counts[id] = waiting
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return counts, nil
}

// OfUser lists every entry that an account made, by product.
func (r WaitlistReader) OfUser(ctx context.Context, userID int64) ([]shop.WaitlistEntry, error) {
	rows, err := r.q.WaitlistOfUser(ctx, &userID)
	return mapRows(rows, waitlistEntryOf), err
}

// Anonymize empties the addresses in an account's waitlist entries and in its
// reservations, none of which is held any more.
func (tx WaitlistWriter) Anonymize(ctx context.Context, userID int64, now time.Time) error {
	if _, err := tx.q.AnonymizeWaitlist(ctx, db.AnonymizeWaitlistParams{Now: millis(now), UserID: &userID}); err != nil {
		return err
	}
	_, err := tx.q.AnonymizeReservations(ctx, db.AnonymizeReservationsParams{Now: millis(now), UserID: &userID})
	return err
}

func waitlistEntryOf(e db.WaitlistEntry) shop.WaitlistEntry {
	return shop.WaitlistEntry{ID: e.ID, ProductID: e.ProductID, DropID: e.DropID, Email: e.Email, MailboxKey: e.MailboxKey, UserID: e.UserID, Units: e.Units,
		Rank: e.Rank, Proven: e.ProvenAt != nil, State: shop.WaitlistState(e.State), ReservationID: e.ReservationID, CreatedAt: fromMillis(e.CreatedAt),
		Version: e.Version}
}
