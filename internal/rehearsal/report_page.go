package rehearsal

import (
	"bufio"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"
)

//go:embed report.css
var reportStyle string

// WriteHTML writes the report as one file.
func (r Report) WriteHTML(out io.Writer) error {
	w := bufio.NewWriter(out)
	return errors.Join(r.page().Render(w), w.Flush())
}

func (r Report) page() g.Node {
	return h.Doctype(h.HTML(h.Lang("en"),
		h.Head(
			h.Meta(h.Charset("utf-8")),
			h.Meta(h.Name("viewport"), h.Content("width=device-width")),
			h.TitleEl(g.Text("Rehearsal of "+r.Drop)),
			h.StyleEl(g.Raw(reportStyle)),
		),
		h.Body(
			r.header(),
			h.Main(
				h.Dl(h.Class("zeros"), g.Map(r.zeros(), zero)),
				r.facts(),
				h.H2(g.Text("Units")),
				r.units(),
				h.H2(g.Text("Requests per second")),
				r.chart(r.PerSecond, "", fmt.Sprintf("Requests per second, at most %d", r.Peak)),
				h.H2(g.Text("Orders per second")),
				r.chart(r.OrdersPerSecond, "orders", "Orders per second"),
				h.H2(g.Text("How long it took")),
				r.latencies(),
				r.refusals(),
				h.P(g.Textf("Crowd and shop shared %d cores, so a shop by itself is faster than this.", r.Cores)),
			),
		),
	))
}

func (r Report) header() g.Node {
	title, scalper, plural := "Something went wrong", "", "s"
	if r.Findings.Zero() {
		title = "Everybody got what was promised"
	}
	if r.Scalper {
		scalper = fmt.Sprintf(", a scalper with 5,000 mailboxes on %d domains", r.Domains)
	}
	if r.Instances == 1 {
		plural = ""
	}
	return h.Header(
		h.H1(g.Text(title)),
		h.P(g.Textf("Rehearsal of %s: %d buyers, %d%% bots%s, %d instance%s on %s, %.0f s.", r.Drop, r.Buyers, r.Bots, scalper, r.Instances, plural, r.Engine, r.Seconds)),
	)
}

func zero(z Zero) g.Node {
	return h.Div(g.If(z.Value != 0, h.Class("wrong")), h.Dt(g.Text(z.Name)), h.Dd(number(z.Value)))
}

func (r Report) facts() g.Node {
	fact := func(name, value string) g.Node { return h.Div(h.Dt(g.Text(name)), h.Dd(g.Text(value))) }
	return h.Dl(h.Class("zeros facts"),
		h.Div(h.Class("most"), h.Dt(g.Text("Recommended people per minute")), h.Dd(g.Text(r.recommended()))),
		fact("Units sold", fmt.Sprintf("%d of %d", r.Units.Sold, r.Units.ForSale)),
		fact("Most requests in a second", strconv.Itoa(r.Peak)),
		fact("Memory", fmt.Sprintf("%d MB", r.MemoryMB)),
	)
}

func (r Report) units() g.Node {
	u := r.Units
	return h.P(
		g.Textf("%d of %d sold, %d paid. People got %d, bots %d, the scalper %d. ", u.Sold, u.ForSale, u.Paid, u.Honest, u.Bot, u.Scalper),
		g.If(r.Scalper, g.Textf("With ‘Cancel and pass on’ for all orders that the review groups the scalper keeps %d, and %d units of people go back, too. ",
			u.AfterReview(), u.Reviewed.Honest)),
		g.Textf("The correlation of arrival and rank is %.4f; forged passes accepted: %d.", u.Correlation, u.ForgedAccepted),
	)
}

// chart draws numbers, one a second, as a line.
func (r Report) chart(values []int, class, label string) g.Node {
	return g.Group{
		h.SVG(g.Attr("viewBox", "0 0 600 124"), g.Attr("preserveAspectRatio", "none"), h.Role("img"), h.Aria("label", label),
			g.El("polyline", g.If(class != "", h.Class(class)), g.Attr("points", chartPoints(values)))),
		h.P(h.Class("axis"), h.Aria("hidden", "true"), h.Span(g.Text("0 s")), h.Span(g.Textf("%.0f s", r.Seconds))),
	}
}

// chartPoints are the points of a line, 600 by 120.
func chartPoints(values []int) string {
	most := 1
	for _, v := range values {
		most = max(most, v)
	}
	var points strings.Builder
	for i, v := range values {
		fmt.Fprintf(&points, "%.1f,%.1f ", float64(i)*600/float64(max(1, len(values)-1)), 120-float64(v)*116/float64(most))
	}
	return points.String()
}

func (r Report) latencies() g.Node {
	return table([]string{"Request", "Count", "p50", "p95", "p99", "Asked to come later", "Errors"}, g.Map(r.Latencies, func(l Latency) g.Node {
		return row(g.Text(l.What), number(l.Count), g.Text(ms(l.P50)), g.Text(ms(l.P95)), g.Text(ms(l.P99)), number(l.Busy), number(l.ServerErrors))
	}))
}

func (r Report) refusals() g.Node {
	if len(r.Refusals) == 0 {
		return nil
	}
	return g.Group{
		h.H2(g.Text("Refused")),
		table([]string{"Request and reason", "Count"}, g.Map(slices.Sorted(maps.Keys(r.Refusals)), func(what string) g.Node {
			return row(g.Text(what), number(r.Refusals[what]))
		})),
	}
}

func table(heads []string, rows g.Group) g.Node {
	return h.Div(h.Class("scroll"), h.Table(
		h.Tr(g.Map(heads, func(head string) g.Node { return h.Th(g.Text(head)) })),
		rows,
	))
}

func row(cells ...g.Node) g.Node {
	return h.Tr(g.Map(cells, func(cell g.Node) g.Node { return h.Td(cell) }))
}

func number[N int | int64](n N) g.Node { return g.Text(strconv.FormatInt(int64(n), 10)) }
