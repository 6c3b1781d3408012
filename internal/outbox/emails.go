package outbox

import (
	"encoding/json"
	"fmt"

	"github.com/snackdrop/snackdrop/internal/shop"
)

// Email is the content of one kind of mail. Package mail writes each of them.
type Email interface {
	// Kind names it. It is stored, so it never changes.
	Kind() string
}

// WelcomeEmail greets a new account.
type WelcomeEmail struct {
	Username string
	ShopURL  string
}

// PasswordResetEmail has the link to set a new password.
type PasswordResetEmail struct {
	Username string
	URL      string
	Minutes  int
}

// PasswordChangedEmail tells the owner that the password was changed.
type PasswordChangedEmail struct {
	Username string
	URL      string // where to ask for a new one
}

// AddressChangeEmail goes to the new address of an account.
type AddressChangeEmail struct {
	Username string
	URL      string
	Minutes  int
}

// AddressChangeNotice goes to the old address of an account.
type AddressChangeNotice struct {
	Username string
	NewEmail string
	Done     bool   // false: it was asked for; true: it is changed
	URL      string // where to ask for a new password
}

// OrderEmailLine is one line of an order.
type OrderEmailLine struct {
	Name     string
	Quantity int64
	Total    shop.Cents
}

// OrderEmailData is an order as a mail shows it.
type OrderEmailData struct {
	Number       string
	CustomerName string
	URL          string // its page, with whatever a guest needs to open it
	Lines        []OrderEmailLine
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
	HeldUntil    string   // when the units of an order that is paid at the shop go back, as shown
	ConfirmURL   string   // to be opened before that, "" when nothing has to be confirmed
}

// OrderConfirmationEmail says that an order arrived.
type OrderConfirmationEmail struct {
	Order        OrderEmailData
	OfferAccount bool // to a guest: the order's page asks for a password
}

// OrderStatusEmail says that an order moved on.
type OrderStatusEmail struct {
	Order  OrderEmailData
	Status string // as stored: ready_for_pickup
	// StatusText is the status as shown: Ready For Pickup. Rows that an older version
	// queued have it under this key.
	StatusText string `json:"Words"`
	Note       string // of staff, may be empty
}

// SubscriptionEmail asks whether the address really wants to be on the list.
type SubscriptionEmail struct {
	ConfirmURL     string
	UnsubscribeURL string
}

// ContactEmail is a visitor's message to the store.
type ContactEmail struct {
	Name    string
	Email   string
	Subject string
	Body    string
}

// WaitlistEmail asks somebody who wants to wait for a product to open a link.
type WaitlistEmail struct {
	Product    string
	Units      int64
	ConfirmURL string
	LeaveURL   string
}

// OfferEmail tells somebody that units are reserved for them.
type OfferEmail struct {
	Product  string
	Units    int64
	Wanted   int64
	Until    string // as shown, with its time zone
	URL      string
	LeaveURL string
}

// DropEmail tells of a drop: the announcement to subscribers, or the reminder shortly before it opens.
type DropEmail struct {
	Drop        string
	Description string
	Opens       string // as shown, with its time zone
	Early       string // when early access begins, "" without
	Reminder    bool
	URL         string
	LeaveURL    string // the mailing list; "" in a reminder
}

// ReminderEmail asks somebody who wants to be reminded of a drop to open a link.
type ReminderEmail struct {
	Drop string
	URL  string
}

// DropOverEmail tells somebody on the waitlist of a drop that nothing came back for them.
type DropOverEmail struct {
	Drop    string
	Product string
	URL     string
}

// LineEmail has the link of a place in the line of a drop. Opening it proves the mailbox.
type LineEmail struct {
	Drop   string
	Number int64
	Early  bool   // it is the line of those with early access
	Before string // when the line is shuffled, as shown; "" afterwards
	URL    string
}

// LineSoonEmail tells somebody who asked for it that it is almost their turn.
type LineSoonEmail struct {
	Drop string
	URL  string
}

// DrawEntryEmail has the link of an entry in a draw. The entry counts once it was opened. Carried entries count already: they
// come from an earlier draw.
type DrawEntryEmail struct {
	Drop    string
	Number  int64
	Before  string // when the draw closes, as shown
	URL     string
	Carried bool
}

// WinEmail tells somebody that they won in a draw.
type WinEmail struct {
	Drop    string
	Product string
	Number  int64
	Until   string // as shown, with its time zone
	URL     string
}

// NotThisTimeEmail tells somebody that they did not win in a draw.
type NotThisTimeEmail struct {
	Drop      string
	Number    int64
	Rank      int64
	Entries   int64
	Winners   int64
	Until     string // until when those who do not buy are passed over, as shown
	EnterNext bool   // they are entered in the next draw
	URL       string // of the draw
}

func (WelcomeEmail) Kind() string           { return "welcome" }
func (PasswordResetEmail) Kind() string     { return "password-reset" }
func (PasswordChangedEmail) Kind() string   { return "password-changed" }
func (AddressChangeEmail) Kind() string     { return "email-change" }
func (AddressChangeNotice) Kind() string    { return "email-notice" }
func (OrderConfirmationEmail) Kind() string { return "order-confirmation" }
func (OrderStatusEmail) Kind() string       { return "order-status" }
func (SubscriptionEmail) Kind() string      { return "subscription" }
func (ContactEmail) Kind() string           { return "contact" }
func (WaitlistEmail) Kind() string          { return "waitlist" }
func (OfferEmail) Kind() string             { return "offer" }
func (DropEmail) Kind() string              { return "drop" }
func (ReminderEmail) Kind() string          { return "reminder" }
func (DropOverEmail) Kind() string          { return "drop-over" }
func (LineEmail) Kind() string              { return "line" }
func (LineSoonEmail) Kind() string          { return "line-soon" }
func (DrawEntryEmail) Kind() string         { return "draw-entry" }
func (WinEmail) Kind() string               { return "win" }
func (NotThisTimeEmail) Kind() string       { return "not-this-time" }

// emailKinds reads a stored email back by the name of its kind.
var emailKinds = map[string]func([]byte) (Email, error){
	"welcome":            readEmail[WelcomeEmail],
	"drop-over":          readEmail[DropOverEmail],
	"password-reset":     readEmail[PasswordResetEmail],
	"password-changed":   readEmail[PasswordChangedEmail],
	"email-change":       readEmail[AddressChangeEmail],
	"email-notice":       readEmail[AddressChangeNotice],
	"order-confirmation": readEmail[OrderConfirmationEmail],
	"order-status":       readEmail[OrderStatusEmail],
	"subscription":       readEmail[SubscriptionEmail],
	"contact":            readEmail[ContactEmail],
	"waitlist":           readEmail[WaitlistEmail],
	"offer":              readEmail[OfferEmail],
	"drop":               readEmail[DropEmail],
	"reminder":           readEmail[ReminderEmail],
	"line":               readEmail[LineEmail],
	"line-soon":          readEmail[LineSoonEmail],
	"draw-entry":         readEmail[DrawEntryEmail],
	"win":                readEmail[WinEmail],
	"not-this-time":      readEmail[NotThisTimeEmail],
}

func readEmail[E Email](text []byte) (Email, error) {
	var email E
	if err := json.Unmarshal(text, &email); err != nil {
		return nil, fmt.Errorf("stored email: %w", err)
	}
	return email, nil
}
