package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
)

// These are tests that `make test` runs in a smaller size:
// here they run in full, on programs built without the race detector.

const (
	rushBuyers = 2_000
	kills      = 50
	offerKills = 200
)

var (
	rushSaid = regexp.MustCompile(`(\d+ buyers, \d+ instances: .*)`)
	killSaid = regexp.MustCompile(`(\d+ kills, .*)`)
	unitSaid = regexp.MustCompile(`_test\.go:\d+: (\d+ (?:checks|steps|orders|places) .*)`)
)

func measureRush(ctx context.Context, b *bench) error {
	said, err := runTest(ctx, "./cmd/snackdrop", "TestARushOnRealProcesses", fmt.Sprintf("SNACKDROP_BUYERS=%d", rushBuyers), rushSaid)
	for _, line := range said {
		size, outcome, _ := strings.Cut(line, ": ")
		b.add(row{what: "rush, " + size, ours: outcome, goal: "exactly the stock, no double charge", met: holds(err == nil)})
	}
	return err
}

func measureKills(ctx context.Context, b *bench) error {
	said, err := runTest(ctx, "./cmd/snackdrop", "TestAnAcknowledgedOrderOutlivesAKill", fmt.Sprintf("SNACKDROP_KILLS=%d", kills), killSaid)
	for _, line := range said {
		b.add(row{what: "killed hard during a rush", ours: line, goal: "no order lost or twice, ready within 2 s", met: holds(err == nil)})
	}
	said, failed := runTest(ctx, "./cmd/snackdrop", "TestADrawOutlivesHardKills", fmt.Sprintf("SNACKDROP_KILLS=%d", kills), killSaid)
	for _, line := range said {
		b.add(row{what: "killed hard while winners are drawn", ours: line, goal: "one draw, the same result", met: holds(failed == nil)})
	}
	return errors.Join(err, failed)
}

// measureUnits looks after every unit of drops and waitlists: under load, at random and across kills.
func measureUnits(ctx context.Context, b *bench) error {
	var failed error
	for _, one := range []struct {
		test, goal string
		size       int
	}{
		{"TestInvariantsHoldUnderLoad", "the invariants hold, no deadlock", 1_000},
		{"TestOneHouseholdInManySpellingsGetsItsLimit", "exactly the limit of 3", 1_000},
		{"TestEndedHoldsAreReleasedSeveralAtOnceEachByOneInstance", "within 20 s, each by one instance", 500},
		{"TestAnUnopenedLinkGetsNoOfferAndDelaysNobody", "no offer, nobody delayed", 1_000},
		{"TestEveryUnitHasOneOwner", "no unit lost or sold twice, offers follow rank and id", 10_000},
		{"TestEveryUnitOfADropHasOneOwner", "the invariants hold", 10_000},
	} {
		said, err := runTest(ctx, "./internal/drops", one.test, fmt.Sprintf("SNACKDROP_STEPS=%d", one.size), unitSaid)
		for _, line := range said {
			b.add(row{what: "units", ours: line, goal: one.goal, met: holds(err == nil)})
		}
		failed = errors.Join(failed, err)
	}
	said, err := runTest(ctx, "./cmd/snackdrop", "TestAnOfferAndItsEmailOutliveAKillTogether", fmt.Sprintf("SNACKDROP_KILLS=%d", offerKills), killSaid)
	for _, line := range said {
		b.add(row{what: "killed hard while units are offered", ours: line, goal: "no offer without its email or the reverse, no unit lost", met: holds(err == nil)})
	}
	return errors.Join(failed, err)
}

// runTest runs a test and gives what it says of itself, also when it failed.
func runTest(ctx context.Context, folder, test, size string, says *regexp.Regexp) (said []string, err error) {
	cmd := exec.CommandContext(ctx, "go", "test", "-tags", "nodynamic", "-count=1", "-v", "-timeout=30m", "-run", "^"+test+"$", folder)
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
