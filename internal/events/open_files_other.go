//go:build !unix

package events

// maxOpenFiles is how many files and connections this process may have open.
func maxOpenFiles() int { return 1 << 14 }
