package shop

import (
	"errors"
	"testing"
	"time"
)

func TestWhatDropsSellToALine(t *testing.T) {
	sale := scheduled(func(d *Drop) {
		d.ID, d.Mode, d.EarlyShare = 7, DropOpen, 25
		d.Products = []DropProduct{{ProductID: 1, Units: 8, EarlyUnits: 1}} // 2 of them before the opening
	})
	withdrawn := sale
	withdrawn.ID, withdrawn.WithdrawnAt = 8, at(-2*time.Minute)
	paused := sale
	paused.PausedAt = at(-2 * time.Minute)
	pass := EarlyPass{DropID: 7, MailboxKey: "ada"}
	early, live, over := -time.Minute, time.Minute, 25*time.Hour
	for _, c := range []struct {
		what string
		line DropLine // of one unit unless it says otherwise
		at   time.Duration
		want error
		code Code
	}{
		{"a product in no drop", DropLine{}, live, nil, ""},
		{"a product in no drop, with a pass", DropLine{Pass: pass}, early, nil, ""},
		{"when it is live", DropLine{Drop: sale}, live, nil, ""},
		{"when it is live, with a pass of another drop", DropLine{Drop: sale, Pass: EarlyPass{9, "ada"}}, live, nil, ""},
		{"in a pause", DropLine{Drop: paused}, live, ErrDropPaused, DropPaused},
		{"when it is over", DropLine{Drop: sale}, over, ErrDropOver, NotOpen},
		{"early without a pass", DropLine{Drop: sale}, early, nil, NotOpen},
		{"early", DropLine{Drop: sale, Pass: pass, MailboxKey: "ada"}, early, nil, ""},
		{"early, nobody said for whom", DropLine{Drop: sale, Pass: pass}, early, nil, ""},
		{"early, with somebody else's pass", DropLine{Drop: sale, Pass: pass, MailboxKey: "ben"}, early, ErrPassUnknown, NotFound},
		{"early, with a pass of another drop", DropLine{Drop: sale, Pass: EarlyPass{9, "ada"}}, early, ErrPassUnknown, NotFound},
		{"early, more than the early share", DropLine{Drop: sale, Pass: pass, BasketLine: BasketLine{Quantity: 2}}, early, nil, NotOpen},
		{"early, the share is sold to others", DropLine{Drop: sale, Pass: pass, EarlyUnits: 1}, early, nil, NotOpen},
		{"early, one held and one more", DropLine{Drop: sale, HeldIn: sale, Pass: pass, BasketLine: BasketLine{Quantity: 2, Reserved: 1}}, early, nil, ""},
		{"held", DropLine{Drop: sale, HeldIn: sale, BasketLine: BasketLine{Quantity: 1, Reserved: 1}}, over, nil, ""},
		{"held, in a pause", DropLine{Drop: paused, HeldIn: paused, BasketLine: BasketLine{Quantity: 1, Reserved: 1}}, live, ErrDropPaused, DropPaused},
		{"held in a drop that was withdrawn", DropLine{HeldIn: withdrawn, BasketLine: BasketLine{Quantity: 1, Reserved: 1}}, early, nil, ""},
	} {
		if c.line.Quantity == 0 {
			c.line.Quantity = 1
		}
		c.line.Product.ID = 1
		if c.line.HeldIn.ID != 0 {
			c.line.Held = Reservation{DropID: &c.line.HeldIn.ID, Kind: CartReservation}
		}
		err := c.line.Check(*at(c.at), time.UTC)
		if CodeOf(err) != c.code || c.want != nil && !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want the code %q", c.what, err, c.code)
		}
	}
}

func TestALineTakesUnitsFromAReservationFirst(t *testing.T) {
	drop := int64(7)
	for _, c := range []struct {
		what     string
		r        Reservation
		reserved int64
		priced   []BasketLine
	}{
		{"none", Reservation{}, 0, []BasketLine{{Quantity: 3, DropID: &drop, Product: Product{Price: 5}}}},
		{"all", Reservation{Units: 9, Price: 4, DropID: &drop}, 3, []BasketLine{{Quantity: 3, Reserved: 3, DropID: &drop, Product: Product{Price: 4}}}},
		{"some", Reservation{Units: 2, Price: 5, DropID: &drop}, 2, []BasketLine{{Quantity: 3, Reserved: 2, DropID: &drop, Product: Product{Price: 5}}}},
		{"some at another price", Reservation{Units: 2, Price: 4, DropID: &drop}, 2, []BasketLine{
			{Quantity: 2, Reserved: 2, DropID: &drop, Product: Product{Price: 4}}, {Quantity: 1, DropID: &drop, Product: Product{Price: 5}}}},
		{"some of no drop", Reservation{Units: 2, Price: 5}, 2, []BasketLine{
			{Quantity: 2, Reserved: 2, Product: Product{Price: 5}}, {Quantity: 1, DropID: &drop, Product: Product{Price: 5}}}},
	} {
		line, priced := BasketLine{Quantity: 3, DropID: &drop, Product: Product{Price: 5}}.Reserve(c.r)
		if line.Quantity != 3 || line.Reserved != c.reserved || line.Product.Price != 5 {
			t.Errorf("%s: the line is %+v", c.what, line)
		}
		same := len(priced) == len(c.priced)
		for i := range c.priced {
			same = same && priced[i].Quantity == c.priced[i].Quantity && priced[i].Reserved == c.priced[i].Reserved &&
				priced[i].Product.Price == c.priced[i].Product.Price && SameUnits(priced[i].DropID, c.priced[i].DropID)
		}
		if !same {
			t.Errorf("%s: priced as %+v, want %+v", c.what, priced, c.priced)
		}
	}
}
