package shop

import (
	"strings"
	"sync"
	"time"
)

// Settings is the shop's configuration: one typed field per setting, grouped by
// subject, with secrets decrypted. settingTable has the key under which each
// field is stored, its default, who may see it and which values it takes. It
// must not leave the server whole: see Public.
type Settings struct {
	Brand        BrandSettings
	Store        StoreSettings
	Home         HomeSettings
	About        AboutSettings
	Pages        PageSettings
	Shipping     ShippingSettings
	Customers    CustomerSettings
	Email        EmailSettings
	Payments     PaymentSettings
	Tax          TaxSettings
	Orders       OrderSettings
	Integrations IntegrationSettings
	Security     SecuritySettings
	Backups      BackupSettings

	stored map[string]string // every row by its key, also those the shop does not know
}

// BrandSettings is how the shop presents itself.
type BrandSettings struct {
	SiteName       string
	Logo           string // address of the picture; "" is the built-in drawing
	PrimaryColor   string // #rrggbb
	SecondaryColor string
	Tagline        string // one sentence, on the home page, in the footer and for search engines
	Description    string // goes on after the tagline, for search engines
	FooterText     string // goes on after the tagline in the footer
	Menu           string // rows: category | name
	ShopButton     string // what buttons that lead to all products are called
	Sign           Sign   // of the shop itself: on the About page and where an order was placed
	ContactSign    Sign
	FAQSign        Sign
	Skyline        string // "palms" or "plain"
	SearchExample  string // in the empty field of the search
	SearchShort    string // the same in the narrow field beside lists of products
}

// StoreSettings is the address of the store and how to reach it.
type StoreSettings struct {
	Street     string // with the number
	City       string
	State      string // two letters: what is picked up there is taxed there
	Zip        string
	StreetName string // in texts: "a counter on Melrose Avenue"
	StreetCall string // what people call the street: "Pickup on Melrose"
	Map        string // latitude,longitude
	MapImage   string // address of the picture; see ShopMap.tsx for when the home page shows it
	Hours      string
	Phone      string
	TimeZone   string // an IANA name; see DropZone
}

// Address is the shop's address in one line.
func (s StoreSettings) Address() string {
	return s.Street + ", " + s.City + ", " + s.State + " " + s.Zip
}

// Fill puts the shop's name and place into a text that the merchant wrote; see merchantSettings.
func (s Settings) Fill(text string) string {
	return strings.NewReplacer("{shop}", s.Brand.SiteName, "{city}", s.Store.City, "{street}", s.Store.StreetCall, "{avenue}", s.Store.StreetName,
		"{address}", s.Store.Address(), "{list}", s.Home.ListName).Replace(text)
}

// HomeSettings are the words and products of the home page.
type HomeSettings struct {
	HeroBadge     string
	HeroHeadline  string // sentences, each on a line of its own
	HeroText      string // goes on after the tagline
	HeroAbout     string // a button
	Promises      string // one a line; {free_shipping} says from which total shipping is free
	FeaturedTitle string
	FeaturedText  string
	PromoProduct  int64
	PromoBadge    string
	PromoTitle    string
	PromoText     string
	PromoButton   string
	PromoImage    string // address of the picture; see PromotedProduct.tsx for when the home page shows it
	Sections      string // rows: category | title | text | link
	Categories    string // rows: category | name | text
	BrowseText    string
	DeliveryName  string // a heading, like "Delivered anywhere in the US"
	Delivery      string
	Pickup        string
	ListName      string // of the mailing list, without "The"
	ListTitle     string // what subscribing to the mailing list is called
	ListText      string
	ListButton    string
}

// AboutSettings are the texts of the About page and of other pages that speak of the shop.
type AboutSettings struct {
	Description        string // for search engines
	Intro              string
	Story              string
	Mission            string
	Steps              string // rows: name | text
	VisitTitle         string
	Visit              string
	ContactDescription string // for search engines
	ContactIntro       string
	ContactSent        string // after a message was sent
	CategoryEmpty      string // on the page of a category without products
	ProductShipping    string // before ProductDelivery, emphasized
	ProductDelivery    string
	ProductPickup      string
	Welcome            string // in the mail to a new account
}

// ShippingSettings says how orders reach shoppers and what that costs.
type ShippingSettings struct {
	Default      string // the way of delivery that the checkout selects at first
	Fee          Cents
	ExpressFee   Cents
	FreeFrom     *Cents // orders of this worth ship free; nil: never
	Advertised   Cents  // the total from which the home page promises it while FreeFrom is not set
	StandardDays DayRange
	ExpressDays  DayRange
	Note         string // shown at the checkout
}

// Ways to create customer accounts.
const (
	AccountAutomatic = "automatic" // every guest is asked for a password after the order
	AccountManual    = "manual"
	AccountOptIn     = "opt-in"
	AccountRequired  = "required" // no order without an account
)

// CustomerSettings says who may order and what is counted about visits.
type CustomerSettings struct {
	GuestCheckout   bool
	AccountCreation string // AccountAutomatic, AccountManual, AccountOptIn or AccountRequired
	Analytics       bool
}

// GuestsMayOrder says whether somebody without an account can order.
func (c CustomerSettings) GuestsMayOrder() bool {
	return c.GuestCheckout && c.AccountCreation != AccountRequired
}

// EmailSettings says which mail is sent and where answers go.
type EmailSettings struct {
	StoreEmail        string
	OrderConfirmation bool
	Shipping          bool
	Notify            map[Status]bool // by status; see NotifiesOf
}

// NotifiesOf says whether the customer gets a mail when an order gets the status.
func (e EmailSettings) NotifiesOf(status Status) bool {
	switch status {
	case StatusReadyForPickup, StatusReadyForDelivery, StatusPickedUp, StatusDelivered:
		return e.Shipping
	}
	return e.Notify[status]
}

// PaymentSettings says how prices are written and how orders are paid.
type PaymentSettings struct {
	Currency            string // three letters
	CurrencyFormat      string // symbol, code or both
	Cards               bool
	PayPal              bool
	Manual              bool
	ManualDelivery      string // which deliveries can be paid on delivery: ManualLocal, ManualEverywhere or ManualNever
	StripePublicKey     string
	StripeSecretKey     string
	StripeWebhookSecret string
	PayPalClientID      string
	PayPalSecret        string
	PayPalWebhookID     string
}

// Which deliveries can be paid when they arrive. What is picked up can always be paid there.
const (
	ManualLocal      = "local"      // within the state of the shop
	ManualEverywhere = "everywhere" // wherever the shop delivers
	ManualNever      = "never"
)

// ManualStates says to where an order can be paid on delivery: "any", "none", or the
// code of a state.
func (s Settings) ManualStates() string {
	switch s.Payments.ManualDelivery {
	case ManualEverywhere:
		return "any"
	case ManualNever:
		return "none"
	}
	return s.Store.State
}

// CheckManual refuses to let a delivery be paid on arrival where the shop does not offer that.
func (s Settings) CheckManual(c Checkout) error {
	states := s.ManualStates()
	if c.Payment != PayManual || c.Fulfillment == Pickup || states == "any" || states == c.Address.State {
		return nil
	}
	return FieldError(Invalid, "payment_method", "Payment on delivery is not offered for this address. Please choose another way to pay.")
}

// Format writes an amount in the shop's currency.
func (p PaymentSettings) Format(amount Cents) string {
	return MoneyText(amount, p.Currency, p.CurrencyFormat)
}

// TaxSettings says how goods are taxed; the rates by state are a table of their own.
type TaxSettings struct {
	Calculation   string // automatic, manual, fixed or none
	Rate          Percent
	PricesInclude bool
}

// OrderSettings is about new orders and the statuses in use.
type OrderSettings struct {
	DefaultStatus   Status
	Notes           bool // shoppers may leave a note at the checkout
	Enabled         map[Status]bool
	ManualHoldHours int64 // how long units are held for an order that is paid at the shop
	ManualConfirm   bool  // a guest's order that is paid at the shop has to be confirmed by email
	Waitlist        bool
	WaitlistMinutes int64  // to use an offer, in a drop
	WaitlistHours   int64  // to use an offer, elsewhere
	Quiet           string // see Settings.QuietHours
}

// StatusEnabled says whether orders may have the status. Statuses without a switch always may.
func (o OrderSettings) StatusEnabled(status Status) bool {
	enabled, hasSwitch := o.Enabled[status]
	return enabled || !hasSwitch
}

// DropZone is the time zone in which the shop announces times.
func (s Settings) DropZone() *time.Location {
	if zone, known := zones.Load(s.Store.TimeZone); known {
		return zone.(*time.Location)
	}
	zone, err := time.LoadLocation(s.Store.TimeZone)
	if err != nil { // checked when it was saved
		return time.UTC
	}
	zones.Store(s.Store.TimeZone, zone)
	return zone
}

// zones are the time zones that were asked for, by name: loading one reads a file.
var zones sync.Map

// QuietHours are the hours in which the shop expects nobody to act.
func (s Settings) QuietHours() QuietHours { return parseQuietHours(s.Orders.Quiet, s.DropZone()) }

// IntegrationSettings are accounts at other services.
type IntegrationSettings struct {
	MailchimpKey    string
	MailchimpListID string
	Instagram       string // username, with or without @
	Facebook        string // address of the page
	AgentDoor       bool   // agents may use /mcp
}

// SecuritySettings is what the shop asks of its staff.
type SecuritySettings struct {
	AdminSecondFactor bool // every admin needs a second factor
}

// DefaultSettings are those of a shop that stored none.
func DefaultSettings() Settings { return SettingsFrom(nil) }

// SettingsFrom reads the settings from their stored texts. A setting that is not
// stored or cannot be read has its default, and so has an empty one that may not be blank.
func SettingsFrom(stored map[string]string) Settings {
	s := Settings{stored: stored}
	s.Email.Notify, s.Orders.Enabled = map[Status]bool{}, map[Status]bool{}
	for _, setting := range settingTable {
		field := setting.field(&s)
		if text, ok := stored[setting.Key]; ok && (text != "" || setting.MayBeBlank()) && setting.read(field, text) {
			continue
		}
		setting.read(field, setting.effectiveDefault())
	}
	return s
}

// Stored is the setting's stored text, "" when there is none.
func (s Settings) Stored(key string) string { return s.stored[key] }

// StoredCount is how many settings are stored.
func (s Settings) StoredCount() int { return len(s.stored) }

// Text is the setting as text: what is stored, otherwise its default. A stored
// empty text counts where it may be blank.
func (s Settings) Text(key string) string {
	setting := settingByKey[key]
	if text, ok := s.stored[key]; text != "" || ok && setting.MayBeBlank() {
		return text
	}
	return setting.Default
}

// IsDefault says whether the setting has the text that a new shop starts with.
func (s Settings) IsDefault(key string) bool { return s.Text(key) == settingByKey[key].Default }

// Public is what a shopper may know: every public key with its text. Of those
// whose default the browser knows, only the ones that have another text.
func (s Settings) Public() map[string]string {
	out := map[string]string{}
	for _, setting := range settingTable {
		if text := s.Text(setting.Key); setting.Public && (!setting.Sparse || text != setting.Default) {
			out[setting.Key] = text
		}
	}
	return out
}

// Staff is what the settings form shows: every key with its text, and of
// secrets only which are set.
func (s Settings) Staff() (values map[string]string, secretsSet []string) {
	values, secretsSet = map[string]string{}, []string{}
	for key, text := range s.stored {
		values[key] = text
	}
	for _, setting := range settingTable {
		if !setting.Secret {
			values[setting.Key] = s.Text(setting.Key)
			continue
		}
		if values[setting.Key] != "" {
			secretsSet = append(secretsSet, setting.Key)
		}
		delete(values, setting.Key)
	}
	return values, secretsSet
}

// With is the settings after the given texts were stored.
func (s Settings) With(texts map[string]string) Settings {
	stored := make(map[string]string, len(s.stored)+len(texts))
	for key, text := range s.stored {
		stored[key] = text
	}
	for key, text := range texts {
		stored[key] = text
	}
	return SettingsFrom(stored)
}
