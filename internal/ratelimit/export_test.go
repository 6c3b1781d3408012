package ratelimit

// Size is how many windows are kept.
func (l *Limiter) Size() int { return len(l.windows) }
