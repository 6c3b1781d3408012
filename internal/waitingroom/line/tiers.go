package line

import (
	"strings"

	"github.com/snackdrop/snackdrop/internal/shop"
	"golang.org/x/net/publicsuffix"
)

const (
	perDomain  = 20
	perNetwork = 60
)

// Candidate is what the tier of an entry depends on. Empty keys are not limited.
type Candidate struct {
	Proven       bool
	Withdrawn    bool
	DomainKey    string
	NetworkKey   string
	Network48Key string
}

// Tiers gives each entry its tier. Entries with a confirmed mailbox are in tier 1, but of one domain or
// network only the first few by number.
func Tiers(entries []Candidate) []int64 {
	tiers, places := make([]int64, len(entries)), NewPlaces()
	for i, e := range entries {
		tiers[i] = places.Tier(e)
	}
	return tiers
}

// Places counts who is in tier 1 already.
type Places struct{ domains, networks, wider map[string]int }

// NewPlaces makes the count of an empty list.
func NewPlaces() *Places {
	return &Places{domains: map[string]int{}, networks: map[string]int{}, wider: map[string]int{}}
}

// Tier gives the next entry its tier; see Tiers.
func (p *Places) Tier(e Candidate) int64 {
	if !e.Proven || e.Withdrawn {
		return 2
	}
	if e.DomainKey != "" && p.domains[e.DomainKey] >= perDomain || e.NetworkKey != "" && p.networks[e.NetworkKey] >= perNetwork ||
		e.Network48Key != "" && p.wider[e.Network48Key] >= perNetwork*shop.WiderNetwork {
		return 2
	}
	p.domains[e.DomainKey]++
	p.networks[e.NetworkKey]++
	p.wider[e.Network48Key]++
	return 1
}

// LimitedDomain is the registrable domain of an email address, or "" when its number of
// places is not limited: at a large provider, whose addresses strangers share, and at .edu.
func LimitedDomain(email string) string {
	_, domain, _ := strings.Cut(shop.Mailbox(email), "@")
	if domain == "" || strings.HasSuffix(domain, ".edu") || largeProviders[domain] {
		return ""
	}
	domain = registrable(domain)
	if largeProviders[domain] {
		return ""
	}
	return domain
}

// registrable is the part of a domain name that somebody bought at a registry. Where a service gives
// subdomains away (its suffix is in the private part of the public suffix list), it is the service's own name:
// free subdomains must not count as domains of their own.
func registrable(domain string) string {
	for {
		suffix, icann := publicsuffix.PublicSuffix(domain)
		if icann || !strings.Contains(suffix, ".") {
			if name, err := publicsuffix.EffectiveTLDPlusOne(domain); err == nil {
				return name
			}
			return domain
		}
		_, parent, _ := strings.Cut(suffix, ".")
		if parentSuffix, _ := publicsuffix.PublicSuffix(parent); parentSuffix == parent {
			return suffix
		}
		domain = parent
	}
}

var largeProviders = setOf(`126.com 163.com aim.com aol.com att.net bellsouth.net bigpond.com btinternet.com charter.net comcast.net cox.net
	daum.net earthlink.net free.fr frontier.com gmail.com gmx.at gmx.ch gmx.com gmx.de gmx.net googlemail.com hanmail.net hotmail.ca hotmail.co.uk
	hotmail.com hotmail.de hotmail.es hotmail.fr hotmail.it icloud.com laposte.net libero.it live.ca live.co.uk live.com live.fr live.nl mac.com mail.ru
	me.com msn.com naver.com optonline.net orange.fr outlook.com outlook.de outlook.es outlook.fr outlook.jp pacbell.net pm.me proton.me protonmail.com
	qq.com rediffmail.com rocketmail.com rogers.com sbcglobal.net sfr.fr shaw.ca sky.com sympatico.ca t-online.de telus.net verizon.net virginmedia.com
	wanadoo.fr web.de windstream.net yahoo.ca yahoo.co.in yahoo.co.jp yahoo.co.uk yahoo.com yahoo.com.au yahoo.com.br yahoo.com.mx yahoo.de yahoo.es
	yahoo.fr yahoo.it yandex.com yandex.ru ymail.com`)

func setOf(words string) map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(words) {
		set[word] = true
	}
	return set
}
