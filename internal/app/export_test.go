package app

// HoldPasswords lets no password have its turn until the test gives it back;
// waiting says how many have come.
func (a *App) HoldPasswords() (waiting func() int64, release func()) {
	for range cap(a.Passwords.turn) {
		a.Passwords.turn <- struct{}{}
	}
	return a.Passwords.waiting.Load, func() {
		for range cap(a.Passwords.turn) {
			<-a.Passwords.turn
		}
	}
}

// FillDesk lets the order desk look as if it were busy with as many orders as may wait.
func (a *App) FillDesk() {
	a.desk.busy.Store(true)
	for range cap(a.desk.queue) {
		a.desk.queue <- &deskJob{done: make(chan deskAnswer, 1)}
	}
}
