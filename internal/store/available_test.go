package store_test

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"path/filepath"
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
		&pgconn.PgError{Code: "57P01"}, &pgconn.PgError{Code: "53100"}, &pgconn.PgError{Code: "08006"}, &pgconn.PgError{Code: "25006"},
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
