package store

import (
	"context"
	"time"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store/internal/db"
)

func backupOf(row db.Backup) shop.Backup {
	return shop.Backup{ID: row.ID, Status: shop.BackupStatus(row.Status), StartedAt: fromMillis(row.StartedAt), EndedAt: timeOrNil(row.EndedAt), AskedBy: row.AskedBy,
		Target: row.Target, Name: row.Name, Encrypted: row.Encrypted, Bytes: row.Bytes, RowsDone: row.RowsDone, RowsTotal: row.RowsTotal, Error: row.Error}
}

// Claim notes that a backup runs from now on. It returns false while another one runs, in whichever instance. One whose
// lease is over has failed for the given reason.
func (tx BackupWriter) Claim(ctx context.Context, b shop.Backup, leaseUntil time.Time, lost string) (shop.Backup, bool, error) {
	now := millis(b.StartedAt)
	if _, err := tx.q.EndLostBackups(ctx, db.EndLostBackupsParams{Now: &now, Reason: lost}); err != nil {
		return b, false, err
	}
	row, err := tx.q.InsertBackup(ctx, db.InsertBackupParams{Now: now, LeaseUntil: millis(leaseUntil), AskedBy: b.AskedBy, Target: b.Target, Name: b.Name, Encrypted: b.Encrypted})
	claimed, err := optional(err)
	return backupOf(row), claimed, err
}

// Renew says how far a backup is and that its instance is alive. It returns false when the backup was taken for lost.
func (tx BackupWriter) Renew(ctx context.Context, b shop.Backup, leaseUntil time.Time) (bool, error) {
	return changed(tx.q.RenewBackup(ctx, db.RenewBackupParams{LeaseUntil: millis(leaseUntil), Bytes: b.Bytes, RowsDone: b.RowsDone, RowsTotal: b.RowsTotal, ID: b.ID}))
}

// End notes how a backup ended. It returns false when the backup was taken for lost.
func (tx BackupWriter) End(ctx context.Context, b shop.Backup, now time.Time) (bool, error) {
	at := millis(now)
	return changed(tx.q.EndBackup(ctx, db.EndBackupParams{Status: string(b.Status), Now: &at, Bytes: b.Bytes, RowsDone: b.RowsDone, RowsTotal: b.RowsTotal, Error: b.Error, ID: b.ID}))
}

// DeleteOld forgets backups that began before a time, the last good one never.
func (tx BackupWriter) DeleteOld(ctx context.Context, before time.Time) error {
	_, err := tx.q.DeleteOldBackups(ctx, millis(before))
	return err
}

// ForgetRunning removes the backup that was running when the database was saved: the one that it was restored from.
func (tx BackupWriter) ForgetRunning(ctx context.Context) error { return tx.q.ForgetRunningBackup(ctx) }

// Last lists backups, the newest first.
func (r BackupReader) Last(ctx context.Context, most int) ([]shop.Backup, error) {
	rows, err := r.q.LastBackups(ctx, int32(most))
	return mapRows(rows, backupOf), err
}

// LastGood is the newest backup at a target.
func (r BackupReader) LastGood(ctx context.Context, target string) (b shop.Backup, exists bool, err error) {
	row, err := r.q.LastGoodBackup(ctx, target)
	exists, err = optional(err)
	return backupOf(row), exists, err
}
