package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/snackdrop/snackdrop/internal/rehearsal"
	"github.com/snackdrop/snackdrop/internal/secrets"
)

// rehearse plays the opening of a drop with a crowd against a copy of the shop.
func rehearse(ctx context.Context, args []string, _ io.Reader, out io.Writer) error {
	o := newOptions("rehearse")
	r := rehearsal.Options{OpensIn: 20 * time.Second, Seed: uint64(time.Now().UnixNano())}
	var report string
	o.set.StringVar(&r.Drop, "drop", "", "slug of the drop")
	o.set.IntVar(&r.Buyers, "buyers", 10_000, "how many people come")
	o.set.IntVar(&r.Instances, "instances", 1, "how many copies of the program serve; more than one needs --rehearsal-url")
	o.set.IntVar(&r.Bots, "bots", 5, "percent of the buyers that misbehave")
	o.set.BoolVar(&r.Scalper, "scalper", false, "one operator with 5,000 mailboxes, 500 networks, 200 cards and 50 addresses comes, too")
	o.set.IntVar(&r.ScalperDomains, "scalper-domains", 20, "how many domains the scalper owns")
	o.set.StringVar(&report, "report", "", "write the report as HTML to this file, too")
	o.set.StringVar(&r.RehearsalURL, "rehearsal-url", "", "postgres://… of an empty database for the copy of a shop on PostgreSQL")
	o.set.DurationVar(&r.Stays, "stays", 60*time.Second, "how long after the opening the crowd stays")
	o.set.DurationVar(&r.OpensIn, "opens-in", r.OpensIn, "how long after the start the drop opens")
	if _, err := o.parse(args, out, 0); err != nil {
		return err
	}
	switch {
	case r.Drop == "":
		return errors.New("say which drop: --drop SLUG")
	case r.Buyers < 1 || r.Bots < 0 || r.Bots > 100 || r.ScalperDomains < 1 || r.Instances < 1:
		return errors.New("--buyers, --instances and --scalper-domains start at 1, --bots goes from 0 to 100")
	case o.databaseURL != "" && r.RehearsalURL == "":
		return errors.New("a shop on PostgreSQL is copied into an empty database: --rehearsal-url postgres://…")
	}
	if o.databaseURL == "" {
		if _, err := os.Stat(o.database()); err != nil {
			return fmt.Errorf("there is no shop in %s", o.data)
		}
	}
	key, err := o.existingKey()
	if err != nil {
		return err
	}
	r.Data, r.Database, r.SecretKey = o.data, o.database(), key
	if r.Program, err = os.Executable(); err != nil {
		return err
	}
	return playAndReport(ctx, r, report, out)
}

// playAndReport fails when the rehearsal found what must not happen, so that the program ends with 1.
func playAndReport(ctx context.Context, r rehearsal.Options, report string, out io.Writer) error {
	result, err := rehearsal.Run(ctx, r, bar(out))
	fmt.Fprintln(out)
	if err != nil {
		return err
	}
	result.Write(out)
	if report != "" {
		if err := writeReport(report, result); err != nil {
			return err
		}
		fmt.Fprintf(out, "\nThe report is in %s\n", report)
	}
	if !result.Findings.Zero() {
		return errors.New("the rehearsal found what must not happen")
	}
	return nil
}

// existingKey is the key of the shop. A new one would not open its secrets.
func (o *options) existingKey() (string, error) {
	if o.secretKey != "" {
		return o.secretKey, nil
	}
	file := filepath.Join(o.data, "secret.key")
	if _, err := os.Stat(file); err != nil {
		return "", fmt.Errorf("there is no secret key in %s: give it as SNACKDROP_SECRET_KEY", o.data)
	}
	return secrets.KeyFile(file)
}

func writeReport(file string, r rehearsal.Report) error {
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	return errors.Join(r.WriteHTML(f), f.Close())
}

// bar shows how far the rehearsal is, on one line.
func bar(out io.Writer) func(step string, done, of int) {
	const width = 30
	last := ""
	return func(step string, done, of int) {
		filled := width * done / max(1, of)
		line := fmt.Sprintf("\r%-30s [%s%s] %d of %d", step, strings.Repeat("#", filled), strings.Repeat(".", width-filled), done, of)
		if line != last {
			fmt.Fprint(out, line)
			last = line
		}
	}
}
