//go:build !linux

package rehearsal

// memory is not known here.
func (s *instance) memory() int64 { return 0 }
