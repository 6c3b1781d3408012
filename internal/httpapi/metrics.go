package httpapi

import (
	"context"
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

	"github.com/snackdrop/snackdrop/internal/adminapi"
	"github.com/snackdrop/snackdrop/internal/background"
	"github.com/snackdrop/snackdrop/internal/backup"
	"github.com/snackdrop/snackdrop/internal/catalog"
	"github.com/snackdrop/snackdrop/internal/drops"
	"github.com/snackdrop/snackdrop/internal/operations"
	"github.com/snackdrop/snackdrop/internal/publicapi"
	"github.com/snackdrop/snackdrop/internal/services"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// metrics counts requests by route and status. Labels are routes, never URLs: their number is bounded.
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	// known is copied on every new label pair, so that counting a known pair takes no lock.
	known  atomic.Pointer[map[requestLabels]figures]
	adding sync.Mutex
}

// requestLabels are the labels that requests are counted by.
type requestLabels struct {
	route  string
	status int
}

type figures struct {
	requests prometheus.Counter
	seconds  prometheus.Observer
}

func newMetrics(a *services.Services, public *publicapi.Queries, rendered func() int64) *metrics {
	m := &metrics{registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "snackdrop_http_requests_total", Help: "Requests served."}, []string{"route", "status"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "snackdrop_http_request_seconds", Help: "Time until the response.",
			Buckets: []float64{.001, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10}}, []string{"route"}),
	}
	gauge := func(name, help string, read func() float64) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, read)
	}
	m.registry.MustRegister(m.requests, m.seconds, dropGauges{a.DropMetrics, a.DropIndex}, backupGauges{a.Backups, a.Now}, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		gauge("snackdrop_certificate_expiry_timestamp_seconds", "When the program's own certificate expires; 0: it has none.", certificateExpiry(a.CertificateExpires)),
		gauge("snackdrop_event_streams", "Open live-update streams.", func() float64 { return float64(a.Hub.Count()) }),
		prometheus.NewCounterFunc(prometheus.CounterOpts{Name: "snackdrop_background_panics_total", Help: "Panics outside of requests that were recovered."},
			func() float64 { return float64(background.Panics()) }),
		gauge("snackdrop_clock_offset_seconds", "By how much the database's clock is ahead of this machine's.", func() float64 { return a.Clock.Offset().Seconds() }),
		gauge("snackdrop_catalog_version", "The catalogue's version.", func() float64 { return float64(a.Versions.Catalog()) }),
		gauge("snackdrop_http_cache_bytes", "Memory of cached responses.", func() float64 { _, size := public.Cache.Size(); return float64(size) }))
	if rendered != nil {
		m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: "snackdrop_pages_rendered_total", Help: "Pages rendered on the server."},
			func() float64 { return float64(rendered()) }))
	}
	m.known.Store(&map[requestLabels]figures{})
	return m
}

// certificateExpiry reads it in Unix seconds.
func certificateExpiry(expires func() time.Time) func() float64 {
	return func() float64 {
		if expires == nil {
			return 0
		}
		at := expires()
		if at.IsZero() {
			return 0
		}
		return float64(at.Unix())
	}
}

func (m *metrics) observe(route string, status int, took time.Duration) {
	f, ok := (*m.known.Load())[requestLabels{route, status}]
	if !ok {
		f = m.add(requestLabels{route, status})
	}
	f.requests.Inc()
	f.seconds.Observe(took.Seconds())
}

func (m *metrics) add(what requestLabels) figures {
	m.adding.Lock()
	defer m.adding.Unlock()
	f := figures{m.requests.WithLabelValues(what.route, strconv.Itoa(what.status)), m.seconds.WithLabelValues(what.route)}
	known := maps.Clone(*m.known.Load())
	known[what] = f
	m.known.Store(&known)
	return f
}

// Metrics serves the metrics on a separate address.
func (s *Server) Metrics() http.Handler {
	return promhttp.HandlerFor(s.metrics.registry, promhttp.HandlerOpts{})
}

// localMetrics serves the metrics on the shop's own address, for a developer on
// this machine; visitors must not see them. Requests through a proxy on the same
// machine also come from a loopback address, so a shop with a public URL does not
// serve them here at all, nor to a request that has a proxy's headers.
func (s *Server) localMetrics(w http.ResponseWriter, r *http.Request) {
	ip := net.ParseIP(operations.RequestInfoFrom(r.Context()).Client.IP)
	if ip == nil || !ip.IsLoopback() || !loopbackURL(s.publicURL) || proxied(r.Header) {
		operations.Refuse(w, shop.Forbidden, "The figures are read on an address of their own: start the shop with --metrics-addr.")
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

// dropGauges are the figures of the control room, as this instance stored them last.
type dropGauges struct {
	figures *drops.Recorder
	index   *catalog.DropIndexCache
}

var dropFigureDesc = prometheus.NewDesc("snackdrop_drop_figure", "Figures of an open drop: counts of its last second in this instance, and how it stands.",
	[]string{"drop", "figure"}, nil)

// Describe is prometheus.Collector.
func (dropGauges) Describe(to chan<- *prometheus.Desc) { to <- dropFigureDesc }

// Collect is prometheus.Collector.
func (g dropGauges) Collect(to chan<- prometheus.Metric) {
	for id, m := range g.figures.Last() {
		for name, value := range dropFigures(m) {
			to <- prometheus.MustNewConstMetric(dropFigureDesc, prometheus.GaugeValue, float64(value), g.slug(id), name)
		}
	}
}

func (g dropGauges) slug(id int64) string {
	index, err := g.index.Get(context.Background())
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
	j := adminapi.DropMetricsJSON(m)
	return map[string]int64{"joins": j.Joins, "passes": j.Passes, "reservations": j.Reservations, "placed": j.Placed, "paid": j.Paid, "abandoned": j.Abandoned,
		"busy": j.Busy, "limited": j.Limited, "errors": j.Errors, "queue_length": j.QueueLength, "p95_ms": j.P95, "clock_offset_ms": j.ClockOffset,
		"pay_calls": j.PayCalls, "pay_limit": j.PayLimit, "waiting": j.Waiting, "called": j.Called, "inside": j.Inside, "held": j.Held, "free": j.Free, "kept_back": j.KeptBack}
}

// backupGauges are the figures of the backups, as this instance saw them last: reading them asks no database.
type backupGauges struct {
	backups *backup.Service
	now     func() time.Time
}

var (
	backupConfigured = prometheus.NewDesc("snackdrop_backup_configured", "1: the shop backs itself up to a target.", nil, nil)
	backupAge        = prometheus.NewDesc("snackdrop_backup_age_seconds", "How long ago the newest good backup was finished; missing before the first.", nil, nil)
	backupBytes      = prometheus.NewDesc("snackdrop_backup_size_bytes", "Size of the newest good backup.", nil, nil)
	backupFailed     = prometheus.NewDesc("snackdrop_backup_failed", "1: the newest backup failed.", nil, nil)
	backupLate       = prometheus.NewDesc("snackdrop_backup_late", "1: the backup of the schedule is missing for hours.", nil, nil)
)

// Describe is prometheus.Collector.
func (backupGauges) Describe(to chan<- *prometheus.Desc) {
	for _, desc := range []*prometheus.Desc{backupConfigured, backupAge, backupBytes, backupFailed, backupLate} {
		to <- desc
	}
}

// Collect is prometheus.Collector.
func (g backupGauges) Collect(to chan<- prometheus.Metric) {
	status := g.backups.LastStatus()
	if status == nil {
		return
	}
	gauge := func(desc *prometheus.Desc, value float64) {
		to <- prometheus.MustNewConstMetric(desc, prometheus.GaugeValue, value)
	}
	gauge(backupConfigured, oneIf(status.Target != ""))
	gauge(backupFailed, oneIf(status.Failed() != nil))
	gauge(backupLate, oneIf(status.Late))
	if status.Last != nil && status.Last.EndedAt != nil {
		gauge(backupAge, g.now().Sub(*status.Last.EndedAt).Seconds())
		gauge(backupBytes, float64(status.Last.Bytes))
	}
}

func oneIf(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}
