package shop

// Get is a setting's text. Use the typed fields instead; this stays only until
// the last caller has moved.
func (s Settings) Get(key string) string { return s.Text(key) }

// On says whether a switch is on. Use the typed fields instead.
func (s Settings) On(key string) bool { return s.Text(key) == "enabled" }
