// Command simulate plays a drop as discrete events, without a shop: how many requests of which kind come when, and how
// busy the processors are. docs/scaling.md explains the parameters; model.json has those that were measured.
//
//	go run ./bench/simulate -buyers 100000 -units 2000 -cores 8 < bench/simulate/model.json
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log"
	"maps"
	"os"
	"slices"
)

func main() {
	buyers := flag.Int("buyers", 0, "how many people come (0: as the model says)")
	units := flag.Int("units", 0, "how many units are sold (0: as the model says)")
	cores := flag.Float64("cores", 0, "processors that serve (0: as the model says)")
	stays := flag.Float64("stays", 0, "seconds after the opening (0: as the model says)")
	opens := flag.Float64("opens-in", 0, "seconds in which people come before the opening (0: as the model says)")
	poll := flag.Float64("max-poll", 0, "longest wait between two polls in seconds; the page's is 60 (0: as the model says, the rehearsal's)")
	flag.Parse()
	m, err := readModel(os.Stdin)
	if err != nil {
		log.Fatal(err)
	}
	if *buyers > 0 {
		m.Buyers = *buyers
	}
	if *units > 0 {
		m.Units = *units
	}
	for given, to := range map[*float64]*float64{cores: &m.Cores, stays: &m.Stays, opens: &m.OpensIn, poll: &m.MaxPoll} {
		if *given > 0 {
			*to = *given
		}
	}
	r := m.Run()
	for _, what := range slices.Sorted(maps.Keys(r.Requests)) {
		fmt.Printf("%-12s %9d\n", what, r.Requests[what])
	}
	fmt.Printf("peak %d requests/s, %.1f Mbit/s, processors %.0f%% busy, p95 %.1f ms\n", r.Peak, r.Megabits, 100*r.Busy, 1000*r.P95)
	fmt.Printf("%d of %d units ordered, the last %.0f s after the opening (0: not sold out)\n", r.Sold, m.Units, r.SoldOutAt)
}

func readModel(from io.Reader) (Model, error) {
	var m Model
	decoder := json.NewDecoder(from)
	decoder.DisallowUnknownFields()
	err := decoder.Decode(&m)
	return m, err
}
