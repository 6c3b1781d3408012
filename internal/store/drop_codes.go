package store

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store/internal/db"
)

// AddCode stores an access code by its hash.
func (tx DropWriter) AddCode(ctx context.Context, dropID int64, codeHash, label string, maxUses int64) error {
	return tx.q.InsertDropCode(ctx, db.InsertDropCodeParams{DropID: dropID, CodeHash: codeHash, Label: label, MaxUses: maxUses})
}

// Codes lists the access codes of a drop.
func (r DropReader) Codes(ctx context.Context, dropID int64) ([]shop.DropCode, error) {
	rows, err := r.q.DropCodes(ctx, dropID)
	return mapRows(rows, func(c db.DropCode) shop.DropCode {
		return shop.DropCode{Label: c.Label, MaxUses: c.MaxUses, Uses: c.Uses}
	}), err
}

// UseCode counts one use of a code for a mailbox, on whatever number of devices. It returns false when there is
// no such code or all of its uses are taken.
func (tx DropWriter) UseCode(ctx context.Context, dropID int64, mailboxKey, codeHash string, now time.Time) (bool, error) {
	used, err := tx.q.DropCodeUse(ctx, db.DropCodeUseParams{DropID: dropID, MailboxKey: mailboxKey})
	known, err := optional(err)
	if err != nil || known && used == codeHash {
		return known, err
	}
	ok, err := changed(tx.q.UseDropCode(ctx, db.UseDropCodeParams{DropID: dropID, CodeHash: codeHash}))
	if err != nil || !ok || known { // a mailbox that has used another code needs no second entry
		return ok, err
	}
	_, err = tx.q.InsertDropCodeUse(ctx, db.InsertDropCodeUseParams{DropID: dropID, MailboxKey: mailboxKey, CodeHash: codeHash, CreatedAt: millis(now)})
	return err == nil, err
}
