package httpapi

import (
	"maps"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/snackdrop/snackdrop/internal/background"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// metrics counts what the counter does. Labels are routes, never addresses: their number is fixed.
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	// known is copied for every new pair: looking a label up would cost more than counting.
	known  atomic.Pointer[map[answered]figures]
	adding sync.Mutex
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
		gauge("snackdrop_event_streams", "Open live-update streams.", func() float64 { return float64(s.services.Hub.Count()) }),
		prometheus.NewCounterFunc(prometheus.CounterOpts{Name: "snackdrop_background_panics_total", Help: "Panics outside of requests that were recovered."},
			func() float64 { return float64(background.Panics()) }),
		gauge("snackdrop_catalog_version", "The catalogue's version.", func() float64 { return float64(s.services.Versions.Catalog()) }),
		gauge("snackdrop_http_cache_bytes", "Memory of cached responses.", func() float64 { _, size := s.cache.Size(); return float64(size) }))
	m.known.Store(&map[answered]figures{})
	return m
}

func (m *metrics) observe(route string, status int, took time.Duration) {
	f, ok := (*m.known.Load())[answered{route, status}]
	if !ok {
		f = m.add(answered{route, status})
	}
	f.requests.Inc()
	f.seconds.Observe(took.Seconds())
}

func (m *metrics) add(what answered) figures {
	m.adding.Lock()
	defer m.adding.Unlock()
	f := figures{m.requests.WithLabelValues(what.route, strconv.Itoa(what.status)), m.seconds.WithLabelValues(what.route)}
	known := maps.Clone(*m.known.Load())
	known[what] = f
	m.known.Store(&known)
	return f
}

// Metrics serves the figures, for an address of their own.
func (s *Server) Metrics() http.Handler {
	return promhttp.HandlerFor(s.metrics.registry, promhttp.HandlerOpts{})
}

// localMetrics serves the figures on the shop's own address, for a developer on
// this machine: they say more about a shop than its visitors should know. A
// proxy on the same machine also comes from a loopback address, so a shop with a public address does not serve them
// here at all, and neither does one whose request shows traces of a proxy.
func (s *Server) localMetrics(w http.ResponseWriter, r *http.Request) {
	ip := net.ParseIP(requestInfoFrom(r.Context()).Client.IP)
	if ip == nil || !ip.IsLoopback() || !loopbackURL(s.services.PublicURL) || proxied(r.Header) {
		refuse(w, http.StatusForbidden, shop.Forbidden, "The figures are read on an address of their own: start the shop with --metrics-addr.")
		return
	}
	s.Metrics().ServeHTTP(w, r)
}

func loopbackURL(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	ip := net.ParseIP(u.Hostname())
	return u.Hostname() == "localhost" || ip != nil && ip.IsLoopback()
}

// proxied says whether a request shows that it came through a proxy.
func proxied(h http.Header) bool {
	for _, name := range []string{"Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-Ip", "Via"} {
		if h.Get(name) != "" {
			return true
		}
	}
	return false
}
