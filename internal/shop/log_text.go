package shop

import "strings"

// LogText shortens what a client sent, a path or a header, for the log: it can be arbitrarily long.
func LogText(text string) string {
	const longest = 200
	if len(text) <= longest {
		return text
	}
	return strings.ToValidUTF8(text[:longest], "") + "…"
}
