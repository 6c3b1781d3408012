package store

import "time"

func millis(t time.Time) int64 { return t.UnixMilli() }

func fromMillis(ms int64) time.Time { return time.UnixMilli(ms).UTC() }

// asStored is a time as it will be read again.
func asStored(t time.Time) time.Time { return fromMillis(millis(t)) }

func millisOrNil(t *time.Time) *int64 {
	if t == nil {
		return nil
	}
	ms := millis(*t)
	return &ms
}

func timeOrNil(ms *int64) *time.Time {
	if ms == nil {
		return nil
	}
	t := fromMillis(*ms)
	return &t
}

func seconds(n int64) time.Duration { return time.Duration(n) * time.Second }

func inSeconds(d time.Duration) int64 { return int64(d / time.Second) }
