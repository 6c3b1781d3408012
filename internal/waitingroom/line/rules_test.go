package line_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/snackdrop/snackdrop/internal/secrets"
	"github.com/snackdrop/snackdrop/internal/shop"
	"github.com/snackdrop/snackdrop/internal/waitingroom/line"
)

func keys(t *testing.T, text string) *secrets.Keys {
	t.Helper()
	k, err := secrets.New(text)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func TestTicketsPassesAndLinksAreReadByTheShopThatMadeThem(t *testing.T) {
	own, other := keys(t, "a secret of this shop"), keys(t, "a secret of another one")
	ticket := line.Ticket{DropID: 7, Line: shop.EarlyLine, Number: 81, Version: 2, MailboxKey: "mailbox", Receipt: "receipt"}
	pass := line.Pass{DropID: 7, Line: shop.MainLine, Number: 81, Version: 2, MailboxKey: "mailbox"}
	link := line.Link{DropID: 7, Line: shop.MainLine, MailboxKey: "mailbox"}
	if read, err := line.ReadTicket(own, ticket.Seal(own)); err != nil || read != ticket {
		t.Errorf("the ticket is read as %+v (%v)", read, err)
	}
	if read, err := line.ReadPass(own, pass.Seal(own)); err != nil || read != pass {
		t.Errorf("the pass is read as %+v (%v)", read, err)
	}
	if read, err := line.ReadLink(own, link.Seal(own)); err != nil || read != link {
		t.Errorf("the link is read as %+v (%v)", read, err)
	}
	for name, sealed := range map[string]string{"empty": "", "foreign": ticket.Seal(other), "pass": pass.Seal(own), "link": link.Seal(own), "cut": ticket.Seal(own)[:40],
		"changed": "A" + ticket.Seal(own)[1:] + "A"} {
		if read, err := line.ReadTicket(own, sealed); shop.CodeOf(err) != shop.NotFound {
			t.Errorf("a ticket that is %s is read as %+v (%v)", name, read, err)
		}
	}
	for name, sealed := range map[string]string{"empty": "", "foreign": pass.Seal(other), "ticket": ticket.Seal(own), "link": link.Seal(own)} {
		if read, err := line.ReadPass(own, sealed); shop.CodeOf(err) != shop.NotFound {
			t.Errorf("a pass that is %s is read as %+v (%v)", name, read, err)
		}
	}
	for name, sealed := range map[string]string{"empty": "", "foreign": link.Seal(other), "ticket": ticket.Seal(own), "pass": pass.Seal(own)} {
		if read, err := line.ReadLink(own, sealed); shop.CodeOf(err) != shop.NotFound {
			t.Errorf("a link that is %s is read as %+v (%v)", name, read, err)
		}
	}
}

func inTierOne(entries []line.Candidate) (n int) {
	for _, tier := range line.Tiers(entries) {
		if tier == 1 {
			n++
		}
	}
	return n
}

func TestTiersBoundWhatOneOwnerGets(t *testing.T) {
	of := func(n int, each func(i int) line.Candidate) []line.Candidate {
		list := make([]line.Candidate, n)
		for i := range list {
			list[i] = each(i)
		}
		return list
	}
	email := func(i int, domain string) string { return line.LimitedDomain(fmt.Sprintf("person%d@%s", i, domain)) }
	cases := []struct {
		name    string
		entries []line.Candidate
		want    int
	}{
		{"one domain", of(1_000, func(i int) line.Candidate {
			return line.Candidate{Proven: true, DomainKey: email(i, "scalper.example"), NetworkKey: fmt.Sprint(i)}
		}), 20},
		{"subdomains of one domain", of(1_000, func(i int) line.Candidate {
			return line.Candidate{Proven: true, DomainKey: email(i, fmt.Sprintf("s%d.scalper.com", i)), NetworkKey: fmt.Sprint(i)}
		}), 20},
		{"one network", of(1_000, func(i int) line.Candidate {
			return line.Candidate{Proven: true, DomainKey: email(i, "gmail.com"), NetworkKey: "one"}
		}), 60},
		{"one IPv6 /48", of(1_000, func(i int) line.Candidate {
			return line.Candidate{Proven: true, NetworkKey: fmt.Sprint(i), Network48Key: "one"}
		}), 600},
		{"a large provider from 1,000 networks", of(1_000, func(i int) line.Candidate {
			return line.Candidate{Proven: true, DomainKey: email(i, "outlook.com"), NetworkKey: fmt.Sprint(i)}
		}), 1_000},
		{"a university", of(1_000, func(i int) line.Candidate {
			return line.Candidate{Proven: true, DomainKey: email(i, "cs.berkeley.edu")}
		}), 1_000},
		{"typed addresses", of(1_000, func(i int) line.Candidate {
			return line.Candidate{DomainKey: email(i, "gmail.com"), NetworkKey: fmt.Sprint(i)}
		}), 0},
		{"those who left take no place", append(of(20, func(i int) line.Candidate {
			return line.Candidate{Proven: true, Withdrawn: true, DomainKey: "d"}
		}), of(5, func(i int) line.Candidate { return line.Candidate{Proven: true, DomainKey: "d"} })...), 5},
	}
	for _, c := range cases {
		if got := inTierOne(c.entries); got != c.want {
			t.Errorf("%s: %d of %d are in tier 1, not %d", c.name, got, len(c.entries), c.want)
		}
	}
	tiers := line.Tiers(of(30, func(int) line.Candidate { return line.Candidate{Proven: true, DomainKey: "d"} }))
	if tiers[19] != 1 || tiers[20] != 2 {
		t.Errorf("numbers 20 and 21 of a domain are in tiers %d and %d", tiers[19], tiers[20])
	}
}

func TestTheDomainThatIsCountedIsTheOneSomebodyPaysFor(t *testing.T) {
	for email, want := range map[string]string{
		"a@scalper.example": "scalper.example", "a@mail.scalper.co.uk": "scalper.co.uk", "a@x.y.scalper.com.au": "scalper.com.au",
		"a@one.duckdns.org": "duckdns.org", "a@me.github.io": "github.io", "a@deep.one.duckdns.org": "duckdns.org", "A@Gmail.com": "", "a@googlemail.com": "",
		"a@mail.yahoo.com": "", "a@mit.edu": "", "a@edu.scalper.com": "scalper.com", "a@localhost": "localhost", "a@co.uk": "co.uk", "": "",
	} {
		if got := line.LimitedDomain(email); got != want {
			t.Errorf("%s counts for %q, not %q", email, got, want)
		}
	}
}

func TestCallsFollowUnitsFirstAndCapacitySecond(t *testing.T) {
	cases := []struct {
		name string
		s    line.CallState
		want int64
	}{
		{"one for each unit", line.CallState{Free: 10, Share: 1, Rate: 50, Unserved: time.Second}, 10},
		{"more than units when half do not come", line.CallState{Free: 10, Share: 0.5, Rate: 50, Unserved: time.Second}, 20},
		{"passes and those who come count", line.CallState{Free: 10, Passes: 3, Coming: 4, Share: 0.5, Rate: 50, Unserved: time.Second}, 10},
		{"nothing free", line.CallState{Free: 0, Passes: 3, Share: 1, Rate: 50, Unserved: time.Second}, 0},
		{"never less than none", line.CallState{Free: 1, Passes: 30, Share: 0.05, Rate: 50, Unserved: time.Second}, 0},
		{"not faster than the rate", line.CallState{Free: 1_000, Share: 1, Rate: 25, Unserved: time.Second}, 25},
		{"a slow rate waits", line.CallState{Free: 1_000, Share: 1, Rate: 0.1, Unserved: 9 * time.Second}, 0},
		{"and then calls one", line.CallState{Free: 1_000, Share: 1, Rate: 0.1, Unserved: 10 * time.Second}, 1},
		{"after a long stop it does not catch up", line.CallState{Free: 1_000, Share: 1, Rate: 10, Unserved: time.Hour}, 50},
	}
	for _, c := range cases {
		if got, _ := line.Calls(c.s); got != c.want {
			t.Errorf("%s: %d are called, not %d", c.name, got, c.want)
		}
	}
	if line.ShowShare(0, 19) != 1 || line.ShowShare(0, 200) != 0.05 || line.ShowShare(80, 200) != 0.4 {
		t.Error("the share of those who come is wrong")
	}
}

func TestPacingLosesNobody(t *testing.T) {
	for _, rate := range []float64{0.5, 1.5, 1.0 / 3, 7.7, 26.666} {
		var called int64
		servedAt := time.Duration(0)
		for now := time.Second; now <= 10*time.Minute; now += time.Second {
			n, served := line.Calls(line.CallState{Free: 1 << 40, Share: 1, Rate: rate, Unserved: now - servedAt})
			called += n
			servedAt += served
		}
		if want := rate * 600; float64(called) < want-2 || float64(called) > want+1 {
			t.Errorf("at %.2f a second %d were called in 10 minutes, not %.0f", rate, called, want)
		}
	}
}

func TestTheRateIsTheSmallestBound(t *testing.T) {
	perMinute := func(n int64) *int64 { return &n }
	cases := []struct {
		name string
		c    line.Capacity
		want float64
	}{
		{"until orders were placed", line.Capacity{}, 50},
		{"half of what placing orders can do", line.Capacity{Placed: 600, Placing: 10 * time.Second}, 30},
		{"99 orders say nothing", line.Capacity{Placed: 99, Placing: 10 * time.Second}, 50},
		{"the payment provider", line.Capacity{ProviderCalls: 15}, 5},
		{"staff", line.Capacity{ProviderCalls: 80, PerMinute: perMinute(30)}, 0.5},
		{"staff cannot exceed the provider", line.Capacity{ProviderCalls: 15, PerMinute: perMinute(3_000)}, 5},
	}
	for _, c := range cases {
		if got := c.c.Rate(); got != c.want {
			t.Errorf("%s: %.2f people a second, not %.2f", c.name, got, c.want)
		}
	}
}

func TestThePaceIsMeasured(t *testing.T) {
	begun := time.Unix(1_800_000_000, 0)
	p := &line.Pace{}
	if got := p.PerMinute(2); got != 120 {
		t.Errorf("before anybody is called it is %.1f a minute", got)
	}
	for second := range 5 {
		p.See(begun.Add(time.Duration(second)*time.Second), int64(second))
	}
	if got := p.PerMinute(2); got != 120 {
		t.Errorf("in the first seconds it is %.1f a minute", got)
	}
	for second := 5; second <= 90; second++ {
		p.See(begun.Add(time.Duration(second)*time.Second), int64(second))
	}
	if got := p.PerMinute(2); got != 60 {
		t.Errorf("with one a second it is %.1f a minute", got)
	}
	for second := 91; second <= 200; second++ {
		p.See(begun.Add(time.Duration(second)*time.Second), 90)
	}
	if got := p.PerMinute(2); got != 1 {
		t.Errorf("after standing for a minute it is %.1f a minute", got)
	}
	if got := p.PerMinute(0.01); got != 0.6 {
		t.Errorf("it is %.1f a minute although only 0.6 are allowed", got)
	}
}
