package app

import (
	"encoding/json"
	"fmt"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// Letter is what one kind of mail says. Package mail has a template for each.
type Letter interface {
	// Template names the template. It is stored, so it never changes.
	Template() string
}

// WelcomeLetter greets a new account.
type WelcomeLetter struct {
	Username string
	ShopURL  string
}

// PasswordResetLetter brings the link to a new password.
type PasswordResetLetter struct {
	Username string
	URL      string
	Minutes  int
}

// PasswordChangedLetter tells the owner that the password is another now.
type PasswordChangedLetter struct {
	Username string
	URL      string // where to ask for a new one
}

// EmailChangeLetter goes to the new address of an account.
type EmailChangeLetter struct {
	Username string
	URL      string
	Minutes  int
}

// EmailChangeNotice goes to the old address of an account.
type EmailChangeNotice struct {
	Username string
	NewEmail string
	Done     bool   // false: it was asked for; true: it is changed
	URL      string // where to ask for a new password
}

// LetterLine is one line of an order.
type LetterLine struct {
	Name     string
	Quantity int64
	Total    shop.Cents
}

// OrderInLetter is an order as a mail shows it.
type OrderInLetter struct {
	Number       string
	CustomerName string
	URL          string // its page, with whatever a guest needs to open it
	Lines        []LetterLine
	Subtotal     shop.Cents
	Discount     shop.Cents
	PromoCode    string
	Shipping     shop.Cents
	Tax          shop.Cents
	TaxIncluded  bool
	Total        shop.Cents
	Currency     string // of all its amounts
	Pickup       bool
	PickupCode   string
	PickupAt     string   // where to collect it
	Address      []string // where it is sent
	PaymentNote  string   // how to pay, when it is not paid yet
}

// OrderConfirmationLetter says that an order arrived.
type OrderConfirmationLetter struct {
	Order        OrderInLetter
	OfferAccount bool // to a guest: the order's page asks for a password
}

// OrderStatusLetter says that an order moved on.
type OrderStatusLetter struct {
	Order  OrderInLetter
	Status string // as stored: ready_for_pickup
	Words  string // as shown: Ready For Pickup
	Note   string // of staff, may be empty
}

// SubscriptionLetter asks whether the address really wants to be on the list.
type SubscriptionLetter struct {
	ConfirmURL     string
	UnsubscribeURL string
}

// ContactLetter is a visitor's message to the store.
type ContactLetter struct {
	Name    string
	Email   string
	Subject string
	Body    string
}

func (WelcomeLetter) Template() string           { return "welcome" }
func (PasswordResetLetter) Template() string     { return "password-reset" }
func (PasswordChangedLetter) Template() string   { return "password-changed" }
func (EmailChangeLetter) Template() string       { return "email-change" }
func (EmailChangeNotice) Template() string       { return "email-notice" }
func (OrderConfirmationLetter) Template() string { return "order-confirmation" }
func (OrderStatusLetter) Template() string       { return "order-status" }
func (SubscriptionLetter) Template() string      { return "subscription" }
func (ContactLetter) Template() string           { return "contact" }

// letterKinds reads a stored letter back.
var letterKinds = map[string]func([]byte) (Letter, error){
	"welcome":            readLetter[WelcomeLetter],
	"password-reset":     readLetter[PasswordResetLetter],
	"password-changed":   readLetter[PasswordChangedLetter],
	"email-change":       readLetter[EmailChangeLetter],
	"email-notice":       readLetter[EmailChangeNotice],
	"order-confirmation": readLetter[OrderConfirmationLetter],
	"order-status":       readLetter[OrderStatusLetter],
	"subscription":       readLetter[SubscriptionLetter],
	"contact":            readLetter[ContactLetter],
}

func readLetter[L Letter](text []byte) (Letter, error) {
	var letter L
	if err := json.Unmarshal(text, &letter); err != nil {
		return nil, fmt.Errorf("stored letter: %w", err)
	}
	return letter, nil
}
