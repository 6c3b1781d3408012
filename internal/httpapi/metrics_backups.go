package httpapi

import "github.com/prometheus/client_golang/prometheus"

// backupGauges are the figures of the backups, as this instance saw them last: reading them asks no database.
type backupGauges struct{ s *Server }

var (
	backupConfigured = prometheus.NewDesc("snackdrop_backup_configured", "1: the shop saves itself to a target.", nil, nil)
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
	status := g.s.services.Backups.LastStatus()
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
		gauge(backupAge, g.s.services.Now().Sub(*status.Last.EndedAt).Seconds())
		gauge(backupBytes, float64(status.Last.Bytes))
	}
}

func oneIf(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}
