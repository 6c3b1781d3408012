package shop

import "strings"

// MailboxKind is the kind of a buyer's key that is made of the mailbox.
const MailboxKind = "mailbox"

// Mailbox is the mailbox behind an email address, for limits: addresses that reach
// the same person count as one. It is lower case and without a +tag; Gmail also
// ignores dots and has two domains. Mail is sent to the address as it was typed.
func Mailbox(email string) string {
	address := EmailKey(email)
	at := strings.LastIndexByte(address, '@')
	if at < 0 {
		return address
	}
	name, domain := address[:at], strings.TrimSuffix(address[at+1:], ".")
	if domain == "googlemail.com" {
		domain = "gmail.com"
	}
	untagged, _, _ := strings.Cut(name, "+")
	if domain == "gmail.com" {
		untagged = strings.ReplaceAll(untagged, ".", "")
	}
	if untagged != "" { // "+tag@" and "...@gmail.com" name nothing else
		name = untagged
	}
	return name + "@" + domain
}
