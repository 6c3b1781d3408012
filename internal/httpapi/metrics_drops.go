package httpapi

import (
	"context"
	"strconv"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// dropGauges are the figures of the control room, as this instance stored them last.
type dropGauges struct{ s *Server }

var dropFigureDesc = prometheus.NewDesc("snackdrop_drop_figure", "Figures of an open drop: counts of its last second in this instance, and how it stands.",
	[]string{"drop", "figure"}, nil)

// Describe is prometheus.Collector.
func (dropGauges) Describe(to chan<- *prometheus.Desc) { to <- dropFigureDesc }

// Collect is prometheus.Collector.
func (g dropGauges) Collect(to chan<- prometheus.Metric) {
	for id, m := range g.s.services.DropMetrics.Last() {
		for name, value := range dropFigures(m) {
			to <- prometheus.MustNewConstMetric(dropFigureDesc, prometheus.GaugeValue, float64(value), g.slug(id), name)
		}
	}
}

func (g dropGauges) slug(id int64) string {
	index, err := g.s.services.Catalog.Drops(context.Background())
	if err == nil {
		for _, d := range index.All() {
			if d.ID == id {
				return d.Slug
			}
		}
	}
	return strconv.FormatInt(id, 10)
}

func dropFigures(m shop.DropMetrics) map[string]int64 {
	j := dropMetricsJSON(m)
	return map[string]int64{"joins": j.Joins, "passes": j.Passes, "reservations": j.Reservations, "placed": j.Placed, "paid": j.Paid, "abandoned": j.Abandoned,
		"busy": j.Busy, "limited": j.Limited, "errors": j.Errors, "queue_length": j.QueueLength, "p95_ms": j.P95, "clock_offset_ms": j.ClockOffset,
		"pay_calls": j.PayCalls, "pay_limit": j.PayLimit, "waiting": j.Waiting, "called": j.Called, "inside": j.Inside, "held": j.Held, "free": j.Free, "kept_back": j.KeptBack}
}
