package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/store"
)

// open connects to the shop's database, migrates it and makes the services, for a command that shows no pictures, sends no
// mail and takes no payments.
func open(ctx context.Context, o *options) (*services.Services, error) {
	config, err := openDatabase(ctx, o)
	if err != nil {
		return nil, err
	}
	return services.New(ctx, config)
}

// openDatabase connects to the shop's database and migrates it. What else the services need is left to the caller.
func openDatabase(ctx context.Context, o *options) (c services.Config, err error) {
	if err := o.dataFolder(); err != nil {
		return c, err
	}
	if err := o.keepPrivate(); err != nil {
		return c, err
	}
	if o.secretKey == "" {
		key, err := secrets.KeyFile(filepath.Join(o.data, "secret.key"))
		if err != nil {
			return c, err
		}
		o.secretKey = key
	}
	keys, err := secrets.New(o.secretKey)
	if err != nil {
		return c, err
	}
	connect, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	s, err := store.Open(connect, o.database())
	if err != nil {
		return c, fmt.Errorf("the database does not answer: %w", err)
	}
	if err := s.Migrate(ctx); err != nil {
		_ = s.Close()
		return c, fmt.Errorf("the database could not be brought up to date: %w", err)
	}
	shared, err := services.DatabaseClock(ctx, s)
	if err != nil {
		_ = s.Close()
		return c, err
	}
	return services.Config{Store: s, Keys: keys, PublicURL: o.publicURL, Clock: shared}, nil
}

func migrate(ctx context.Context, args []string, _ io.Reader, out io.Writer) error {
	o := newOptions("migrate")
	if _, err := o.parse(args, out, 0); err != nil {
		return err
	}
	a, err := open(ctx, o)
	if err != nil {
		return err
	}
	defer func() { _ = a.Store.Close() }()
	_, err = fmt.Fprintln(out, "The database is up to date.")
	return err
}
