package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
)

// The race and the kills are tests that `make test` runs in a smaller size:
// here they run in full, on programs built without the race detector.

const (
	rushBuyers = 2_000
	kills      = 50
)

var (
	rushSaid = regexp.MustCompile(`(\d+ buyers, \d+ copies: .*)`)
	killSaid = regexp.MustCompile(`(\d+ kills, .*)`)
)

func measureRush(ctx context.Context, b *bench) error {
	said, err := hardship(ctx, "TestARushOnRealProcesses", fmt.Sprintf("SNACKDROP_BUYERS=%d", rushBuyers), rushSaid)
	for _, line := range said {
		size, outcome, _ := strings.Cut(line, ": ")
		b.add(row{what: "rush, " + size, ours: outcome, goal: "exactly the stock, no double charge", met: holds(err == nil)})
	}
	return err
}

func measureKills(ctx context.Context, b *bench) error {
	said, err := hardship(ctx, "TestAnAcknowledgedOrderOutlivesAKill", fmt.Sprintf("SNACKDROP_KILLS=%d", kills), killSaid)
	for _, line := range said {
		b.add(row{what: "killed hard during a rush", ours: line, goal: "no order lost or twice, ready within 2 s", met: holds(err == nil)})
	}
	return err
}

// hardship runs a test and gives what it says of itself, also when it failed.
func hardship(ctx context.Context, test, size string, says *regexp.Regexp) (said []string, err error) {
	cmd := exec.CommandContext(ctx, "go", "test", "-tags", "nodynamic", "-count=1", "-v", "-timeout=30m", "-run", "^"+test+"$", "./cmd/snackdrop")
	cmd.Env = append(os.Environ(), size)
	out, err := cmd.CombinedOutput()
	for _, found := range says.FindAllStringSubmatch(string(out), -1) {
		said = append(said, found[1])
	}
	if err != nil || len(said) == 0 {
		err = fmt.Errorf("%s: %w\n%s", test, err, out)
	}
	return said, err
}
