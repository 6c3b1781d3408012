package shop

import "time"

// BackupSettings says when the shop backs itself up, where to, and how long backups are stored.
type BackupSettings struct {
	Target   string // BackupFolder or s3://…; "": nowhere
	Schedule string // BackupHourly, BackupDaily, BackupWeekly or BackupOff
	Hour     int64  // of the day, in the shop's time zone
	KeepDays int64
	Encrypt  bool // with the shop's key
}

// BackupFolder is the target that means the backup folder of the program. Staff can
// name no other: a path of theirs would be a way to write files anywhere on the machine.
const BackupFolder = "folder"

// backupTargetPattern is what staff may give as a target: the folder, or a bucket of AWS in a region. Another endpoint
// would make the program call any address with the whole shop.
const backupTargetPattern = `^(folder|s3://[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](/[A-Za-z0-9][A-Za-z0-9_-]{0,63}){0,8}(\?region=[a-z0-9-]{1,40})?)$`

// How often backups are made.
const (
	BackupHourly = "hourly"
	BackupDaily  = "daily"
	BackupWeekly = "weekly"
	BackupOff    = "off"
)

// Due is when the next backup is due after one that began at last. ok is false when none is made by schedule.
func (b BackupSettings) Due(last time.Time, zone *time.Location) (due time.Time, ok bool) {
	day := last.In(zone)
	at := func(days int) time.Time {
		return time.Date(day.Year(), day.Month(), day.Day()+days, int(b.Hour), 0, 0, 0, zone)
	}
	switch b.Schedule {
	case BackupHourly:
		return last.Truncate(time.Hour).Add(time.Hour), true
	case BackupDaily:
		if today := at(0); today.After(last) {
			return today, true
		}
		return at(1), true
	case BackupWeekly:
		return at(7), true
	}
	return time.Time{}, false
}

// Grace is how long after its time a backup may be missing before somebody has to look.
func (b BackupSettings) Grace() time.Duration {
	if b.Schedule == BackupHourly {
		return time.Hour
	}
	return 6 * time.Hour
}

// BackupStatus is how a backup stands.
type BackupStatus string

// A backup that runs ends as one of the other three.
const (
	BackupRunning BackupStatus = "running"
	BackupDone    BackupStatus = "done"
	BackupFailed  BackupStatus = "failed"
	BackupStopped BackupStatus = "stopped" // the program ended meanwhile; made again at once
)

// Backup is one that was made or tried.
type Backup struct {
	ID        int64
	Status    BackupStatus
	StartedAt time.Time
	EndedAt   *time.Time
	AskedBy   string // who pressed the button; "": the schedule
	Target    string
	Name      string // of its file
	Encrypted bool
	Bytes     int64
	RowsDone  int64
	RowsTotal int64
	Error     string // in words for the owner
}
