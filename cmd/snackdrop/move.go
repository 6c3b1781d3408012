package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/snackdrop/snackdrop/internal/move"
	"github.com/snackdrop/snackdrop/internal/secrets"
)

// moveShop copies the shop to another database, and its pictures to another place.
func moveShop(ctx context.Context, args []string, _ io.Reader, out io.Writer) error {
	o := newOptions("move")
	var to, toPictures, fromPictures string
	o.set.StringVar(&to, "to", "", "where the shop goes: postgres://…, a new data folder, or 'sqlite' for the data folder of --data")
	o.set.StringVar(&toPictures, "assets-url", "", "where the pictures go: s3://bucket?region=… or a folder (unset: with the shop into a data folder, else they stay)")
	o.text(&fromPictures, "from-assets-url", os.Getenv(env("assets-url")), "where the pictures are now (unset: the data folder)")
	if _, err := o.parse(args, out, 0); err != nil {
		return err
	}
	plan, folder, err := o.movePlan(to, fromPictures, toPictures)
	if err != nil {
		return err
	}
	key, err := o.existingKey()
	if err != nil {
		return err
	}
	if folder != "" {
		if err := takeKey(folder, key); err != nil {
			return err
		}
	}
	plan.Out = out
	start := time.Now()
	report, err := move.Run(ctx, plan)
	if err != nil {
		return fmt.Errorf("the shop was not moved: %w", err)
	}
	fmt.Fprintf(out, "The shop is copied and compared: %d rows in %d tables and %d pictures in %s.\n", report.Rows, len(report.Tables), report.Pictures, time.Since(start).Round(time.Second))
	return o.sayNext(out, plan, folder)
}

// movePlan reads where the shop goes. folder is its data folder there, if it has one.
func (o *options) movePlan(to, fromPictures, toPictures string) (plan move.Plan, folder string, err error) {
	if fromPictures == "" {
		fromPictures = o.data
	}
	plan = move.Plan{From: o.database(), To: to, FromPictures: fromPictures, ToPictures: toPictures}
	switch {
	case to == "":
		return plan, "", errors.New("say where the shop goes with --to: postgres://…, or a data folder")
	case strings.HasPrefix(to, "postgres://"), strings.HasPrefix(to, "postgresql://"):
		if toPictures == "" {
			plan.ToPictures = fromPictures
		}
		if to == o.databaseURL {
			return plan, "", errors.New("the shop is in that database already")
		}
		return plan, "", nil
	case strings.Contains(to, "://"):
		return plan, "", errors.New("--to must be postgres://…, a data folder or 'sqlite'")
	}
	folder = to
	if to == "sqlite" {
		folder = o.data
	}
	plan.To = filepath.Join(folder, "snackdrop.db")
	if toPictures == "" {
		plan.ToPictures = folder
	}
	if o.databaseURL == "" && sameFolder(folder, o.data) {
		return plan, "", errors.New("the shop is in that folder already; for a shop in PostgreSQL give --database-url")
	}
	return plan, folder, nil
}

func sameFolder(a, b string) bool {
	absA, errA := filepath.Abs(a)
	absB, errB := filepath.Abs(b)
	return errA == nil && errB == nil && absA == absB
}

// takeKey puts the shop's key into its new data folder.
func takeKey(folder, key string) error {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	file := filepath.Join(folder, "secret.key")
	if fileExists(file) {
		if there, err := secrets.KeyFile(file); err != nil || there != key {
			return fmt.Errorf("%s is the key of another shop", file)
		}
		return nil
	}
	return os.WriteFile(file, []byte(key+"\n"), 0o600)
}

// sayNext says how the shop is started from now on.
func (o *options) sayNext(out io.Writer, plan move.Plan, folder string) error {
	start := "snackdrop serve --data " + o.data
	if folder != "" {
		start = "snackdrop serve --data " + folder
	} else {
		start += " --database-url '" + hidePassword(plan.To) + "'"
	}
	if plan.ToPictures != folder && plan.ToPictures != o.data {
		start += " --assets-url '" + plan.ToPictures + "'"
	}
	_, err := fmt.Fprintf(out, "What was there before is unchanged. Serve the shop with:\n  %s\nEvery copy needs the shop's key: the file secret.key in its data folder, or SNACKDROP_SECRET_KEY.\n", start)
	return err
}

// hidePassword leaves the password out of a database's URL.
func hidePassword(address string) string {
	parsed, err := url.Parse(address)
	if err != nil {
		return "postgres://…"
	}
	return parsed.Redacted()
}
