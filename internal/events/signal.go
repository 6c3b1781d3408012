package events

// Signal wakes one waiting worker. Any number of calls of Notify before the worker
// looks are one wake-up, and Notify never blocks.
type Signal chan struct{}

// NewSignal makes a signal that is not set.
func NewSignal() Signal { return make(Signal, 1) }

// Notify sets the signal.
func (s Signal) Notify() {
	select {
	case s <- struct{}{}:
	default:
	}
}
