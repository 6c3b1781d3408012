package shop

import "slices"

// Setting describes one setting: its key in the database and in the API, the
// field that holds it, its default, who may see it and which texts it takes.
type Setting struct {
	Key     string
	Default string // has this text when nothing is stored
	Unset   string // behaves like this while its text is empty; for settings without a Default
	Public  bool   // shoppers may know it
	Page    string // the public page whose text it is; sent with that page instead of the public settings
	Sparse  bool   // every page carries the public settings: this one only when it is not the default, which the browser has
	Secret  bool   // encrypted at rest and never read back
	Kind    SettingKind
	Must    bool     // of a text: it is never blank, an empty one has its default
	Columns []string // of rows; the first is required
	Options []string // of a choice; of a switch: the texts for on and off
	Max     int      // characters of a text
	Least   int64    // of a number
	Most    int64
	Pattern string // of a text, with Message for a text that does not match it
	Message string
	Doc     string

	field func(*Settings) any
}

// MaxPercent is the highest rate of a percentage.
const MaxPercent = 100

// Bounds are the least and the most that a number of any kind can be; nil: there is no such bound.
func (d Setting) Bounds() (least, most *int64) {
	switch d.Kind {
	case KindNumber:
		return &d.Least, &d.Most
	case KindMoney:
		return new(int64(0)), new(int64(MaxPrice / 100))
	case KindPercent:
		return new(int64(0)), new(int64(MaxPercent))
	case KindDays:
		return new(int64(0)), new(int64(99))
	case KindProduct:
		return new(int64(1)), nil
	}
	return nil, nil
}

// Decimals is how many decimals a number of any kind has at most; nil: the setting is no number.
func (d Setting) Decimals() *int {
	switch d.Kind {
	case KindMoney:
		return new(2)
	case KindPercent:
		return new(4)
	case KindDays, KindNumber, KindProduct:
		return new(0)
	}
	return nil
}

// MayBeBlank says whether an empty text is stored as such: the merchant leaves
// these words, or this picture, out. Any other setting has its default while its text is empty.
func (d Setting) MayBeBlank() bool {
	switch d.Kind {
	case KindText, KindLongText, KindRows, KindImage:
		return d.Default != "" && !d.Must
	}
	return false
}

// SettingKind is what a setting's text means; it decides how the text is
// checked and which control the settings form shows.
type SettingKind string

const (
	KindText     SettingKind = "text"
	KindLongText SettingKind = "long-text"
	KindSwitch   SettingKind = "switch"
	KindChoice   SettingKind = "choice"
	KindSign     SettingKind = "sign" // a choice of the signs
	KindMoney    SettingKind = "money"
	KindPercent  SettingKind = "percent"
	KindDays     SettingKind = "days"
	KindColor    SettingKind = "color"
	KindEmail    SettingKind = "email"
	KindURL      SettingKind = "url"
	KindCurrency SettingKind = "currency"
	KindImage    SettingKind = "image"
	KindState    SettingKind = "state"   // of the US, two letters
	KindNumber   SettingKind = "number"  // a whole number from Least to Most
	KindZone     SettingKind = "zone"    // a time zone by its IANA name
	KindProduct  SettingKind = "product" // the id of one
	KindRows     SettingKind = "rows"    // one row a line, its columns parted by |; see Columns
)

// AdminSecondFactorKey is the setting that only an admin with a second factor may switch on.
const AdminSecondFactorKey = "admin_second_factor"

var (
	onOff = []string{"enabled", "disabled"}
	yesNo = []string{"yes", "no"}
)

// settingTable has a row for every field of Settings, in the order of the documentation.
var settingTable = slices.Concat([]Setting{
	{Key: "site_name", Kind: KindText, Default: "Snackdrop", Must: true, Public: true, Max: 60,
		field: func(s *Settings) any { return &s.Brand.SiteName }},
	{Key: "site_logo", Kind: KindImage, Public: true, Max: 300,
		Doc: "PNG, JPEG, WebP or AVIF. It stands on a dark header. The icons in browsers and on home screens are made of it: " +
			"they are squares, so a wide logo is small in them.",
		field: func(s *Settings) any { return &s.Brand.Logo }},
	{Key: "primary_color", Kind: KindColor, Default: "#8B5CF6", Public: true,
		field: func(s *Settings) any { return &s.Brand.PrimaryColor }},
	{Key: "secondary_color", Kind: KindColor, Default: "#F97316", Public: true,
		field: func(s *Settings) any { return &s.Brand.SecondaryColor }},

	{Key: "default_shipping", Kind: KindChoice, Default: Standard, Options: []string{Standard, Express, string(Pickup)}, Public: true,
		field: func(s *Settings) any { return &s.Shipping.Default }},
	{Key: "shipping_fee", Kind: KindMoney, Unset: "5.99", Public: true, Doc: "5.99 when empty.",
		field: func(s *Settings) any { return &s.Shipping.Fee }},
	{Key: "express_shipping_fee", Kind: KindMoney, Unset: "14.99", Public: true, Doc: "For express delivery. 14.99 when empty.",
		field: func(s *Settings) any { return &s.Shipping.ExpressFee }},
	{Key: "free_shipping_threshold", Kind: KindMoney, Public: true, Doc: "Orders of this worth and more are delivered free.",
		field: func(s *Settings) any { return &s.Shipping.FreeFrom }},
	{Key: "advertised_free_shipping", Kind: KindMoney, Default: "50", Public: true, Sparse: true,
		Doc:   "The total from which the home page promises free shipping while no threshold is set.",
		field: func(s *Settings) any { return &s.Shipping.Advertised }},
	{Key: "standard_delivery_time", Kind: KindDays, Unset: "3-5", Public: true, Doc: "Days. 3-5 days when empty.",
		field: func(s *Settings) any { return &s.Shipping.StandardDays }},
	{Key: "express_delivery_time", Kind: KindDays, Unset: "1-2", Public: true, Doc: "Days. 1-2 days when empty.",
		field: func(s *Settings) any { return &s.Shipping.ExpressDays }},
	{Key: "delivery_note", Kind: KindLongText, Public: true, Max: 500, Doc: "Shown to shoppers at checkout.",
		field: func(s *Settings) any { return &s.Shipping.Note }},

	{Key: "guest_checkout", Kind: KindSwitch, Default: "enabled", Options: onOff, Public: true, Doc: "Shoppers may order without an account.",
		field: func(s *Settings) any { return &s.Customers.GuestCheckout }},
	{Key: "customer_account_creation", Kind: KindChoice, Default: AccountAutomatic, Public: true,
		Options: []string{AccountAutomatic, AccountManual, AccountOptIn, AccountRequired},
		Doc: "Automatic asks every guest for a password on the order’s page and in its mail, to keep it in an account. " +
			"Opt-in asks only guests who press Create an account there. Manual leaves it to Register. Required: no order without an account.",
		field: func(s *Settings) any { return &s.Customers.AccountCreation }},
	{Key: "analytics_enabled", Kind: KindSwitch, Default: "enabled", Options: onOff, Public: true,
		Doc:   "Counts visits and orders per day, nothing about persons.",
		field: func(s *Settings) any { return &s.Customers.Analytics }},

	{Key: "store_email", Kind: KindEmail, Public: true, Doc: "Customers’ answers and the contact form go here. While it is empty, the contact form goes to every admin.",
		field: func(s *Settings) any { return &s.Email.StoreEmail }},
	{Key: "order_confirmation_email", Kind: KindSwitch, Default: "enabled", Options: onOff,
		field: func(s *Settings) any { return &s.Email.OrderConfirmation }},
	{Key: "shipping_notification_email", Kind: KindSwitch, Default: "enabled", Options: onOff,
		field: func(s *Settings) any { return &s.Email.Shipping }},

	{Key: "currency", Kind: KindCurrency, Default: "USD", Public: true, Doc: "Three letters, like USD. Prices are not converted.",
		field: func(s *Settings) any { return &s.Payments.Currency }},
	{Key: "currency_format", Kind: KindChoice, Default: "symbol", Options: []string{"symbol", "code", "both"}, Public: true,
		field: func(s *Settings) any { return &s.Payments.CurrencyFormat }},
	{Key: "accept_credit_cards", Kind: KindSwitch, Default: "enabled", Options: onOff, Public: true,
		field: func(s *Settings) any { return &s.Payments.Cards }},
	{Key: "accept_paypal", Kind: KindSwitch, Default: "disabled", Options: onOff, Public: true,
		field: func(s *Settings) any { return &s.Payments.PayPal }},
	{Key: "accept_manual", Kind: KindSwitch, Default: "enabled", Options: onOff, Public: true, Doc: "Pay at pickup, and Pay on delivery where the next setting allows it.",
		field: func(s *Settings) any { return &s.Payments.Manual }},
	{Key: "manual_delivery", Kind: KindChoice, Default: ManualLocal, Options: []string{ManualLocal, ManualEverywhere, ManualNever}, Public: true,
		Doc:   "Local: deliveries within the shop’s own state. Everywhere: every delivery. Never: only at pickup.",
		field: func(s *Settings) any { return &s.Payments.ManualDelivery }},
	{Key: "stripe_public_key", Kind: KindText, Public: true,
		Pattern: `^pk_(test|live)_[A-Za-z0-9]{1,280}$`, Message: "A public key starts with pk_live_ or pk_test_.",
		Doc:   "With a test key (pk_test_…) the checkout says that no money moves. It must be of the same kind as the secret key.",
		field: func(s *Settings) any { return &s.Payments.StripePublicKey }},
	{Key: "stripe_secret_key", Kind: KindText, Secret: true, Max: 300,
		field: func(s *Settings) any { return &s.Payments.StripeSecretKey }},
	{Key: "stripe_webhook_secret", Kind: KindText, Secret: true, Max: 300, Doc: "Webhook address: /api/webhooks/stripe on this site.",
		field: func(s *Settings) any { return &s.Payments.StripeWebhookSecret }},
	{Key: "paypal_client_id", Kind: KindText, Max: 300,
		field: func(s *Settings) any { return &s.Payments.PayPalClientID }},
	{Key: "paypal_secret", Kind: KindText, Secret: true, Max: 300,
		field: func(s *Settings) any { return &s.Payments.PayPalSecret }},
	{Key: "paypal_webhook_id", Kind: KindText, Max: 100, Doc: "Webhook address: /api/webhooks/paypal on this site.",
		field: func(s *Settings) any { return &s.Payments.PayPalWebhookID }},

	{Key: "tax_calculation", Kind: KindChoice, Default: "automatic", Options: []string{"automatic", "manual", "fixed", "none"}, Public: true,
		Doc: "Automatic goes by the table of states below, and by the tax rate for a state that is not in it. " +
			"Manual taxes the states in the table and no other. Fixed rate takes the tax rate in every state. " +
			"The table of a new shop has every state: choose Manual and remove the states where you do not have to collect tax.",
		field: func(s *Settings) any { return &s.Tax.Calculation }},
	{Key: "tax_rate", Kind: KindPercent, Unset: "0", Public: true, Doc: "Percent.",
		field: func(s *Settings) any { return &s.Tax.Rate }},
	{Key: "prices_include_tax", Kind: KindSwitch, Default: "no", Options: yesNo, Public: true,
		field: func(s *Settings) any { return &s.Tax.PricesInclude }},

	{Key: "default_order_status", Kind: KindChoice, Default: string(StatusPending),
		Options: []string{string(StatusPending), string(StatusProcessing), string(StatusOnHold)},
		field:   func(s *Settings) any { return &s.Orders.DefaultStatus }},
	{Key: "order_notes_enabled", Kind: KindSwitch, Default: "enabled", Options: onOff, Public: true, Doc: "Shoppers may leave a note at checkout.",
		field: func(s *Settings) any { return &s.Orders.Notes }},
	{Key: "manual_hold_hours", Kind: KindNumber, Default: "48", Least: 1, Most: 336,
		Doc:   "Units of an order that is paid at pickup or on delivery are held this long. Then the order is cancelled, unless staff have begun to work on it.",
		field: func(s *Settings) any { return &s.Orders.ManualHoldHours }},
	{Key: "manual_confirm", Kind: KindSwitch, Default: "disabled", Options: onOff,
		Doc:   "A guest’s order that is paid at pickup or on delivery is held for one hour only, until the link in its confirmation is opened.",
		field: func(s *Settings) any { return &s.Orders.ManualConfirm }},
	{Key: "waitlist", Kind: KindSwitch, Default: "enabled", Options: onOff, Public: true, Sparse: true,
		Doc:   "Shoppers may wait for a sold-out product whose units are counted. Units that come back are offered to them in turn.",
		field: func(s *Settings) any { return &s.Orders.Waitlist }},
	{Key: "waitlist_minutes", Kind: KindNumber, Default: "30", Least: 5, Most: 240, Doc: "How long an offer lasts during a drop, plus five minutes for the email.",
		field: func(s *Settings) any { return &s.Orders.WaitlistMinutes }},
	{Key: "waitlist_hours", Kind: KindNumber, Default: "12", Least: 1, Most: 72,
		Doc:   "How long an offer lasts otherwise, plus five minutes for the email. Quiet hours do not count.",
		field: func(s *Settings) any { return &s.Orders.WaitlistHours }},
	{Key: "quiet_hours", Kind: KindText, Default: "22-8", Pattern: quietHoursPattern, Message: "Enter two full hours, like 22-8, or nothing.",
		Doc:   "Hours in which nobody is expected to answer an offer, in the drop time zone. Empty: none.",
		field: func(s *Settings) any { return &s.Orders.Quiet }},
	{Key: "drop_time_zone", Kind: KindZone, Default: "America/Los_Angeles", Public: true, Sparse: true,
		Doc:   "Times of drops, offers and holds are shown in this time zone.",
		field: func(s *Settings) any { return &s.Store.TimeZone }},

	{Key: AdminSecondFactorKey, Kind: KindSwitch, Default: "no", Options: yesNo,
		Doc: "Every admin needs an authenticator app or a passkey. Who has none is asked to set one up before anything else. " +
			"Set one up for your own account first.",
		field: func(s *Settings) any { return &s.Security.AdminSecondFactor }},

	{Key: "backup_target", Kind: KindText, Pattern: backupTargetPattern, Message: "Enter folder, or a bucket like s3://my-bucket/shop?region=us-east-1.",
		Doc: "folder: the backup folder on the shop’s machine. s3://bucket/name?region=…: a bucket, with the AWS credentials that the program has. " +
			"Empty: no backups.",
		field: func(s *Settings) any { return &s.Backups.Target }},
	{Key: "backup_schedule", Kind: KindChoice, Default: BackupDaily, Options: []string{BackupDaily, BackupWeekly, BackupHourly, BackupOff},
		Doc:   "The first one is made as soon as there is a target. Off: only with the button below.",
		field: func(s *Settings) any { return &s.Backups.Schedule }},
	{Key: "backup_hour", Kind: KindNumber, Default: "4", Least: 0, Most: 23, Doc: "Hour of the day for daily and weekly backups, in the drop time zone.",
		field: func(s *Settings) any { return &s.Backups.Hour }},
	{Key: "backup_keep_days", Kind: KindNumber, Default: "30", Least: 1, Most: 3650, Doc: "Older backups are deleted, the newest never.",
		field: func(s *Settings) any { return &s.Backups.KeepDays }},
	{Key: "backup_encryption", Kind: KindSwitch, Default: "no", Options: yesNo,
		Doc:   "With the shop’s key. Keep a copy of the file secret.key elsewhere: without it nobody can open these backups.",
		field: func(s *Settings) any { return &s.Backups.Encrypt }},

	{Key: "mailchimp_api_key", Kind: KindText, Secret: true, Max: 300,
		field: func(s *Settings) any { return &s.Integrations.MailchimpKey }},
	{Key: "mailchimp_list_id", Kind: KindText, Max: 100,
		field: func(s *Settings) any { return &s.Integrations.MailchimpListID }},
	{Key: "instagram_username", Kind: KindText, Public: true, Pattern: `^@?[A-Za-z0-9._]{1,30}$`, Message: "Enter an Instagram username.",
		field: func(s *Settings) any { return &s.Integrations.Instagram }},
	{Key: "facebook_page", Kind: KindURL, Public: true,
		field: func(s *Settings) any { return &s.Integrations.Facebook }},
	{Key: "agent_door", Kind: KindSwitch, Default: "enabled", Options: onOff,
		Doc:   "Assistants may search the catalogue, look at drops and make cart links at /mcp. They cannot buy, reserve or join a line.",
		field: func(s *Settings) any { return &s.Integrations.AgentDoor }},
}, merchantSettings, pageSettings, statusSwitches())

// statusHints say what the switch of a status does where that is not plain.
var statusHints = map[Status]string{
	StatusPending:   "Whether new orders may start here.",
	StatusCancelled: "Whether staff and customers may cancel.",
	StatusRefunded: "Whether an order whose money all went back becomes Refunded. Off: it becomes Cancelled, " +
		"or keeps its status when the customer has the goods.",
}

// statusSwitches are the settings that exist once per status: which statuses
// are in use, and which send the customer a mail.
func statusSwitches() []Setting {
	var rows []Setting
	for _, status := range []Status{StatusPending, StatusProcessing, StatusCompleted, StatusOnHold, StatusCancelled, StatusRefunded} {
		rows = append(rows, Setting{Key: "status_" + string(status), Kind: KindSwitch, Default: "enabled", Options: onOff, Doc: statusHints[status],
			field: func(s *Settings) any { return statusSwitch{s.Orders.Enabled, status} }})
	}
	for _, status := range []Status{StatusProcessing, StatusCompleted, StatusOnHold, StatusCancelled} {
		rows = append(rows, Setting{Key: "notify_" + string(status), Kind: KindSwitch, Default: "enabled", Options: onOff,
			field: func(s *Settings) any { return statusSwitch{s.Email.Notify, status} }})
	}
	return rows
}

// statusSwitch is the entry of one status in a map of switches.
type statusSwitch struct {
	switches map[Status]bool
	status   Status
}

// SettingTable describes every setting that the shop knows. Other keys may be
// stored; they are kept, shown to staff and do nothing.
func SettingTable() []Setting { return settingTable }

// SettingByKey finds a setting's description.
func SettingByKey(key string) (Setting, bool) {
	setting, known := settingByKey[key]
	return setting, known
}

var settingByKey = func() map[string]Setting {
	byKey := map[string]Setting{}
	for _, setting := range settingTable {
		byKey[setting.Key] = setting
	}
	return byKey
}()
