package rehearsal

import (
	"fmt"
	"os"
)

// memory is how many bytes the instance uses.
func (s *instance) memory() int64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", s.cmd.Process.Pid))
	if err != nil {
		return 0
	}
	var size, resident int64
	_, _ = fmt.Sscan(string(text), &size, &resident) // zero is shown as unknown
	return resident * int64(os.Getpagesize())
}
