package main

import (
	"context"
	"crypto/sha256"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/audit"
	"github.com/snackdrop/snackdrop/internal/rehearsal"
	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/store"
	"github.com/snackdrop/snackdrop/internal/store/storetest"
)

const rehearsalKey = "a key for the rehearsal"

// dropIn makes a shop with a drop of few units that opens in a week.
func dropIn(t *testing.T, location string, mode shop.DropMode, units int64) {
	t.Helper()
	ctx := t.Context()
	s, err := store.Open(ctx, location)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	if err := s.Migrate(ctx); err != nil {
		t.Fatal(err)
	}
	keys, err := secrets.New(rehearsalKey)
	if err != nil {
		t.Fatal(err)
	}
	a, err := services.New(ctx, services.Config{Store: s, Keys: keys, PublicURL: "http://localhost", Demo: true})
	if err != nil {
		t.Fatal(err)
	}
	p, err := a.Catalog.CreateProduct(ctx, shop.ProductInput{Name: "Midnight Mochi", Slug: "mochi", Description: "Soft.", Price: 9_00, InStock: true, Stock: &units}, audit.CommandLine)
	if err != nil {
		t.Fatal(err)
	}
	d, err := a.Drops.Create(ctx, shop.Drop{Name: "Midnight Box", Mode: mode, OpensAt: a.Now().Add(7 * 24 * time.Hour), EarlyShare: 25, LimitUnits: 1,
		ReservationTime: time.Minute, HoldTime: time.Minute, PassTime: 20 * time.Second, ShuffleTime: 5 * time.Second,
		Products: []shop.DropProduct{{ProductID: p.ID, Units: units, Hidden: true}}}, audit.CommandLine)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.Drops.Schedule(ctx, d.ID, d.Version, audit.CommandLine); err != nil {
		t.Fatal(err)
	}
}

func small(o rehearsal.Options) rehearsal.Options {
	o.SecretKey, o.Drop, o.Seed, o.Program, o.Env = rehearsalKey, "midnight-box", 7, os.Args[0], []string{"SNACKDROP_AS_PROGRAM=1"}
	o.OpensIn, o.ScalperDomains = 3*time.Second, 20
	return o
}

// rehearseSmall plays a small crowd.
func rehearseSmall(t *testing.T, o rehearsal.Options) rehearsal.Report {
	t.Helper()
	r, err := rehearsal.Run(t.Context(), small(o), func(string, int, int) {})
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	r.Write(&text)
	t.Log(text.String())
	var page strings.Builder
	if err := r.WriteHTML(&page); err != nil || !strings.Contains(page.String(), "Midnight Box") {
		t.Errorf("the page of the report: %v", err)
	}
	for _, l := range r.Latencies {
		if l.ServerErrors > 0 {
			t.Errorf("%d errors of the server at %s", l.ServerErrors, l.What)
		}
	}
	return r
}

func TestARehearsalOfASoundShopFindsNothing(t *testing.T) {
	t.Parallel()
	t.Run("line on SQLite", func(t *testing.T) {
		t.Parallel()
		data := t.TempDir()
		location := filepath.Join(data, "snackdrop.db")
		dropIn(t, location, shop.DropQueue, 10)
		before := contents(t, data)
		r := rehearseSmall(t, rehearsal.Options{Data: data, Database: location, Buyers: 60, Bots: 20, Stays: 25 * time.Second})
		if !r.Findings.Zero() || r.Units.Sold == 0 || r.Units.ForgedAccepted != 0 {
			t.Errorf("%+v, %+v", r.Findings, r.Units)
		}
		if after := contents(t, data); after != before {
			t.Errorf("the folder of the shop has changed from %v to %v", before, after)
		}
	})
	t.Run("open on two instances with PostgreSQL", func(t *testing.T) {
		t.Parallel()
		source, copied := storetest.Empty(t), storetest.Empty(t)
		dropIn(t, source, shop.DropOpen, 10)
		r := rehearseSmall(t, rehearsal.Options{Database: source, RehearsalURL: copied, Instances: 2, Buyers: 60, Bots: 10, Stays: 8 * time.Second})
		if !r.Findings.Zero() || r.Units.Sold != 10 || r.Instances != 2 {
			t.Errorf("%+v, %+v", r.Findings, r.Units)
		}
		_, err := rehearsal.Run(t.Context(), rehearsal.Options{Database: source, RehearsalURL: copied, SecretKey: rehearsalKey, Drop: "midnight-box", Buyers: 1}, func(string, int, int) {})
		if err == nil || !strings.Contains(err.Error(), "not empty") {
			t.Errorf("a database that has a shop: %v", err)
		}
	})
}

// A shop whose stock never falls sells more than there is, and the rehearsal says so.
func TestARehearsalFindsAShopThatOversells(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	location := filepath.Join(data, "snackdrop.db")
	dropIn(t, location, shop.DropOpen, 5)
	storetest.Exec(t, location, "CREATE TRIGGER no_guard AFTER UPDATE OF quantity ON stock WHEN NEW.quantity < OLD.quantity BEGIN UPDATE stock SET quantity = OLD.quantity WHERE product_id = OLD.product_id; END")
	report := filepath.Join(t.TempDir(), "report.html")
	var out strings.Builder
	err := playAndReport(t.Context(), small(rehearsal.Options{Data: data, Database: location, Buyers: 40, Stays: 6 * time.Second}), report, &out)
	if err == nil || !strings.Contains(err.Error(), "found what must not happen") || !oversold.MatchString(out.String()) {
		t.Errorf("%v: %s", err, &out)
	}
	if page, err := os.ReadFile(report); err != nil || !strings.Contains(string(page), "Midnight Box") {
		t.Errorf("the report as a page: %v", err)
	}
}

var oversold = regexp.MustCompile(`Oversold +[1-9]`)

// contents is a digest of the files of a folder.
func contents(t *testing.T, dir string) (digest [32]byte) {
	t.Helper()
	hash := sha256.New()
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		hash.Write([]byte(path))
		hash.Write(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return [32]byte(hash.Sum(nil))
}

func TestARehearsalSaysWhatIsMissing(t *testing.T) {
	data := t.TempDir()
	for args, want := range map[string]string{
		"--data " + data:                               "say which drop",
		"--drop x --data " + data:                      "there is no shop in",
		"--drop x --buyers 0 --data " + data:           "start at 1",
		"--drop x --database-url postgres://localhost": "--rehearsal-url",
	} {
		err := run(context.Background(), append([]string{"rehearse"}, strings.Fields(args)...), nil, &strings.Builder{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", args, err)
		}
	}
}
