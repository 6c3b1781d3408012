package shop

import (
	"strings"
	"unicode/utf8"
)

// ContactMessage is what somebody writes to the store.
type ContactMessage struct {
	Name    string
	Email   string
	Subject string
	Body    string
}

// Clean trims what people paste around their words. What becomes a mail's
// header stays on one line.
func (m *ContactMessage) Clean() {
	oneLine := func(text string) string { return strings.Join(strings.Fields(text), " ") }
	m.Name, m.Subject = oneLine(m.Name), oneLine(m.Subject)
	m.Email, m.Body = strings.TrimSpace(m.Email), strings.TrimSpace(m.Body)
}

// Check refuses a message that nobody could answer, naming every field.
func (m ContactMessage) Check() error {
	p := Problems{}
	p.Check(m.Name != "", "name", "Tell us your name.")
	CheckFullName(&p, "name", m.Name)
	p.Check(ValidEmail(m.Email), "email", "Enter an email address.")
	p.Check(m.Subject != "", "subject", "Say in a few words what it is about.")
	p.Check(utf8.RuneCountInString(m.Subject) <= MaxSubject, "subject", "Keep the subject below 150 characters.")
	p.Check(m.Body != "", "message", "Write a message.")
	p.Check(utf8.RuneCountInString(m.Body) <= MaxMessage, "message", "Keep the message below 5,000 characters.")
	return p.Err()
}
