package accounts

// Hold takes every slot of the hasher until release is called; waiting says how many
// requests wait for one.
func (p *Passwords) Hold() (waiting func() int64, release func()) {
	for range cap(p.slots) {
		p.slots <- struct{}{}
	}
	return p.waiting.Load, func() {
		for range cap(p.slots) {
			p.release()
		}
	}
}
