package feeds

import (
	"bytes"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/snackdrop/snackdrop/internal/drops"
)

const (
	calendarTime = "20060102T150405Z"
	// mostShown is how long a drop is in a calendar, which is about its opening.
	mostShown = time.Hour
	// maxOctets is how long a line may be (RFC 5545, 3.1).
	maxOctets = 75
)

// Calendar writes drops as an iCalendar file (RFC 5545).
func Calendar(s Shop, list []drops.CalendarDrop) []byte {
	var b bytes.Buffer
	line := func(format string, values ...any) { b.WriteString(folded(fmt.Sprintf(format, values...))) }
	host := "snackdrop"
	if address, err := url.Parse(s.URL); err == nil && address.Host != "" {
		host = address.Hostname()
	}
	line("BEGIN:VCALENDAR")
	line("VERSION:2.0")
	line("PRODID:-//Snackdrop//Drops//EN")
	line("CALSCALE:GREGORIAN")
	line("METHOD:PUBLISH")
	line("X-WR-CALNAME:%s", escaped(s.title()))
	for _, d := range list {
		end := d.OpensAt.Add(mostShown)
		if at, ends := d.EndAt(); ends && at.Before(end) {
			end = at
		}
		address := s.URL + "/drop/" + url.PathEscape(d.Slug)
		line("BEGIN:VEVENT")
		line("UID:drop-%d@%s", d.ID, host)
		line("SEQUENCE:%d", d.Version)
		line("DTSTAMP:%s", d.UpdatedAt.UTC().Format(calendarTime))
		line("DTSTART:%s", d.OpensAt.UTC().Format(calendarTime))
		line("DTEND:%s", end.UTC().Format(calendarTime))
		line("SUMMARY:%s", escaped(d.Name))
		line("DESCRIPTION:%s", escaped(strings.TrimSpace(d.Description+"\n\n"+address)))
		line("URL:%s", address)
		if d.Cancelled {
			line("STATUS:CANCELLED")
		} else {
			line("STATUS:CONFIRMED")
			line("BEGIN:VALARM")
			line("ACTION:DISPLAY")
			line("DESCRIPTION:%s", escaped(d.Name))
			line("TRIGGER:-PT10M")
			line("END:VALARM")
		}
		line("END:VEVENT")
	}
	line("END:VCALENDAR")
	return b.Bytes()
}

var calendarEscapes = strings.NewReplacer(`\`, `\\`, ";", `\;`, ",", `\,`, "\r\n", `\n`, "\n", `\n`, "\r", `\n`)

// escaped is a text as a value of a calendar. Control characters are left out.
func escaped(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' {
			return -1
		}
		return r
	}, calendarEscapes.Replace(text))
}

// folded ends a line, broken where it is too long, never inside a letter.
func folded(line string) string {
	var b strings.Builder
	width := 0
	for _, r := range line {
		size := len(string(r))
		if width+size > maxOctets {
			b.WriteString("\r\n ")
			width = 1
		}
		b.WriteRune(r)
		width += size
	}
	b.WriteString("\r\n")
	return b.String()
}
