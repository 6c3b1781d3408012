//go:build unix

package events

import "syscall"

// maxOpenFiles is how many files and connections this process may have open.
func maxOpenFiles() int {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return 1024
	}
	return int(min(uint64(limit.Cur), 1<<20)) // its type differs between systems
}
