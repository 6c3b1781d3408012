package shop

import (
	"maps"
	"os"
	"regexp"
	"testing"
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
