package shop

import "time"

// What staff may do with a drop is decided here: the services refuse by these rules, and the API reports them so that pages
// offer what will work. A Check says why something is refused, nil when it is allowed.

// CheckPause refuses to pause a drop that is not announced, over, or paused already.
func (d Drop) CheckPause(now time.Time) error {
	switch d.PhaseAt(now) {
	case PhaseTeased, PhaseEarly, PhaseLive:
	default:
		return Errorf(Conflict, "This drop is not open.")
	}
	if d.PausedAt != nil {
		return Errorf(Conflict, "This drop is paused already.")
	}
	return nil
}

// CheckResume refuses to resume a drop that is not paused, or whose pause ended with it.
func (d Drop) CheckResume(now time.Time) error {
	if !d.Paused(now) {
		return Errorf(Conflict, "This drop is not paused.")
	}
	return nil
}

// CheckEnd refuses to end a drop that has not opened, or is over.
func (d Drop) CheckEnd(now time.Time) error {
	if d.PhaseAt(now) != PhaseLive {
		return Errorf(Conflict, "Only a drop that is live can be ended. Withdraw it before it opens.")
	}
	return nil
}

// CheckWithdraw refuses to take back a drop that is not scheduled, or has opened.
func (d Drop) CheckWithdraw(now time.Time) error {
	switch {
	case d.IsDraft():
		return Errorf(Conflict, "This drop is not scheduled.")
	case !now.Before(d.OpensAt):
		return Errorf(Conflict, "This drop has opened. End it instead.")
	}
	return nil
}

// CheckDelete refuses to delete a drop that was ever announced. That another draw enters people in this one is a refusal, too,
// which only the store can tell.
func (d Drop) CheckDelete() error {
	if d.ScheduledAt != nil {
		return Errorf(Conflict, "Only drafts can be deleted. Withdraw or end this drop instead.")
	}
	return nil
}

// CheckDraw refuses to choose the winners of a draw that takes entries, or has its winners. done says whether it has.
func (d Drop) CheckDraw(done bool, now time.Time) error {
	phase := d.PhaseAt(now)
	switch {
	case d.Mode != DropDraw:
		return Errorf(Conflict, "This drop is not a draw.")
	case phase != PhaseAwarding && phase != PhaseEnded:
		return Errorf(Conflict, "This draw has not closed yet.")
	case done:
		return Errorf(Conflict, "This draw is done.")
	}
	return nil
}
