package orders

// FillQueue lets the order queue look busy and full.
func (s *Service) FillQueue() {
	s.queue.mu.Lock()
	defer s.queue.mu.Unlock()
	s.queue.busy = true
	for range maxQueued {
		s.queue.jobs.Push("", 1, &job{done: make(chan result, 1)})
	}
}
