// Command bench measures the shop: `make bench` runs every part and prints one
// table. It starts shops of its own from bin/snackdrop, on free ports of this
// machine with data folders that are gone afterwards.
//
// A part is a function that adds rows. To add one, write it in a file of its
// own and name it in parts.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

type part struct {
	name, about string
	slow        bool // left out unless asked for by name or with -all
	run         func(context.Context, *bench) error
}

var parts = []part{
	{"http", "requests per second beside a bare handler", false, measureHTTP},
	{"start", "start, size of the binary, memory", false, measureStart},
	{"cold", "pages that nobody asked for before", false, measureCold},
	{"growth", "reads of small and large shops", false, measureGrowth},
	{"crowd", "open event streams, sign-ins at once", false, measureCrowd},
	{"orders", "orders per second beside bare SQL, both databases", false, measureOrders},
	{"opening", "pages of a drop reloaded across its opening", false, measureOpening},
	{"ahead", "pages of a drop rendered ahead of its opening under load", false, measureAhead},
	{"handshakes", "polls of a line over HTTPS that need a connection each", false, measureHandshakes},
	{"line", "100,000 people in the line of a drop", false, measureLine},
	{"live", "2,000 open pages and ten watching staff while the shop sells", false, measureLive},
	{"rush", "2,000 buyers after 100 units, real processes, both databases", false, measureRush},
	{"rehearsal", "2,000 and 10,000 buyers and a scalper at a drop, both databases", true, measureRehearsal},
	{"kill", "50 hard kills during a rush, and 50 while winners are drawn", false, measureKills},
	{"units", "units of drops and waitlists: 1,000 checks under load, 10,000 random steps, 200 hard kills", true, measureUnits},
	{"backup", "orders while a SQLite shop backs itself up", false, measureBackup},
	{"attack", "streams, orders, uploads of one attacker; responses while the database is away", false, measureAttack},
	{"weight", "bytes of a first visit", false, measureWeight},
	{"typing", "typing into the search of a large shop", false, measureTyping},
	{"lighthouse", "Lighthouse, mobile", false, measureLighthouse},
	{"move", "a very large shop from SQLite to PostgreSQL and back", true, measureMove},
	{"size", "lists of a very large shop beside a small one, both databases", true, measureSize},
}

// bench is one run.
type bench struct {
	program string        // bin/snackdrop
	rounds  int           // short rounds of load, in turns with what stands beside
	round   time.Duration // length of one
	runs    int           // Lighthouse runs a page
	rows    []row
}

func main() {
	if len(os.Args) == 3 && os.Args[1] == bareMode {
		if err := serveBare(os.Args[2]); err != nil {
			fmt.Fprintln(os.Stderr, "bench: "+err.Error())
			os.Exit(1)
		}
		return
	}
	b := &bench{}
	only := flag.String("only", "", "run these parts alone, by comma: "+partNames())
	skip := flag.String("skip", "", "leave these parts out, by comma")
	all := flag.Bool("all", false, "run the slow parts too")
	flag.StringVar(&b.program, "program", filepath.Join("bin", "snackdrop"), "the program to measure")
	flag.IntVar(&b.rounds, "rounds", 7, "rounds of load for each request")
	flag.DurationVar(&b.round, "round", 700*time.Millisecond, "length of a round")
	flag.IntVar(&b.runs, "runs", 3, "Lighthouse runs for each page")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := b.measure(ctx, split(*only), split(*skip), *all); err != nil {
		fmt.Fprintln(os.Stderr, "bench: "+err.Error())
		stop()
		os.Exit(1)
	}
}

func (b *bench) measure(ctx context.Context, only, skip []string, all bool) error {
	for _, name := range append(slices.Clone(only), skip...) {
		if !slices.ContainsFunc(parts, func(p part) bool { return p.name == name }) {
			return fmt.Errorf("there is no part %q; there are %s", name, partNames())
		}
	}
	if _, err := os.Stat(b.program); err != nil {
		return errors.New(b.program + " is not there: run make build first")
	}
	var failed error
	for _, p := range parts {
		if len(only) > 0 && !slices.Contains(only, p.name) || slices.Contains(skip, p.name) || len(only) == 0 && p.slow && !all {
			if len(only) == 0 && p.slow {
				fmt.Fprintf(os.Stderr, "%s: %s: left out, it takes minutes (-only %s, or -all)\n", p.name, p.about, p.name)
			}
			continue
		}
		fmt.Fprintf(os.Stderr, "%s: %s\n", p.name, p.about)
		if err := p.run(ctx, b); err != nil {
			failed = errors.Join(failed, fmt.Errorf("%s: %w", p.name, err))
		}
		if ctx.Err() != nil {
			break
		}
	}
	b.print(os.Stdout)
	return failed
}

func partNames() string {
	names := make([]string, 0, len(parts))
	for _, p := range parts {
		names = append(names, p.name)
	}
	return strings.Join(names, ", ")
}

func split(list string) []string {
	return strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' })
}

// self is a command that runs this program again in another mode.
func self(ctx context.Context, args ...string) (*exec.Cmd, error) {
	path, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return exec.CommandContext(ctx, path, args...), nil
}
