package shop

import (
	"encoding/json"
	"maps"
	"os"
	"regexp"
	"testing"
	"time"
)

// The browser has two lists of the shop as code of its own, so that no page waits for them.
func TestTheBrowserHasTheSameCurrenciesAndStates(t *testing.T) {
	for _, c := range []struct {
		file, entry string
		want        map[string]string
	}{
		{"money.ts", `(?m)^  ([A-Z]{3}): '([^']+)',$`, symbols},
		{"us-states.ts", `(?m)^  \['([A-Z]{2})', '([^']+)'\],$`, stateNames},
	} {
		source, err := os.ReadFile("../../web/src/shared/lib/" + c.file)
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]string{}
		for _, entry := range regexp.MustCompile(c.entry).FindAllStringSubmatch(string(source), -1) {
			got[entry[1]] = entry[2]
		}
		if !maps.Equal(got, c.want) {
			t.Errorf("%s has %v, want %v", c.file, got, c.want)
		}
	}
}

// The browser goes from phase to phase by its own clock: its tests read the same cases.
func TestTheBrowsersCasesOfDropsHold(t *testing.T) {
	source, err := os.ReadFile("../../web/src/shared/lib/drop-cases.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Name       string
		Mode       DropMode
		TeasedAt   time.Time  `json:"teased_at"`
		EarlyAt    *time.Time `json:"early_at"`
		OpensAt    time.Time  `json:"opens_at"`
		EndsAt     *time.Time `json:"ends_at"`
		LineClosed bool       `json:"line_closed"`
		Moments    []struct {
			At    time.Time
			Phase Phase
			Sale  Sale
		}
	}
	if err := json.Unmarshal(source, &cases); err != nil || len(cases) == 0 {
		t.Fatal(len(cases), err)
	}
	for _, c := range cases {
		d := Drop{Mode: c.Mode, ScheduledAt: &c.TeasedAt, TeasedAt: c.TeasedAt, EarlyAt: c.EarlyAt, OpensAt: c.OpensAt, EndsAt: c.EndsAt}
		if c.LineClosed {
			d.LineClosedAt = &c.OpensAt
		}
		for _, m := range c.Moments {
			sale := d.SaleAt(m.At)
			if sale == SaleHeldOnly { // no free units are sold
				sale = SaleNone
			}
			if phase := d.PhaseAt(m.At); phase != m.Phase || sale != m.Sale {
				t.Errorf("%s is %s at %v and sold: %s, want %s, %s", c.Name, phase, m.At, sale, m.Phase, m.Sale)
			}
		}
	}
}
