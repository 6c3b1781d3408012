package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// row is one line of the table.
type row struct {
	what, ours, beside, goal string
	met                      verdict
}

// verdict is "" where there is no goal.
type verdict string

const (
	met    verdict = "yes"
	missed verdict = "NO"
)

func holds(ok bool) verdict {
	if ok {
		return met
	}
	return missed
}

func (b *bench) add(r row) { b.rows = append(b.rows, r) }

// atMost adds a figure with an upper bound.
func (b *bench) atMost(what string, figure, bound float64, format string) {
	b.add(row{what: what, ours: fmt.Sprintf(format, figure), goal: "≤ " + fmt.Sprintf(format, bound), met: holds(figure <= bound)})
}

// print writes the rows as one Markdown table that also reads well as text.
func (b *bench) print(w io.Writer) {
	head := row{what: "measured", ours: "Snackdrop", beside: "beside it", goal: "goal", met: "met"}
	cells := [][]string{}
	for _, r := range append([]row{head}, b.rows...) {
		cells = append(cells, []string{r.what, r.ours, r.beside, r.goal, string(r.met)})
	}
	widths := make([]int, 5)
	for _, line := range cells {
		for i, cell := range line {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for n, line := range cells {
		for i, cell := range line {
			fmt.Fprintf(w, "| %s%s ", cell, strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell)))
		}
		fmt.Fprintln(w, "|")
		if n == 0 {
			for _, width := range widths {
				fmt.Fprintf(w, "|%s", strings.Repeat("-", width+2))
			}
			fmt.Fprintln(w, "|")
		}
	}
}

func median[T int64 | float64 | time.Duration](values []T) T {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}

// at is the value that the given share of sorted values does not exceed.
func at(sorted []time.Duration, share float64) time.Duration {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[min(len(sorted)-1, int(share*float64(len(sorted))))]
}

func ms(d time.Duration) string { return fmt.Sprintf("%.1f ms", float64(d)/float64(time.Millisecond)) }

func kB(bytes float64) string { return fmt.Sprintf("%.1f kB", bytes/1000) }

// count writes a number with commas.
func count(n float64) string {
	text := fmt.Sprintf("%.0f", n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
