// Package outboxtest has emails for tests.
package outboxtest

import "github.com/snackdrop/snackdrop/internal/outbox"

var order = outbox.OrderEmailData{Number: "ORD-1", URL: "http://shop.test/order/ORD-1?key=x", Lines: []outbox.OrderEmailLine{{Name: "Kelp Crisps", Quantity: 2, Total: 900}},
	Subtotal: 900, Total: 900, Pickup: true}

// Emails has one email of each kind. A test of package outbox checks that none is missing.
var Emails = []outbox.Email{
	outbox.WelcomeEmail{Username: "casey", ShopURL: "http://shop.test/products"},
	outbox.PasswordResetEmail{Username: "casey", URL: "http://shop.test/reset-password?token=x", Minutes: 60},
	outbox.PasswordChangedEmail{Username: "casey", URL: "http://shop.test/forgot-password"},
	outbox.AddressChangeEmail{Username: "casey", URL: "http://shop.test/verify?token=x", Minutes: 60},
	outbox.AddressChangeNotice{Username: "casey", NewEmail: "new@example.test", URL: "http://shop.test/forgot-password"},
	outbox.OrderConfirmationEmail{Order: order, OfferAccount: true},
	outbox.OrderStatusEmail{Order: order, Status: "ready_for_pickup", StatusText: "Ready For Pickup"},
	outbox.SubscriptionEmail{ConfirmURL: "http://shop.test/subscription?confirm=x", UnsubscribeURL: "http://shop.test/subscription?leave=x"},
	outbox.ContactEmail{Name: "Casey", Email: "casey@example.test", Subject: "Hello", Body: "One"},
	outbox.WaitlistEmail{Product: "Kelp Crisps", ConfirmURL: "http://shop.test/waitlist?confirm=x", LeaveURL: "http://shop.test/waitlist?leave=x"},
	outbox.OfferEmail{Product: "Kelp Crisps", Until: "5 PM", URL: "http://shop.test/offer?token=x", LeaveURL: "http://shop.test/waitlist?leave=x"},
	outbox.DropEmail{Drop: "Kelp Night", Description: "One crate.", Opens: "Friday", Early: "Thursday", URL: "http://shop.test/drop/kelp?early=x", LeaveURL: "http://shop.test/subscription?leave=x"},
	outbox.ReminderEmail{Drop: "Kelp Night", URL: "http://shop.test/drop/kelp?confirm=x"},
	outbox.DropOverEmail{Drop: "Kelp Night", Product: "Kelp Crisps", URL: "http://shop.test/drops"},
	outbox.LineEmail{Drop: "Kelp Night", Number: 7, Before: "5 PM", URL: "http://shop.test/drop/kelp/line?entry=x"},
	outbox.DrawEntryEmail{Drop: "Kelp Night", Number: 7, Before: "5 PM", URL: "http://shop.test/drop/kelp/draw?entry=x"},
	outbox.WinEmail{Drop: "Kelp Night", Product: "Kelp Crisps", Number: 7, Until: "5 PM", URL: "http://shop.test/reservation/x"},
	outbox.NotThisTimeEmail{Drop: "Kelp Night", Number: 7, Rank: 60, Entries: 100, Winners: 50, Until: "5 PM", EnterNext: true, URL: "http://shop.test/drop/kelp/draw"},
	outbox.LineSoonEmail{Drop: "Kelp Night", URL: "http://shop.test/drop/kelp/line?entry=x"},
}
