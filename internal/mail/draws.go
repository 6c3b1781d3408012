package mail

import (
	"fmt"

	g "maragu.dev/gomponents"

	"github.com/snackdrop/snackdrop/internal/outbox"
)

func drawEntryEmail(brand outbox.Brand, e outbox.DrawEntryEmail) content {
	if e.Carried {
		return carriedEntryEmail(brand, e)
	}
	return content{
		subject: "Confirm your entry in the draw for " + e.Drop,
		text: paragraphs(fmt.Sprintf("You are number %d in the draw for %s.", e.Number, e.Drop), e.URL,
			"Open this link before "+e.Before+", or the entry does not count. Did not ask for this? Do nothing."),
		html: g.Group{
			heading("One more step"),
			paragraph(g.Textf("You are number %d in the draw for ", e.Number), strong(e.Drop), g.Text(". Open the link before "+e.Before+", or the entry does not count.")),
			button(brand, e.URL, "Make my entry count"),
			smallPrint(g.Text(hearNothing)),
		},
	}
}

func carriedEntryEmail(brand outbox.Brand, e outbox.DrawEntryEmail) content {
	const (
		wanted   = "You wanted to be in the next draw: this is it. "
		withdraw = "Do not want to take part? Withdraw on the same page."
	)
	return content{
		subject: fmt.Sprintf("You are in the draw for %s: number %d", e.Drop, e.Number),
		text: paragraphs(fmt.Sprintf(wanted+"You are number %d in the draw for %s, and your entry counts.", e.Number, e.Drop), e.URL,
			"The draw closes "+e.Before+". "+withdraw),
		html: g.Group{
			heading(fmt.Sprintf("You are in. Number %d.", e.Number)),
			paragraph(g.Text(wanted+"Your entry in the draw for "), strong(e.Drop), g.Text(" counts. It closes "+e.Before+".")),
			button(brand, e.URL, "See my entry"),
			smallPrint(g.Text(withdraw)),
		},
	}
}

func winEmail(brand outbox.Brand, e outbox.WinEmail) content {
	const next = "After that it goes to the next rank."
	return content{
		subject: "You won: " + e.Drop,
		text: paragraphs(fmt.Sprintf("You won. Number %d was drawn, and one %s is held for you until %s.", e.Number, e.Product, e.Until), "Buy it here: "+e.URL,
			next+" Do not want it any more? Give it to the next on the same page."),
		html: g.Group{
			heading("You won"),
			paragraph(g.Textf("Number %d was drawn. One ", e.Number), strong(e.Product), g.Text(" is held for you until "+e.Until+". "+next)),
			button(brand, e.URL, "Buy now"),
			smallPrint(g.Text("Do not want it any more? Open the page and give it to the next.")),
		},
	}
}

func notThisTimeEmail(brand outbox.Brand, e outbox.NotThisTimeEmail) content {
	rank := fmt.Sprintf("number %d got rank %d of %d, and the first %d won.", e.Number, e.Rank, e.Entries, e.Winners)
	passed := "Whoever does not buy is passed over until " + e.Until + ". If it comes to your rank, we write to you."
	if e.EnterNext {
		passed += " As you wished, you are entered in the next draw as soon as it opens."
	}
	return content{
		subject: "Not this time: " + e.Drop,
		text:    paragraphs("Not this time. Your "+rank, passed, "How it was drawn, and how to check it: "+e.URL),
		html: g.Group{
			heading("Not this time"),
			paragraph(g.Text("In the draw for "), strong(e.Drop), g.Text(" your "+rank)),
			paragraph(g.Text(passed)),
			button(brand, e.URL, "See how it was drawn"),
		},
	}
}
