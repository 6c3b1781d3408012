package store_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

func TestADatabaseThatWorksCanWrite(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		for range 2 {
			if err := errors.Join(s.Responds(t.Context()), s.CanWrite(t.Context())); err != nil {
				t.Error(err)
			}
		}
		if left, _ := filepath.Glob(filepath.Join(t.TempDir(), ".ready-*")); len(left) != 0 {
			t.Errorf("left behind: %v", left)
		}
	})
}

func TestWhichErrorsAreAnOutage(t *testing.T) {
	for _, err := range []error{
		driver.ErrBadConn, io.ErrUnexpectedEOF, fmt.Errorf("list: %w", &net.OpError{Op: "dial", Err: errors.New("connection refused")}),
		fmt.Errorf("commit: %w", sql.ErrTxDone), sql.ErrConnDone, context.DeadlineExceeded, store.ErrAway, &net.OpError{Op: "read", Err: syscall.ECONNRESET},
		&pgconn.PgError{Code: "57P01"}, // the server is told to stop
		&pgconn.PgError{Code: "57P02"}, // another process of it crashed
		&pgconn.PgError{Code: "57P03"}, // it starts, or stops
		&pgconn.PgError{Code: "57014"}, // it ended the statement, which took too long
		&pgconn.PgError{Code: "25006"}, // a standby that is not promoted yet
		&pgconn.PgError{Code: "53100"}, &pgconn.PgError{Code: "53300"}, &pgconn.PgError{Code: "08006"}, &pgconn.PgError{Code: "58030"},
	} {
		if !store.IsUnavailable(err) {
			t.Errorf("%v is not taken for an outage", err)
		}
	}
	for _, err := range []error{nil, errors.New("a bug"), &pgconn.PgError{Code: "23505"}, &pgconn.PgError{Code: "42601"}, context.Canceled, shop.Errorf(shop.NotFound, "x")} {
		if store.IsUnavailable(err) {
			t.Errorf("%v is taken for an outage", err)
		}
	}
}
