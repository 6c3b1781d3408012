package mail

import (
	"fmt"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"github.com/snackdrop/snackdrop/internal/outbox"
)

func welcomeEmail(brand outbox.Brand, e outbox.WelcomeEmail) content {
	title := "Welcome to " + brand.Name + ", " + e.Username + "!"
	ready := "Your account is ready."
	if brand.Welcome != "" {
		ready += " " + brand.Welcome
	}
	return content{
		subject: "Welcome to " + brand.Name + "!",
		text:    paragraphs(title, ready, e.ShopURL),
		html:    g.Group{heading(title), paragraph(g.Text(ready)), button(brand, e.ShopURL, brand.Shop)},
	}
}

func passwordResetEmail(brand outbox.Brand, e outbox.PasswordResetEmail) content {
	const notYou = "If it was not you, do nothing: your password stays as it is."
	return content{
		subject: "Reset your " + brand.Name + " password",
		text: paragraphs("Hi "+e.Username+",",
			fmt.Sprintf("somebody, hopefully you, asked for a new password. This link sets it; it works once and for %d minutes:", e.Minutes),
			e.URL, notYou),
		html: g.Group{
			heading("Reset your password"),
			paragraph(g.Textf("Hi %s, somebody, hopefully you, asked for a new password. The link works once and for %d minutes.", e.Username, e.Minutes)),
			button(brand, e.URL, "Set a new password"),
			smallPrint(g.Text(notYou)),
		},
	}
}

func passwordChangedEmail(brand outbox.Brand, e outbox.PasswordChangedEmail) content {
	const changed = "your password was changed and your other devices were signed out."
	return content{
		subject: "Your " + brand.Name + " password was changed",
		text:    paragraphs("Hi "+e.Username+",", changed, "If it was not you, ask for a new password at once:", e.URL),
		html: g.Group{
			heading("Your password was changed"),
			paragraph(g.Text("Hi " + e.Username + ", " + changed)),
			paragraph(g.Text("If it was not you, ask for a new password at once.")),
			button(brand, e.URL, "It was not me"),
		},
	}
}

func addressChangeEmail(brand outbox.Brand, e outbox.AddressChangeEmail) content {
	const notYou = "If you did not ask for this, do nothing."
	ask := fmt.Sprintf("please confirm that this is the new address of your account. The link works once and for %d minutes", e.Minutes)
	return content{
		subject: "Confirm your new email for " + brand.Name,
		text:    paragraphs("Hi "+e.Username+",", ask+":", e.URL, notYou),
		html: g.Group{
			heading("Confirm your new email"),
			paragraph(g.Text("Hi " + e.Username + ", " + ask + ".")),
			button(brand, e.URL, "Confirm this address"),
			smallPrint(g.Text(notYou)),
		},
	}
}

func addressChangeNotice(brand outbox.Brand, e outbox.AddressChangeNotice) content {
	if e.Done {
		const notYou = "If it was not you, write to us at once."
		return content{
			subject: "Your " + brand.Name + " email was changed",
			text:    paragraphs("Hi "+e.Username+",", "your account now uses "+e.NewEmail+".", notYou),
			html: g.Group{
				heading("Your email was changed"),
				paragraph(g.Text("Hi "+e.Username+", your account now uses "), strong(e.NewEmail), g.Text(".")),
				smallPrint(g.Text(notYou)),
			},
		}
	}
	const (
		asked  = "somebody signed in to your account asked to change its email to "
		when   = ". It changes when the new address is confirmed."
		notYou = "If it was not you, set a new password; that also ends the change"
	)
	return content{
		subject: "A new email for your " + brand.Name + " account",
		text:    paragraphs("Hi "+e.Username+",", asked+e.NewEmail+when, notYou+":", e.URL),
		html: g.Group{
			heading("A new email was asked for"),
			paragraph(g.Text("Hi "+e.Username+", "+asked), strong(e.NewEmail), g.Text(when)),
			paragraph(g.Text(notYou + ".")),
			button(brand, e.URL, "It was not me"),
		},
	}
}

func subscriptionEmail(brand outbox.Brand, e outbox.SubscriptionEmail) content {
	const leave = hearNothing + " Changed your mind, now or in a year? "
	return content{
		subject: brand.ListTitle + " of " + brand.Name,
		text: paragraphs("One step and you are in: confirm that you want to hear of drops before everybody else.",
			e.ConfirmURL, leave+"Leave here: "+e.UnsubscribeURL),
		html: g.Group{
			heading("One step and you are in"),
			paragraph(g.Text("Confirm that you want to hear of drops before everybody else.")),
			button(brand, e.ConfirmURL, brand.ListTitle),
			smallPrint(g.Text(leave), mutedLink(e.UnsubscribeURL, "Leave the list"), g.Text(".")),
		},
	}
}

// contactEmail goes to the store, not to a customer.
func contactEmail(e outbox.ContactEmail) content {
	const answer = "Your answer to this mail goes to them."
	lines := strings.Split(strings.ReplaceAll(e.Body, "\r\n", "\n"), "\n")
	return content{
		subject: "Message from " + e.Name + ": " + e.Subject,
		text:    paragraphs(e.Name+" <"+e.Email+"> wrote through the contact page:", e.Body, answer),
		html: g.Group{
			heading(e.Subject),
			paragraph(strong(e.Name), g.Text(" ("+e.Email+") wrote through the contact page:")),
			h.P(h.Style("margin:0 0 16px;padding:14px 18px;background:#faf6ef;border-radius:10px"),
				g.Map(lines, func(line string) g.Node { return g.Group{g.Text(line), h.Br()} })),
			smallPrint(g.Text(answer)),
		},
	}
}
