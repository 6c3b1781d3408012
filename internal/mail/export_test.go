package mail

import "time"

// SetIdleTime changes how long connections stay open without a message.
func (s *SMTP) SetIdleTime(d time.Duration) { s.idle.most = d }
