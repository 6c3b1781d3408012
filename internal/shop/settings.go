package shop

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Setting describes one key that the shop knows.
type Setting struct {
	Default string
	Public  bool // shoppers may know it
	Secret  bool // encrypted at rest and never read back
	check   func(string) string
}

// KnownSettings are the keys of the shop. Other keys may be stored; they are
// kept, shown to staff and do nothing.
var KnownSettings = map[string]Setting{
	"site_name":       {Default: "Snackdrop", Public: true, check: textUpTo(60)},
	"site_logo":       {Public: true, check: textUpTo(300)},
	"currency":        {Default: "USD", Public: true, check: currency},
	"primary_color":   {Default: "#8B5CF6", Public: true, check: color},
	"secondary_color": {Default: "#F97316", Public: true, check: color},

	"default_shipping":        {Default: "standard", Public: true, check: oneOf("standard", "express", "pickup")},
	"shipping_fee":            {Public: true, check: amount},
	"express_shipping_fee":    {Public: true, check: amount},
	"free_shipping_threshold": {Public: true, check: amount},
	"standard_delivery_time":  {Public: true, check: days},
	"express_delivery_time":   {Public: true, check: days},
	"delivery_note":           {Public: true, check: textUpTo(500)},

	"guest_checkout":              {Default: "enabled", Public: true, check: onOff},
	"customer_account_creation":   {Default: "automatic", Public: true, check: oneOf("automatic", "manual", "opt-in", "required")},
	"store_email":                 {Public: true, check: email},
	"order_confirmation_email":    {Default: "enabled", check: onOff},
	"shipping_notification_email": {Default: "enabled", check: onOff},

	"accept_credit_cards": {Default: "enabled", Public: true, check: onOff},
	"accept_paypal":       {Default: "disabled", Public: true, check: onOff},
	"accept_manual":       {Default: "enabled", Public: true, check: onOff},
	"currency_format":     {Default: "symbol", Public: true, check: oneOf("symbol", "code", "both")},
	"tax_calculation":     {Default: "automatic", Public: true, check: oneOf("automatic", "manual", "fixed", "none")},
	"tax_rate":            {Public: true, check: percent},
	"prices_include_tax":  {Default: "no", Public: true, check: oneOf("yes", "no")},

	"default_order_status": {Default: "pending", check: oneOf("pending", "processing", "on-hold")},
	"order_notes_enabled":  {Default: "enabled", Public: true, check: onOff},
	"analytics_enabled":    {Default: "enabled", Public: true, check: onOff},

	"mailchimp_api_key":     {Secret: true, check: textUpTo(300)},
	"mailchimp_list_id":     {check: textUpTo(100)},
	"stripe_public_key":     {Public: true, check: matches(`^pk_(test|live)_[A-Za-z0-9]{1,280}$`, "A public key starts with pk_live_ or pk_test_.")},
	"stripe_secret_key":     {Secret: true, check: textUpTo(300)},
	"stripe_webhook_secret": {Secret: true, check: textUpTo(300)},
	"paypal_client_id":      {check: textUpTo(300)},
	"paypal_secret":         {Secret: true, check: textUpTo(300)},
	"paypal_webhook_id":     {check: textUpTo(100)},
	"instagram_username":    {Public: true, check: matches(`^$|^@?[A-Za-z0-9._]{1,30}$`, "Enter an Instagram username.")},
	"facebook_page":         {Public: true, check: webAddress},
}

// SettingStatuses are the statuses that can be switched off in the settings.
var SettingStatuses = []string{"pending", "processing", "completed", "on-hold", "cancelled", "refunded"}

// NotifyStatuses are those that can send the customer a mail.
var NotifyStatuses = []string{"processing", "completed", "on-hold", "cancelled"}

func init() {
	for _, status := range SettingStatuses {
		KnownSettings["status_"+status] = Setting{Default: "enabled", check: onOff}
	}
	for _, status := range NotifyStatuses {
		KnownSettings["notify_"+status] = Setting{Default: "enabled", check: onOff}
	}
}

// Settings is the shop's configuration, secrets decrypted. Missing keys have their default.
type Settings map[string]string

// Get returns the value of a key, its default when it is unset.
func (s Settings) Get(key string) string {
	if value := s[key]; value != "" {
		return value
	}
	return KnownSettings[key].Default
}

// On says whether a switch is on.
func (s Settings) On(key string) bool { return s.Get(key) == "enabled" }

// Amount returns a sum of money and whether one is set.
func (s Settings) Amount(key string) (Cents, bool) {
	value, err := ParseCents(s.Get(key))
	return value, err == nil
}

// Public is what a shopper may know: every public key, "" when it has no value.
func (s Settings) Public() map[string]string {
	out := map[string]string{}
	for key, setting := range KnownSettings {
		if setting.Public {
			out[key] = s.Get(key)
		}
	}
	return out
}

var settingKey = regexp.MustCompile(`^[a-z][a-z0-9_-]{0,63}$`)

// CheckSettings refuses values that the shop could not work with.
func CheckSettings(values map[string]string) error {
	p := Problems{}
	for key, value := range values {
		known, ok := KnownSettings[key]
		switch {
		case !settingKey.MatchString(key):
			p.Check(false, "settings", "A key has lowercase letters, numbers, hyphens and underscores.")
		case ok && value != "":
			message := known.check(value)
			p.Check(message == "", key, message)
		default:
			p.Check(len(value) <= 4_000, key, "This value is too long.")
		}
	}
	return p.Err()
}

func textUpTo(n int) func(string) string {
	return func(v string) string {
		if len([]rune(v)) > n {
			return "Keep this below " + strconv.Itoa(n) + " characters."
		}
		return ""
	}
}

func matches(form, message string) func(string) string {
	re := regexp.MustCompile(form)
	return func(v string) string {
		if !re.MatchString(v) {
			return message
		}
		return ""
	}
}

func oneOf(choices ...string) func(string) string {
	return func(v string) string {
		if !slices.Contains(choices, v) {
			return "Choose one of: " + strings.Join(choices, ", ") + "."
		}
		return ""
	}
}

var (
	onOff = oneOf("enabled", "disabled")
	color = matches(`^#[0-9A-Fa-f]{6}$`, "Use a colour like #8B5CF6.")
	days  = matches(`^[0-9]{1,2}(-[0-9]{1,2})?$`, "Enter days, like 4 or 3-5.")
	email = matches(`^[^@\s]{1,64}@[^@\s.]+(\.[^@\s.]+)+$`, "Enter an email address.")
	// Only web addresses: a javascript: link in the footer would run on every page.
	webAddress = matches(`^https?://[^\s"'<>]{3,300}$`, "Enter a web address that starts with https://.")
)

func amount(v string) string {
	if n, err := ParseCents(v); err != nil || n < 0 || n > MaxPrice {
		return "Enter an amount in dollars, like 5.99."
	}
	return ""
}

func percent(v string) string {
	if _, err := ParsePercent(v); err != nil {
		return "Enter a rate from 0 to 100, like 7.5."
	}
	return ""
}

// ParsePercent reads a percentage with at most four decimals as parts per million.
func ParsePercent(text string) (int64, error) {
	whole, frac, _ := strings.Cut(text, ".")
	bad := Errorf(Invalid, "Enter a rate from 0 to 100, like 7.5.")
	if len(frac) > 4 || whole == "" || len(whole) > 3 {
		return 0, bad
	}
	digits := whole + frac + strings.Repeat("0", 4-len(frac))
	n, err := strconv.ParseUint(digits, 10, 63)
	if err != nil || n > 1_000_000 {
		return 0, bad
	}
	return int64(n), nil
}

// PercentText writes parts per million as a percentage: 72500 is 7.25.
func PercentText(ppm int64) string {
	return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%d.%04d", ppm/10_000, ppm%10_000), "0"), ".")
}

// Days reads a delivery time like 4 or 3-5.
func Days(text string) (from, to int) {
	first, last, span := strings.Cut(text, "-")
	from, _ = strconv.Atoi(first) // checked when it was saved; anything else is 0
	to = from
	if span {
		to, _ = strconv.Atoi(last)
	}
	return min(from, to), max(from, to)
}
