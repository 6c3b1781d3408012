// Package line has the rules of a drop's waiting room as pure functions: tickets, the
// published list, tiers, ranks and how many people are called. It reads no clock and
// touches no database; package waitingroom does.
package line

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"

	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/shop"
)

// The purposes of the sealed texts.
const (
	ticketPurpose = "line ticket"
	passPurpose   = "line pass"
	linkPurpose   = "line link"
)

// Ticket is a place in a line as its owner's browser keeps it. Only its sealed form
// leaves the server; every instance reads it without a query.
type Ticket struct {
	DropID     int64
	Line       shop.QueueLine
	Number     int64
	Version    int64 // an older one than the entry's is void
	MailboxKey string
	Receipt    string // its SHA-256 is in the published list
}

// Seal is the ticket as text that nobody else can make.
func (t Ticket) Seal(keys *secrets.Keys) string {
	return keys.Token(ticketPurpose, words(t.DropID, t.Line, t.Number, t.Version)+" "+t.MailboxKey+" "+t.Receipt)
}

// ReadTicket reads a sealed ticket.
func ReadTicket(keys *secrets.Keys, sealed string) (Ticket, error) {
	text, err := keys.ReadToken(ticketPurpose, sealed)
	p, ok := parse(text, 6)
	if err != nil || !ok {
		return Ticket{}, NotFound()
	}
	return Ticket{p.drop, p.line, p.number, p.version, p.rest[0], p.rest[1]}, nil
}

// Pass is the right to reserve units, for as long as the entry's row says so.
type Pass struct {
	DropID     int64
	Line       shop.QueueLine
	Number     int64
	Version    int64
	MailboxKey string
}

// Seal is the pass as text that nobody else can make.
func (p Pass) Seal(keys *secrets.Keys) string {
	return keys.Token(passPurpose, words(p.DropID, p.Line, p.Number, p.Version)+" "+p.MailboxKey)
}

// ReadPass reads a sealed pass.
func ReadPass(keys *secrets.Keys, sealed string) (Pass, error) {
	text, err := keys.ReadToken(passPurpose, sealed)
	p, ok := parse(text, 5)
	if err != nil || !ok {
		return Pass{}, NotFound()
	}
	return Pass{p.drop, p.line, p.number, p.version, p.rest[0]}, nil
}

// Link is the content of the mailed link to a place. It stays valid when the place gets a new number.
type Link struct {
	DropID     int64
	Line       shop.QueueLine
	MailboxKey string
}

// Seal is the link's token.
func (l Link) Seal(keys *secrets.Keys) string {
	return keys.Token(linkPurpose, strconv.FormatInt(l.DropID, 10)+" "+string(l.Line)+" "+l.MailboxKey)
}

// ReadLink reads the token of a mailed link.
func ReadLink(keys *secrets.Keys, token string) (Link, error) {
	text, err := keys.ReadToken(linkPurpose, token)
	parts := strings.Split(text, " ")
	if err != nil || len(parts) != 3 || parts[2] == "" {
		return Link{}, NotFound()
	}
	drop, err := strconv.ParseInt(parts[0], 10, 64)
	if err != nil {
		return Link{}, NotFound()
	}
	return Link{drop, shop.QueueLine(parts[1]), parts[2]}, nil
}

// Receipt is the secret with which the owner of an entry finds it in the published list. It is
// computed from the entry, so that every device gets the same.
func Receipt(keys *secrets.Keys, dropID int64, line shop.QueueLine, mailboxKey string) string {
	return keys.LinkKey("line receipt " + strconv.FormatInt(dropID, 10) + " " + string(line) + " " + mailboxKey)
}

// ReceiptHash is the form of a receipt in the list.
func ReceiptHash(receipt string) string {
	sum := sha256.Sum256([]byte(receipt))
	return hex.EncodeToString(sum[:])
}

// NotFound refuses a ticket, pass or link that is forged, replaced or of something else.
func NotFound() error { return shop.Errorf(shop.NotFound, "This place in line is not valid.") }

func words(drop int64, line shop.QueueLine, number, version int64) string {
	return strconv.FormatInt(drop, 10) + " " + string(line) + " " + strconv.FormatInt(number, 10) + " " + strconv.FormatInt(version, 10)
}

type parsed struct {
	drop, number, version int64
	line                  shop.QueueLine
	rest                  []string
}

func parse(text string, parts int) (parsed, bool) {
	fields := strings.Split(text, " ")
	if len(fields) != parts {
		return parsed{}, false
	}
	p := parsed{line: shop.QueueLine(fields[1]), rest: fields[4:]}
	for i, to := range map[int]*int64{0: &p.drop, 2: &p.number, 3: &p.version} {
		n, err := strconv.ParseInt(fields[i], 10, 64)
		if err != nil {
			return parsed{}, false
		}
		*to = n
	}
	for _, text := range p.rest {
		if text == "" {
			return parsed{}, false
		}
	}
	return p, true
}
