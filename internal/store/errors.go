package store

import (
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"net"
	"syscall"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/snackdrop/snackdrop/internal/shop"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// This file is the only one that names errors and codes of the databases. Everything
// else in the store says what a failure means with mapError or optional, so other
// packages see errors of package shop.

// failure is why a statement failed, in terms that both databases share.
type failure int

const (
	otherFailure failure = iota
	noRow                // the query found nothing
	uniqueTaken          // a unique index has the value already
	badReference         // a foreign key points to nothing, or the row is still pointed to
	lostRace             // the same transaction can succeed when it runs again
	unavailable          // the database is away, full or failing over
)

// meaning is what the failures of one statement mean in the shop. A failure
// without an entry is passed on as it is.
type meaning map[failure]error

// mapError turns a database error into the shop's error for it.
func mapError(err error, as meaning) error {
	if err == nil {
		return nil
	}
	if refusal, ok := as[failureOf(err)]; ok {
		return refusal
	}
	return err
}

// orNotFound maps "no such row" to a NotFound error.
func orNotFound(err error, what string) error {
	if err == nil {
		return nil
	}
	return mapError(err, meaning{noRow: notFound(what)})
}

// optional is for a row that may be missing: that it is missing is no error.
func optional(err error) (exists bool, _ error) {
	if failureOf(err) == noRow {
		return false, nil
	}
	return err == nil, err
}

func notFound(what string) error { return shop.Errorf(shop.NotFound, "%s not found.", what) }

// IsUnavailable says whether an error means that the database is away, full or
// failing over, and the same request can succeed later.
func IsUnavailable(err error) bool {
	f := failureOf(err)
	return f == unavailable || f == lostRace
}

// errPlacedElsewhere: another process placed an order under the same key a moment
// ago. When the transaction runs again, it finds that order.
var errPlacedElsewhere = errors.New("placed by another instance meanwhile")

// IsConflict says whether a transaction failed because others changed the same rows.
func IsConflict(err error) bool { return retryable(err) }

func retryable(err error) bool {
	return errors.Is(err, errPlacedElsewhere) || errors.Is(err, ErrStartOver) || failureOf(err) == lostRace
}

func failureOf(err error) failure {
	if err == nil {
		return otherFailure
	}
	if errors.Is(err, sql.ErrNoRows) {
		return noRow
	}
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		return postgresFailure(pg.Code)
	}
	if lite, ok := errors.AsType[*sqlite.Error](err); ok {
		return sqliteFailure(lite.Code())
	}
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) { // also of a picture's file
		return unavailable
	}
	// ErrTxDone: the transaction's context ended between two statements, or before the commit.
	for _, lost := range []error{ErrAway, driver.ErrBadConn, sql.ErrConnDone, sql.ErrTxDone, io.ErrUnexpectedEOF} {
		if errors.Is(err, lost) {
			return unavailable
		}
	}
	if pgconn.Timeout(err) || pgconn.SafeToRetry(err) {
		return unavailable
	}
	_, network := errors.AsType[net.Error](err)
	_, connecting := errors.AsType[*pgconn.ConnectError](err)
	if network || connecting {
		return unavailable
	}
	return otherFailure
}

func postgresFailure(code string) failure {
	switch code {
	case "23505": // unique_violation
		return uniqueTaken
	case "23503", "23001": // foreign_key_violation, restrict_violation
		return badReference
	case "40001", "40P01", "55P03": // serialization_failure, deadlock_detected, lock_not_available
		return lostRace
	case "25006": // read_only_sql_transaction: a replica that is not promoted yet
		return unavailable
	}
	switch code[:min(2, len(code))] {
	case "08", "53", "57", "58": // connection, resources (disk, memory), operator (shutdown), system
		return unavailable
	}
	return otherFailure
}

func sqliteFailure(code int) failure {
	switch code {
	case sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY:
		return uniqueTaken
	case sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY, sqlite3.SQLITE_CONSTRAINT_TRIGGER:
		return badReference
	}
	switch code & 0xff {
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return lostRace
	case sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY:
		return unavailable
	}
	return otherFailure
}

// orError is err, or the refusal when there is none.
func orError(err, refusal error) error {
	if err != nil {
		return err
	}
	return refusal
}
