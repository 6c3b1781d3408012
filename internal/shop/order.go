package shop

import (
	"fmt"
	"regexp"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// OrderNumber is how people name the nth order.
func OrderNumber(n int64) string { return fmt.Sprintf("ORD-%03d", n) }

// ReservationTime is how long units usually stay reserved for an unpaid order.
const ReservationTime = 15 * time.Minute

// Bounds of one order, and of a cart.
const (
	MaxLines    = 100
	MaxQuantity = 10_000
)

// Address is where a delivery goes. One name field, as people write it.
type Address struct {
	Line1, Line2, City, State, Zip string
}

// Order is a sale as it was agreed: names, prices and totals are frozen.
type Order struct {
	ID            int64
	Number        string
	UserID        *int64
	Email         string
	Name          string
	Phone         string
	Fulfillment   Fulfillment
	Method        string
	Address       Address
	Status        Status
	Payment       PaymentStatus
	PaymentMethod string
	Currency      string
	Subtotal      Cents
	Discount      Cents
	Shipping      Cents
	Tax           Cents
	Total         Cents
	Refunded      Cents
	TaxIncluded   bool
	PromoCode     string
	Notes         string
	PickupCode    string
	ReservedUntil *time.Time // when unpaid units go back to the stock; nil: they do not
	Reserved      bool       // its units are out of the stock
	Lines         []OrderLine
	CreatedAt     time.Time
	UpdatedAt     time.Time
	Version       int64
}

// OrderLine is one line of an order.
type OrderLine struct {
	Position  int64
	ProductID *int64 // nil when the product is not in the shop any more
	Name      string
	ImageURL  string
	Price     Cents
	Quantity  int64
	Discount  Cents
	Tax       Cents
	Counted   bool   // its units were taken from a counted stock
	DropID    *int64 // the drop in which it was sold
}

// PaymentStatus says whether an order's money is here.
type PaymentStatus string

const (
	Unpaid        PaymentStatus = "unpaid"
	Paid          PaymentStatus = "paid"
	MoneyReturned PaymentStatus = "refunded"
)

// The ways to pay. Package main decides which provider serves which.
const (
	PayCard   = "card"
	PayPayPal = "paypal"
	PayManual = "manual" // at pickup or on delivery
	PayFree   = "free"   // nothing to pay
)

// Checkout is what a shopper says to place an order. ExpectedTotal is the total
// they saw; it is only compared with the computed total.
type Checkout struct {
	Lines         []CheckoutLine
	Email         string
	Name          string
	Phone         string
	Fulfillment   Fulfillment
	Method        string
	Address       Address
	PromoCode     string
	Notes         string
	Payment       string
	Reservations  []string // tokens of units that are set aside for the buyer
	Pass          string   // of a drop: an early pass or a pass of its line
	ExpectedTotal Cents
}

// CheckoutLine is a product and how many of it.
type CheckoutLine struct {
	ProductID int64
	Quantity  int64
}

// Clean trims, folds state and method, and forgets the address of a pickup.
func (c *Checkout) Clean() {
	for _, text := range []*string{&c.Email, &c.Name, &c.Phone, &c.Address.Line1, &c.Address.Line2, &c.Address.City, &c.Address.State,
		&c.Address.Zip, &c.PromoCode, &c.Notes} {
		*text = strings.TrimSpace(*text)
	}
	c.Address.State = strings.ToUpper(c.Address.State)
	if c.Fulfillment == Pickup {
		c.Address, c.Method = Address{}, ""
	} else if c.Method == "" {
		c.Method = Standard
	}
	c.Lines = SumLines(c.Lines)
}

// SumLines joins the lines of one product, so that limits and stock see all of it.
func SumLines(lines []CheckoutLine) []CheckoutLine {
	at := map[int64]int{}
	var out []CheckoutLine
	for _, line := range lines {
		if i, ok := at[line.ProductID]; ok {
			out[i].Quantity = min(out[i].Quantity+line.Quantity, MaxQuantity+1)
			continue
		}
		at[line.ProductID] = len(out)
		out = append(out, line)
	}
	return out
}

// Check refuses an order that could not be filled or answered, naming every field.
func (c Checkout) Check() error {
	p, mismatch := Problems{}, false
	p.Check(len(c.Lines) > 0, "lines", "Your cart is empty. Add items before checking out.")
	p.Check(len(c.Lines) <= MaxLines, "lines", "An order has at most 100 different products.")
	p.Check(len(c.Reservations) <= MaxLines, "reservations", "An order has at most 100 different products.")
	for _, line := range c.Lines {
		p.Check(line.Quantity >= 1 && line.Quantity <= MaxQuantity, "lines", "A quantity goes from 1 to 10,000.")
	}
	p.Check(ValidEmail(c.Email), "email", "Enter an email address.")
	text := func(value, field string, least, most int, message string) {
		n := utf8.RuneCountInString(value)
		p.Check(n >= least, field, message)
		p.Check(n <= most && !strings.ContainsFunc(value, unicode.IsControl), field, "This is too long or has characters that cannot be used.")
		checkName(&p, field, value)
	}
	text(c.Name, "name", 1, MaxPersonName, "Enter your name.")
	text(c.Phone, "phone", 0, MaxPhone, "")
	p.Check(c.Phone == "" || digits(c.Phone) >= MinPhoneDigits, "phone", "Enter a phone number.")
	switch c.Fulfillment {
	case Delivery:
		p.Check(c.Method == Standard || c.Method == Express, "delivery_method", "Choose standard or express delivery.")
		text(c.Address.Line1, "line1", 1, MaxAddressLine, "Enter your street address.")
		text(c.Address.Line2, "line2", 0, MaxAddressLine, "")
		text(c.Address.City, "city", 1, MaxCity, "Enter your city.")
		p.Check(ValidState(c.Address.State), "state", "Choose your state.")
		p.Check(validZip(c.Address.Zip), "zip", "Enter a ZIP code, like 12345.")
		mismatch = checkZipState(&p, c.Address.Zip, c.Address.State)
	case Pickup:
	default:
		p.Check(false, "fulfillment_type", "Choose delivery or pickup.")
	}
	p.Check(utf8.RuneCountInString(c.Notes) <= MaxOrderNotes, "notes", "Keep the notes below 500 characters.")
	p.Check(utf8.RuneCountInString(c.PromoCode) <= MaxPromoCode, "promo_code", PromoWrong)
	p.Check(c.Payment != "", "payment_method", "Choose how to pay.")
	return addressErr(p, mismatch)
}

func digits(text string) int {
	n := 0
	for _, r := range text {
		if r >= '0' && r <= '9' {
			n++
		}
	}
	return n
}

var zipForm = regexp.MustCompile(ZipPattern)

// validZip accepts five digits, or nine with a hyphen.
func validZip(zip string) bool { return zipForm.MatchString(zip) }

// OrderWithHistory is an order with all that happened to it, the oldest first.
type OrderWithHistory struct {
	Order
	History []OrderEvent
}
