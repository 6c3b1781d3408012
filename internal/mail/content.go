package mail

import (
	"fmt"
	"strings"

	g "maragu.dev/gomponents"

	"github.com/snackdrop/snackdrop/internal/outbox"
)

// content is what one email says. All emails get the shop's name and address around it.
type content struct {
	subject string
	text    string
	html    g.Group
}

// contentOf has a case for each kind of email.
func contentOf(brand outbox.Brand, email outbox.Email) (content, error) {
	switch e := email.(type) {
	case outbox.WelcomeEmail:
		return welcomeEmail(brand, e), nil
	case outbox.PasswordResetEmail:
		return passwordResetEmail(brand, e), nil
	case outbox.PasswordChangedEmail:
		return passwordChangedEmail(brand, e), nil
	case outbox.AddressChangeEmail:
		return addressChangeEmail(brand, e), nil
	case outbox.AddressChangeNotice:
		return addressChangeNotice(brand, e), nil
	case outbox.SubscriptionEmail:
		return subscriptionEmail(brand, e), nil
	case outbox.ContactEmail:
		return contactEmail(e), nil
	case outbox.OrderConfirmationEmail:
		return orderConfirmationEmail(brand, e), nil
	case outbox.OrderStatusEmail:
		return orderStatusEmail(brand, e), nil
	case outbox.WaitlistEmail:
		return waitlistEmail(brand, e), nil
	case outbox.OfferEmail:
		return offerEmail(brand, e), nil
	case outbox.DropEmail:
		return dropEmail(brand, e), nil
	case outbox.ReminderEmail:
		return reminderEmail(brand, e), nil
	case outbox.DropOverEmail:
		return dropOverEmail(brand, e), nil
	case outbox.LineEmail:
		return lineEmail(brand, e), nil
	case outbox.LineSoonEmail:
		return lineSoonEmail(brand, e), nil
	case outbox.DrawEntryEmail:
		return drawEntryEmail(brand, e), nil
	case outbox.WinEmail:
		return winEmail(brand, e), nil
	case outbox.NotThisTimeEmail:
		return notThisTimeEmail(brand, e), nil
	}
	return content{}, fmt.Errorf("no email is written for %T", email)
}

// hearNothing is for an address that a visitor typed: it may be somebody else's.
const hearNothing = "Did not ask for this? Do nothing and you hear nothing."

// paragraphs is a text with a blank line between its parts.
func paragraphs(parts ...string) string { return strings.Join(parts, "\n\n") }
