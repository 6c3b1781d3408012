package httpapi

import (
	"net"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// metrics counts what the counter does. Labels are routes, never addresses: their number is fixed.
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	known    sync.Map // figures by answered: looking a label up costs more than counting
}

// answered is what requests are counted by.
type answered struct {
	route  string
	status int
}

type figures struct {
	requests prometheus.Counter
	seconds  prometheus.Observer
}

func newMetrics(s *Server) *metrics {
	m := &metrics{registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "snackdrop_http_requests_total", Help: "Requests answered."}, []string{"route", "status"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "snackdrop_http_request_seconds", Help: "Time to answer.",
			Buckets: []float64{.001, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10}}, []string{"route"}),
	}
	gauge := func(name, help string, read func() float64) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, read)
	}
	m.registry.MustRegister(m.requests, m.seconds, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		gauge("snackdrop_event_streams", "Open live-update streams.", func() float64 { return float64(s.app.Hub.Count()) }),
		gauge("snackdrop_catalog_version", "The catalogue's version.", func() float64 { return float64(s.app.Version()) }),
		gauge("snackdrop_kept_answers_bytes", "Memory of kept answers.", func() float64 { _, size := s.kept.Size(); return float64(size) }))
	return m
}

func (m *metrics) observe(route string, status int, took time.Duration) {
	what := answered{route, status}
	found, ok := m.known.Load(what)
	if !ok {
		found, _ = m.known.LoadOrStore(what, figures{m.requests.WithLabelValues(route, strconv.Itoa(status)), m.seconds.WithLabelValues(route)})
	}
	f := found.(figures)
	f.requests.Inc()
	f.seconds.Observe(took.Seconds())
}

// Metrics serves the figures, for an address of their own.
func (s *Server) Metrics() http.Handler {
	return promhttp.HandlerFor(s.metrics.registry, promhttp.HandlerOpts{})
}

// localMetrics serves the figures on the shop's own address, to this machine
// alone: they say more about a shop than its visitors should know.
func (s *Server) localMetrics(w http.ResponseWriter, r *http.Request) {
	if ip := net.ParseIP(callerOf(r.Context()).Client.IP); ip == nil || !ip.IsLoopback() {
		refuse(w, http.StatusForbidden, shop.Forbidden, "The figures are read on the machine itself, or on an address of their own.")
		return
	}
	s.Metrics().ServeHTTP(w, r)
}
