package mail

import (
	"fmt"
	"time"

	g "maragu.dev/gomponents"

	"github.com/snackdrop/snackdrop/internal/outbox"
	"github.com/snackdrop/snackdrop/internal/shop"
)

func dropEmail(brand outbox.Brand, e outbox.DropEmail) content {
	list := "You are in the " + brand.ListName + ": your early access begins "
	opens := "Opens " + e.Opens + "."
	c := content{subject: e.Drop + " is coming", text: e.Drop, html: g.Group{heading(e.Drop)}}
	if e.Reminder {
		c.subject = e.Drop + " opens soon"
	}
	if e.Description != "" {
		c.text = paragraphs(c.text, e.Description)
		c.html = append(c.html, paragraph(g.Text(e.Description)))
	}
	c.text = paragraphs(c.text, opens)
	c.html = append(c.html, paragraph(strong(opens)))
	label := "See the drop"
	if e.Early != "" {
		label = "Get early access"
		c.text = paragraphs(c.text, list+e.Early+". Open this link to use it, and keep it to yourself:")
		c.html = append(c.html, paragraph(g.Text(list+e.Early+". The button below carries it, so keep this mail to yourself.")))
	}
	c.text = paragraphs(c.text, e.URL)
	c.html = append(c.html, button(brand, e.URL, label))
	if e.LeaveURL != "" {
		c.text = paragraphs(c.text, "No more of these? Leave the list here: "+e.LeaveURL)
		c.html = append(c.html, smallPrint(g.Text("No more of these? "), mutedLink(e.LeaveURL, "Leave the list"), g.Text(".")))
	}
	return c
}

// inMinutes is a time in words, as the drop's page says it.
func inMinutes(d time.Duration) string {
	if d == 30*time.Minute {
		return "half an hour"
	}
	return fmt.Sprintf("%d minutes", int(d.Minutes()))
}

func reminderEmail(brand outbox.Brand, e outbox.ReminderEmail) content {
	return content{
		subject: "Remind you of " + e.Drop + "?",
		text:    paragraphs("Open this link and we write to you "+inMinutes(shop.RemindBefore)+" before "+e.Drop+" opens.", e.URL, hearNothing),
		html: g.Group{
			heading("One step and we remind you"),
			paragraph(g.Text("We write to you "+inMinutes(shop.RemindBefore)+" before "), strong(e.Drop), g.Text(" opens.")),
			button(brand, e.URL, "Remind me"),
			smallPrint(g.Text(hearNothing)),
		},
	}
}

func dropOverEmail(brand outbox.Brand, e outbox.DropOverEmail) content {
	return content{
		subject: e.Drop + ": this drop is over",
		text:    paragraphs("This drop is over, and no "+e.Product+" came back for you. You are off its waitlist.", e.URL),
		html: g.Group{
			heading("This drop is over"),
			paragraph(g.Text("No "), strong(e.Product), g.Text(" came back for you this time. You are off the waitlist of "+e.Drop+".")),
			button(brand, e.URL, "See the next drop"),
		},
	}
}

func waitlistEmail(brand outbox.Brand, e outbox.WaitlistEmail) content {
	const turn = "When one comes back and it is your turn, we hold it for you and write at once."
	units := ""
	if e.Units > 1 {
		units = fmt.Sprintf("%d of ", e.Units)
	}
	return content{
		subject: "Your place on the waitlist for " + e.Product,
		text: paragraphs("Open this link: your place on the waitlist for "+units+e.Product+" counts from then on.", e.ConfirmURL,
			turn+" Did not ask for this? Do nothing. Changed your mind? Leave the waitlist here: "+e.LeaveURL),
		html: g.Group{
			heading("One step and your place counts"),
			paragraph(g.Text("You want "+units), strong(e.Product), g.Text(". "+turn)),
			button(brand, e.ConfirmURL, "Join the waitlist"),
			smallPrint(g.Text(hearNothing+" Changed your mind? "), mutedLink(e.LeaveURL, "Leave the waitlist"), g.Text(".")),
		},
	}
}

func offerEmail(brand outbox.Brand, e outbox.OfferEmail) content {
	title := "It is yours until " + e.Until
	units, fewer := "", ""
	if e.Units > 1 {
		units = fmt.Sprintf("%d of ", e.Units)
	}
	if e.Units < e.Wanted {
		fewer = fmt.Sprintf(" We have %d of the %d you wanted.", e.Units, e.Wanted)
	}
	return content{
		subject: title,
		text: paragraphs(fmt.Sprintf("We hold %d of %s for you until %s.%s", e.Units, e.Product, e.Until, fewer), "Buy it here: "+e.URL,
			"After that it goes to the next person. Do not want it any more? Give it to the next on the same page, or leave the waitlist: "+e.LeaveURL),
		html: g.Group{
			heading(title),
			paragraph(g.Text("We hold "+units), strong(e.Product), g.Text(" for you."+fewer+" After that time it goes to the next person.")),
			button(brand, e.URL, "Buy now"),
			smallPrint(g.Text("Do not want it any more? Open the page and give it to the next, or "), mutedLink(e.LeaveURL, "leave the waitlist"), g.Text(".")),
		},
	}
}

func lineEmail(brand outbox.Brand, e outbox.LineEmail) content {
	which := "the line"
	if e.Early {
		which = "the early line"
	}
	before, beforeHTML := "", ""
	if e.Before != "" {
		first := " before " + e.Before + ": proven addresses go first."
		before, beforeHTML = "Open this link"+first+" ", " Open it"+first
	}
	return content{
		subject: fmt.Sprintf("Your place in %s for %s: number %d", which, e.Drop, e.Number),
		text: paragraphs(fmt.Sprintf("You are in. Number %d in %s for %s.", e.Number, which, e.Drop), e.URL,
			before+"It brings your place to any device. Did not ask for this? Do nothing."),
		html: g.Group{
			heading(fmt.Sprintf("You are in. Number %d.", e.Number)),
			paragraph(g.Text("This is your place in "+which+" for "), strong(e.Drop), g.Text("."+beforeHTML)),
			button(brand, e.URL, "Open my place"),
			smallPrint(g.Text("The link brings your place to any device. " + hearNothing)),
		},
	}
}

func lineSoonEmail(brand outbox.Brand, e outbox.LineSoonEmail) content {
	return content{
		subject: "Almost your turn: " + e.Drop,
		text:    paragraphs("In about three minutes it is your turn in the line for "+e.Drop+".", e.URL),
		html: g.Group{
			heading("It is almost your turn"),
			paragraph(g.Text("In about three minutes you can go in and buy "), strong(e.Drop), g.Text(".")),
			button(brand, e.URL, "Open my place"),
		},
	}
}
